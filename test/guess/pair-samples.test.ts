import { describe, expect, test } from "vitest";
import { asSample, readFullSample, type ReadSample } from "../../src/commands/guess/sample.js";
import type { Terminal } from "../../src/commands/command.js";
import { evaluateInMemory } from "../../src/engine.js";
import { inferFromPair, type PairOptions, type PairResult } from "../../src/guess/pair/pair.js";
import { pairDraft } from "../../src/guess/pair/pair-draft.js";
import { compileMapping } from "../../src/mapping/compile.js";
import type { Lookups } from "../../src/mapping/mapping.js";
import { parseMapping } from "../../src/mapping/parse.js";
import { diskFile } from "../../src/sources/disk.js";
import { loadSampleManifest, type Sample } from "../../src/workspace/sample-manifest.js";

/**
 * `guess EXPORT --like LIST` over every golden sample: the list that somebody wrote down by hand is the truth. The inferred mapping
 * has to make that list again; and with each record left out in turn, it has to make the record that it has not seen, or say that
 * it does not know.
 */

const loaded = await loadSampleManifest("samples/samples.yaml", "samples/samples.yaml", new Map());
if ("diagnostics" in loaded) throw new Error(loaded.diagnostics.map((each) => each.message).join("\n"));
const { manifest } = loaded;
/** Of records of several rows, and of lists within records, a person says what makes them. */
const isNested = ({ file }: Sample) =>
  /\/(?:organisations|jobs|job-changes|job-export|job-batch|messages|consols|ap-invoices|ie-jobs|ie-ap)\./.test(
    file,
  );
const pairs = manifest.samples.filter(
  (sample) => sample.expected.kind === "list" && sample.mapping !== undefined && !isNested(sample),
);
const terminal = { cwd: process.cwd(), signal: new AbortController().signal } as Terminal;

interface List {
  readonly name: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const listIn = async (file: string): Promise<List> => {
  const { name, headings, rows } = asSample(await readFullSample(file, {}, terminal));
  return { name, headings: headings ?? [], rows };
};

const noLists: Lookups = { find: () => undefined };

async function lookupsOf(sample: Sample): Promise<Lookups | undefined> {
  if (sample.with === undefined) return undefined;
  const taxes = await listIn(`${sample.with}.expected.csv`);
  const cell = (row: readonly string[], name: string) => row[taxes.headings.indexOf(name)] ?? "";
  return {
    find: (_target, field, value) =>
      taxes.rows
        .filter((row) => cell(row, field) === value)
        .map((row) => ({
          external_id: cell(row, "external_id"),
          is_active: cell(row, "is_active") !== "false",
        })),
  };
}

async function tablesOf(sample: Sample): Promise<ReadonlyMap<string, List>> {
  const groups = sample.file.includes("polmorska") ? [await listIn("mappings/polmorska/groups.csv")] : [];
  return new Map(groups.map((table) => ["groups.csv", table]));
}

/** What the inferred mapping makes of the whole export: records by id, and the lines that it rejects. Undefined: the draft asks. */
async function made(result: PairResult, exported: ReadSample, sample: Sample) {
  const { detected } = exported.table;
  const draft = pairDraft(result, {
    name: exported.name,
    schema: "s.json",
    detected,
    layout: exported.layout,
  });
  const parsed = parseMapping(draft, "draft.yaml");
  if ("diagnostics" in parsed) return undefined;
  const lookups = (await lookupsOf(sample)) ?? noLists;
  const tables = await tablesOf(sample);
  // A list does not say whether the export holds other companies' rows: the draft of a pair leaves that to a person.
  const { company: _company, ...others } = Object.fromEntries(sample.account.parameters);
  const account = { ...sample.account, parameters: new Map(Object.entries(others)) };
  const context = { account, lookups, today: manifest.today, tables };
  const compiled = compileMapping(parsed.parsed, context);
  if ("diagnostics" in compiled) return undefined;
  const evaluation = await evaluateInMemory({
    source: await diskFile(sample.file),
    mapping: compiled.compiled,
    account: sample.account,
    lookups,
    care: "lenient",
  });
  expect(evaluation.refused).toBeUndefined();
  return {
    records: new Map(evaluation.accepted.map(({ record }) => [record.external_id, record])),
    rejected: new Set(evaluation.rejected.map(({ line }) => line)),
  };
}

/** Fields in which a record is not what the list says; the time of change is Lading's own where the export has none. */
function differences(record: object, list: List, row: readonly string[]): readonly string[] {
  const values = new Map<string, unknown>(Object.entries(record));
  return list.headings.filter((name, at) => {
    const value = values.get(name);
    const said: unknown = typeof value === "object" && value !== null ? Object.values(value)[0] : value;
    const text = ["string", "boolean", "number"].includes(typeof said) ? String(said) : "";
    return name !== "updated_at" && text !== row[at];
  });
}

/** Of the elements of this file that are repeated within each other a person has to say which are the rows. */
const pinnedFor = ({ file }: Sample) =>
  file.endsWith("kestrel/charge-codes.xml") ? { records: "ChargeCodes.Company.Code" } : {};

/** Records of which no other record shows what makes them: the only tax that is withheld, the only address in capitals, the only country
 * that is no code. */
const unlike = ["IRRF", "00231", "QUAYSRUK"];

describe.each(pairs.map((sample) => [sample.file, sample.account.name, sample] as const))(
  "%s and its list for %s",
  (_file, _account, sample) => {
    test("give a mapping that makes the list again, and knows a record that it has not seen or says that it does not", async () => {
      const exported = await readFullSample(sample.file, pinnedFor(sample), terminal);
      const list = await listIn(sample.expected.path);
      const lookups = await lookupsOf(sample);
      const options: PairOptions = {
        today: manifest.today,
        zone: sample.account.zone,
        tables: await tablesOf(sample),
        ...(lookups === undefined ? {} : { lookups }),
      };
      const idAt = list.headings.indexOf("external_id");
      const infer = (rows: List["rows"], listed: List["rows"]) => {
        const result = inferFromPair({ ...asSample(exported), rows }, { ...list, rows: listed }, options);
        if (typeof result === "string") throw new Error(result);
        return result;
      };
      const all = exported.rows.map((row) => row.cells);
      const whole = infer(all, list.rows);
      const again = await made(whole, exported, sample);
      expect(again?.records.size).toBe(list.rows.length);
      for (const row of list.rows) {
        const record = again?.records.get(row[idAt] ?? "");
        expect([row[idAt], record && differences(record, list, row)]).toEqual([row[idAt], []]);
      }
      for (const [place, row] of list.rows.entries()) {
        const cells = whole.guess.rows.rows[whole.alignment.rowOf[place] ?? -1];
        const line = exported.lineOf(cells);
        if (cells === undefined || line === undefined)
          throw new Error("every record of a sample has its row");
        const without = infer(
          all.filter((each) => each !== cells),
          list.rows.filter((each) => each !== row),
        );
        const seen = await made(without, exported, sample);
        if (seen === undefined || seen.rejected.has(line)) continue;
        const record = seen.records.get(row[idAt] ?? "");
        if (unlike.includes(row[idAt] ?? "")) continue;
        expect([row[idAt], record && differences(record, list, row)]).toEqual([row[idAt], []]);
      }
    });
  },
);

test("there are pairs of nine partners, in eight languages", () => {
  expect(pairs.length).toBeGreaterThanOrEqual(17);
});
