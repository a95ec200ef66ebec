import type { Argv } from "yargs";
import { inChunks } from "../formats/output/chunks.js";
import { realpathSync } from "node:fs";
import { basename, dirname, extname, relative, resolve, sep } from "node:path";
import { encoder, encoders } from "../formats/output/index.js";
import type { Encoder } from "../formats/output/encoder.js";
import { withIssues } from "../convert/issue-log.js";
import { wrongUse } from "../errors.js";
import { readHead } from "../formats/head.js";
import { evaluateFile } from "../system/readers/evaluate-file.js";
import { lookupsIn } from "../mapping/list-index.js";
import { isRejectsFile, rejectsReading } from "../mapping/rejects.js";
import { assertWritable, writeFileWhole } from "../system/write-file.js";
import { deliveryCounts } from "../feeds/lists/reconcile.js";
import { todayIn } from "../model/account.js";
import { balanceText } from "../model/within.js";
import { evaluationReport } from "../feeds/reports/evaluation-report.js";
import { rejectsFile } from "../convert/rejects-file.js";
import { diskFile, type DiskFile } from "../system/read-file.js";
import { accountOf, chosenMapping, inputOptions, readList, referredLists } from "./convert-inputs.js";
import { scratchFor, convertedList, type ConvertedList, type ListTarget } from "./convert-list.js";
import {
  defineCommand,
  type OptionsOf,
  type ExitCode,
  type Terminal,
  flagOption,
  textOption,
  requiredText,
} from "./command.js";
import { issueLines } from "./issue-lines.js";
import { progress } from "./progress.js";

const options = (yargs: Argv) =>
  inputOptions(yargs.positional("file", requiredText("The export to convert")))
    .option("out", textOption("Write here, with .report.json and .rejects.csv beside it"))
    .option("to", {
      choices: encoders.map(({ name }) => name),
      describe: "Output format; by default from --out, else csv",
    })
    .option("report", textOption("Write a page for people about the file here, as HTML"))
    .option("previous", textOption("Earlier output: keeps its times, and its missing records inactive"))
    .option("updated-at", textOption("Time of records that have none; by default the file's own"))
    .option("json", flagOption("Print the report as JSON instead of the list"));

type Options = OptionsOf<typeof options>;

/** One-off: file in, normalized file out (`docs/semantics.md` section 6). Needs no workspace. */
export const convert = defineCommand({
  usage: "convert <file>",
  examples: [
    ["lading convert staff.csv --mapping mappings/acme/staff.yaml", "print the normalized list as CSV"],
    ["lading convert staff.xlsx --mapping staff.yaml --out staff.json", "write it, a report and the rejects"],
    [
      "lading convert charges.csv --mapping charges.yaml --with tax-code=tax.csv",
      "charge codes refer to tax codes",
    ],
    [
      "lading convert list.csv --record staff --to ndjson",
      "a file in the recommended format needs no mapping",
    ],
  ],
  options,
  run,
});

async function run(options: Options, terminal: Terminal): Promise<ExitCode> {
  const input = resolve(terminal.cwd, options.file);
  const out = options.out === undefined ? undefined : resolve(terminal.cwd, options.out);
  refuseOverwriting(options, terminal);
  if (out !== undefined) await assertWritable(out);
  const encode = chosenEncoder(options, out);
  const source = await diskFile(input);
  const target = await accountOf(options, terminal);
  const mapping = await chosenMapping(options, source, target, terminal);
  const { type } = mapping;
  if (
    options.account === undefined &&
    options["tax-mode"] === undefined &&
    options.country === undefined &&
    mapping.refersTo(target).length > 0
  ) {
    terminal.stderr.write(
      "Tax mode: tax, so charge codes need a tax code (--tax-mode non_tax for accounts without).\n",
    );
  }
  const lists = await referredLists(options, mapping, target, terminal);
  const stamp = stampTime(options, source);
  const previous =
    options.previous === undefined ? [] : await readList(options.previous, type.name, target, terminal);

  const today = todayIn(target.zone, new Date());
  const lookups = lookupsIn(lists);
  const compiled = mapping.compile({ account: target, lookups, today });
  const head = await readHead(source);
  const isAmendment = isRejectsFile(head);
  if (isAmendment && options.previous === undefined) {
    throw wrongUse(`${source.name} is a rejects file: name the list that it amends with --previous`);
  }
  const holdsChanges = isAmendment || compiled.operationColumn !== undefined;
  const list: ListTarget = {
    type,
    encode,
    out,
    settings: {
      delivery: holdsChanges ? "upsert" : "full",
      missing: compiled.missing,
      missingAfter: compiled.missingAfter,
      ...(type.succeed && { succeed: type.succeed }),
      mergesElements: compiled.mergesElements,
      stamp,
      part: "",
      protectedIds: new Set<string>(),
    },
  };
  const shown = progress(terminal, source.name, "rows");
  const scratch = scratchFor(list);
  let made: ConvertedList;
  try {
    const job = {
      source,
      mapping: compiled,
      lookups,
      account: target,
      mode: "lenient",
      // Compared with an earlier list, a record keeps its time if it says the same; a time to come is an issue.
      stamp: options.previous === undefined && stamp <= new Date().toISOString() ? stamp : undefined,
      read: isAmendment ? rejectsReading(compiled.read) : undefined,
      spill: scratch,
      onProgress: (rows: number) => shown.at(rows),
    } as const;
    const evaluation = await evaluateFile(job, terminal.signal);
    made = await convertedList(evaluation, previous, list, scratch);
  } catch (error) {
    await scratch.close();
    throw error;
  } finally {
    shown.end();
  }
  try {
    await source.assertUnchanged();
    return await finish(made, options, list, source, terminal);
  } finally {
    await scratch.close();
  }
}

/** Writes the list and its report, and says what happened. */
async function finish(
  made: ConvertedList,
  options: Options,
  { type, out }: ListTarget,
  source: DiskFile,
  terminal: Terminal,
): Promise<ExitCode> {
  const { evaluated, result, count } = made;
  const told = withIssues(evaluated, result.issues, source.name);
  const isNothing = evaluated.refused !== undefined || evaluated.counts.accepted === 0;
  const report = {
    ...evaluationReport(source.name, type, told),
    counts: deliveryCounts(evaluated.counts, result),
    list: { records: count, carried: result.carried, kept_inactive: result.keptInactive },
  };

  if (out !== undefined) {
    if (!isNothing) await made.write();
    await writeFileWhole(`${out}.report.json`, [`${JSON.stringify(report, null, 2)}\n`]);
    const delivery = evaluated.rejected.length > 0 ? await source.sha256() : "";
    const rejects = rejectsFile(evaluated.reads, evaluated.rejected, delivery);
    await writeFileWhole(
      `${out}.rejects.csv`,
      inChunks(rejects, (line) => line),
    );
  }
  if (options.report !== undefined) {
    const { convertedReport } = await import("../feeds/reports/file-report.js");
    const { filePage } = await import("../console/reports/run-page.js");
    const path = resolve(terminal.cwd, options.report);
    const rejects = `${out}.rejects.csv`;
    const beside = relative(dirname(path), rejects).split(sep).map(encodeURIComponent).join("/");
    const converted = {
      ...convertedReport(source.name, type, told, result, count),
      ...(out !== undefined &&
        evaluated.rejected.length > 0 && { rejects: { name: basename(rejects), href: beside } }),
    };
    await writeFileWhole(path, [filePage(converted, new Date())]);
  }
  if (options.json) terminal.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else if (out === undefined && !isNothing) await print(made.pieces(), terminal);
  terminal.stderr.write(summary(source.name, made, out, isNothing));
  terminal.stderr.write(issueLines(told, type));
  if (isNothing) return 3;
  return evaluated.counts.rejected > 0 ? 1 : 0;
}

/** The time of records that have none. */
function stampTime(options: Options, source: DiskFile): string {
  if (options["updated-at"] === undefined) return source.modified.toISOString();
  const time = new Date(options["updated-at"]);
  if (!/(?:Z|[+-]\d\d:?\d\d)$/.test(options["updated-at"]) || Number.isNaN(time.getTime())) {
    throw wrongUse(`--updated-at ${options["updated-at"]} is not a time such as 2026-03-01T08:15:00Z`);
  }
  return time.toISOString();
}

function chosenEncoder(options: Options, out: string | undefined): Encoder {
  const wanted = options.to ?? (out === undefined ? "csv" : extname(out).slice(1));
  const found = encoder(wanted);
  if (found !== undefined) return found;
  const names = encoders.map(({ name }) => `.${name}`).join(", ");
  throw wrongUse(`--out ends in none of ${names}: add --to`);
}

/**
 * The output must not overwrite an input. The earlier list may be overwritten: it is read first, and replaced as a
 * whole.
 */
function refuseOverwriting(options: Options, terminal: Terminal): void {
  const at = (name: string) => realPath(resolve(terminal.cwd, name));
  const { out, report } = options;
  const written = new Map<string, string>();
  for (const ending of out === undefined ? [] : ["", ".report.json", ".rejects.csv"]) {
    written.set(at(`${out}${ending}`), `--out ${out}`);
  }
  if (report !== undefined) {
    const taken = [...written.keys(), ...(options.previous === undefined ? [] : [at(options.previous)])];
    if (taken.includes(at(report))) {
      throw wrongUse(`--report ${report} names another file of this conversion`);
    }
    written.set(at(report), `--report ${report}`);
  }
  const lists = options.with.map((pair) => pair.slice(pair.indexOf("=") + 1));
  const read = [options.file, options.mapping, ...lists.flatMap((named) => [named, ...named.split(":")])];
  for (const name of read) {
    const by = name === undefined ? undefined : written.get(at(name));
    if (by !== undefined) {
      throw wrongUse(`${by} would overwrite ${name}, which is read`);
    }
  }
}

/** The path without links, so that one file is one name; a file that does not exist has the name it was given. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

async function print(pieces: AsyncIterable<string | Uint8Array>, terminal: Terminal): Promise<void> {
  for await (const piece of pieces) {
    if (!terminal.stdout.write(piece)) await new Promise((resume) => terminal.stdout.once("drain", resume));
  }
}

function summary(
  file: string,
  { evaluated, result, count }: ConvertedList,
  out: string | undefined,
  isNothing: boolean,
): string {
  if (evaluated.refused !== undefined) return `${file}: refused, nothing is written.\n`;
  const { read, rejected, skipped, merged } = evaluated.counts;
  const parts = [
    `${read} rows read`,
    `${evaluated.counts.accepted - result.stale} accepted`,
    `${rejected} rejected`,
    `${skipped} skipped by a rule`,
    `${merged} merged`,
    `${result.stale} stale`,
  ];
  const carried = count - result.accepted;
  const where = out === undefined ? "" : ` to ${out}`;
  const end = isNothing
    ? "no record is left, no list is written"
    : `list of ${count}${where}${carried > 0 ? `, ${carried} of them from the earlier list` : ""}`;
  const within = deliveryCounts(evaluated.counts, result).within ?? [];
  const balances = within.map((balance) => `  ${balanceText(balance)}\n`);
  return `${file}: ${parts.join(", ")}; ${end}.\n${balances.join("")}`;
}
