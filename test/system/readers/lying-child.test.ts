import { fileURLToPath } from "node:url";
import { expect, it, vi } from "vitest";
import { evaluateInChild, type ChildEvaluation } from "../../../src/system/readers/evaluate-in-child.js";
import { BrokenFrames } from "../../../src/system/readers/frames.js";
import { openTableInChild } from "../../../src/system/readers/read-in-child.js";
import { Reader, type ReaderEnd } from "../../../src/system/readers/reader.js";
import { sourceOf } from "../../formats/reading.js";
import { account } from "../../../src/model/account.js";

/** A child that was taken over by the file it read, and answers what it likes. */

const read = vi.spyOn(Reader.prototype, "read");

const taxCode = {
  external_id: "9",
  updated_at: "2026-01-01T00:00:00.000Z",
  code: "S1",
  description: "",
  is_active: true,
};

const rest = {
  detected: { format: "delimited", headerRows: [1], preambleLines: 0, evidence: [] },
  columns: ["external_id"],
  headings: ["id"],
  reads: ["id"],
  deleted: [],
  skipped: [],
  otherCompanies: [],
  counts: { read: 1, accepted: 1, rejected: 0, skipped: 0, merged: 0 },
  issueCounts: [],
};

const charge = {
  external_id: "1",
  updated_at: "",
  code: "AF",
  description: "Air freight",
  charge_type: "freight",
  tax_code: null,
  is_active: true,
};

/** What comes of one record, said to stand in these lines of the file. */
async function saying(
  record: object,
  lines: unknown,
  changed: Partial<ChildEvaluation> = {},
  items: readonly (readonly [kind: string, item: unknown])[] = [["rest", rest]],
  end: ReaderEnd = { state: "done" },
): Promise<unknown> {
  read.mockImplementation(async ({ onItem, onBytes }) => {
    await onBytes?.("records", lines, Buffer.from(`${JSON.stringify(record)}\n`));
    for (const [kind, item] of items) await onItem(kind, item);
    return end;
  });
  return evaluateInChild({
    file: { ...sourceOf("code", "codes.csv"), path: fileURLToPath(import.meta.url) },
    mapping: { recommended: "charge-code" },
    account: account("acme", { country: "DE" }),
    today: "2026-01-31",
    tables: new Map(),
    lists: new Map([["tax-code", [taxCode]]]),
    mode: "strict",
    ...changed,
  });
}

const job = {
  external_id: "J1",
  updated_at: "",
  job_type: null,
  number: null,
  operator: null,
  accruals: [
    {
      external_id: "J1-1",
      creditor: { external_id: "HARB" },
      charge_code: { external_id: "FRT" },
      tax_code: { external_id: "9" },
      operator: null,
      description: null,
      local_amount: { currency: "EUR", pre_tax: "1.0", tax: "0.0", total: "1.0" },
      overseas_amount: { currency: "EUR", pre_tax: "1.0", tax: "0.0", total: "1.0" },
    },
  ],
};
const one = {
  of: "accruals",
  read: "1",
  accepted: "1",
  rejected: "0",
  skipped: "0",
  left_out: "0",
  merged: "0",
  stale: "0",
};
const nothingLost = [
  one,
  { ...one, of: "accruals.local_amount", currency: "EUR", read: "1.00", accepted: "1.00" },
  { ...one, of: "accruals.overseas_amount", currency: "EUR", read: "1.00", accepted: "1.00" },
];

it("is believed no accrual that got lost", async () => {
  const telling = (within: readonly object[], lists = new Map([["tax-code", [taxCode]]])) =>
    saying(job, [2], { mapping: { recommended: "job" }, lists }, [
      ["rest", { ...rest, counts: { ...rest.counts, within } }],
    ]);
  const [accruals, ...amounts] = nothingLost;
  const stopped = { state: "stopped", end: { state: "crashed" } };
  expect(await telling(nothingLost)).toMatchObject({ state: "evaluated" });
  expect(await telling(amounts)).toMatchObject(stopped);
  expect(await telling([{ ...accruals, read: "2", accepted: "2" }, ...amounts])).toMatchObject(stopped);
  expect(await telling([{ ...accruals, read: "2" }, ...amounts])).toMatchObject(stopped);
  expect(
    await telling([accruals!, { ...amounts[0], read: "1.01", accepted: "1.01" }, amounts[1]!]),
  ).toMatchObject(stopped);
});

it("is believed no numbers of lines that are none", async () => {
  expect(await saying(charge, [2])).toMatchObject({ state: "evaluated" });
  for (const lines of [
    [{ valueOf: 0, toString: 0 }],
    [-1],
    [1.5],
    ["2"],
    [2 ** 32],
    { 0: 2, length: 1 },
    null,
  ]) {
    await expect(saying(charge, lines), JSON.stringify(lines)).rejects.toThrow(BrokenFrames);
  }
});

it("is believed no report that is none", async () => {
  const issue = { code: "no_rows", severity: "note", message: "m", hint: "h" };
  const row = { line: 2, cells: '["1"]', issues: [issue] };
  const items = (...last: (readonly [string, unknown])[]) =>
    saying(charge, [2], {}, [...last, ["rest", rest]]);
  expect(await items(["issues", issue])).toMatchObject({ state: "evaluated" });
  for (const lie of [
    ["issues", { ...issue, code: "toString" }],
    ["issues", { ...issue, line: {} }],
    ["rejected", { ...row, cells: "[1]" }],
    ["rejected", { ...row, cells: "[" }],
    ["rejected", { ...row, issues: [null] }],
    ["rejected", null],
    ["rest", null],
    ["rest", { ...rest, detected: { ...rest.detected, format: {} } }],
    ["rest", { ...rest, counts: { ...rest.counts, read: -1 } }],
    ["rest", { ...rest, skipped: 1 }],
    ["rest", { ...rest, issueCounts: [["unheard of", 1]] }],
    ["rest", { ...rest, refused: { code: "no_rows" } }],
    ["rest", rest],
    ["something else", {}],
  ] as const) {
    await expect(items(lie), JSON.stringify(lie)).rejects.toThrow(BrokenFrames);
  }
});

it("is believed no counts that do not add up", async () => {
  const row = { line: 3, cells: "[]", issues: [] };
  const counting = (counts: object, changed: object = {}, ...items: (readonly [string, unknown])[]) =>
    saying(charge, [2], {}, [
      ...items,
      ["rest", { ...rest, ...changed, counts: { ...rest.counts, ...counts } }],
    ]);
  const decided = { state: "evaluated" };
  const stopped = { state: "stopped", end: { state: "crashed" }, issue: { code: "reader_stopped" } };
  expect(
    await counting({ read: 4, rejected: 1, skipped: 2 }, { skipped: [["rule", 2]] }, ["rejected", row]),
  ).toMatchObject(decided);
  expect(await counting({ read: 2, accepted: 2 })).toMatchObject(stopped);
  expect(await counting({ read: 2 })).toMatchObject(stopped);
  expect(await counting({ read: 2, rejected: 1 })).toMatchObject(stopped);
  expect(await counting({}, {}, ["rejected", row])).toMatchObject(stopped);
  expect(await counting({ read: 2, skipped: 1 })).toMatchObject(stopped);
  const refused = { code: "no_rows", severity: "error", message: "m", hint: "h" };
  expect(await counting({}, { refused })).toMatchObject(stopped);
});

it("is believed no failure that is not one of its order", async () => {
  const failed = { state: "failed", message: "m", hint: "h" } as const;
  for (const [code, detail] of [
    ["storage_failed", "it failed with storage_failed"],
    ["wrong_mapping", "it failed with wrong_mapping"],
    ["toString", "it failed"],
  ] as const) {
    const answer = await saying(charge, [2], {}, [], { ...failed, code });
    expect(answer).toMatchObject({ state: "stopped", end: { state: "crashed", detail } });
  }
});

it("is believed no table and no row that is none", async () => {
  const table = { detected: rest.detected, headings: ["id"] };
  const row = { line: 2, cells: ["1"] };
  const reading = async (...items: readonly (readonly [string, unknown])[]) => {
    read.mockImplementation(async ({ onItem }) => {
      for (const [kind, item] of items) await onItem(kind, item);
      return { state: "done" };
    });
    const path = fileURLToPath(import.meta.url);
    return openTableInChild({ path, name: "codes.csv", options: {} });
  };
  expect(await reading(["table", table], ["row", row])).toMatchObject(table);
  for (const lie of [
    ["table", { ...table, headings: [{}] }],
    ["row", null],
    ["row", { line: 2 }],
    ["row", { line: "2", cells: [] }],
    ["row", { line: -1, cells: [] }],
    ["table", table],
    ["row", { line: 2, cells: [1] }],
    ["row", { ...row, issues: [{}] }],
    ["issue", {}],
  ] as const) {
    await expect(reading(["table", table], lie), JSON.stringify(lie)).rejects.toThrow(BrokenFrames);
  }
});
