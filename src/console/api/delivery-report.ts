import { open as openFile } from "node:fs/promises";
import type { GroupedIssues } from "../../convert/grouped-issues.js";
import { unpacked, type RejectedRow } from "../../convert/evaluation.js";
import { LadingError } from "../../errors.js";
import { evaluateAgain } from "../../feeds/decisions/release.js";
import { keptBytes, withFeed } from "../../feeds/deliveries/open-feed.js";
import type { Setup } from "../../feeds/deliveries/setup.js";
import { readDocument, rejectsName, reportName } from "../../feeds/lists/documents.js";
import { deliveriesOf } from "../../feeds/lists/feed-log.js";
import { isUnusable, type DeliveryState } from "../../feeds/lists/feed-state.js";
import { changesIn } from "../../feeds/lists/publications.js";
import { isOwnChange } from "../../feeds/next-step.js";
import { evaluatedReport, storedReport, type FileReport } from "../../feeds/reports/file-report.js";
import { sourceInMemory } from "../../formats/bytes.js";
import { openTable } from "../../formats/index.js";
import { defaultLimits } from "../../formats/limits.js";
import { rejectColumns, rejectsReading } from "../../mapping/rejects.js";
import { servedColumns } from "../../model/record-type.js";
import { clerkSentence } from "../../model/issues.js";
import type { Feed } from "../../workspace/workspace.js";
import { changeRow } from "./changes.js";
import { feedNamed } from "./feed-at.js";
import type { DeliveryName, Refused } from "./operations.js";
import type { ChangeRow, DeliveryReport, FirstRows, RejectedTable } from "./views.js";

/** Maximum numbers of changes and rows on the screen. Downloads contain all rows. */
const changesShown = 200;
const rejectedShown = 50;
const firstShown = 8;
const firstBytes = 64 * 1024;

/**
 * Evaluates a held delivery against the current list. For deliveries that are not held, returns the stored report, with
 * the changes if they are still known.
 */
export async function deliveryReport(
  setup: Setup,
  { feed: name, delivery: beginning }: DeliveryName,
): Promise<DeliveryReport | Refused> {
  const feed = feedNamed(setup, name);
  const [delivery] = await deliveriesOf(setup.store.db, name, { beginning });
  const sha256 = delivery?.sha256 ?? beginning;
  const first = await firstRows(setup, feed, sha256).catch(() => undefined);
  const about = first !== undefined && { first };
  const shown = (
    report: Parameters<typeof shownReport>[0],
    listed: readonly ChangeRow[],
    rejected: RejectedTable | undefined,
  ): DeliveryReport => {
    const parts = shownReport(report);
    return {
      ...parts,
      ...about,
      ...(parts.changes !== undefined && { changes: { ...parts.changes, listed } }),
      ...(rejected !== undefined && withRejected(parts.file, rejected)),
    };
  };
  if (delivery?.status !== "HELD") {
    const text = await readDocument(setup.store.db, name, sha256, reportName);
    const report = text === "" ? undefined : storedReport(text);
    if (report === undefined) return { refused: "The report on this delivery is no longer available." };
    const listed = await listedChanges(setup, feed, delivery, text);
    const rejects = await readDocument(setup.store.db, name, sha256, rejectsName(report.file));
    const rejected = rejects === "" ? undefined : await storedRejects(rejects, wholeRowIssues(report));
    return shown(report, listed, rejected);
  }
  return withFeed(setup, feed, async (open) => {
    const evaluation = await evaluateAgain(open, delivery);
    const report = evaluatedReport(delivery.arrival.name, feed.type, evaluation, true);
    if (!("changeSet" in evaluation)) {
      return { ...shownReport(report), ...about };
    }
    const { changeSet, counts, evaluated } = evaluation;
    const { list } = evaluation.result;
    const hasActivity = servedColumns(feed.type, evaluation.columns).includes("is_active");
    const guards = "guards" in evaluation ? evaluation.guards : [];
    const listed = evaluation.result.changes.first.map((change) => changeRow(change));
    const rejected = rejectedTable(evaluated.reads, evaluated.rejected, counts.rejected);
    return {
      ...shown(report, listed, rejected),
      changeSet,
      ...(hasActivity && { inactive: list.count - list.active }),
      isUnusable: isUnusable({ status: "HELD", guards, counts }),
      isOwnChange: isOwnChange(guards),
    };
  });
}

/**
 * Returns the changes of a delivery that is no longer held. For a published delivery, these are the stored changes of
 * its version. The changes of a rejected delivery are not stored, so it is evaluated again. They are returned only if
 * they are still the changes that the person rejected.
 */
async function listedChanges(
  setup: Setup,
  feed: Feed,
  delivery: DeliveryState | undefined,
  document: string,
): Promise<readonly ChangeRow[]> {
  if (delivery?.status === "PUBLISHED" && delivery.number !== undefined) {
    const limits = { from: 0, most: changesShown };
    const { changes } = await changesIn(setup.store.db, feed.name, delivery.number, limits);
    return changes.map(changeRow);
  }
  const { change_set } = JSON.parse(document) as { readonly change_set?: string };
  if (delivery?.status !== "REJECTED" || change_set === undefined) return [];
  try {
    return await withFeed(setup, feed, async (open) => {
      const evaluation = await evaluateAgain(open, delivery);
      const isSame = "changeSet" in evaluation && evaluation.changeSet === change_set;
      return isSame ? evaluation.result.changes.first.map((change) => changeRow(change)) : [];
    });
  } catch (error) {
    // The file may no longer be stored, or the feed may be busy.
    if (error instanceof LadingError) return [];
    throw error;
  }
}

function shownReport({ changes, rejectedRows: _, ...file }: FileReport): DeliveryReport {
  if (changes === undefined) return { file };
  const { kinds, fields, listed } = changes;
  return { file, changes: { kinds, fields, listed: [], isPrivate: listed === undefined } };
}

/** Moves the errors of rejected rows from the issues of the file to the rejected rows. */
function withRejected(
  file: DeliveryReport["file"],
  rejected: RejectedTable,
): Pick<DeliveryReport, "file" | "rejected"> {
  const lines = new Set(rejected.rows.map(({ line }) => line));
  const isComplete = rejected.count === rejected.rows.length;
  const isOfRows = ({ severity, rows }: GroupedIssues): boolean =>
    severity === "error" && rows.length > 0 && (!isComplete || rows.every((line) => lines.has(line)));
  const findings = file.findings.filter((found) => !isOfRows(found));
  return {
    file: { ...file, findings },
    // If all rejected rows are shown, each row has its errors.
    rejected: { ...rejected, findings: isComplete ? [] : file.findings.filter(isOfRows) },
  };
}

function rejectedTable(
  columns: readonly string[],
  rejected: Iterable<RejectedRow>,
  count: number,
): RejectedTable | undefined {
  const rows: RejectedTable["rows"][number][] = [];
  for (const { line, cells, issues } of rejected) {
    if (rows.length === rejectedShown) break;
    rows.push({
      line,
      cells: unpacked(cells).slice(0, columns.length),
      issues: issues
        .filter(({ severity }) => severity === "error")
        .map((found) => ({
          ...(found.column !== undefined && { column: found.column }),
          sentence: clerkSentence(found),
        })),
    });
  }
  return rows.length === 0 ? undefined : { columns, rows, count };
}

/** The sentences about issues that concern a row and not a single cell. */
function wholeRowIssues({ findings }: FileReport): readonly string[] {
  const sentences = findings.flatMap((found) => (found.column === undefined ? [clerkSentence(found)] : []));
  return sentences.filter((sentence) => sentence !== "");
}

/**
 * Reads a stored rejects file. The last columns of the file contain the line number and the reasons. `sentences` are
 * reasons that the file contains without a column.
 */
async function storedRejects(text: string, sentences: readonly string[]): Promise<RejectedTable | undefined> {
  const source = sourceInMemory("rejects.csv", Buffer.from(text));
  const table = await openTable(source, rejectsReading({}), defaultLimits);
  const columns = (table.headings ?? []).slice(0, -rejectColumns.length);
  const at = columns.length;
  const rows: RejectedTable["rows"][number][] = [];
  let count = 0;
  for await (const batch of table.rows) {
    count += batch.length;
    for (const { cells } of batch) {
      if (rows.length === rejectedShown) break;
      const issues = reasonsIn(cells[at + 1] ?? "", columns, sentences);
      rows.push({ line: Number(cells[at]), cells: cells.slice(0, at), issues });
    }
  }
  return rows.length === 0 ? undefined : { columns, rows, count };
}

/**
 * Splits the text of a rejects file's reason cell, such as `Sentence. [Code] Sentence. [Name] Sentence.`, by column and
 * by the given sentences.
 */
function reasonsIn(
  text: string,
  columns: readonly string[],
  sentences: readonly string[],
): RejectedTable["rows"][number]["issues"] {
  const starts = [
    { at: 0, mark: "" },
    ...sentences.flatMap((sentence) => placesOf(sentence, text).map((at) => ({ at, mark: "" }))),
    ...columns.flatMap((column) => {
      const mark = `[${column}] `;
      return placesOf(mark, text).map((at) => ({ at, mark, column }));
    }),
  ].sort((a, b) => a.at - b.at);
  return starts
    .map(({ at, mark, ...column }, index) => ({
      ...column,
      sentence: text.slice(at + mark.length, starts[index + 1]?.at ?? text.length).trim(),
    }))
    .filter(({ sentence }) => sentence !== "");
}

/** Returns the places of a part at the beginning of the text or after a space. */
function placesOf(part: string, text: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length))
    if (at === 0 || text[at - 1] === " ") places.push(at);
  return places;
}

/**
 * Returns the first rows of a delimited text file, unchanged. Workbooks and archives are excluded because only reader
 * processes open them.
 */
async function firstRows(setup: Setup, feed: Feed, sha256: string): Promise<FirstRows | undefined> {
  const path = await keptBytes({ setup, feed }, sha256);
  if (path === undefined) return undefined;
  const head = await beginningOf(path);
  if (head === undefined) return undefined;
  const lookups = { find: () => undefined };
  const { read } = await setup.compile(feed, {
    lookups,
    today: setup.clock.now().toISOString().slice(0, 10),
  });
  if (read.format !== undefined && read.format !== "delimited") return undefined;
  const table = await openTable(
    sourceInMemory("sample", head),
    { ...read, format: "delimited" },
    defaultLimits,
  );
  const rows: FirstRows["rows"][number][] = [];
  for await (const batch of table.rows) {
    for (const { line, cells } of batch) if (rows.length < firstShown) rows.push({ line, cells: [...cells] });
    if (rows.length === firstShown) break;
  }
  return rows.length === 0 ? undefined : { columns: table.headings ?? [], rows };
}

/**
 * Returns complete lines from the beginning of a plain-text file. Returns undefined for JSON, XML, HTML and binary
 * files.
 */
async function beginningOf(path: string): Promise<Buffer | undefined> {
  const file = await openFile(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(firstBytes), 0, firstBytes, 0);
    const head = buffer.subarray(0, bytesRead);
    const isPlain =
      !head.subarray(0, 512).some((byte) => byte === 0) &&
      !/^\s*[{[<]|^PK|^\x1f\x8b/.test(head.toString("latin1", 0, 64));
    if (!isPlain) return undefined;
    const end = head.lastIndexOf("\n");
    return bytesRead < firstBytes || end === -1 ? head : head.subarray(0, end + 1);
  } finally {
    await file.close();
  }
}
