import { describe, expect, it } from "vitest";
import { cleanCell } from "../../../src/mapping/cells.js";
import { ValueIssue } from "../../../src/mapping/value-issue.js";
import { operations } from "../../../src/mapping/operations/index.js";
import { planField } from "../../../src/mapping/sources.js";
import type { Field, FieldKind } from "../../../src/model/fields.js";
import { source, type WrittenSource } from "../../../src/mapping/grammar.js";

const tables = new Map([
  ["groups.csv", { headings: ["Code", "Type"], rows: [["AFRT", "freight"], ["ORG", "origin"], ["none", ""], ["blanks", "\u200b other \u2060"], ["", "x"], ["", "y"]] }], // oxfmt-ignore
  ["twice.csv", { headings: ["Code", "Type"], rows: [["AFRT", "freight"], ["afrt", "other"]] }], // oxfmt-ignore
]);
const lookups = {
  find: (_target: string, _field: string, value: string) =>
    value === "S1" ? [{ external_id: "VAT19", is_active: true }] : [],
};

/** Applies operations to one cell, as a mapping does. */
export function applyWritten(
  write: Readonly<Record<string, unknown>>,
  input: string,
  kind: FieldKind = "text",
) {
  const written = { column: "Cell", ...write } as WrittenSource;
  expect(source.safeParse(written).error?.issues ?? []).toEqual([]);
  const field = { kind } as Field;
  const context = {
    zone: undefined,
    today: "2026-03-15",
    taxMode: "tax" as const,
    hasTaxCodes: true,
    lookups,
    tables,
  };
  const plan = planField(written, "field", field, context, "", (_path, message) => {
    throw new Error(message);
  });
  const first = () => 0;
  const columns = { index: first, ofHeader: first, has: () => true, headings: [""], width: 1 };
  const cell = plan.bind(columns, undefined)({ cells: [input], column: -1, notes: [] });
  return cell instanceof ValueIssue ? { issue: cell.code } : { result: cell };
}

describe.each(operations)("$name", ({ name, summary, examples }) => {
  it("is documented by a summary and examples", () => {
    expect(summary).toMatch(/^[A-Z].*[.]$/s);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(example.write).toHaveProperty(name);
  });

  it.each(examples.map((example) => [JSON.stringify(example.write), example.input, example] as const))(
    "%s of %j gives the documented result",
    (_label, _input, example) => {
      const got = applyWritten(example.write, example.input, example.kind);
      // A flag as text is converted at the end of its field.
      const wanted =
        example.kind === "flag" && typeof example.result === "string"
          ? example.result === "true"
          : example.result;
      expect(got).toEqual(example.issue === undefined ? { result: wanted } : { issue: example.issue });
    },
  );
});

it("removes all kinds of spaces and spreadsheet wrappers from every cell", () => {
  const cells: [string, string | null][] = [
    ["  a ", "a"],
    ["\u00a0\u3000a\u200b\ufeff", "a"],
    ['="00123"', "00123"],
    [' ="1 ""x""" ', '1 "x"'],
    ['=""', null],
    ['="', '="'],
    ["=1+1", "=1+1"],
    ["\t\n", null],
    ["", null],
    ["a\u00a0b", "a\u00a0b"],
  ];
  for (const [raw, clean] of cells) expect(cleanCell(raw, undefined)).toBe(clean);
  expect(cleanCell(" - ", new Set(["-"]))).toBeNull();
  expect(cleanCell(undefined, undefined)).toBeNull();
});

/** Cases that mutation testing found missing in the documented examples. */
describe("edge cases of operations", () => {
  const table = { lookup: { file: "groups.csv", key: "Code", value: "Type" } };

  it.each([
    ["the last day has passed", { active_until: "yyyy-MM-dd" }, "2026-03-15", "flag", { result: false }],
    ["the last day has not passed", { active_until: "yyyy-MM-dd" }, "2026-03-16", "flag", { result: true }],
    ["an empty constant is blank", { values: { A: "" } }, "a", "text", { result: null }],
    [
      "an empty constant of otherwise is blank",
      { values: { A: "1" }, otherwise: { constant: "" } },
      "B",
      "text",
      { result: null },
    ],
    ["an empty group is blank", { pattern: "A(.*)B" }, "AB", "text", { result: null }],
    ["the longest text is replaced first", { replace: { a: "1", ab: "2" } }, "ab", "text", { result: "2" }],
    [
      "consecutive spaces are one separator",
      { split: { by: " ", take: "2" } },
      "A  B",
      "text",
      { result: "B" },
    ],
    ["a part of spaces is blank", { split: { by: ",", take: "2" } }, "A, ,B", "text", { result: null }],
    ["zeros are the default padding", { pad_left: { width: "5" } }, "123", "text", { result: "00123" }],
    ["a blank value of the table is blank", table, "none", "text", { result: null }],
    ["spaces around a value of the table are removed", table, "blanks", "text", { result: "other" }],
    ["a missing key is an issue", table, "XXX", "text", { issue: "not_in_table" }],
  ] as const)("have the documented result: %s", (_, write, input, kind, expected) => {
    expect(applyWritten(write, input, kind)).toEqual(expected);
  });

  it.each([
    ["there is no file gone.csv", { file: "gone.csv", key: "Code", value: "Type" }],
    ["has no column", { file: "groups.csv", key: "Codes", value: "Type" }],
    ["twice, with different results", { file: "twice.csv", key: "Code", value: "Type" }],
  ])("report a table without an answer: %s", (message, lookup) => {
    expect(() => applyWritten({ lookup }, "AFRT")).toThrow(message);
  });
});
