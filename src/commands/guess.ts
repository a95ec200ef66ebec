import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { failure, LadingError } from "../errors.js";
import { defaultLimits, type Detected, type Row, type Table } from "../formats/format.js";
import { openTable } from "../formats/index.js";
import { draftMapping } from "../mapping/guess/draft.js";
import { guessMapping, type Guess } from "../mapping/guess/guess.js";
import { inferFromPair, type PairFailure } from "../mapping/guess/pair/pair.js";
import { pairDraft } from "../mapping/guess/pair/pair-draft.js";
import { pairReport, type PairReport } from "../mapping/guess/pair/pair-report.js";
import { guessReport } from "../mapping/guess/report.js";
import type { Sample } from "../mapping/guess/table.js";
import type { Lookups } from "../mapping/mapping.js";
import { writeFileWhole } from "../outputs/write-file.js";
import type { Account } from "../records/account.js";
import { recordTypeNames, type RecordTypeName } from "../records/index.js";
import { diskFile } from "../sources/disk.js";
import { loadWorkspace } from "../workspace/load.js";
import { defineCommand, type ExitCode, type Terminal } from "./command.js";

interface GuessArgs {
  readonly files: readonly string[];
  readonly record?: RecordTypeName | undefined;
  readonly account?: string | undefined;
  readonly out?: string | undefined;
  readonly sheet?: string | undefined;
  readonly like?: string | undefined;
  readonly with?: string | undefined;
  readonly json: boolean;
}

/** Rows that a guess looks at: enough to judge every column, little enough to hold in memory. */
const mostRows = 200_000;

export const guess = defineCommand<GuessArgs>({
  usage: "guess <files..>",
  summary: "Draft a mapping from a sample, with reasons and confidence; it abstains where unsure",
  examples: [
    ["lading guess staff.csv", "print a draft mapping"],
    ["lading guess charges.xlsx --record charge-code --out charges.yaml", "write the draft into a file"],
    ["lading guess export.csv --like list.csv", "infer the mapping that makes a finished list, with proof"],
    ["lading guess export.csv --json", "the guesses as data: columns, confidence, reasons, runners-up"],
  ],
  options: (yargs) =>
    yargs
      .positional("files", {
        type: "string",
        array: true,
        demandOption: true,
        describe: "Samples of exports",
      })
      .option("record", {
        choices: recordTypeNames,
        describe: "What the export lists; found by itself when omitted",
      })
      .option("account", { type: "string", describe: "Account of the workspace that the export belongs to" })
      .option("sheet", { type: "string", describe: "Sheet of a workbook" })
      .option("like", { type: "string", describe: "Finished list in the recommended format that was made from the file" })
      .option("with", { type: "string", describe: "Finished tax-code list, for look-ups by code: tax-code=FILE" })
      .option("out", { type: "string", describe: "File that the draft is written to; it must not exist" })
      .option("json", { type: "boolean", default: false, describe: "Print the guesses as data" }),
  run: runGuess,
});

async function runGuess(args: GuessArgs, terminal: Terminal): Promise<ExitCode> {
  if (args.out !== undefined && args.files.length > 1) {
    throw failure("wrong_use", { reason: "--out takes the draft of one file." });
  }
  const out = args.out === undefined ? undefined : resolve(terminal.cwd, args.out);
  if (out !== undefined && existsSync(out)) {
    throw failure("wrong_use", {
      reason: `${args.out ?? ""} exists already; a draft never overwrites a file.`,
    });
  }
  if (args.like !== undefined && args.files.length > 1) {
    throw failure("wrong_use", { reason: "--like compares one export with one list." });
  }
  const account = args.account === undefined ? undefined : await accountOf(args.account, terminal);
  let drafts = 0;
  for (const name of args.files) {
    if (terminal.signal.aborted) break;
    try {
      const done =
        args.like === undefined
          ? guessOne(name, out, account, args, terminal)
          : inferOne(name, args.like, out, account, args, terminal);
      if (await done) drafts++;
    } catch (error) {
      // One file among many must not stop the others; alone, its error is the command's.
      if (args.files.length === 1 || !(error instanceof LadingError)) throw error;
      terminal.stderr.write(`${name}: ${error.message}\n  Next: ${error.hint}\n`);
    }
  }
  return drafts === args.files.length ? 0 : drafts > 0 ? 1 : 3;
}

/** Whether the file gave a draft. */
async function guessOne(
  name: string,
  out: string | undefined,
  account: Account | undefined,
  args: GuessArgs,
  terminal: Terminal,
): Promise<boolean> {
  const source = await diskFile(resolve(terminal.cwd, name));
  const table = await openTable(source, args.sheet === undefined ? {} : { sheet: args.sheet }, defaultLimits);
  const sample = await sampleOf(table);
  const refused = table.issues.find((found) => found.severity === "error");
  if (refused !== undefined && sample.rows.length === 0) {
    if (args.json)
      print(terminal, { file: source.name, verdict: "no_list", reason: refused.message, fields: {} });
    else terminal.stderr.write(`${name}: ${refused.message}\n  Next: ${refused.hint}\n`);
    return false;
  }
  const found = guessMapping(
    { name: source.name, headings: table.headings, rows: sample.rows.map((row) => row.cells) },
    { record: args.record },
  );
  const lines = new Map(sample.rows.map((row) => [row.cells, row.line]));
  const draft = draftMapping(found, {
    name: source.name,
    schema: schemaPath(out === undefined ? terminal.cwd : dirname(out)),
    detected: table.detected,
    ...(account === undefined ? {} : { taxMode: account.taxMode }),
    lineOf: (row) => lines.get(row),
  });
  if (args.json) print(terminal, report(source.name, table.detected, found, draft));
  if (out !== undefined) await writeFileWhole(out, [draft]);
  else if (!args.json && found.verdict === "draft") terminal.stdout.write(draft);
  terminal.stderr.write(summary(name, found, sample.isWhole));
  return found.verdict === "draft";
}

/** Infers the mapping from an export and a finished list; whether every record of the list is explained. */
async function inferOne(
  name: string,
  like: string,
  out: string | undefined,
  account: Account | undefined,
  args: GuessArgs,
  terminal: Terminal,
): Promise<boolean> {
  const exported = await readSample(name, args.sheet, terminal);
  const list = await readSample(like, undefined, terminal);
  const lookups = args.with === undefined ? undefined : await taxCodes(args.with, terminal);
  const result = inferFromPair(asSample(exported), asSample(list), {
    today: new Date().toISOString().slice(0, 10),
    zone: account?.zone,
    ...(lookups === undefined ? {} : { lookups }),
  });
  if (typeof result === "string") {
    const reason = pairFailures[result];
    if (args.json) print(terminal, { file: exported.source, like: list.source, verdict: "not_inferred", reason });
    terminal.stderr.write(`${name}: ${reason}\n`);
    return false;
  }
  const draft = pairDraft(result, {
    name: exported.source,
    schema: schemaPath(out === undefined ? terminal.cwd : dirname(out)),
    detected: exported.table.detected,
  });
  const lineOfRow = (place: number) => exported.lines.get(result.guess.rows.rows[place] ?? []) ?? 0;
  const lineOfRecord = (place: number) => list.rows[place]?.line ?? 0;
  const report = pairReport(result, lineOfRow, lineOfRecord);
  if (args.json) print(terminal, { file: exported.source, like: list.source, ...report, draft });
  if (out !== undefined) await writeFileWhole(out, [draft]);
  else if (!args.json) terminal.stdout.write(draft);
  terminal.stderr.write(pairSummary(name, like, report));
  return [report.open_fields, report.unexplained_records, report.unexplained_rows].every((list) => list.length === 0);
}

const pairFailures: Readonly<Record<PairFailure, string>> = {
  "no external_id": "the list has no column external_id: it must be in the recommended format.",
  "no record type": "the list has the columns of no record type: it must be in the recommended format.",
  "no rows in common": "no column of the export, and no two together, make the ids of the list.",
};

/** A finished tax-code list as `tax-code=FILE` names it, to be looked up by code or id. */
async function taxCodes(written: string, terminal: Terminal): Promise<Lookups> {
  const [target, ...file] = written.split("=");
  if (target !== "tax-code" || file.length === 0) {
    throw failure("wrong_use", { reason: "--with is written tax-code=FILE." });
  }
  const { table, rows } = await readSample(file.join("="), undefined, terminal);
  const place = (field: string) => (table.headings ?? []).findIndex((heading) => heading.trim() === field);
  return {
    find: (_target, field, value) =>
      rows
        .filter((row) => row.cells[place(field)]?.trim() === value)
        .map((row) => ({ external_id: row.cells[place("external_id")] ?? "", is_active: row.cells[place("is_active")] !== "false" })),
  };
}

interface ReadSample {
  readonly source: string;
  readonly table: Table;
  readonly rows: readonly Row[];
  /** Line of each row, by its cells. */
  readonly lines: ReadonlyMap<readonly string[], number>;
}

/** @throws wrong_use when there is no table */
async function readSample(name: string, sheet: string | undefined, terminal: Terminal): Promise<ReadSample> {
  const source = await diskFile(resolve(terminal.cwd, name));
  const table = await openTable(source, sheet === undefined ? {} : { sheet }, defaultLimits);
  const { rows } = await sampleOf(table);
  const refused = table.issues.find((found) => found.severity === "error");
  if (refused !== undefined && rows.length === 0) throw failure("wrong_use", { reason: `${name}: ${refused.message}` });
  return { source: source.name, table, rows, lines: new Map(rows.map((row) => [row.cells, row.line])) };
}

function asSample({ source, table, rows }: ReadSample): Sample {
  return { name: source, headings: table.headings, rows: rows.map((row) => row.cells) };
}

function pairSummary(name: string, like: string, report: PairReport): string {
  const { explained_records: explained, records } = report;
  const lines = [`${name}: ${String(explained)} of ${String(records)} records of ${like} come out the same.`];
  if (report.open_fields.length > 0) lines.push(`  Nothing explains ${report.open_fields.join(", ")}.`);
  const some = (list: readonly number[]) => list.slice(0, 20).join(", ") + (list.length > 20 ? ", ..." : "");
  if (report.unexplained_records.length > 0) {
    lines.push(`  Not explained: lines ${some(report.unexplained_records)} of the list.`);
  }
  if (report.unexplained_rows.length > 0) {
    lines.push(`  Not in the list, by no rule: lines ${some(report.unexplained_rows)} of the export.`);
  }
  return lines.join("\n") + "\n";
}

async function sampleOf(table: Table): Promise<{ readonly rows: readonly Row[]; readonly isWhole: boolean }> {
  const rows: Row[] = [];
  for await (const batch of table.rows) {
    rows.push(...batch);
    if (rows.length >= mostRows) return { rows: rows.slice(0, mostRows), isWhole: false };
  }
  return { rows, isWhole: true };
}

function report(file: string, detected: Detected, found: Guess, draft: string): Record<string, unknown> {
  const { format, encoding, delimiter, sheet, headerRows } = detected;
  return {
    file,
    detected: { format, encoding, delimiter, sheet, header_rows: headerRows },
    ...guessReport(found),
    draft: found.verdict === "draft" ? draft : null,
  };
}

function print(terminal: Terminal, data: unknown): void {
  terminal.stdout.write(`${JSON.stringify(data)}\n`);
}

function summary(name: string, found: Guess, isWhole: boolean): string {
  const fields = Object.values(found.fields);
  const chosen = fields.filter((field) => field.decision === "chosen").length;
  const cut = isWhole ? "" : ` Only the first ${String(mostRows)} rows were looked at.`;
  if (found.verdict !== "draft") return `${name}: no draft, ${found.reason}.${cut}\n`;
  const other =
    found.kind.type !== undefined && found.kind.type !== found.record
      ? ` It looks more like a list of ${found.kind.type} records.`
      : "";
  return `${name}: ${String(found.record)}, ${String(chosen)} of ${String(fields.length)} fields guessed, the rest is open.${other}${cut}\n`;
}

async function accountOf(account: string, terminal: Terminal): Promise<Account> {
  const workspace = await loadWorkspace(terminal.cwd);
  const known = workspace.accounts.get(account);
  if (known === undefined) {
    const names = [...workspace.accounts.keys()].join(", ");
    throw failure("wrong_use", { reason: `There is no account ${account}; the workspace has ${names}.` });
  }
  return known.account;
}

/** Where editors find the schema of mappings, seen from the folder of the draft. */
function schemaPath(folder: string): string {
  const installed = fileURLToPath(new URL("../../schemas/mapping.schema.json", import.meta.url));
  return relative(folder, installed).replaceAll("\\", "/");
}
