import { basename } from "node:path";
import { failure, wrongUse } from "../../errors.js";
import { inferFromPair, type PairFailure } from "../../guess/pair/pair.js";
import { pairDraft } from "../../guess/pair/pair-draft.js";
import { pairReport, type PairReport } from "../../guess/pair/pair-report.js";
import type { Lookups, MappingContext } from "../../mapping/mapping.js";
import type { Account } from "../../records/account.js";
import type { Terminal } from "../command.js";
import { asSample, readFullSample } from "./sample.js";

type Tables = MappingContext["tables"];
type TableOfValues = Tables extends ReadonlyMap<string, infer Table> ? Table : never;

export interface InferArgs {
  readonly file: string;
  readonly like: string;
  /** Finished tax codes as `tax-code=FILE`, and tables as `FILE.csv`. */
  readonly with: readonly string[];
  readonly sheet: string | undefined;
  readonly records: string | undefined;
  readonly account: Account | undefined;
  readonly schema: string;
}

export type Inferred =
  | {
      readonly draft: string;
      readonly data: Record<string, unknown>;
      readonly talk: string;
      readonly whole: boolean;
    }
  | { readonly draft: undefined; readonly data: Record<string, unknown>; readonly talk: string };

/** `lading guess EXPORT --like LIST`: the mapping that makes the list, and what no rule explains. */
export async function infer(args: InferArgs, terminal: Terminal): Promise<Inferred> {
  const exported = await readFullSample(args.file, args, terminal);
  const list = await readFullSample(args.like, {}, terminal);
  const { lookups, tables } = await lookedUp(args.with, terminal);
  const result = inferFromPair(asSample(exported), asSample(list), {
    today: new Date().toISOString().slice(0, 10),
    zone: args.account?.zone,
    tables,
    ...(lookups === undefined ? {} : { lookups }),
  });
  const files = { file: exported.name, like: list.name };
  if (typeof result === "string") {
    const reason = failures[result];
    return {
      draft: undefined,
      data: { ...files, verdict: "not_inferred", reason },
      talk: `${args.file}: ${reason}\n`,
    };
  }
  const draft = pairDraft(result, {
    name: exported.name,
    schema: args.schema,
    detected: exported.table.detected,
    layout: exported.layout,
  });
  const report = pairReport(
    result,
    (place) => exported.lineOf(result.guess.rows.rows[place]) ?? 0,
    (place) => list.rows[place]?.line ?? 0,
  );
  const whole = [report.open_fields, report.unexplained_records, report.unexplained_rows].every(
    (each) => each.length === 0,
  );
  return { draft, data: { ...files, ...report, draft }, talk: talkOf(args, report), whole };
}

const failures: Readonly<Record<PairFailure, string>> = {
  "no external_id": "the list has no column external_id: it must be in the recommended format.",
  "no record type": "the list has the columns of no record type: it must be in the recommended format.",
  "no rows in common": "no column of the export, and no two together, make the ids of the list.",
};

/** What the mapping may look values up in: a finished tax-code list, and tables that are to lie beside it. */
async function lookedUp(
  written: readonly string[],
  terminal: Terminal,
): Promise<{ readonly lookups: Lookups | undefined; readonly tables: Tables }> {
  let lookups: Lookups | undefined;
  const tables = new Map<string, TableOfValues>();
  for (const each of written) {
    if (each.startsWith("tax-code=")) lookups = await taxCodes(each.slice("tax-code=".length), terminal);
    else {
      if (!/\.csv$/i.test(each)) {
        throw wrongUse(
          `--with is written tax-code=FILE or FILE.csv, not ${each}: a mapping looks up in .csv files beside it.`,
        );
      }
      const { table, rows } = await readFullSample(each, {}, terminal);
      if (table.headings === null) {
        throw failure("unusable_list", { file: each, reason: "it has no headings." });
      }
      tables.set(basename(each), { headings: table.headings, rows: rows.map((row) => row.cells) });
    }
  }
  return { lookups, tables };
}

/** A finished tax-code list, to be looked up by code or id. */
async function taxCodes(file: string, terminal: Terminal): Promise<Lookups> {
  const { table, rows } = await readFullSample(file, {}, terminal);
  const place = (field: string) => (table.headings ?? []).findIndex((heading) => heading.trim() === field);
  return {
    find: (_target, field, value) =>
      rows
        .filter((row) => row.cells[place(field)]?.trim() === value)
        .map((row) => ({
          external_id: row.cells[place("external_id")] ?? "",
          is_active: row.cells[place("is_active")] !== "false",
        })),
  };
}

function talkOf({ file, like }: InferArgs, report: PairReport): string {
  const { explained_records: explained, records } = report;
  const lines = [`${file}: ${String(explained)} of ${String(records)} records of ${like} come out the same.`];
  if (report.open_fields.length > 0) lines.push(`  Nothing explains ${report.open_fields.join(", ")}.`);
  if (report.unexplained_records.length > 0) {
    lines.push(`  Not explained: lines ${some(report.unexplained_records)} of the list.`);
  }
  if (report.unexplained_rows.length > 0) {
    lines.push(`  Not in the list, by no rule: lines ${some(report.unexplained_rows)} of the export.`);
  }
  return lines.join("\n") + "\n";
}

function some(lines: readonly number[]): string {
  return lines.slice(0, 20).join(", ") + (lines.length > 20 ? ", ..." : "");
}
