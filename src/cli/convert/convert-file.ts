import { basename, dirname, extname, parse, relative, resolve, sep } from "node:path";
import { withIssues } from "../../convert/issue-log.js";
import { rejectsFile } from "../../convert/rejects-file.js";
import { wrongUse } from "../../errors.js";
import { deliveryCounts } from "../../feeds/lists/reconcile.js";
import { evaluationReport } from "../../feeds/reports/evaluation-report.js";
import { readHead } from "../../formats/head.js";
import { inChunks } from "../../formats/output/chunks.js";
import type { OutputFormat } from "../../formats/output/output-format.js";
import { outputFormat, outputFormats } from "../../formats/output/index.js";
import { lookupsIn } from "../../mapping/list-index.js";
import { isRejectsFile, rejectsReading } from "../../mapping/rejects.js";
import { todayIn } from "../../model/account.js";
import { balanceText } from "../../model/within.js";
import { evaluateFile } from "../../system/readers/evaluate-file.js";
import { assertWritable, writeFileWhole } from "../../system/write-file.js";
import type { ExitCode, Terminal } from "../command.js";
import { refuseBinaryOutput } from "../binary-output.js";
import type { ConvertOptions } from "./options.js";
import { accountOf, chosenMapping, readList, referredLists } from "../convert-inputs.js";
import { convertedList, scratchFor, type ConvertedList, type ListTarget } from "../convert-list.js";
import { inputFile, type InputFile } from "../input-file.js";
import { issueLines } from "../issue-lines.js";
import { progress } from "../progress.js";
import type { Asking } from "../question.js";
import type { AskedConversion } from "./ask-conversion.js";
import type { AnsweredFile } from "./ask-mapping.js";

/** State shared by all files that one command converts. */
export interface Conversion {
  readonly terminal: Terminal;
  /** Undefined if Lading does not ask the user questions. */
  readonly asking: Asking | undefined;
  readonly earlier: AnsweredFile[];
  /** With `--json`: the reports of the converted files. */
  readonly reports: object[];
}

/** `options.out` is an absolute path. */
export async function convertFile(
  file: string,
  options: ConvertOptions,
  conversion: Conversion,
): Promise<ExitCode> {
  const { terminal, asking, earlier } = conversion;
  if (options.out !== undefined) await assertWritable(options.out);
  chosenFormat(options);
  if (options.out === undefined && !options.json && (asking === undefined || file === "-")) {
    refuseBinaryOutput(options.to, `Write it to a file: --out ${parse(file).name}.${options.to}`, terminal);
  }
  const source = await inputFile(file, terminal);
  const account = await accountOf(options, terminal);
  if (asking === undefined || source.path === undefined) {
    const mapping = await chosenMapping(options, source, account, terminal);
    return convertWith({ mapping, account, options }, source, conversion);
  }
  terminal.stderr.write(`Reading ${file} ...\n`);
  const { askConversion, offerToSave } = await import("./ask-conversion.js");
  const asked = await askConversion(options, account, { source, asking, terminal, earlier });
  if (asked === undefined) return 3;
  const code = await convertWith(asked, source, conversion);
  await offerToSave(asked, file, asking, terminal);
  return code;
}

async function convertWith(
  { mapping, account: target, options, valuesText = "" }: AskedConversion,
  source: InputFile,
  { terminal, reports }: Conversion,
): Promise<ExitCode> {
  const { type } = mapping;
  if (
    options.account === undefined &&
    options["tax-mode"] === undefined &&
    options.country === undefined &&
    mapping.refersTo(target).length > 0
  ) {
    terminal.stderr.write(
      "Tax mode: tax. Charge codes require a tax code. For non-tax accounts, use --tax-mode non_tax.\n",
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
    throw wrongUse(`${source.name} is a rejects file. Use --previous to specify the list to correct`);
  }
  const holdsChanges = isAmendment || compiled.operationColumn !== undefined;
  const list: ListTarget = {
    type,
    format: chosenFormat(options),
    out: options.out,
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
  let converted: ConvertedList;
  try {
    const job = {
      source,
      mapping: compiled,
      lookups,
      account: target,
      mode: "lenient",
      // If undefined, the time is set during reconciliation: unchanged records keep the times in the previous list, and
      // a time in the future is reported as an issue.
      stamp: options.previous === undefined && stamp <= new Date().toISOString() ? stamp : undefined,
      read: isAmendment ? rejectsReading(compiled.read) : undefined,
      spill: scratch,
      onProgress: (rows: number) => shown.at(rows),
    } as const;
    const evaluation = await evaluateFile(job, terminal.signal);
    converted = await convertedList(evaluation, previous, list, scratch);
  } catch (error) {
    await scratch.close();
    throw error;
  } finally {
    shown.end();
  }
  try {
    await source.assertUnchanged();
    return await finish(converted, options, list, source, valuesText, terminal, reports);
  } finally {
    await scratch.close();
  }
}

/** Writes the list, the report and the rejected rows, and prints a summary. */
async function finish(
  converted: ConvertedList,
  options: ConvertOptions,
  { type, out }: ListTarget,
  source: InputFile,
  valuesText: string,
  terminal: Terminal,
  reports: object[],
): Promise<ExitCode> {
  const { evaluated, result, count } = converted;
  const withReconcileIssues = withIssues(evaluated, result.issues, source.name);
  const hasNoRecords = evaluated.refused !== undefined || evaluated.counts.accepted === 0;
  const report = {
    ...evaluationReport(source.name, type, withReconcileIssues),
    counts: deliveryCounts(evaluated.counts, result),
    list: { records: count, carried: result.carried, kept_inactive: result.keptInactive },
  };
  const written: string[] = [];

  if (out !== undefined) {
    if (!hasNoRecords) {
      await converted.write();
      written.push(out);
    }
    await writeFileWhole(`${out}.report.json`, [`${JSON.stringify(report, null, 2)}\n`]);
    const delivery = evaluated.rejected.length > 0 ? await source.sha256() : "";
    const rejects = rejectsFile(evaluated, delivery);
    await writeFileWhole(
      `${out}.rejects.csv`,
      inChunks(rejects, (line) => line),
    );
    written.push(`${out}.report.json`, `${out}.rejects.csv`);
  }
  if (options.report !== undefined) {
    const { convertedReport } = await import("../../feeds/reports/file-report.js");
    const { filePage } = await import("../../console/reports/run-page.js");
    const path = resolve(terminal.cwd, options.report);
    const rejects = `${out}.rejects.csv`;
    const beside = relative(dirname(path), rejects).split(sep).map(encodeURIComponent).join("/");
    const converted = {
      ...convertedReport(source.name, type, withReconcileIssues, result, count),
      ...(out !== undefined &&
        evaluated.rejected.length > 0 && { rejects: { name: basename(rejects), href: beside } }),
    };
    await writeFileWhole(path, [filePage(converted, new Date())]);
    written.push(path);
  }
  if (options.json) reports.push(report);
  else if (out === undefined && !hasNoRecords) await print(converted.pieces(), terminal);
  terminal.stderr.write(summary(source.name, converted, hasNoRecords) + valuesText);
  terminal.stderr.write(issueLines(withReconcileIssues, type));
  const names = written.map((path) => relative(terminal.cwd, path));
  if (names.length > 0) terminal.stderr.write(`Wrote ${names.join(", ")}.\n`);
  if (hasNoRecords) return 3;
  return evaluated.counts.rejected > 0 ? 1 : 0;
}

/** Returns the time to set in records without `updated_at`. */
function stampTime(options: ConvertOptions, source: InputFile): string {
  if (options["updated-at"] === undefined) return source.modified.toISOString();
  const time = new Date(options["updated-at"]);
  if (!/(?:Z|[+-]\d\d:?\d\d)$/.test(options["updated-at"]) || Number.isNaN(time.getTime())) {
    throw wrongUse(`--updated-at ${options["updated-at"]} is not a time such as 2026-03-01T08:15:00Z`);
  }
  return time.toISOString();
}

function chosenFormat({ to, out }: ConvertOptions): OutputFormat {
  const format = to ?? (out === undefined ? "csv" : extname(out).slice(1));
  const found = outputFormat(format);
  if (found !== undefined) return found;
  const names = outputFormats.map(({ name }) => `.${name}`).join(", ");
  throw wrongUse(`--out must end in one of ${names}, or add --to`);
}

async function print(pieces: AsyncIterable<string | Uint8Array>, terminal: Terminal): Promise<void> {
  for await (const piece of pieces) {
    if (!terminal.stdout.write(piece)) await new Promise((resume) => terminal.stdout.once("drain", resume));
  }
}

function summary(file: string, { evaluated, result, count }: ConvertedList, isNothing: boolean): string {
  if (evaluated.refused !== undefined) return `${file}: cannot be read. No list was written.\n`;
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
  const end = isNothing
    ? "no records remain, so no list was written"
    : `list of ${count}${carried > 0 ? `, ${carried} of them from the previous list` : ""}`;
  const within = deliveryCounts(evaluated.counts, result).within ?? [];
  const balances = within.map((balance) => `  ${balanceText(balance)}\n`);
  return `${file}: ${parts.join(", ")}; ${end}.\n${balances.join("")}`;
}
