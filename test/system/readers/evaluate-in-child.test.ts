import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { AcceptedRow } from "../../../src/convert/evaluation.js";
import {
  evaluateInChild,
  evaluationReaders,
  type ChildEvaluated,
  type ChildEvaluation,
} from "../../../src/system/readers/evaluate-in-child.js";
import { evaluateInMemory } from "../../../src/convert/engine.js";
import { compileMapping } from "../../../src/mapping/compile.js";
import { lookupsIn } from "../../../src/mapping/list-index.js";
import { parseMapping } from "../../../src/mapping/parse.js";
import { account } from "../../../src/model/account.js";
import { sourceOf } from "../../formats/reading.js";
import { book } from "../../formats/workbooks.js";
import { writtenMapping } from "../../support/written-mapping.js";

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

const base: Omit<ChildEvaluation, "file"> = {
  mapping: writtenMapping(mapping),
  account: account("acme", { country: "DE", parameters: { x: "1" } }),
  today: "2026-01-31",
  tables: new Map(),
  lists: new Map([
    [
      "tax-code",
      [
        {
          external_id: "9",
          updated_at: "2026-01-01T00:00:00.000Z",
          code: "S1",
          description: "",
          is_active: true,
        },
      ],
    ],
  ]),
  mode: "strict",
};

async function inChild(bytes: Buffer, changed: Partial<ChildEvaluation> = {}): Promise<ChildEvaluated> {
  const path = join(folder, "in");
  writeFileSync(path, bytes);
  return evaluateInChild({ ...base, file: { ...sourceOf(bytes, "codes.xlsx"), path }, ...changed });
}

async function rowsOf(answer: ChildEvaluated): Promise<AcceptedRow[]> {
  if (answer.state !== "evaluated") throw new Error(answer.issue.message);
  const rows: AcceptedRow[] = [];
  for await (const batch of answer.evaluation.accepted.batches()) {
    rows.push(...batch.map(({ line, record }) => ({ line, record })));
  }
  return rows;
}

describe("evaluating in a child", () => {
  it("keeps what is wrong once, however many rows have it", async () => {
    const [headings = []] = rows;
    const bad = Array.from({ length: 500 }, (_, i) => [`C${i}`, `Code ${i}`, "XXX", "S1", "Active"]);
    const there = await inChild(book({ Codes: [headings, ...bad] }));
    const rejected = there.state === "evaluated" ? there.evaluation.rejected : [];
    expect(rejected).toHaveLength(500);
    expect(new Set(rejected.map(({ issues }) => issues)).size).toBe(1);
  });

  it("comes to what evaluating here comes to", async () => {
    const bytes = book({ Codes: rows });
    const parsed = parseMapping(mapping, "charge-code.yaml");
    if ("diagnostics" in parsed) throw new Error(parsed.diagnostics[0]?.message);
    const lookups = lookupsIn(base.lists);
    const result = compileMapping(parsed.parsed, { ...base, lookups });
    if ("diagnostics" in result) throw new Error(result.diagnostics[0]?.message);
    const here = await evaluateInMemory({
      source: sourceOf(bytes, "codes.xlsx"),
      mapping: result.compiled,
      lookups,
      account: base.account,
      mode: "strict",
    });
    const there = await inChild(bytes);
    if (there.state !== "evaluated") throw new Error(there.issue.message);
    expect(here.counts).toMatchObject({ read: 4, accepted: 1, rejected: 3 });
    expect({ ...there, evaluation: { ...there.evaluation, accepted: await rowsOf(there) } }).toEqual({
      state: "evaluated",
      evaluation: here,
    });
  });

  it("rejects a row for a faulty cell only where the mapping reads it", async () => {
    const fault = { t: "e", v: 0x2a } as const;
    const there = await inChild(
      book({
        Codes: [
          [...(rows[0] ?? []), "Note"],
          [...(rows[1] ?? []), fault],
          ["B", fault, "FRT", "S1", "Active", "x"],
        ],
      }),
    );
    expect(await rowsOf(there)).toMatchObject([{ line: 2 }]);
    expect(there).toMatchObject({ evaluation: { rejected: [{ line: 3 }] } });
  });

  it("refuses a guessed sheet in a feed, and takes it by hand or when the mapping accepts it", async () => {
    const bytes = book({ Codes: rows, Other: rows });
    expect(await inChild(bytes)).toMatchObject({ evaluation: { refused: { code: "sheet_guessed" } } });
    expect(await inChild(bytes, { mode: "lenient" })).toMatchObject({ evaluation: { counts: { read: 4 } } });
    const text = `${mapping}read: { accept: [sheet_guessed] }\n`;
    const accepted = await inChild(bytes, { mapping: writtenMapping(text) });
    expect(accepted).toMatchObject({ evaluation: { counts: { read: 4 } } });
  });

  it("takes the only sheet that has the headings of the mapping, also when another has more rows", async () => {
    const other = [["Tax", "Rate"], ...Array.from({ length: 9 }, (_, i) => [`S${i}`, String(i)])];
    const there = await inChild(book({ Other: other, Codes: rows }));
    expect(there).toMatchObject({ evaluation: { counts: { read: 4, accepted: 1 } } });
  });

  it("hands on a refusal of the file", async () => {
    const there = await inChild(Buffer.from("%PDF-1.7"));
    expect(there).toMatchObject({
      state: "evaluated",
      evaluation: { refused: { code: "unsupported_format" } },
    });
  });

  it("carries nothing of one file into the next one, though both are read by the same reader and mapping", async () => {
    const carrying = mapping.replace("fields:", "carry_down: [Group]\nfields:");
    const line = (code: string, group: string) => `${code},${code},${group},S1,Active\n`;
    const head = "Code,Name,Group,Tax,Status\n";
    const readers = evaluationReaders();
    onTestFinished(() => readers.end());
    const read = (text: string) =>
      inChild(Buffer.from(head + text), { readers, mapping: writtenMapping(carrying) });
    for (let again = 0; again < 2; again++) {
      expect(await read(line("A", "FRT") + line("B", ""))).toMatchObject({
        evaluation: { counts: { accepted: 2, rejected: 0 } },
      });
      expect(await read(line("A", "") + line("B", "ORG"))).toMatchObject({
        evaluation: { counts: { accepted: 1, rejected: 1 } },
      });
    }
  });

  it("says why it was stopped", async () => {
    const there = await inChild(book({ Codes: rows }), { readerLimits: { memory: 20 * 1024 * 1024 } });
    expect(there).toMatchObject({
      state: "stopped",
      issue: {
        code: "reader_stopped",
        message: "Reading the file was stopped: it needed more than 20 MB of memory.",
      },
    });
  });
});
