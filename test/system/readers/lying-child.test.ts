import { fileURLToPath } from "node:url";
import { expect, it, vi } from "vitest";
import type { RecordType } from "../../../src/model/record-type.js";
import { chargeCode, job as jobType } from "../../../src/model/record-types/index.js";
import { lookupsIn } from "../../../src/mapping/list-index.js";
import { recommendedMapping } from "../../../src/mapping/recommended.js";
import { evaluateInReader } from "../../../src/system/readers/evaluate-in-reader.js";
import { BrokenFrames } from "../../../src/system/readers/frames.js";
import { Reader, type ReaderEnd } from "../../../src/system/readers/reader.js";
import type { Evaluation } from "../../../src/convert/engine.js";
import { sourceOf } from "../../formats/reading.js";
import { account } from "../../../src/model/account.js";

/** A child that a hostile file has taken over, with arbitrary answers. */

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

/** The evaluation in an answer with one record. */
async function answering(
  record: object,
  items: readonly (readonly [kind: string, item: unknown])[] = [["summary", rest]],
  {
    type = chargeCode,
    count = 1,
    end = { state: "done" },
  }: { type?: RecordType; count?: unknown; end?: ReaderEnd } = {},
): Promise<Evaluation> {
  read.mockImplementation(async ({ onItem, onBytes }) => {
    const lines = Buffer.from(Uint32Array.of(2).buffer);
    await onBytes?.("records", count, Buffer.concat([lines, Buffer.from(`${JSON.stringify(record)}\n`)]));
    for (const [kind, item] of items) await onItem(kind, item);
    return end;
  });
  const path = fileURLToPath(import.meta.url);
  const job = {
    source: sourceOf("code", "codes.csv"),
    mapping: recommendedMapping(type),
    account: account("acme", { country: "DE" }),
    lookups: lookupsIn(new Map([["tax-code", [taxCode]]])),
    mode: "strict",
  } as const;
  return evaluateInReader(job, path);
}

const stopped = { refused: { code: "reader_stopped" }, accepted: { count: 0 } };

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

it("cannot hide a lost accrual", async () => {
  const telling = (within: readonly object[]) =>
    answering(job, [["summary", { ...rest, counts: { ...rest.counts, within } }]], { type: jobType });
  const [accruals, ...amounts] = nothingLost;
  expect(await telling(nothingLost)).toMatchObject({ accepted: { count: 1 } });
  expect(await telling(amounts)).toMatchObject(stopped);
  expect(await telling([{ ...accruals, read: "2", accepted: "2" }, ...amounts])).toMatchObject(stopped);
  expect(await telling([{ ...accruals, read: "2" }, ...amounts])).toMatchObject(stopped);
  expect(
    await telling([accruals!, { ...amounts[0], read: "1.01", accepted: "1.01" }, amounts[1]!]),
  ).toMatchObject(stopped);
});

it("cannot claim a wrong number of records", async () => {
  expect(await answering(charge)).toMatchObject({ accepted: { count: 1 } });
  for (const count of [0, 2, -1, 1.5, 2 ** 32, null, {}, "x"]) {
    await expect(answering(charge, undefined, { count }), JSON.stringify(count)).rejects.toThrow(
      BrokenFrames,
    );
  }
});

it("cannot send counts that do not add up", async () => {
  const row = { line: 3, cells: "[]", issues: [] };
  const counting = (counts: object, changed: object = {}, ...items: (readonly [string, unknown])[]) =>
    answering(charge, [
      ...items,
      ["summary", { ...rest, ...changed, counts: { ...rest.counts, ...counts } }],
    ]);
  expect(
    await counting({ read: 4, rejected: 1, skipped: 2 }, { skipped: [["rule", 2]] }, ["rejected", row]),
  ).toMatchObject({ accepted: { count: 1 } });
  expect(await counting({ read: 2, accepted: 2 })).toMatchObject(stopped);
  expect(await counting({ read: 2 })).toMatchObject(stopped);
  expect(await counting({ read: 2, rejected: 1 })).toMatchObject(stopped);
  expect(await counting({}, {}, ["rejected", row])).toMatchObject(stopped);
  expect(await counting({ read: 2, skipped: 1 })).toMatchObject(stopped);
  expect(await counting({ read: 0, merged: -1 })).toMatchObject(stopped);
  expect(
    await counting(
      { read: 1, skipped: 0 },
      {
        skipped: [
          ["a", 1],
          ["b", -1],
        ],
      },
    ),
  ).toMatchObject(stopped);
  const refused = { code: "no_rows", severity: "error", message: "m", hint: "h" };
  expect(await counting({}, { refused })).toMatchObject(stopped);
});

it("cannot send an endless answer", async () => {
  expect(await answering(charge, [])).toMatchObject(stopped);
});

it("cannot report a failure of a different kind", async () => {
  const failed = { state: "failed", message: "m", hint: "h" } as const;
  for (const [code, detail] of [
    ["storage_failed", "reading failed with storage_failed"],
    ["wrong_mapping", "reading failed with wrong_mapping"],
    ["toString", "reading failed"],
  ] as const) {
    const { refused } = await answering(charge, [], { end: { ...failed, code } });
    expect(refused?.message).toContain(`${detail}.`);
  }
});
