import { userInfo } from "node:os";
import { basename } from "node:path";
import { LadingError } from "../../errors.js";
import { jsonLine } from "../../formats/output/json-line.js";
import { diskFile } from "../../system/read-file.js";
import { deliveriesOf, feedNamed } from "../lists/feed-log.js";
import { isOpen, type DeliveryState } from "../lists/feed-state.js";
import { unpacked, type Evaluation } from "../../convert/evaluation.js";
import { saveCommand } from "../next-step.js";
import { emptyList, entriesOf } from "../lists/list.js";
import { changesOf } from "../lists/publications.js";
import { without } from "../lists/restamp.js";
import { holdsAny, tracesOf, type TracedPerson } from "../lists/traces.js";
import type { ReadOptions } from "../../formats/read-options.js";
import { openTableInReader } from "../../system/readers/open-in-reader.js";
import type { AnyRecord } from "../../model/record-type.js";
import { namesIn } from "../../system/durable.js";
import type { Feed } from "../../workspace/workspace.js";
import { forgetIn, isRejectedIn, versionsWith, withoutRejected, type Traces } from "./forget-versions.js";
import { withFeed, type OpenFeed, type Published } from "./open-feed.js";
import { publishList } from "./publish-delivery.js";
import { dropLeaving, markForDeletion } from "./retention.js";
import type { Setup } from "./setup.js";
import { gatherInputs, type GatheredInputs } from "./evaluate-delivery.js";
import { beforeMigration, strayBlobs } from "./unknown-files.js";

/**
 * The result of permanently removing a record (`docs/semantics.md` section 5, Privacy). A new version removes the
 * record from the current list. The record is also removed from older versions and their change history. Stored files
 * and run reports that contain the record are deleted. If the process crashes, another call finishes the work.
 */
export interface Forgotten {
  /** Number of the version without the record. Undefined if neither the list nor its notes contained the record. */
  readonly number: number | undefined;
  /** Older versions from which the record was removed. */
  readonly publications: readonly number[];
  /** Deliveries whose bytes were deleted, by the beginning of their SHA-256 hash. */
  readonly deliveries: readonly string[];
  /** Number of changes to the record that were removed. */
  readonly changes: number;
  readonly reports: number;
  /** Sentences that describe where the record remains or may remain. */
  readonly left: readonly string[];
}

export async function forgetRecord(
  setup: Setup,
  feed: Feed,
  id: string,
  reason: string,
  by: string = userInfo().username,
): Promise<Forgotten> {
  return withFeed(setup, feed, async (open) => {
    const left: string[] = [];
    const { published, record, changes, person } = await dataAbout(open, id);
    // The bytes are deleted first. Otherwise, processing them again would restore the record.
    await dropLeaving(setup);
    const deliveries = await dropDeliveries(open, person, { reason, by }, left);
    // Reports must be deleted while the list still contains the record, because its values determine which reports to
    // delete.
    const reports = await dropReports(setup, person);
    const versions = await versionsWith(open, id, record);
    const publications = versions.map(({ number }) => number);
    const traces = { id, versions, changes };
    const isHeld = record !== undefined || isNoted(published, id);
    const number = isHeld ? await publishWithout(open, published, { ...traces, reason, by }) : undefined;
    if (number === undefined) {
      await open.commit({ entries: [], also: (tx, feed) => forgetIn(tx, feed, traces) });
    }
    left.push(...(await stillThere(open, person)));
    return { number, publications, deliveries, changes: changes.length, reports, left };
  });
}

/** What `forgetRecord` would remove. */
export interface ForgetPreview {
  /** The record's values in the current list or, if it is not there, the latest stored values. */
  readonly record: AnyRecord | undefined;
  readonly isInList: boolean;
  /** True if the feed stores a note about the record outside the list. */
  readonly isNoted: boolean;
  /** Numbers of the available versions that contain the record, newest first. */
  readonly publications: readonly number[];
  /** Number of changes to the record that are stored. */
  readonly changes: number;
  /** Number of events for the platform about the record, at most one. */
  readonly events: number;
  readonly reports: number;
  /** Newest first. */
  readonly files: readonly StoredFile[];
  /** Number of stored files that were not searched because time ran out. */
  readonly unsearched: number;
}

interface StoredFile {
  readonly delivery: DeliveryState;
  /**
   * `open`: contains the record, but cannot be deleted before it is fully processed. `unknown`: cannot be read, so it may
   * contain the record.
   */
  readonly state: "deletable" | "open" | "unknown";
}

/** Searches a feed for data about a record without changing anything, for at most `searchFor` milliseconds. */
export async function previewForget(
  setup: Setup,
  feed: Feed,
  id: string,
  searchFor: number,
): Promise<ForgetPreview> {
  return withFeed(setup, feed, async (open) => {
    const { store, clock } = setup;
    const { published, record, changes, person } = await dataAbout(open, id);
    const end = clock.monotonic() + searchFor;
    const stored = await deliveriesOf(store.db, feed.name, { withBytes: true });
    const files: StoredFile[] = [];
    let searched = 0;
    const gathered = await gatherInputs(setup, feed);
    for await (const file of filesWith(open, gathered, stored.toReversed(), person)) {
      searched += 1;
      if (file !== undefined) files.push(file);
      if (clock.monotonic() > end) break;
    }
    const reports = await store.db
      .selectFrom("runs")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where(reportsAbout(setup, person))
      .executeTakeFirstOrThrow();
    const events = await store.db
      .selectFrom("events")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("feed", "=", feedNamed(store.db, feed.name))
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const [last] = changes.toReversed();
    return {
      record: record ?? last?.after ?? last?.before ?? undefined,
      isInList: record !== undefined,
      isNoted: isNoted(published, id),
      publications: (await versionsWith(open, id, record)).map(({ number }) => number),
      changes: changes.length,
      events: Number(events.count),
      reports: Number(reports.count),
      files,
      unsearched: stored.length - searched,
    };
  });
}

async function dataAbout(open: OpenFeed, id: string) {
  const published = await open.published();
  const record = await recordOf(published, id);
  const changes = await changesOf(open.setup.store.db, open.feed.name, id);
  const texts = textsOf([record, ...changes.flatMap(({ before, after }) => [before, after])]);
  return { published, record, changes, person: { id, texts } };
}

async function stillThere({ setup, feed }: OpenFeed, person: TracedPerson): Promise<readonly string[]> {
  const { store, disk, workspace } = setup;
  const left = [...(await tracesOf(store, feed.name, person))];
  for (const name of await namesIn(disk, workspace.data)) {
    if (beforeMigration.test(name))
      left.push(
        `data/${name}, a copy of the store from before a migration, may contain the record. It is deleted a week after the migration.`,
      );
  }
  if (!(await store.wipe()))
    left.push(
      "The database's own log (data/lading.db-wal) still contains the deleted data, because another process is reading the database. Stop that process or wait until it exits, and then repeat the removal.",
    );
  return left;
}

async function recordOf({ list }: Published, id: string): Promise<AnyRecord | undefined> {
  for await (const [entry] of entriesOf((await list.some?.([id])) ?? emptyList)) return entry?.record;
  return undefined;
}

/** True if the feed still has data about a record outside the list: a note about its removal, or its rejected row. */
function isNoted({ list, delivered }: Published, id: string): boolean {
  return list.removed.has(id) || isRejectedIn(delivered, id);
}

/** Past and current values of a record that may identify the person. */
function textsOf(records: readonly (AnyRecord | null | undefined)[]): Set<string> {
  const texts = new Set<string>();
  for (const record of records) {
    for (const [column, value] of Object.entries(record ?? {})) {
      const isOwn = column !== "external_id" && column !== "updated_at";
      if (isOwn && typeof value === "string" && value !== "") texts.add(value);
    }
  }
  return texts;
}

async function publishWithout(
  open: OpenFeed,
  { current, list, delivered }: Published,
  { reason, by, ...traces }: Traces & ForgetReason,
): Promise<number | undefined> {
  if (current === undefined) return undefined;
  const { columns, source, mapping_sha256 } = current.publication;
  return publishList(open, {
    result: await without(list, traces.id, { spill: open.scratch(), line: jsonLine(columns) }),
    columns,
    delivered: withoutRejected(delivered, traces.id),
    source,
    mapping_sha256,
    entries: (number) => [{ state: "FORGOTTEN", deliveries: [], number, reason, by }],
    also: (tx, feed) => forgetIn(tx, feed, traces),
  });
}

/** Deletes the bytes and documents of every processed delivery that contains the record. */
async function dropDeliveries(
  open: OpenFeed,
  person: TracedPerson & { readonly texts: Set<string> },
  why: ForgetReason,
  left: string[],
): Promise<readonly string[]> {
  const { blobs, db } = open.setup.store;
  const named: DeliveryState[] = [];
  const stored = await deliveriesOf(db, open.feed.name, { withBytes: true });
  const gathered = await gatherInputs(open.setup, open.feed);
  for await (const file of filesWith(open, gathered, stored, person)) {
    if (file === undefined) continue;
    const { delivery, state } = file;
    const { sha256, receivedAt } = delivery;
    const label = `${open.feed.name}: delivery ${sha256.slice(0, 12)} (received ${receivedAt})`;
    if (state === "deletable") named.push(delivery);
    else if (state === "open") left.push(`${label} ${unfinished}`);
    else
      left.push(
        `${label} cannot be read, so it may contain the record. To check the file, run \`${saveCommand(open.feed.name, sha256)}\`. The file is deleted when its retention ends.`,
      );
  }
  for (const stray of await strayBlobs(open.setup, open.setup.clock.now())) {
    const path = await blobs.get(basename(stray));
    if (path === undefined) continue;
    if ((await names(open, gathered, { path, name: basename(path) }, person)) === "no") continue;
    left.push(
      `${stray}, a stored file without a delivery, may contain the record. It is deleted a week after it arrived.`,
    );
  }
  const shas = named.map(({ sha256 }) => sha256);
  if (shas.length > 0) await forgetFiles(open, shas, why);
  await forgetFilesElsewhere(open, why, left);
  await dropLeaving(open.setup);
  return shas.map((sha256) => sha256.slice(0, 12));
}

/** Searches stored files one after the other. Yields undefined for a file that does not contain the record. */
async function* filesWith(
  open: OpenFeed,
  gathered: GatheredInputs,
  stored: readonly DeliveryState[],
  person: TracedPerson & { readonly texts: Set<string> },
): AsyncGenerator<StoredFile | undefined> {
  for (const delivery of stored) {
    const path = await open.setup.store.blobs.get(delivery.sha256);
    const { name } = delivery.arrival;
    const verdict = path === undefined ? "no" : await names(open, gathered, { path, name }, person);
    if (verdict === "no") yield undefined;
    else if (verdict === "unknown") yield { delivery, state: "unknown" };
    else yield { delivery, state: isOpen(delivery) ? "open" : "deletable" };
  }
}

const unfinished =
  "contains the record and has not been fully processed. Approve or reject the delivery (or wait for a newer one), run `lading run`, and then repeat the removal.";

interface ForgetReason {
  readonly reason: string;
  readonly by: string;
}

function forgetFiles(open: OpenFeed, shas: string[], why: ForgetReason): Promise<void> {
  return open.commit({
    entries: [{ state: "FORGOTTEN", deliveries: shas, ...why }],
    also: async (tx, feed) => void (await markForDeletion(tx, feed).where("sha256", "in", shas).execute()),
  });
}

/**
 * Deletes the same files in other feeds, even if the mappings of these feeds skip the record's row. Also completes
 * deletions that failed in an earlier call.
 */
async function forgetFilesElsewhere(
  { setup, feed }: OpenFeed,
  why: ForgetReason,
  left: string[],
): Promise<void> {
  const { db } = setup.store;
  const keeping = await db
    .selectFrom("deliveries as own")
    .innerJoin("deliveries as theirs", (join) =>
      join.onRef("theirs.sha256", "=", "own.sha256").onRef("theirs.feed", "<>", "own.feed"),
    )
    .innerJoin("feeds", "feeds.id", "theirs.feed")
    .select(["feeds.name", "theirs.sha256"])
    .where("own.feed", "=", feedNamed(db, feed.name))
    .where("own.is_forgotten", "=", 1)
    .where("theirs.bytes", "=", "kept")
    .execute();
  for (const name of new Set(keeping.map((one) => one.name))) {
    const theirs = new Set(keeping.filter((one) => one.name === name).map(({ sha256 }) => sha256));
    const other = setup.workspace.feeds.find((one) => one.name === name);
    if (other === undefined) {
      left.push(
        `The feed ${name} is no longer in the workspace, but Lading still stores a file of this feed that contains the record.`,
      );
      continue;
    }
    try {
      await withFeed(setup, other, async (open) => {
        const kept = await deliveriesOf(db, name, { withBytes: true });
        const named = kept.filter(({ sha256 }) => theirs.has(sha256));
        for (const { sha256 } of named.filter(isOpen))
          left.push(`${name}: delivery ${sha256.slice(0, 12)}, the same file, ${unfinished}`);
        const done = named.filter((delivery) => !isOpen(delivery)).map(({ sha256 }) => sha256);
        if (done.length > 0) await forgetFiles(open, done, why);
      });
    } catch (error) {
      if (!(error instanceof LadingError)) throw error;
      left.push(`A stored file of ${name} contains the record. ${error.message} Repeat the removal.`);
    }
  }
}

/**
 * Returns whether a stored file contains the record, according to the current mapping. Adds values from the record's
 * rejected rows to `texts`.
 */
async function names(
  open: OpenFeed,
  { mapping, lookups }: GatheredInputs,
  { path, name }: { readonly path: string; readonly name: string },
  { id, texts }: { readonly id: string; readonly texts: Set<string> },
): Promise<"yes" | "no" | "unknown"> {
  const source = { ...(await diskFile(path)), name };
  let evaluated: Evaluation;
  try {
    const job = { source, mapping, lookups, account: open.feed.account, mode: "lenient" as const };
    evaluated = await open.setup.evaluate(job, path, open.scratch());
  } catch {
    return "unknown";
  }
  if (evaluated.refused !== undefined) {
    // No row was mapped, so the bytes are searched. In spreadsheets, which are compressed, such a search can miss the
    // record.
    const isText = evaluated.detected.format !== "spreadsheet";
    const bytes = await open.setup.disk.readFile(path);
    if (bytes.includes(id) || bytes.includes(Buffer.from(id, "utf16le"))) return "yes";
    return isText ? "no" : "unknown";
  }
  const rejected = evaluated.rejected.filter(
    (row) => row.id === id || unpacked(row.cells).some((cell) => cell === id || isAddressIn(texts, cell)),
  );
  for (const { issues, cells } of rejected) {
    const named = new Map(unpacked(cells).map((cell, at) => [evaluated.reads[at], cell]));
    for (const { column } of issues) {
      const cell = named.get(column);
      if (cell) texts.add(cell);
    }
  }
  const isNamed =
    rejected.length > 0 ||
    evaluated.deleted.some((row) => row.id === id) ||
    (await isAccepted(evaluated, id));
  if (isNamed) return "yes";
  // Rows that the mapping skips may still contain the person's data.
  return evaluated.counts.skipped === 0
    ? "no"
    : hasCell({ path, name }, mapping.read, (cell) => cell === id || isAddressIn(texts, cell));
}

function isAddressIn(texts: ReadonlySet<string>, cell: string): boolean {
  return cell.includes("@") && texts.has(cell);
}

/** Reads the table in a separate process. Returns "unknown" if that process is killed or crashes. */
async function hasCell(
  { path, name }: { readonly path: string; readonly name: string },
  options: ReadOptions,
  isOwn: (cell: string) => boolean,
): Promise<"yes" | "no" | "unknown"> {
  const table = await openTableInReader({ path, name, options });
  for await (const batch of table.rows) {
    if (batch.some(({ cells }) => cells.some((cell) => isOwn(cell.trim())))) return "yes";
  }
  return table.issues.some(({ code }) => code === "reader_stopped") ? "unknown" : "no";
}

async function isAccepted({ accepted }: Evaluation, id: string): Promise<boolean> {
  for await (const batch of accepted.batches()) {
    if (batch.some(({ record }) => record.external_id === id)) return true;
  }
  return false;
}

/**
 * Deletes run reports that contain data about the person. Reports contain personal values only if the workspace
 * allows this or allowed it earlier.
 */
async function dropReports(setup: Setup, person: TracedPerson): Promise<number> {
  const { numDeletedRows } = await setup.store.db
    .deleteFrom("runs")
    .where(reportsAbout(setup, person))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function reportsAbout({ store }: Setup, { id, texts }: TracedPerson) {
  const marks = [id, ...texts].map((text) => JSON.stringify(text));
  return holdsAny(store, "report", marks);
}
