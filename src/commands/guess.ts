import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { failure, LadingError } from "../errors.js";
import { defaultLimits, type Detected, type Row, type Table } from "../formats/format.js";
import { openTable } from "../formats/index.js";
import { draftMapping } from "../mapping/guess/draft.js";
import { guessMapping, type Guess } from "../mapping/guess/guess.js";
import { guessReport } from "../mapping/guess/report.js";
import { writeFileWhole } from "../outputs/write-file.js";
import type { TaxMode } from "../records/account.js";
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
  const taxMode = args.account === undefined ? undefined : await taxModeOf(args.account, terminal);
  let drafts = 0;
  for (const name of args.files) {
    if (terminal.signal.aborted) break;
    try {
      if (await guessOne(name, out, taxMode, args, terminal)) drafts++;
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
  taxMode: TaxMode | undefined,
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
    ...(taxMode === undefined ? {} : { taxMode }),
    lineOf: (row) => lines.get(row),
  });
  if (args.json) print(terminal, report(source.name, table.detected, found, draft));
  if (out !== undefined) await writeFileWhole(out, [draft]);
  else if (!args.json && found.verdict === "draft") terminal.stdout.write(draft);
  terminal.stderr.write(summary(name, found, sample.isWhole));
  return found.verdict === "draft";
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

async function taxModeOf(account: string, terminal: Terminal): Promise<TaxMode> {
  const workspace = await loadWorkspace(terminal.cwd);
  const known = workspace.accounts.get(account);
  if (known === undefined) {
    const names = [...workspace.accounts.keys()].join(", ");
    throw failure("wrong_use", { reason: `There is no account ${account}; the workspace has ${names}.` });
  }
  return known.account.taxMode;
}

/** Where editors find the schema of mappings, seen from the folder of the draft. */
function schemaPath(folder: string): string {
  const installed = fileURLToPath(new URL("../../schemas/mapping.schema.json", import.meta.url));
  return relative(folder, installed).replaceAll("\\", "/");
}
