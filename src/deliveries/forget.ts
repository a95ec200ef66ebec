import { userInfo } from "node:os";
import { join } from "node:path";
import { jsonLine } from "../encode/json-line.js";
import { diskFile } from "../sources/disk.js";
import { deliveriesOf } from "../lists/feed-log.js";
import { isOpen, type DeliveryState } from "../lists/feed-state.js";
import type { DeliveredParts } from "../lists/publication.js";
import type { Evaluation } from "../evaluation/evaluation.js";
import { entriesOf } from "../lists/list.js";
import { publicationNumbers, readDelivered, readPublication } from "../lists/publications.js";
import { without } from "../lists/restamp.js";
import type { AnyRecord } from "../records/record-type.js";
import { namesIn } from "../storage/durable.js";
import type { Queries } from "../store/store.js";
import type { Feed } from "../workspace/workspace.js";
import { openFeed, type OpenFeed, type Published } from "./open-feed.js";
import { publishList } from "./publish-delivery.js";
import { dropBytes, dropLeaving } from "./retention.js";
import type { Setup } from "./setup.js";
import { gatherInputs } from "./evaluate-delivery.js";

/**
 * Removes a record for good (`docs/semantics.md` section 5, Privacy): from the list, by a publication without it and without a
 * note of it; from older publications and from what they changed; from delivered bytes, which go as a whole; from the
 * reports of runs. Done again after a crash, it finishes what is left.
 */
export interface Forgotten {
  /** Number of the publication without the record; undefined when the list did not hold it. */
  readonly number: number | undefined;
  /** Older publications that held the record, and do not any more. */
  readonly publications: readonly number[];
  /** Deliveries whose bytes are gone, by the beginning of their sha256. */
  readonly deliveries: readonly string[];
  /** Changes of the record, and reports of runs, that were removed. */
  readonly changes: number;
  readonly reports: number;
  /** Where it could not be removed and why, as sentences. */
  readonly left: readonly string[];
}

export async function forgetRecord(setup: Setup, feed: Feed, id: string, reason: string): Promise<Forgotten> {
  const open = await openFeed(setup, feed);
  try {
    const left: string[] = [];
    const published = await open.published();
    const record = await recordOf(published, id);
    const values = valuesOf(record, id);
    // The bytes go first: a list that is decided again from them would bring the record back.
    await dropLeaving(setup);
    const deliveries = await dropDeliveries(open, id, reason, left);
    // While the list still has her: from it is known what a report might show.
    const reports = await dropReports(setup, values);
    const publications = await publicationsWith(open, id);
    const changes = await changesOf(open, id);
    const isHeld = record !== undefined || isNoted(published, id);
    const number = isHeld ? await publishWithout(open, published, id, reason) : undefined;
    if (number === undefined) {
      await open.commit({ entries: [], also: (tx, feed) => forgetIn(tx, feed, id, publications) });
    }
    await setup.store.wipe();
    return { number, publications, deliveries, changes, reports, left };
  } finally {
    await open.close();
  }
}

async function recordOf({ list }: Published, id: string): Promise<AnyRecord | undefined> {
  for await (const entries of entriesOf(list)) {
    const found = entries.find(({ record }) => record.external_id === id);
    if (found !== undefined) return found.record;
  }
  return undefined;
}

/** Whether something is remembered of a record that is not in the list. */
function isNoted({ list, delivered }: Published, id: string): boolean {
  return list.removed.has(id) || Object.values(delivered).some(({ rejected }) => id in rejected);
}

/** What a report might show of the record: its id and the texts in it. */
function valuesOf(record: AnyRecord | undefined, id: string): ReadonlySet<string> {
  const texts = Object.values(record ?? {}).filter((value) => typeof value === "string" && value !== "");
  return new Set([id, ...(texts as string[])]);
}

async function publishWithout(
  open: OpenFeed,
  { current, list, delivered }: Published,
  id: string,
  reason: string,
): Promise<number | undefined> {
  if (current === undefined) return undefined;
  const { columns, source, mapping_sha256 } = current.publication;
  const by = userInfo().username;
  const publications = await publicationsWith(open, id);
  return publishList(open, {
    result: await without(list, id, { spill: open.scratch(), line: jsonLine(columns) }),
    columns,
    delivered: withoutRejected(delivered, id),
    source,
    mappingHash: mapping_sha256,
    entries: (number) => [{ state: "FORGOTTEN", deliveries: [], number, reason, by }],
    also: (tx, feed) => forgetIn(tx, feed, id, publications),
  });
}

/** The publications that can be had back and held the record: those from which a change of it, or its row of now, shows it. */
async function publicationsWith({ setup, feed }: OpenFeed, id: string): Promise<readonly number[]> {
  const numbers: number[] = [];
  for (const number of await publicationNumbers(setup.store.db, feed.name)) {
    const publication = await readPublication(setup.store.db, feed.name, number);
    if (publication === undefined) continue;
    const delivered = await readDelivered(setup.store.db, publication);
    const wasRejected = Object.values(delivered).some(({ rejected }) => id in rejected);
    if (wasRejected || (await held(setup.store.db, feed.name, number, id))) numbers.push(number);
  }
  return numbers;
}

/** Whether a publication held a record. */
async function held(db: Queries, name: string, number: number, id: string): Promise<boolean> {
  const { id: feed } = await db
    .selectFrom("feeds")
    .select("id")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  const next = await db
    .selectFrom("changes")
    .select("before")
    .where("feed", "=", feed)
    .where("id", "=", id)
    .where("number", ">", number)
    .orderBy("number")
    .executeTakeFirst();
  if (next !== undefined) return next.before !== null;
  const now = await db
    .selectFrom("records")
    .select("id")
    .where("feed", "=", feed)
    .where("id", "=", id)
    .executeTakeFirst();
  return now !== undefined;
}

async function changesOf({ setup, feed }: OpenFeed, id: string): Promise<number> {
  const rows = await setup.store.db
    .selectFrom("changes")
    .innerJoin("feeds", "feeds.id", "changes.feed")
    .select("changes.number")
    .where("feeds.name", "=", feed.name)
    .where("changes.id", "=", id)
    .execute();
  return rows.length;
}

/** Removes what the store holds of a record besides the list, and marks the publications that are not what they were. */
async function forgetIn(
  tx: Queries,
  feed: number,
  id: string,
  publications: readonly number[],
): Promise<void> {
  await tx.deleteFrom("changes").where("feed", "=", feed).where("id", "=", id).execute();
  await tx.deleteFrom("removed").where("feed", "=", feed).where("id", "=", id).execute();
  for (const number of publications) {
    const row = await tx
      .selectFrom("publications")
      .select(["facts", "delivered"])
      .where("feed", "=", feed)
      .where("number", "=", number)
      .executeTakeFirstOrThrow();
    const delivered = withoutRejected(JSON.parse(row.delivered) as DeliveredParts, id);
    const facts = { ...(JSON.parse(row.facts) as object), forgotten: true };
    await tx
      .updateTable("publications")
      .set({ facts: JSON.stringify(facts), delivered: JSON.stringify(delivered) })
      .where("feed", "=", feed)
      .where("number", "=", number)
      .execute();
  }
}

/** What is known of the last deliveries, without a row of the record that was rejected. */
function withoutRejected(delivered: DeliveredParts, id: string): DeliveredParts {
  return Object.fromEntries(
    Object.entries(delivered).map(([part, { rejected, ...rest }]) => {
      const { [id]: _, ...others } = rejected;
      return [part, { ...rest, rejected: others }];
    }),
  );
}

/** Removes the bytes and documents of every decided delivery that names the record. */
async function dropDeliveries(
  open: OpenFeed,
  id: string,
  reason: string,
  left: string[],
): Promise<readonly string[]> {
  const { blobs, db } = open.setup.store;
  const named: DeliveryState[] = [];
  for (const delivery of await deliveriesOf(db, open.feed.name, { withBytes: true })) {
    const path = await blobs.get(delivery.sha256);
    if (path === undefined) continue;
    const verdict = await names(open, delivery, path, id);
    const label = `${open.feed.name}: delivery ${delivery.sha256.slice(0, 12)} (received ${delivery.receivedAt})`;
    if (verdict === "unknown")
      left.push(`${label} cannot be read, so whether it names the record is not known.`);
    if (verdict !== "yes") continue;
    if (isOpen(delivery)) {
      left.push(
        `${label} names it and is not finished: once it is released, rejected or superseded, do this again.`,
      );
    } else {
      named.push(delivery);
    }
  }
  if (named.length === 0) return [];
  const shas = named.map(({ sha256 }) => sha256);
  await open.note({ state: "FORGOTTEN", deliveries: shas, reason, by: userInfo().username });
  await dropBytes(open, shas);
  for (const sha256 of shas) {
    if ((await blobs.get(sha256)) === undefined) continue;
    left.push(
      `Delivery ${sha256.slice(0, 12)} names it and is kept for another feed, which got the same file.`,
    );
  }
  return shas.map((sha256) => sha256.slice(0, 12));
}

/** Whether a delivery names the record, as the present mapping reads it. */
async function names(
  open: OpenFeed,
  delivery: DeliveryState,
  path: string,
  id: string,
): Promise<"yes" | "no" | "unknown"> {
  const { mapping, lookups } = await gatherInputs(open.setup, open.feed);
  const source = { ...(await diskFile(path)), name: delivery.arrival.name };
  let decided: Evaluation;
  try {
    const job = { source, mapping, lookups, account: open.feed.account, care: "lenient" as const };
    decided = await open.setup.evaluate(job, path, open.scratch());
  } catch {
    return "unknown";
  }
  if (decided.refused !== undefined) {
    // Nothing of it was mapped. Text shows what it holds; what is packed does not.
    const isText = decided.detected.format !== "spreadsheet";
    const bytes = await open.setup.disk.readFile(path);
    if (bytes.includes(id) || bytes.includes(Buffer.from(id, "utf16le"))) return "yes";
    return isText ? "no" : "unknown";
  }
  const isNamed =
    (await isAccepted(decided, id)) ||
    decided.deleted.some((row) => row.id === id) ||
    decided.rejected.some((row) => row.id === id || Object.values(row.cells).includes(id));
  return isNamed ? "yes" : "no";
}

async function isAccepted({ accepted }: Evaluation, id: string): Promise<boolean> {
  for await (const batch of accepted.batches()) {
    if (batch.some(({ record }) => record.external_id === id)) return true;
  }
  return false;
}

/** Reports of runs show values of people only where the workspace says so; those that show this one's go. */
async function dropReports({ disk, workspace }: Setup, values: ReadonlySet<string>): Promise<number> {
  const folder = join(workspace.data, "runs");
  let dropped = 0;
  for (const name of await namesIn(disk, folder)) {
    if (!workspace.showStaff || !name.endsWith(".json")) continue;
    const text = (await disk.readFile(join(folder, name))).toString("utf8");
    if (![...values].some((value) => text.includes(JSON.stringify(value)))) continue;
    // The page first: once the JSON beside it is gone, nothing leads to it.
    await disk.remove(join(folder, name.replace(/json$/, "html")));
    await disk.remove(join(folder, name));
    dropped += 1;
  }
  return dropped;
}
