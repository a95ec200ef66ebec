import { describe, expect, it } from "vitest";
import { cleanCell } from "../../../src/mapping/cells.js";
import { Fault } from "../../../src/mapping/fault.js";
import { operations } from "../../../src/mapping/operations/index.js";
import { planField } from "../../../src/mapping/sources.js";
import type { Field, FieldKind } from "../../../src/records/fields.js";
import { source, type Source } from "../../../src/mapping/grammar.js";

const tables = new Map([
  ["groups.csv", { headings: ["Code", "Type"], rows: [["AFRT", "freight"], ["ORG", "origin"]] }], // prettier-ignore
]);
const lookups = {
  find: (_target: string, _field: string, value: string) =>
    value === "S1" ? [{ external_id: "VAT19", is_active: true }] : [],
};

/** Applies what is written under a column to one cell, as a mapping does. */
export function applyWritten(
  write: Readonly<Record<string, unknown>>,
  input: string,
  kind: FieldKind = "text",
) {
  const written = { column: "Cell", ...write } as Source;
  expect(source.safeParse(written).error?.issues ?? []).toEqual([]);
  const field = { kind } as Field;
  const bench = {
    zone: undefined,
    today: "2026-03-15",
    taxMode: "tax" as const,
    hasTaxCodes: true,
    lookups,
    tables,
  };
  const plan = planField(written, "field", field, bench, "", (_path, message) => {
    throw new Error(message);
  });
  const cell = plan.bind(() => 0, undefined)({ cells: [input], column: -1, notes: [] });
  return cell instanceof Fault ? { issue: cell.code } : { result: cell };
}

describe.each(operations)("$name", ({ name, summary, examples }) => {
  it("is documented by a line and by examples", () => {
    expect(summary).toMatch(/^[A-Z].*[.]$/s);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(example.write).toHaveProperty(name);
  });

  it.each(examples.map((example) => [JSON.stringify(example.write), example.input, example] as const))(
    "%s of %j comes to what its documentation says",
    (_label, _input, example) => {
      const got = applyWritten(example.write, example.input, example.kind);
      // A flag of text is read at the end of its field.
      const wanted =
        example.kind === "flag" && typeof example.result === "string"
          ? example.result === "true"
          : example.result;
      expect(got).toEqual(example.issue === undefined ? { result: wanted } : { issue: example.issue });
    },
  );
});

it("takes blanks of all kinds and the wrapping of spreadsheets off every cell", () => {
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
