import { z } from "zod";
import { entryAfter, isDone, oldEntries, reduceToIdentity } from "../lists/feed-log.js";
import { sql } from "../../store/kysely.js";
import { readFact, writeFact } from "../../store/facts.js";
import type { Queries } from "../../store/store.js";
import { day, hour } from "../../model/time-spans.js";
import type { Feed } from "../../workspace/workspace.js";
import type { Keep } from "../../workspace/retention-settings.js";
import type { OpenFeed } from "./open-feed.js";
import type { Setup } from "./setup.js";

/**
 * Deletes data that is older than the feed's `retention`: versions with the values of their changes, delivered bytes,
 * and finally history entries. Current data is always kept: the served version, its deliveries, held deliveries, and
 * people's decisions. `tx` is a transaction that holds the feed's lease. `dropLeaving` deletes the blobs afterward.
 */
export async function applyRetention(open: OpenFeed, tx: Queries, id: number): Promise<void> {
  const { setup, feed } = open;
  const { publications, archive, history } = feed.retention;
  const now = await trustedNow(tx, setup.clock.now());
  const published = await agingPublications(tx, id, publications)
    .select(({ fn }) => fn.max("number").as("number"))
    .where("at", "<", ago(now, publications.for))
    .executeTakeFirst();
  if (published?.number) await dropPublications(tx, id, feed, published.number);
  const shown = await shownChange(tx, id, feed)
    .select(["publications.number", "publications.at"])
    .executeTakeFirst();
  if (shown !== undefined && shown.at < ago(now, publications.for))
    await dropValues(tx, id, feed, shown.number);
  const aging = agingDeliveries(tx, id, archive).select("sha256");
  const old = aging.where("received_at", "<", ago(now, archive.for));
  await markForDeletion(tx, id).where("sha256", "in", old).execute();
  const oldest = await oldestEntry(tx, id).executeTakeFirst();
  if (oldest !== undefined && oldest.at < ago(now, history * slack))
    await dropHistory(tx, id, ago(now, history));
}

/** The last trusted time, and the time when the clock was first found to be too far ahead of the trusted time. */
const clockSchema = z.object({ at: z.iso.datetime(), ahead_since: z.iso.datetime().optional() });
const clockFact = "aging";

/** Milliseconds by which the clock may be ahead of the last trusted time before retention stops trusting the clock. */
const mostLeap = 7 * day;

/** Milliseconds that a clock must run after a jump before retention trusts the clock. */
const proving = 12 * hour;

/**
 * Returns the trusted time for measuring age: now, or the last trusted time after a clock jump. A single run with a
 * wrong clock must not delete data.
 */
async function trustedNow(tx: Queries, now: Date): Promise<Date> {
  const at = now.toISOString();
  const noted = await readClock(tx);
  const since = noted?.ahead_since;
  const leap = noted === undefined ? 0 : now.getTime() - Date.parse(noted.at);
  const isProved = since !== undefined && now.getTime() - Date.parse(since) >= proving;
  if (noted !== undefined && leap > mostLeap && !isProved) {
    if (since === undefined || since > at) await writeFact(tx, clockFact, { ...noted, ahead_since: at });
    return new Date(noted.at);
  }
  // Avoids a write if less than an hour has passed.
  if (noted === undefined || since !== undefined || Math.abs(leap) >= hour)
    await writeFact(tx, clockFact, { at });
  return now;
}

/** Returns the last trusted time if the clock is too far ahead. Otherwise, returns `now`. Records nothing. */
export async function agingUntil(db: Queries, now: Date): Promise<Date> {
  const believed = Date.parse((await readClock(db))?.at ?? now.toISOString());
  return now.getTime() - believed > mostLeap ? new Date(believed) : now;
}

async function readClock(db: Queries): Promise<z.infer<typeof clockSchema> | undefined> {
  return clockSchema.safeParse(await readFact(db, clockFact)).data;
}

/** Factor by which history may exceed its maximum age, so that entries are deleted in batches. */
const slack = 1.1;

/**
 * Returns the next time at which retention has work to do for the feed, in milliseconds since 1970. The time is in
 * the past if work is due, and infinity if no data will expire.
 */
export async function nextOld({ store: { db } }: Setup, feed: Feed, id: number): Promise<number> {
  const { publications, archive, history } = feed.retention;
  const at = await db
    .selectNoFrom([
      leavingOf(db).where("feed", "=", id).limit(1).as("leaving"),
      agingPublications(db, id, publications)
        .select(({ fn }) => fn.min("at").as("at"))
        .as("published"),
      shownChange(db, id, feed).select("publications.at").as("shown"),
      agingDeliveries(db, id, archive)
        .select(({ fn }) => fn.min("received_at").as("at"))
        .as("received"),
      oldestEntry(db, id).as("logged"),
    ])
    .executeTakeFirstOrThrow();
  if (at.leaving !== null) return 0;
  const over = (moment: string | null, span: number) => (moment ? Date.parse(moment) + span : Infinity);
  return Math.min(
    over(at.published, publications.for),
    over(at.shown, publications.for),
    over(at.received, archive.for),
    over(at.logged, history * slack),
  );
}

/** Available versions, except for the newest ones, which are always kept. */
function agingPublications(db: Queries, feed: number, { atLeast }: Keep) {
  const kept = db.selectFrom("publications").where("feed", "=", feed).where("delivered", "<>", "");
  const newest = kept
    .select("number")
    .orderBy("number", "desc")
    .offset(Math.max(1, atLeast) - 1)
    .limit(1);
  return kept.where("number", "<", newest);
}

/** Finished deliveries with stored bytes, except for those that produced the list and the newest ones. */
function agingDeliveries(db: Queries, feed: number, { atLeast }: Keep) {
  const kept = db.selectFrom("deliveries").where("feed", "=", feed).where("bytes", "=", "kept").where(isDone);
  const newest = kept
    .select("position")
    .orderBy("position", "desc")
    .offset(Math.max(1, atLeast) - 1)
    .limit(1);
  const needed = db.selectFrom("accepted_parts").select("delivery").where("feed", "=", feed);
  return kept
    .where("sha256", "not in", needed)
    .$if(atLeast > 0, (query) => query.where("position", "<", newest));
}

async function dropPublications(tx: Queries, id: number, feed: Feed, newest: number): Promise<void> {
  await tx
    .updateTable("publications")
    .set({ delivered: "" })
    .where("feed", "=", id)
    .where("number", "<=", newest)
    .execute();
  await dropValues(tx, id, feed, newest);
}

/** Keeps the change history but deletes the notes and, for lists of people, the values. */
async function dropValues(tx: Queries, id: number, feed: Feed, newest: number): Promise<void> {
  const none = { noted: null, ...(feed.type.personal ? { before: null, after: null } : {}) };
  await tx.updateTable("changes").set(none).where("feed", "=", id).where("number", "<=", newest).execute();
}

/**
 * The served version of a list of people if its change history still contains values. The version stays until it is
 * replaced, but the values are deleted. After that, a rollback to an earlier version is impossible.
 */
function shownChange(db: Queries, id: number, { type }: Feed) {
  return db
    .selectFrom("feeds")
    .innerJoin("publications", (join) =>
      join.onRef("publications.feed", "=", "feeds.id").onRef("publications.number", "=", "feeds.number"),
    )
    .where("feeds.id", "=", id)
    .$if(type.personal !== true, (query) => query.where(sql<boolean>`false`))
    .where((is) =>
      is.exists(
        is
          .selectFrom("changes")
          .select("changes.id")
          .whereRef("changes.feed", "=", "feeds.id")
          .whereRef("changes.number", "=", "feeds.number")
          .where((own) => own.or([own("before", "is not", null), own("after", "is not", null)])),
      ),
    );
}

function oldestEntry(db: Queries, feed: number) {
  return oldEntries(db, feed).select("at").orderBy("n").limit(1);
}

/**
 * Deletes data older than `before`: log entries that `oldEntries` returns, the changes in versions that are no
 * longer available, and arrivals whose files are no longer at their source.
 */
async function dropHistory(tx: Queries, feed: number, before: string): Promise<void> {
  const end = await entryAfter(tx, feed, before);
  // Deliveries are reduced first, because a delivery refers to the log entry with its reason.
  await reduceToIdentity(tx, feed, end);
  const entries = oldEntries(tx, feed).select("n").where("n", "<", end);
  await tx.deleteFrom("log").where("feed", "=", feed).where("n", "in", entries).execute();
  const gone = tx.selectFrom("publications").where("feed", "=", feed).where("delivered", "=", "");
  const last = gone.select(({ fn }) => fn.max("number").as("number")).where("at", "<", before);
  await tx.deleteFrom("changes").where("feed", "=", feed).where("number", "<=", last).execute();
  await tx
    .deleteFrom("publications")
    .where("feed", "=", feed)
    .where("delivered", "=", "")
    .where("at", "<", before)
    .execute();
  await dropStamps(tx, feed);
  await tx
    .deleteFrom("arrivals")
    .where("feed", "=", feed)
    .where("taken_at", "<>", "")
    .where("taken_at", "<", before)
    .execute();
}

/** Deletes the stamps of versions that no record refers to. */
async function dropStamps(tx: Queries, feed: number): Promise<void> {
  const used = tx.selectFrom("records").select("number").distinct().where("feed", "=", feed);
  await tx.deleteFrom("stamps").where("feed", "=", feed).where("number", "not in", used).execute();
}

/** Returns the time `span` milliseconds ago. The span may be infinite. */
function ago(now: Date, span: number): string {
  return new Date(Math.max(0, now.getTime() - span)).toISOString();
}

/**
 * Marks the bytes and documents of deliveries for deletion by `dropLeaving`. Bytes that another feed keeps are not
 * deleted.
 */
export function markForDeletion(tx: Queries, feed: number) {
  return tx.updateTable("deliveries").set({ bytes: "leaving" }).where("feed", "=", feed);
}

/** Deliveries that `markForDeletion` has marked. */
function leavingOf(db: Queries) {
  // A literal is used instead of a parameter, because a partial index covers exactly this value.
  return db.selectFrom("deliveries").select("sha256").where("bytes", "=", sql.lit("leaving"));
}

/** Deletes unused blobs and the documents of their deliveries, including those left by interrupted processes. */
export async function dropLeaving({ store }: Pick<Setup, "store">): Promise<void> {
  const leaving = await leavingOf(store.db).distinct().orderBy("sha256").execute();
  if (leaving.length === 0) return;
  await store.transaction(async (tx) => {
    for (const { sha256 } of leaving) {
      // Everything is done in one transaction, because another feed may be receiving the same bytes.
      const isThere = await store.blobs.has(sha256, tx);
      const kept = await tx
        .selectFrom("deliveries")
        .select("feed")
        .where("sha256", "=", sha256)
        .where("bytes", "=", "kept")
        .executeTakeFirst();
      if (kept === undefined && isThere) await store.blobs.delete(sha256, tx);
      const gone = await tx
        .updateTable("deliveries")
        .set({ bytes: "gone" })
        .where("sha256", "=", sha256)
        .where("bytes", "=", "leaving")
        .returning("feed")
        .execute();
      for (const { feed } of gone)
        await tx.deleteFrom("documents").where("feed", "=", feed).where("delivery", "=", sha256).execute();
    }
  });
}
