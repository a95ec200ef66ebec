import { realpathSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, parse, resolve } from "node:path";
import { LadingError, wrongUse } from "../errors.js";
import { convertFile, type Conversion } from "./convert/convert-file.js";
import { convertOptions, type ConvertOptions } from "./convert/options.js";
import { defineCommand, type ExitCode, type Terminal } from "./command.js";
import { nextText } from "./next-text.js";
import { openAsking } from "./question.js";

/** Converts files without a feed (`docs/semantics.md` section 6). */
export const convert = defineCommand({
  usage: "convert <files...>",
  examples: [
    [
      "lading convert staff.csv",
      "in a terminal: draft a mapping, ask about anything that is unclear, and convert",
    ],
    ["lading convert staff.csv --mapping mappings/acme/staff.yaml", "print the normalized list as CSV"],
    [
      "lading convert staff.xlsx --mapping staff.yaml --out staff.json",
      "write the list, a report and the rejects",
    ],
    [
      "lading convert charges.csv --mapping charges.yaml --with tax-code=tax.csv",
      "check references to tax codes against a list of tax codes",
    ],
    [
      "lading convert list.csv --record staff --to ndjson",
      "a file in the recommended format needs no mapping",
    ],
  ],
  options: convertOptions,
  run,
});

async function run(options: ConvertOptions, terminal: Terminal): Promise<ExitCode> {
  const { files } = options;
  const isAsked = asksPerson(options, terminal);
  const folder = files.length > 1 ? outFolder(options, isAsked, terminal) : undefined;
  const asking = isAsked ? openAsking(terminal) : undefined;
  const job: Conversion = { terminal, asking, earlier: [], reports: [] };
  const codes: ExitCode[] = [];
  try {
    if (folder !== undefined) await mkdir(folder, { recursive: true });
    for (const file of files) {
      if (terminal.signal.aborted) break;
      const out =
        folder !== undefined
          ? join(folder, `${parse(file).name}.${options.to ?? "csv"}`)
          : options.out && resolve(terminal.cwd, options.out);
      refuseOverwriting(file, out, options, terminal);
      try {
        codes.push(await convertFile(file, { ...options, out }, job));
      } catch (error) {
        // If several files are named and one causes an error, the others are still converted. If a single file is
        // named, its error ends the command.
        if (files.length === 1 || !(error instanceof LadingError)) throw error;
        terminal.stderr.write(`${file}: ${error.message}\n${nextText(error.hint, "  ")}\n`);
        codes.push(3);
      }
    }
  } finally {
    asking?.close();
  }
  if (options.json) terminal.stdout.write(jsonText(job.reports, files.length > 1));
  const [first = 3] = codes;
  return codes.every((code) => code === first) ? first : 1;
}

/**
 * True if Lading may ask the user questions: all streams are terminals, and neither `--mapping`, `--record` nor
 * `--json` is used.
 */
function asksPerson({ mapping, record, json }: ConvertOptions, { stdin, stdout, stderr }: Terminal): boolean {
  const isTerminal = stdin.isTTY === true && stdout.isTTY === true && stderr.isTTY === true;
  return isTerminal && mapping === undefined && record === undefined && !json;
}

/**
 * Returns the output folder for several files, or undefined if Lading asks the user for each output file. Throws
 * `wrong_use` if the options are not suitable for several files.
 */
function outFolder(
  { files, out, report, previous }: ConvertOptions,
  isAsked: boolean,
  { cwd }: Terminal,
): string | undefined {
  for (const [name, value] of Object.entries({ report, previous })) {
    if (value !== undefined) throw wrongUse(`--${name} works with only one file`);
  }
  if (files.includes("-")) throw wrongUse("standard input (-) cannot be combined with other files");
  if (out === undefined) {
    if (isAsked) return undefined;
    throw wrongUse("several files require an output folder: add --out FOLDER");
  }
  const names = files.map((file) => parse(file).name);
  const duplicate = names.find((name, i) => names.indexOf(name) !== i);
  if (duplicate !== undefined)
    throw wrongUse(`two files are named ${duplicate}; convert the files separately`);
  return resolve(cwd, out);
}

/** Returns the report on a single file, or all reports under `files`. */
function jsonText(reports: readonly object[], isArray: boolean): string {
  const value = isArray ? { files: reports } : reports[0];
  return value === undefined ? "" : `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * Throws if an output would overwrite an input or if two outputs have the same path. The new list may overwrite the
 * previous list, because the previous list is read first.
 */
function refuseOverwriting(
  file: string,
  out: string | undefined,
  options: ConvertOptions,
  terminal: Terminal,
): void {
  const at = (name: string) => realPath(resolve(terminal.cwd, name));
  const { report } = options;
  const written = new Map<string, string>();
  for (const ending of out === undefined ? [] : ["", ".report.json", ".rejects.csv"]) {
    written.set(at(`${out}${ending}`), `--out ${options.out}`);
  }
  if (report !== undefined) {
    const taken = [...written.keys(), ...(options.previous === undefined ? [] : [at(options.previous)])];
    if (taken.includes(at(report))) {
      throw wrongUse(`--report ${report} is already the name of another file in this conversion`);
    }
    written.set(at(report), `--report ${report}`);
  }
  const lists = options.with.map((pair) => pair.slice(pair.indexOf("=") + 1));
  const read = [file, options.mapping, ...lists.flatMap((named) => [named, ...named.split(":")])];
  for (const name of read) {
    const by = name === undefined || name === "-" ? undefined : written.get(at(name));
    if (by !== undefined) {
      throw wrongUse(`${by} would overwrite the input ${name}`);
    }
  }
}

/**
 * Returns the path with links resolved, so that each file has a single name. If the file does not exist, the path is
 * returned unchanged.
 */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
