import { createHash } from "node:crypto";
import { inParts, putRow } from "../../store/bulk.js";
import type { Queries } from "../../store/store.js";
import { sql, type Selectable } from "../../store/kysely.js";
import { day } from "../../model/time-spans.js";
import type { Schema } from "../../store/schema.js";
import type { Feed } from "../../workspace/workspace.js";
import {
  arrivalKey,
  nothingYet,
  type Accepted,
  type DeliveryState,
  type DeliveryStatus,
  type FeedState,
} from "./feed-state.js";
import { heldReason, type Arrival, type DecisionInputs, type DeliveryCounts, type Entry } from "./log.js";
import { entriesIn, grouped, guardsAt, reasonsAt } from "./log-rows.js";

/**
 * This module reads the log and the state of feeds and deliveries from the store. `transition.ts` writes both in one
 * transaction.
 */

export interface StoredFeed {
  readonly id: number;
  /** Number of the last log entry. */
  readonly entries: number;
  /** Number of the current version, or 0 if there is none. */
  readonly number: number;
  readonly state: FeedState;
}

export async function readFeed(db: Queries, name: string): Promise<StoredFeed | undefined> {
  return (await readFeeds(db, [name])).get(name);
}

/**
 * Returns those of the named feeds that are in the store, each with its open deliveries, the deliveries that produced
 * its list, and the delivery that arrived last.
 */
export async function readFeeds(
  db: Queries,
  names: readonly string[],
): Promise<ReadonlyMap<string, StoredFeed>> {
  return new Map(await inParts(names, (some) => storedFeeds(db, some)));
}

async function storedFeeds(
  db: Queries,
  names: readonly string[],
): Promise<readonly (readonly [string, StoredFeed])[]> {
  const feeds = await db
    .selectFrom("feeds")
    .select(["id", "name", "entries", "number"])
    .select(["paused_to", "paused_position", "last_published_at", "confirmed_at"])
    .where("name", "in", names)
    .execute();
  if (feeds.length === 0) return [];
  const ids = feeds.map(({ id }) => id);
  const parts = await db
    .selectFrom("accepted_parts")
    .selectAll()
    .where("feed", "in", ids)
    .orderBy("feed")
    .orderBy("part")
    .execute();
  const approvals = await db.selectFrom("approvals").selectAll().where("feed", "in", ids).execute();
  const deliveries = grouped(await loadDeliveries(db, ids), ({ feed }) => feed);
  const pauses = feeds.flatMap(({ id: feed, paused_position: n }) => (n === null ? [] : [{ feed, n }]));
  const reasons = await reasonsAt(db, pauses);
  return feeds.map(({ id, name, entries, number, ...own }) => {
    const { paused_to: to, paused_position: n, last_published_at, confirmed_at } = own;
    const inOrder = deliveries(id).map(({ state }) => [state.sha256, state] as const);
    const state: FeedState = {
      deliveries: new Map(inOrder.sort(([, a], [, b]) => a.firstOrder - b.firstOrder)),
      accepted: new Map(
        parts.flatMap((row) => (row.feed === id ? [[row.part, acceptedOf(row)] as const] : [])),
      ),
      released: new Map(
        approvals.flatMap((row) => (row.feed === id ? [[row.change_set, row.delivery] as const] : [])),
      ),
      paused:
        to === null || n === null ? undefined : { to, reason: reasons({ feed: id, n }).reason, order: n },
      lastPublishedAt: last_published_at ?? undefined,
      confirmedAt: confirmed_at ?? undefined,
    };
    return [name, { id, entries, number, state }];
  });
}

function acceptedOf(row: Selectable<Schema["accepted_parts"]>): Accepted {
  const { delivery: sha256, amended } = row;
  const inputs = inputsOf(row);
  return { sha256, ...(inputs !== undefined && { inputs }), ...(amended !== null && { amended }) };
}

type InputColumns = Pick<
  Selectable<Schema["deliveries"]>,
  "mapping" | "lists" | "settings" | "engine" | "today"
>;

function inputsOf({ mapping, lists, settings, engine, today }: InputColumns): DecisionInputs | undefined {
  if (mapping === null || lists === null || settings === null || engine === null || today === null)
    return undefined;
  return { mapping, lists, settings, engine, today };
}

/**
 * The condition of the `undecided_deliveries` index. Literals are used, because the database does not use the index
 * for conditions with parameters.
 */
export const undecidedOrPending = sql<boolean>`(status in ('RECEIVED', 'WAITING', 'HELD')
  or status in ('PUBLISHED', 'UNCHANGED') and pending_reference > 0)`;

/**
 * SQL condition that is true if a delivery has no pending work: it is processed, no row has a pending reference, and
 * the after-action was applied to its file.
 */
export const isDone = sql<boolean>`(${undecidedOrPending} is not true and not exists (select 1 from unacknowledged
  where unacknowledged.feed = deliveries.feed and unacknowledged.delivery = deliveries.sha256))`;

export async function isAnyHeld(db: Queries, feeds: readonly string[]): Promise<boolean> {
  const held = await inParts(feeds, (some) =>
    db
      .selectFrom("deliveries")
      .innerJoin("feeds", "feeds.id", "deliveries.feed")
      .select("sha256")
      .where("feeds.name", "in", some)
      .where("status", "=", "HELD")
      .limit(1)
      .execute(),
  );
  return held.length > 0;
}

interface FeedDelivery {
  readonly feed: number;
  readonly state: DeliveryState;
}

async function loadDeliveries(db: Queries, feeds: readonly number[]): Promise<readonly FeedDelivery[]> {
  const ids = sql.join(feeds);
  // The last position is looked up once per feed rather than per delivery.
  const { rows } = await sql<DeliveryRow>`
    with ends as materialized (
      select id, (select max(position) from deliveries where feed = feeds.id) as position
      from feeds where id in (${ids})
    ), wanted as (
      select feed, sha256 from ends
      join deliveries on deliveries.feed = ends.id and deliveries.position = ends.position
      union select feed, sha256 from deliveries where feed in (${ids}) and ${undecidedOrPending}
      union select feed, delivery from unacknowledged where feed in (${ids})
      union select feed, delivery from accepted_parts where feed in (${ids})
    )
    select deliveries.* from wanted
    join deliveries on deliveries.feed = wanted.feed and deliveries.sha256 = wanted.sha256`.execute(db);
  return foundDeliveries(db, rows, feeds);
}

type DeliveryRow = Selectable<Schema["deliveries"]>;

async function foundDeliveries(
  db: Queries,
  rows: readonly DeliveryRow[],
  feeds: readonly number[],
): Promise<readonly FeedDelivery[]> {
  if (rows.length === 0) return [];
  const shas = rows.map(({ sha256 }) => sha256);
  const byDelivery = async <Row extends { readonly feed: number; readonly delivery: string }>(
    query: (some: readonly string[]) => { execute(): Promise<Row[]> },
  ) =>
    grouped(await inParts(shas, (some) => query(some).execute()), ({ feed, delivery }) =>
      keyOf({ feed, sha256: delivery }),
    );
  const arrivals = await byDelivery((some) =>
    db
      .selectFrom("unacknowledged")
      .selectAll()
      .where("feed", "in", feeds)
      .where("delivery", "in", some)
      .orderBy("n"),
  );
  const entriesOf = ({ feed, ...row }: DeliveryRow) =>
    [row.reason_position, row.retrying_position, row.uploaded_position].flatMap((n) =>
      n === null ? [] : [{ feed, n }],
    );
  const reasons = await reasonsAt(db, rows.flatMap(entriesOf));
  const guards = await guardsAt(
    db,
    rows.flatMap((row) => (row.status === "HELD" ? entriesOf(row).slice(0, 1) : [])),
  );
  const balances = await byDelivery((some) =>
    db
      .selectFrom("balances")
      .selectAll()
      .where("feed", "in", feeds)
      .where("delivery", "in", some)
      .orderBy("place"),
  );
  return rows.map((row) => {
    const key = keyOf(row);
    return { feed: row.feed, state: stateOf(row, arrivals(key), { reasons, guards }, balances(key)) };
  });
}

function keyOf({ feed, sha256 }: { readonly feed: number; readonly sha256: string }): string {
  return `${feed} ${sha256}`;
}

function stateOf(
  row: DeliveryRow,
  arrivals: readonly Selectable<Schema["unacknowledged"]>[],
  log: {
    readonly reasons: Awaited<ReturnType<typeof reasonsAt>>;
    readonly guards: Awaited<ReturnType<typeof guardsAt>>;
  },
  balances: readonly Selectable<Schema["balances"]>[],
): DeliveryState {
  const { feed, status, reason_position, retrying_since, retrying_position, uploaded_position } = row;
  const reasonAt = (n: number | null) => (n === null ? "" : log.reasons({ feed, n }).reason);
  const guards =
    status === "HELD" && reason_position !== null ? log.guards({ feed, n: reason_position }) : [];
  const held = guards.map(({ sentence = "", ...guard }) => ({ ...guard, sentence }));
  return {
    sha256: row.sha256,
    status,
    statusAt: row.status_at,
    receivedAt: row.received_at,
    order: row.position,
    firstOrder: row.first_position,
    decidedOrder: row.decided_position,
    part: row.part,
    sequence: row.sequence,
    arrival: arrivalIn(row),
    delivered: uploaded_position === null ? undefined : uploadedAt(log.reasons, feed, uploaded_position),
    unacknowledged: arrivals.map(arrivalIn),
    decidedAs: row.decided_as ?? undefined,
    decidedAt: row.decided_at ?? undefined,
    wasTaken: row.was_taken === 1,
    number: row.number ?? undefined,
    reason: status === "HELD" ? heldReason(held) : reasonAt(reason_position),
    reasonOrder: reason_position ?? undefined,
    guards: held,
    changeSet: row.change_set,
    rejectedBy: row.rejected_by ?? undefined,
    retrying:
      retrying_since === null || retrying_position === null
        ? undefined
        : { since: retrying_since, reason: reasonAt(retrying_position), order: retrying_position },
    crashes: row.crashes,
    isReplay: row.is_replay === 1,
    isForgotten: row.is_forgotten === 1,
    isUnread: row.is_unread === 1 ? true : undefined,
    hasNewSize: row.has_new_size === 1,
    amends: row.amends ?? undefined,
    counts: countsOf(row, balances),
    inputs: inputsOf(row),
  };
}

function uploadedAt(
  reasons: Awaited<ReturnType<typeof reasonsAt>>,
  feed: number,
  n: number,
): DeliveryState["delivered"] {
  const { person, reason } = reasons({ feed, n });
  return { by: person ?? "", reason, order: n };
}

function arrivalIn({ source, name, size, modified, identity }: Arrival): Arrival {
  return { source, name, size, modified, identity };
}

function countsOf(
  row: DeliveryRow,
  balances: readonly Selectable<Schema["balances"]>[],
): DeliveryCounts | undefined {
  const { rows_read: read, accepted, rejected, skipped, merged, stale, pending_reference } = row;
  if (read === null) return undefined;
  const within = balances.map(({ feed: _, delivery: __, place: ___, subject: of, currency, ...sums }) => ({
    of,
    ...(currency !== null && { currency }),
    ...sums,
  }));
  return {
    read,
    accepted: accepted ?? 0,
    rejected: rejected ?? 0,
    skipped: skipped ?? 0,
    merged: merged ?? 0,
    stale: stale ?? 0,
    ...(pending_reference !== null && { pending_reference }),
    ...(within.length > 0 && { within }),
  };
}

/** Maximum number of refused deliveries to read per feed, newest first. */
const mostRefused = 200;

export interface RefusedDelivery extends DeliveryState {
  /** False if a later delivery replaces this delivery (`docs/semantics.md` section 2). */
  readonly isCurrent: boolean;
}

/**
 * Returns a function from a feed's name to the feed's refused deliveries in order of arrival: those that are current,
 * and those that were refused after `since`. By default, `since` excludes all deliveries that are not current.
 */
export async function readRefused(
  db: Queries,
  feeds: readonly Pick<Feed, "name" | "delivery">[],
  since = "~",
): Promise<(feed: string) => readonly RefusedDelivery[]> {
  const found = await inParts(feeds, async (some) => {
    const deltas = some.flatMap(({ name, delivery }) => (delivery === "delta" ? [name] : []));
    const isDelta = deltas.length === 0 ? sql`1 = 0` : sql`own.feed_name in (${sql.join(deltas)})`;
    // A file that arrived before the refusal replaces the refused file only if the other file is newer.
    const replaces = sql`later.feed = own.feed and later.part = own.part and later.sha256 <> own.sha256
      and later.status <> 'RECEIVED' and (later.amends is null or own.amends is not null)
      and (own.rejected_by is not null or not ${isDelta} or later.name = own.name
        or own.sequence <> '' and later.sequence = own.sequence)
      and case when later.position > own.decided_position then 1 = 1
        when own.sequence <> '' and later.sequence <> '' then later.sequence > own.sequence
        else own.position < later.decided_position
          and (later.modified, later.name, later.position) > (own.modified, own.name, own.position) end`;
    const { rows } = await sql<DeliveryRow & { readonly feed_name: string; readonly is_current: number }>`
      select * from (
        select own.*,
          case when exists (select 1 from deliveries as later where ${replaces}) then 0 else 1 end as is_current
        from (
          select deliveries.*, feeds.name as feed_name,
            row_number() over (partition by feed order by deliveries.position desc) as back
          from deliveries join feeds on feeds.id = deliveries.feed
          where feeds.name in (${sql.join(some.map(({ name }) => name))}) and status in ('REJECTED', 'QUARANTINED')
        ) as own where back <= ${mostRefused}
      ) as refused where is_current = 1 or status_at > ${since} order by position`.execute(db);
    const states = await foundDeliveries(db, rows, [...new Set(rows.map(({ feed }) => feed))]);
    return rows.map(({ feed_name, is_current }, index) => ({
      feed: feed_name,
      delivery: { ...(states[index] as FeedDelivery).state, isCurrent: is_current === 1 },
    }));
  });
  const refused = grouped(found, ({ feed }) => feed);
  return (feed) => refused(feed).map(({ delivery }) => delivery);
}

export function feedNamed(db: Queries, name: string) {
  return db.selectFrom("feeds").select("id").where("name", "=", name);
}

export async function feedId(db: Queries, name: string): Promise<number | undefined> {
  return (await feedNamed(db, name).executeTakeFirst())?.id;
}

/** Returns a feed's state, or an empty state if the feed is not in the store yet. */
export async function readState(db: Queries, name: string): Promise<FeedState> {
  return (await readFeed(db, name))?.state ?? nothingYet;
}

/** Returns a feed for writing and creates it if necessary. */
export async function ensureFeed(db: Queries, name: string): Promise<StoredFeed> {
  const known = await readFeed(db, name);
  if (known !== undefined) return known;
  await db
    .insertInto("feeds")
    .values({ name, entries: 0, number: 0 })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return ensureFeed(db, name);
}

export async function readDelivery(
  db: Queries,
  feed: number,
  sha256: string,
): Promise<DeliveryState | undefined> {
  const rows = await db
    .selectFrom("deliveries")
    .selectAll()
    .where("feed", "=", feed)
    .where("sha256", "=", sha256)
    .execute();
  return (await foundDeliveries(db, rows, [feed]))[0]?.state;
}

/** Period over which the usual number of rows is measured, in milliseconds. */
export const monthOfRows = 30 * day;

/** Returns the median number of rows over 30 days, or undefined if there are fewer than three deliveries. */
export async function usualRows(
  db: Queries,
  feed: number,
  part: string,
  now: Date,
): Promise<number | undefined> {
  const since = new Date(now.getTime() - monthOfRows).toISOString();
  const { rows } = await sql<{ rows: number }>`
    select rows from (
      select rows, row_number() over (order by rows) as place, count(*) over () as deliveries
      from row_counts where feed = ${feed} and part = ${part} and at >= ${since}
    ) as ordered
    where deliveries >= 3 and place = deliveries / 2 + 1`.execute(db);
  return rows[0]?.rows;
}

/** Returns the remaining facts about a delivery that was removed from the history, or undefined if there are none. */
export async function readEarlier(
  db: Queries,
  feed: number,
  sha256: string,
): Promise<Pick<DeliveryState, "decidedAs" | "wasTaken" | "receivedAt" | "firstOrder"> | undefined> {
  const row = await db
    .selectFrom("earlier")
    .selectAll()
    .where("feed", "=", feed)
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  return (
    row && {
      decidedAs: row.decided_as,
      wasTaken: row.was_taken === 1,
      receivedAt: row.received_at,
      firstOrder: row.n,
    }
  );
}

/** Returns the last entries in a feed's log, oldest first. By default, returns all entries. */
export async function readLog(
  db: Queries,
  name: string,
  { most, delivery, states, except }: LogSelection = {},
): Promise<readonly Entry[]> {
  const rows = await db
    .selectFrom("log")
    .selectAll()
    .where("feed", "=", feedNamed(db, name))
    .$if(delivery !== undefined, (query) =>
      query.where(sql`substr(delivery, 1, ${(delivery ?? "").length})`, "=", delivery ?? ""),
    )
    .$if(states !== undefined, (query) => query.where("state", "in", states ?? []))
    .$if(except !== undefined, (query) => query.where("state", "not in", except ?? []))
    .orderBy("n", "desc")
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute();
  return entriesIn(db, rows.reverse());
}

interface LogSelection {
  readonly most?: number;
  /** Beginning of the delivery's SHA-256 hash. */
  readonly delivery?: string;
  readonly states?: readonly Entry["state"][];
  readonly except?: readonly Entry["state"][];
}

/** Returns the time from which a feed's log is complete, or null if no entry was deleted. */
export async function logWholeSince(db: Queries, name: string): Promise<string | null> {
  const first = await db
    .selectFrom("log")
    .select(["n", "at"])
    .where("feed", "=", feedNamed(db, name))
    .where(
      sql<boolean>`not exists (select 1 from log as before where before.feed = log.feed and before.n = log.n - 1)`,
    )
    .orderBy("n", "desc")
    .limit(1)
    .executeTakeFirst();
  return first === undefined || first.n === 1 ? null : first.at;
}

/**
 * Returns when a person rolled back the list that a delivery produced or confirmed. Returns undefined if the list was
 * not rolled back, or if the delivery was accepted again or its list was restored afterward.
 *
 * A rollback clears the inputs of each part's accepted delivery. Such a delivery is treated as rolled back even if
 * the restored list was produced from it.
 */
export async function rolledBackAt(db: Queries, feed: number, sha256: string): Promise<string | undefined> {
  const { rows } = await sql<{ at: string }>`
    select rollback.at from log as accepted
    join log as rollback on rollback.feed = accepted.feed and rollback.state = 'ROLLED_BACK' and rollback.n > accepted.n
    join publications as restored on restored.feed = rollback.feed and restored.number = rollback.number
    where accepted.feed = ${feed} and accepted.n = (
        select max(n) from log where feed = ${feed} and delivery = ${sha256} and state in ('PUBLISHED', 'UNCHANGED'))
      and (restored.rolled_back_to < (
          select number from log
          where feed = ${feed} and n <= accepted.n and number is not null order by n desc limit 1)
        or exists (select 1 from accepted_parts where feed = ${feed} and delivery = ${sha256} and mapping is null))
      and not exists (select 1 from publications as again
        where again.feed = ${feed} and again.delivery = ${sha256} and again.rolled_back_to is not null
          and again.number > restored.number)
    order by rollback.n desc limit 1`.execute(db);
  return rows[0]?.at;
}

/**
 * A query for log entries that retention may delete. The query excludes people's decisions, the entries for
 * deliveries that are not finished or whose bytes are kept, and the reasons for the statuses of deliveries.
 */
export function oldEntries(db: Queries, feed: number) {
  return db
    .selectFrom("log")
    .where("log.feed", "=", feed)
    .where("log.person", "is", null)
    .where((build) =>
      build.not(
        build.exists(
          build
            .selectFrom("deliveries")
            .select("deliveries.sha256")
            .whereRef("deliveries.feed", "=", "log.feed")
            .whereRef("deliveries.sha256", "=", "log.delivery")
            .where((is) =>
              is.or([
                is("deliveries.bytes", "=", "kept"),
                is.not(isDone),
                is("deliveries.reason_position", "=", is.ref("log.n")),
                is("deliveries.retrying_position", "=", is.ref("log.n")),
              ]),
            ),
        ),
      ),
    );
}

/**
 * Returns the number of the first entry at or after the given time. If there is no such entry, returns a number
 * greater than that of any entry.
 */
export async function entryAfter(db: Queries, feed: number, moment: string): Promise<number> {
  const row = await db
    .selectFrom("log")
    .select("n")
    .where("feed", "=", feed)
    .where("at", ">=", moment)
    .orderBy("n")
    .limit(1)
    .executeTakeFirst();
  return row?.n ?? Number.MAX_SAFE_INTEGER;
}

/**
 * For finished deliveries that have no bytes and are older than all accepted deliveries, keeps only the facts that are
 * needed if the deliveries arrive again. `end` is the number of the first entry that stays in the history. A delivery
 * that a person approved is kept until the approval is used.
 */
export async function reduceToIdentity(tx: Queries, feed: number, end: number): Promise<void> {
  const accepted = tx
    .selectFrom("accepted_parts")
    .innerJoin("deliveries as latest", (join) =>
      join
        .onRef("latest.feed", "=", "accepted_parts.feed")
        .onRef("latest.sha256", "=", "accepted_parts.delivery"),
    )
    .select(({ fn }) => fn.min("latest.position").as("position"))
    .where("accepted_parts.feed", "=", feed);
  const old = tx
    .selectFrom("deliveries")
    .where("feed", "=", feed)
    .where("position", "<", end)
    .where("position", "<", accepted)
    .where(isDone)
    .where("bytes", "=", "gone")
    .where("sha256", "not in", tx.selectFrom("approvals").select("delivery").where("feed", "=", feed))
    .select(["sha256", "first_position", "received_at", "decided_as", "was_taken"]);
  for (const { sha256, first_position: n, decided_as, ...rest } of await old.execute()) {
    await putRow(tx, "earlier", { feed, sha256, n, decided_as: decided_as ?? "REJECTED", ...rest });
    await tx.deleteFrom("deliveries").where("feed", "=", feed).where("sha256", "=", sha256).execute();
  }
}

/** The last HELD entry for each delivery, by SHA-256 hash. */
export type HeldEntries = ReadonlyMap<string, Extract<Entry, { readonly state: "HELD" }>>;

/** Returns the HELD entries for the deliveries that are currently held. */
export async function readHeldEntries(db: Queries, name: string): Promise<HeldEntries> {
  const rows = await db
    .selectFrom("log")
    .innerJoin("deliveries", (join) =>
      join.onRef("deliveries.feed", "=", "log.feed").onRef("deliveries.reason_position", "=", "log.n"),
    )
    .selectAll("log")
    .where("deliveries.feed", "=", feedNamed(db, name))
    .where(undecidedOrPending)
    .where("deliveries.status", "=", "HELD")
    .execute();
  const entries = await entriesIn(db, rows);
  return new Map(entries.flatMap((entry) => (entry.state === "HELD" ? [[entry.delivery, entry]] : [])));
}

export type Rollback = Pick<Extract<Entry, { state: "ROLLED_BACK" }>, "at" | "by" | "reason">;

export async function lastRollback(db: Queries, name: string): Promise<Rollback | undefined> {
  const row = await db
    .selectFrom("log")
    .selectAll()
    .where("feed", "=", feedNamed(db, name))
    .where("state", "=", "ROLLED_BACK")
    .orderBy("n", "desc")
    .limit(1)
    .executeTakeFirst();
  const [entry] = row === undefined ? [] : await entriesIn(db, [row]);
  return entry?.state === "ROLLED_BACK" ? entry : undefined;
}

/** Returns the SHA-256 hashes of the deliveries that an arrival produced in any of these feeds. */
export async function deliveriesFromArrival(
  db: Queries,
  feeds: readonly string[],
  arrival: Arrival,
): Promise<readonly string[]> {
  if (feeds.length === 0) return [];
  const rows = await db
    .selectFrom("arrivals")
    .innerJoin("feeds", "feeds.id", "arrivals.feed")
    .select("arrivals.delivery")
    .distinct()
    .where("feeds.name", "in", feeds)
    .where("arrivals.arrival", "=", digestOf(arrival))
    .execute();
  return rows.map(({ delivery }) => delivery);
}

/** Returns the delivery for an arrival, with its status. Returns undefined if the arrival was not received. */
export async function deliveryOf(
  db: Queries,
  name: string,
  arrival: Arrival,
): Promise<Pick<DeliveryState, "sha256" | "status"> | undefined> {
  const row = await db
    .selectFrom("arrivals")
    .innerJoin("feeds", "feeds.id", "arrivals.feed")
    .leftJoin("deliveries", (join) =>
      join
        .onRef("deliveries.feed", "=", "arrivals.feed")
        .onRef("deliveries.sha256", "=", "arrivals.delivery"),
    )
    .leftJoin("earlier", (join) =>
      join.onRef("earlier.feed", "=", "arrivals.feed").onRef("earlier.sha256", "=", "arrivals.delivery"),
    )
    .select(["arrivals.delivery", "deliveries.status", "earlier.decided_as"])
    .where("feeds.name", "=", name)
    .where("arrivals.arrival", "=", digestOf(arrival))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return { sha256: row.delivery, status: (row.status ?? row.decided_as) as DeliveryStatus };
}

/** Records that files are no longer at their sources, so that their arrivals can expire. */
export async function noteTaken(
  tx: Queries,
  feed: number,
  arrivals: readonly Arrival[],
  at: string,
): Promise<void> {
  if (arrivals.length === 0) return;
  await tx
    .updateTable("arrivals")
    .set({ taken_at: at })
    .where("feed", "=", feed)
    .where("arrival", "in", arrivals.map(digestOf))
    .execute();
}

/** Returns the keys of the arrivals that the given feed, or any feed if none is given, has received. */
export async function knownArrivals(
  db: Queries,
  arrivals: readonly Arrival[],
  feed?: string,
): Promise<ReadonlySet<string>> {
  const keys = new Map(arrivals.map((arrival) => [digestOf(arrival), arrivalKey(arrival)]));
  const rows = await inParts([...keys.keys()], (digests) =>
    db
      .selectFrom("arrivals")
      .select("arrival")
      .where("arrival", "in", digests)
      .$if(feed !== undefined, (query) => query.where("feed", "=", feedNamed(db, feed ?? "")))
      .execute(),
  );
  return new Set(rows.map(({ arrival }) => keys.get(arrival) ?? ""));
}

/** Returns a feed's deliveries in order of their last arrival. */
export async function deliveriesOf(
  db: Queries,
  name: string,
  {
    beginning = "",
    withBytes = false,
  }: {
    /** Beginning of the SHA-256 hash. */
    readonly beginning?: string;
    /** If true, returns only deliveries whose bytes are kept. */
    readonly withBytes?: boolean;
  } = {},
): Promise<readonly DeliveryState[]> {
  const rows = await db
    .selectFrom("deliveries")
    .selectAll()
    .where("feed", "=", feedNamed(db, name))
    .where("sha256", ">=", beginning)
    .where("sha256", "<", `${beginning}g`)
    .$if(withBytes, (query) => query.where("bytes", "=", "kept"))
    .orderBy("position")
    .execute();
  const [first] = rows;
  if (first === undefined) return [];
  return (await foundDeliveries(db, rows, [first.feed])).map(({ state }) => state);
}

/** Returns a hash of an arrival, because file names are too long for a key. */
export function digestOf(arrival: Arrival): string {
  return createHash("sha256").update(arrivalKey(arrival)).digest("hex");
}
