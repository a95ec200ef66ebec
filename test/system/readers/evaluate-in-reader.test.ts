import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { AcceptedRow } from "../../../src/convert/evaluation.js";
import { evaluateInMemory, type Evaluation } from "../../../src/convert/engine.js";
import { lookupsIn } from "../../../src/mapping/list-index.js";
import { account } from "../../../src/model/account.js";
import { evaluateInReader, type InReader } from "../../../src/system/readers/evaluate-in-reader.js";
import { readerPool } from "../../../src/system/readers/reader-pool.js";
import { sourceOf } from "../../formats/reading.js";
import { book } from "../../formats/workbooks.js";
import { jobFor } from "../../support/job.js";

const folder = mkdtempSync(join(tmpdir(), "lading-decide-"));
afterAll(() => rmSync(folder, { recursive: true }));

const mapping = `lading: 1
record: charge-code
fields:
  external_id: Code
  code: Code
  description: Name
  charge_type: { column: Group, values: { FRT: freight, ORG: origin } }
  tax_code: { column: Tax, lookup: tax-code.code }
  is_active: { column: Status, values: { Active: true, Closed: false } }
`;

const rows = [
  ["Code", "Name", "Group", "Tax", "Status"],
  ["AFRT", "Air freight", "FRT", "S1", "Active"],
  ["PICK", "Pick-up", "ORG", "S9", "Active"],
  ["DOCS", "Documents", "XXX", "S1", "Closed"],
  ["", "No id", "FRT", "S1", "Active"],
];

const taxCode = { external_id: "9", updated_at: "2026-01-01T00:00:00.000Z", code: "S1", is_active: true };
const lookups = lookupsIn(new Map([["tax-code", [taxCode]]]));
const acme = account("acme", { country: "DE", parameters: { x: "1" } });

async function inReader(
  bytes: Buffer,
  {
    mode = "strict",
    text = mapping,
    ...options
  }: InReader & { mode?: "strict" | "lenient"; text?: string } = {},
): Promise<Evaluation> {
  const path = join(folder, "in");
  writeFileSync(path, bytes);
  const job = jobFor(text, { account: acme, lookups, mode });
  return evaluateInReader({ ...job, source: sourceOf(bytes, "codes.xlsx") }, path, options);
}

async function rowsOf({ accepted }: Evaluation): Promise<AcceptedRow[]> {
  const rows: AcceptedRow[] = [];
  for await (const batch of accepted.batches())
    rows.push(...batch.map(({ line, record }) => ({ line, record })));
  return rows;
}

describe("evaluating in a reader", () => {
  it("keeps a common problem of many rows once", async () => {
    const [headings = []] = rows;
    const bad = Array.from({ length: 500 }, (_, i) => [`C${i}`, `Code ${i}`, "XXX", "S1", "Active"]);
    const there = await inReader(book({ Codes: [headings, ...bad] }));
    const { rejected } = there;
    expect(rejected).toHaveLength(500);
    expect(new Set(rejected.map(({ issues }) => issues)).size).toBe(1);
  });

  it("gives the same result as evaluating in this process", async () => {
    const bytes = book({ Codes: rows });
    const here = await evaluateInMemory({
      ...jobFor(mapping, { account: acme, lookups }),
      source: sourceOf(bytes, "codes.xlsx"),
    });
    const there = await inReader(bytes);
    expect(here.counts).toMatchObject({ read: 4, accepted: 1, rejected: 3 });
    expect({ ...there, accepted: await rowsOf(there) }).toEqual(here);
  });

  it("rejects a row for a faulty cell only if the mapping reads it", async () => {
    const fault = { t: "e", v: 0x2a } as const;
    const there = await inReader(
      book({
        Codes: [
          [...(rows[0] ?? []), "Note"],
          [...(rows[1] ?? []), fault],
          ["B", fault, "FRT", "S1", "Active", "x"],
        ],
      }),
    );
    expect(await rowsOf(there)).toMatchObject([{ line: 2 }]);
    expect(there).toMatchObject({ rejected: [{ line: 3 }] });
  });

  it("refuses a guessed sheet in a feed, but accepts it by hand or if the mapping accepts it", async () => {
    const bytes = book({ Codes: rows, Other: rows });
    expect(await inReader(bytes)).toMatchObject({ refused: { code: "sheet_guessed" } });
    expect(await inReader(bytes, { mode: "lenient" })).toMatchObject({ counts: { read: 4 } });
    const text = `${mapping}read: { accept: [sheet_guessed] }\n`;
    const accepted = await inReader(bytes, { text });
    expect(accepted).toMatchObject({ counts: { read: 4 } });
  });

  it("uses the only sheet with the headings of the mapping, even if another one has more rows", async () => {
    const other = [["Tax", "Rate"], ...Array.from({ length: 9 }, (_, i) => [`S${i}`, String(i)])];
    const there = await inReader(book({ Other: other, Codes: rows }));
    expect(there).toMatchObject({ counts: { read: 4, accepted: 1 } });
  });

  it("passes on a rejection of the file", async () => {
    const there = await inReader(Buffer.from("%PDF-1.7"));
    expect(there).toMatchObject({ refused: { code: "unsupported_format" } });
  });

  it("carries nothing from one file to the next, although the same reader and mapping read both", async () => {
    const carrying = mapping.replace("fields:", "carry_down: [Group]\nfields:");
    const line = (code: string, group: string) => `${code},${code},${group},S1,Active\n`;
    const head = "Code,Name,Group,Tax,Status\n";
    const readers = readerPool();
    onTestFinished(() => readers.end());
    const read = (text: string) =>
      inReader(Buffer.from(head + text), { readers, isReusable: true, text: carrying });
    for (let again = 0; again < 2; again++) {
      expect(await read(line("A", "FRT") + line("B", ""))).toMatchObject({
        counts: { accepted: 2, rejected: 0 },
      });
      expect(await read(line("A", "") + line("B", "ORG"))).toMatchObject({
        counts: { accepted: 1, rejected: 1 },
      });
    }
  });

  it("reports why it was stopped", async () => {
    const there = await inReader(book({ Codes: rows }), { limits: { memory: 20 * 1024 * 1024 } });
    expect(there).toMatchObject({
      refused: {
        code: "reader_stopped",
        message: "The file could not be read completely: reading required more than 20 MB of memory.",
      },
    });
  });
});
