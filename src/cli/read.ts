import type { Argv } from "yargs";
import { mkdir, readFile } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { LadingError, wrongUse } from "../errors.js";
import { account, todayIn } from "../model/account.js";
import { loadMapping } from "../workspace/mapping-file.js";
import { escapes } from "../formats/text/escape.js";
import type { Detected, Table } from "../formats/format.js";
import type { Row } from "../formats/row.js";
import { quotes } from "../formats/text/quote.js";
import { type ReadOptions, readOptionsSchema } from "../formats/read-options.js";
import { isRepair, type Issue, type IssueCode, withoutAccept } from "../model/issues.js";
import { writeFileWhole } from "../system/write-file.js";
import { openTableSafely } from "../system/readers/evaluate-file.js";
import { noSuchFile } from "../system/read-file.js";
import { wrappedText } from "./feeds/table.js";
import { lookFor } from "./look.js";
import {
  defineCommand,
  type OptionsOf,
  type ExitCode,
  type Terminal,
  textOption,
  flagOption,
  textsOption,
} from "./command.js";
import { inputFile } from "./input-file.js";
import { issueLines } from "./issue-lines.js";
import { type TableForm, tableForms, tableText } from "./table-text.js";
import { nextText } from "./next-text.js";

const options = (yargs: Argv) =>
  yargs
    .positional("files", textsOption("Files to read; - for standard input"))
    .option("to", { choices: tableForms, default: "csv" as const, describe: "Output format" })
    .option("headerless", {
      type: "string",
      default: "omit",
      describe:
        "For tables without a header: omit the heading line, or name columns by a pattern such as col_{i}",
    })
    .option("explain", flagOption("Explain what was detected and why"))
    .option("mapping", textOption("Use the read settings and headings of this mapping"))
    .option("detect", flagOption("Only print what was detected, one JSON line per file"))
    .option("json", flagOption("Print a report as JSON instead of the table"))
    .option("out-dir", textOption("Write one file per input to this folder"))
    .option("list", textOption("File that lists more input files, one per line"))
    .option("format", {
      choices: ["delimited", "spreadsheet", "json", "xml", "html"],
      describe: "Format of the input files",
    })
    .option("encoding", textOption("Character set, such as windows-1252"))
    .option("delimiter", textOption("Separator between cells; \\t for a tab"))
    .option("quote", {
      choices: [...quotes, "none"],
      describe: "Quote character",
    })
    .option("escape", {
      choices: escapes,
      describe: "How a quote inside a cell is escaped",
    })
    .option("header", textOption("Line number of the header, or none"))
    .option("sheet", textOption("Sheet in a workbook"))
    .option("records", textOption("Path to the rows in JSON or XML, such as Export.Staff"))
    .option("member", textOption("File within an archive"));

type ReadArgs = OptionsOf<typeof options>;

export const read = defineCommand({
  usage: "read [files...]",
  examples: [
    ["lading read export.csv", "print the table as CSV (RFC 4180)"],
    ["lading read export.xls --to ndjson", "one JSON object per row"],
    ["lading read export.csv --explain", "also explain on standard error what was detected"],
    ["lading read export.csv --explain --mapping staff.yaml", "show how the mapping affects the detection"],
    ["lading read --detect *.csv", "one JSON line per file: encoding, delimiter, quote, header"],
    ["lading read --out-dir read --list names.txt", "read thousands of files, one output file each"],
  ],
  options,
  run: runRead,
});

async function runRead(args: ReadArgs, terminal: Terminal): Promise<ExitCode> {
  const names = [...(args.files ?? []), ...(await namesInList(args.list, terminal))];
  if (names.length === 0) throw wrongUse("Add at least one file.");
  if (args.headerless !== "omit" && !args.headerless.includes("{i}")) {
    throw wrongUse("--headerless takes `omit` or a pattern with {i}, such as col_{i}.");
  }
  const options = { ...(await mappingOptions(args.mapping, terminal)), ...readOptions(args) };
  const place = args["out-dir"] === undefined ? undefined : resolve(terminal.cwd, args["out-dir"]);
  if (place !== undefined) await mkdir(place, { recursive: true });
  const usedNames = new Set<string>();
  const outcomes: Outcome[] = [];
  for (const name of names) {
    if (terminal.signal.aborted) break;
    const target = place === undefined ? undefined : join(place, outputName(name, args.to, usedNames));
    try {
      outcomes.push(await readOne(name, target, args, options, terminal));
    } catch (error) {
      // If several files are named and one causes an error, the others are still processed. If a single file is
      // named, its error ends the command.
      if (names.length === 1 || !(error instanceof LadingError)) throw error;
      outcomes.push("refused");
      if (args.detect || args.json) {
        await write(
          terminal,
          `${JSON.stringify({ file: name, error: error.code, message: error.message })}\n`,
        );
      } else terminal.stderr.write(`${name}: ${error.message}\n${nextText(error.hint, "  ")}\n`);
    }
  }
  if (outcomes.every((outcome) => outcome === "refused")) return 3;
  return outcomes.every((outcome) => outcome === "clean") ? 0 : 1;
}

/** `refused`: the file does not contain a table. `faulty`: some rows have errors, or there are no rows. */
type Outcome = "clean" | "faulty" | "refused";

async function readOne(
  name: string,
  target: string | undefined,
  args: ReadArgs,
  options: ReadOptions,
  terminal: Terminal,
): Promise<Outcome> {
  const source = await inputFile(name, terminal);
  const table = await openTableSafely(source, options, terminal.signal);
  if (args.detect) {
    await write(terminal, `${JSON.stringify(detectionLine(name, table))}\n`);
    return refusal(table.issues) === undefined ? "clean" : "refused";
  }
  const counts = new IssueCounts(options.accept);
  const text = tableText(table, args.to, args.headerless, (row) => counts.row(row));
  if (target !== undefined) await writeUnlessRefused(target, text, table);
  else if (args.json) for await (const _ of text) void _;
  else for await (const piece of text) await write(terminal, piece);
  counts.file(table.issues);
  const refused = refusal(table.issues);
  if (args.explain) terminal.stderr.write(wrappedText(explanation(name, table.detected), lookFor(terminal)));
  if (args.json) {
    const output = target === undefined || refused !== undefined ? undefined : target;
    await write(terminal, `${JSON.stringify(report(name, table, counts, output))}\n`);
  } else if (counts.issues.length > 0 && (args.explain || counts.worst !== "note")) {
    terminal.stderr.write(`${name}:\n${issueLines(counts, { personal: true })}${acceptText(counts)}`);
  }
  if (refused !== undefined) return "refused";
  return counts.worst === "error" ? "faulty" : "clean";
}

/** Writes either a complete table or nothing. Rows from a file that turns out to be unreadable are discarded. */
async function writeUnlessRefused(path: string, text: AsyncIterable<string>, table: Table): Promise<void> {
  const stop = new Error("refused");
  async function* checked(): AsyncGenerator<string> {
    yield* text;
    if (refusal(table.issues) !== undefined) throw stop;
  }
  try {
    await writeFileWhole(path, checked());
  } catch (error) {
    if (error !== stop) throw error;
  }
}

/**
 * Issues reported for files that are empty or have no rows. These files are not damaged, so an empty table is written.
 */
const emptyFileIssues: readonly IssueCode[] = ["empty_file", "no_rows"];

/** Returns the issue that makes a file unusable, or undefined if there is none. */
function refusal(issues: readonly Issue[]): Issue | undefined {
  return issues.find((found) => found.severity === "error" && !emptyFileIssues.includes(found.code));
}

const keptIssues = 1_000;

/** Counts all issues in a file but keeps only the first 1,000. */
class IssueCounts {
  readonly issues: Issue[] = [];
  readonly issueCounts = new Map<IssueCode, number>();
  worst: Issue["severity"] = "note";
  rows = 0;
  /** Repairs of rows that a feed rejects and whose own next step does not say how to accept them. */
  readonly rejectedRepairs = new Set<IssueCode>();
  readonly #accepted: readonly string[];

  constructor(accepted: readonly string[] = []) {
    this.#accepted = accepted;
  }

  row(row: Row): void {
    this.rows++;
    if (row.issues === undefined) return;
    this.file(row.issues);
    for (const { code, hint } of row.issues)
      if (isRepair(code) && !this.#accepted.includes(code) && !hint.includes("`read.accept`"))
        this.rejectedRepairs.add(code);
  }

  file(issues: readonly Issue[]): void {
    for (const found of issues) {
      this.issueCounts.set(found.code, (this.issueCounts.get(found.code) ?? 0) + 1);
      const { hint } = found;
      const shown = this.#accepted.includes(found.code) ? { ...found, hint: withoutAccept(hint) } : found;
      if (this.issues.length < keptIssues) this.issues.push(shown);
      if (found.severity === "error" || this.worst === "note") this.worst = found.severity;
    }
  }
}

function acceptText({ rejectedRepairs }: IssueCounts): string {
  if (rejectedRepairs.size === 0) return "";
  const codes = [...rejectedRepairs].map((code) => `\`${code}\``).join(", ");
  const text = `Feeds reject repaired rows. To accept them, add ${codes} to \`read.accept\` in the mapping.`;
  return `${nextText(text, "  ")}\n`;
}

function explanation(name: string, detected: Detected): string {
  const lines = detected.evidence.map((sentence) => `  ${sentence}\n`).join("");
  return `${name} (${detected.format}):\n${lines}`;
}

/**
 * Returns the detected format. The keys for the CSV dialect, such as `delimiter` and `quote`, have the same names as in
 * other detection tools.
 */
function detectionLine(name: string, table: Table): Record<string, unknown> {
  const { detected } = table;
  const refused = table.issues.find((found) => found.severity === "error");
  return {
    file: name,
    format: detected.format,
    member: detected.member,
    encoding: detected.encoding,
    encoding_certainty: detected.encodingCertainty,
    ...(isPadded(detected.delimiter)
      ? { delimiter: detected.delimiter.trim(), after_delimiter: " " }
      : { delimiter: detected.delimiter }),
    quote: detected.quote,
    escape: detected.escape,
    line_end: detected.lineEnd,
    sheet: detected.sheet,
    records: detected.records,
    header_rows: detected.headerRows,
    preamble_lines: detected.preambleLines,
    left_out: detected.leftOut,
    ...(refused === undefined ? {} : { error: refused.code, message: refused.message }),
  };
}

/**
 * True if the delimiter is a character followed by a space. Other tools report this kind of delimiter without the
 * space.
 */
function isPadded(delimiter: string | undefined): delimiter is string {
  return delimiter?.length === 2 && /^\S /.test(delimiter);
}

function report(
  name: string,
  table: Table,
  counts: IssueCounts,
  output: string | undefined,
): Record<string, unknown> {
  const { evidence } = table.detected;
  return {
    ...detectionLine(name, table),
    evidence,
    output,
    headings: table.headings,
    rows: counts.rows,
    issues: counts.issues.map(({ code, severity, message, hint, line, column }) => ({
      code,
      severity,
      line,
      column,
      message,
      hint,
    })),
    issue_counts: Object.fromEntries(counts.issueCounts),
  };
}

/**
 * Name of the output file: the input's name, followed by the extension of the output format if the name has a different
 * extension. If two inputs have the same name, a number is added to the output name.
 */
function outputName(name: string, form: TableForm, usedNames: Set<string>): string {
  const base = name === "-" ? "standard-input" : basename(name);
  const ending = `.${form}`;
  const stem = base.toLowerCase().endsWith(ending) ? base.slice(0, -ending.length) : base;
  const end = base.toLowerCase().endsWith(ending) ? base.slice(-ending.length) : ending;
  let candidate = stem + end;
  for (let i = 2; usedNames.has(candidate); i++) candidate = `${stem}-${i}${end}`;
  usedNames.add(candidate);
  return candidate;
}

async function namesInList(list: string | undefined, terminal: Terminal): Promise<string[]> {
  if (list === undefined) return [];
  let text: string;
  try {
    text = await readFile(resolve(terminal.cwd, list), "utf8");
  } catch (error) {
    throw noSuchFile(resolve(terminal.cwd, list), error);
  }
  return text.split(/\r?\n/).filter((line) => line !== "");
}

/** Returns a mapping's read options: its settings under `read` and its required headings. */
async function mappingOptions(path: string | undefined, terminal: Terminal): Promise<ReadOptions> {
  if (path === undefined) return {};
  const loaded = await loadMapping(resolve(terminal.cwd, path), path);
  const text = await readFile(resolve(terminal.cwd, path), "utf8");
  // Account settings do not affect how a file is read, so placeholders are sufficient.
  const named = [...text.matchAll(/\$\{account\.(\w+)\}/g)].map(([, name = ""]) => [name, "-"] as const);
  const settings = { zone: "UTC", country: "DE", parameters: Object.fromEntries(named) };
  return loaded.compile({
    account: account(undefined, settings),
    lookups: { find: () => undefined },
    today: todayIn(settings.zone, new Date()),
  }).read;
}

function readOptions(args: ReadArgs): ReadOptions {
  const pinned: Record<string, string | undefined> = {
    format: args.format,
    encoding: args.encoding,
    delimiter: args.delimiter?.replaceAll("\\t", "\t"),
    quote: args.quote,
    escape: args.escape,
    header: args.header,
    sheet: args.sheet,
    records: args.records,
    member: args.member,
  };
  const given = Object.fromEntries(Object.entries(pinned).filter(([, value]) => value !== undefined));
  const parsed = readOptionsSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  throw wrongUse(`--${String(first?.path[0])}: ${first?.message}.`);
}

async function write(terminal: Terminal, text: string): Promise<void> {
  if (text === "" || terminal.stdout.write(text)) return;
  await new Promise((resume) => terminal.stdout.once("drain", resume));
}
