import { open as openFile } from "node:fs/promises";
import { unpacked, type RejectedRow } from "../../convert/evaluation.js";
import { LadingError } from "../../errors.js";
import { evaluateAgain } from "../../feeds/decisions/release.js";
import { alertCauses } from "../../feeds/alerts/alert-causes.js";
import { partnerMessage, type PartnerMessage } from "../../feeds/alerts/partner-message.js";
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
  const partner = await messageForPartner(setup, feed, sha256);
  const first = await firstRows(setup, feed, sha256).catch(() => undefined);
  const status = delivery?.status;
  const about = {
    ...(status !== undefined && { status }),
    ...(partner !== undefined && { partner }),
    ...(first !== undefined && { first }),
  };
  const shown = (
    report: Parameters<typeof shownReport>[0],
    listed: readonly ChangeRow[],
    rejected: DeliveryReport["rejected"],
  ): DeliveryReport => {
    const parts = shownReport(report);
    return {
      ...parts,
      ...about,
      ...(parts.changes !== undefined && { changes: { ...parts.changes, listed } }),
      ...(rejected !== undefined && { rejected }),
    };
  };
  if (delivery?.status !== "HELD") {
    const text = await readDocument(setup.store.db, name, sha256, reportName);
    const report = text === "" ? undefined : storedReport(text);
    if (report === undefined) return { refused: "The report on this delivery is no longer available." };
    const listed = await listedChanges(setup, feed, delivery, text);
    const rejects = await readDocument(setup.store.db, name, sha256, rejectsName(report.file));
    const rejected = rejects === "" ? undefined : await storedRejects(rejects);
    return shown(report, listed, rejected);
  }
  return withFeed(setup, feed, async (open) => {
    const evaluation = await evaluateAgain(open, delivery);
    const report = evaluatedReport(delivery.arrival.name, feed.type, evaluation, true);
    if (!("changeSet" in evaluation)) {
      return { ...shownReport(report), ...about };
    }
    const { changeSet, counts, evaluated } = evaluation;
    const guards = "guards" in evaluation ? evaluation.guards : [];
    const listed = evaluation.result.changes.first.map((change) => changeRow(change));
    const rejected = rejectedTable(evaluated.reads, evaluated.rejected, counts.rejected);
    return {
      ...shown(report, listed, rejected),
      changeSet,
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

/** Reads a stored rejects file. The last columns of the file contain the line number and the reasons. */
async function storedRejects(text: string): Promise<RejectedTable | undefined> {
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
      const issues = reasonsIn(cells[at + 1] ?? "", columns);
      rows.push({ line: Number(cells[at]), cells: cells.slice(0, at), issues });
    }
  }
  return rows.length === 0 ? undefined : { columns, rows, count };
}

/** Splits the text of a rejects file's reason cell, such as `[Code] Sentence. [Name] Sentence.`, by column. */
function reasonsIn(text: string, columns: readonly string[]): RejectedTable["rows"][number]["issues"] {
  const marks = columns
    .flatMap((column) => {
      const at = text.indexOf(`[${column}] `);
      return at === -1 ? [] : [{ column, at, end: at + column.length + 3 }];
    })
    .sort((a, b) => a.at - b.at);
  const before = text.slice(0, marks[0]?.at ?? text.length).trim();
  return [
    ...(before === "" ? [] : [{ sentence: before }]),
    ...marks.map(({ column, end }, index) => ({
      column,
      sentence: text.slice(end, marks[index + 1]?.at ?? text.length).trim(),
    })),
  ];
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

/** The message to the partner about a delivery that was held or rejected, or that has rejected rows. */
async function messageForPartner(
  { store }: Setup,
  feed: Feed,
  sha256: string,
): Promise<PartnerMessage | undefined> {
  const always = new Date(0).toISOString();
  const [found] = await alertCauses(store.db, [feed], always, new Date());
  const causes = [...(found?.causes ?? []), ...(found?.past ?? [])];
  const cause = causes.find(({ delivery }) => delivery?.sha256 === sha256);
  return cause && partnerMessage(feed, cause, true);
}
