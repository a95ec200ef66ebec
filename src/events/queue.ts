import { sql, type RawBuilder } from "../store/kysely.js";
import { dropFact, readFact, writeFact } from "../store/facts.js";
import type { Queries, Store } from "../store/store.js";

/**
 * Changes to report to the platform (`docs/interface.md` section 6). Only the latest visible version of each entity is
 * reported. A publication does not write to the queue. Instead, the feed stores the last queued publication number,
 * and later changes are added to the queue before sending. A crash or a change to `sync` therefore loses no events.
 */

export interface DueEvent {
  readonly feed: number;
  readonly id: string;
  /** When this version became visible, in seconds since 1970. */
  readonly second: number;
  readonly tries: number;
}

export interface EventResult {
  readonly event: DueEvent;
  readonly state: "waiting" | "sent" | "refused";
  /** Milliseconds since 1970. */
  readonly nextTry: number;
  /** The platform's response or the reason for a failure, shown to people. */
  readonly answer: object;
}

/** True if a visible change is not queued yet, or if a queued event is due. */
export async function isAnyDue(db: Queries, feeds: readonly number[], now: Date): Promise<boolean> {
  const fresh = await unqueued(db).where("id", "in", feeds).executeTakeFirst();
  const due = fresh === undefined ? await nextDue(db, feeds) : 0;
  return due !== undefined && due <= now.getTime();
}

function unqueued(db: Queries) {
  return db.selectFrom("feeds").select("id").where("number", ">", 0).whereRef("number", ">", "queued");
}

/**
 * Queues the changes that have become visible since the last call. `firstLoad` specifies whether the platform
 * receives an event for every existing record when events are first turned on.
 */
export async function queueChanges(store: Store, feed: number, firstLoad: "send" | "skip"): Promise<void> {
  if ((await unqueued(store.db).where("id", "=", feed).executeTakeFirst()) === undefined) return;
  await store.transaction(async (tx) => {
    // The row lock prevents publishing and queueing at the same time, so all records up to this number are visible
    // here.
    const { number, queued } = await tx
      .selectFrom("feeds")
      .select(["number", "queued"])
      .where("id", "=", feed)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (queued >= 0 || firstLoad === "send") await enqueue(tx, feed, sql`records.number > ${queued}`);
    // The platform cannot fetch removed records, so their unsent events are deleted.
    await sql`delete from events where feed = ${feed} and state in ('waiting', 'refused') and not exists
      (select 1 from records where records.feed = events.feed and records.id = events.id)`.execute(tx);
    await tx.updateTable("feeds").set({ queued: number }).where("id", "=", feed).execute();
  });
}

/**
 * Queues an event for each selected record, due immediately, even if an event was sent before. Returns the number of
 * events.
 */
async function enqueue(db: Queries, feed: number, which: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows } =
    await sql`insert into events (feed, id, second, state, tries, next_try, at, answer)
      select records.feed, records.id, stamps.second, 'waiting', 0, 0, '', ''
        from records join stamps on stamps.feed = records.feed and stamps.number = records.number
        where records.feed = ${feed} and ${which}
      on conflict (feed, id) do update set second = excluded.second, state = 'waiting', tries = 0, next_try = 0`.execute(
      db,
    );
  return Number(numAffectedRows ?? 0);
}

interface DueQuery {
  readonly now: Date;
  readonly limit: number;
  /** IDs of entities to skip, because their events are being sent or the results are not stored yet. */
  readonly but: readonly string[];
  /** True to return only events with a failed attempt, false to return only events without a failed attempt. */
  readonly tried: boolean;
}

/** Returns events that may be sent now, longest overdue first. */
export async function dueEvents(
  db: Queries,
  feed: number,
  { now, limit, but, tried }: DueQuery,
): Promise<readonly DueEvent[]> {
  return waiting(db, [feed])
    .select(["feed", "id", "second", "tries"])
    .where("next_try", tried ? ">" : "=", 0)
    .where("next_try", "<=", now.getTime())
    .$if(but.length > 0, (query) => query.where("id", "not in", but))
    .orderBy("next_try")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Returns when the next event is due, in milliseconds since 1970. Undefined if no event is waiting. */
export async function nextDue(db: Queries, feeds: readonly number[]): Promise<number | undefined> {
  const row = await waiting(db, feeds).select("next_try").orderBy("next_try").limit(1).executeTakeFirst();
  return row?.next_try;
}

function waiting(db: Queries, feeds: readonly number[]) {
  return db.selectFrom("events").where("feed", "in", feeds).where("state", "=", "waiting");
}

/** If a newer version of the entity has become visible in the meantime, its event remains `waiting`. */
export async function noteResults(store: Store, results: readonly EventResult[], now: Date): Promise<void> {
  if (results.length === 0) return;
  await store.transaction(async (tx) => {
    for (const { event, state, nextTry, answer } of results) {
      await tx
        .updateTable("events")
        .set({
          state,
          next_try: nextTry,
          tries: state === "waiting" ? event.tries + 1 : event.tries,
          at: now.toISOString(),
          answer: JSON.stringify(answer),
        })
        .where("feed", "=", event.feed)
        .where("id", "=", event.id)
        .where("second", "=", event.second)
        .execute();
    }
  });
}

/** Returns why the event with the latest scheduled retry failed. Undefined if no retry is scheduled. */
export async function lastFailed(db: Queries, feed: number): Promise<string | undefined> {
  const row = await waiting(db, [feed])
    .select("answer")
    .where("next_try", ">", 0)
    .orderBy("next_try", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.answer) as { readonly reason: string }).reason;
}

export async function countRefused(db: Queries, feed: number): Promise<number> {
  const { count } = await db
    .selectFrom("events")
    .select(sql<number>`count(*)`.as("count"))
    .where("feed", "=", feed)
    .where("state", "=", "refused")
    .executeTakeFirstOrThrow();
  return count;
}

export interface EventCounts {
  readonly waiting: number;
  readonly sent: number;
  readonly refused: number;
  /** When the oldest waiting version became visible, in seconds since 1970. */
  readonly oldest: number | undefined;
}

/** Counts events by state. Changes that are not queued yet count as waiting. */
export async function countEvents(
  db: Queries,
  feed: number,
  firstLoad: "send" | "skip",
): Promise<EventCounts> {
  const isFresh = sql`records.number > feeds.queued and (feeds.queued >= 0 or ${firstLoad} = 'send')`;
  const rows = await db
    .selectFrom("records")
    .innerJoin("feeds", "feeds.id", "records.feed")
    .innerJoin("stamps", (join) =>
      join.onRef("stamps.feed", "=", "records.feed").onRef("stamps.number", "=", "records.number"),
    )
    .leftJoin("events", (join) =>
      join.onRef("events.feed", "=", "records.feed").onRef("events.id", "=", "records.id"),
    )
    .select([
      sql<string>`case when ${isFresh} then 'waiting' else coalesce(events.state, '') end`.as("status"),
      sql<number>`count(*)`.as("count"),
      sql<number>`min(stamps.second)`.as("oldest"),
    ])
    .where("records.feed", "=", feed)
    .groupBy("status")
    .execute();
  const of = (state: string) => rows.find(({ status }) => status === state);
  return {
    waiting: of("waiting")?.count ?? 0,
    sent: of("sent")?.count ?? 0,
    refused: of("refused")?.count ?? 0,
    oldest: of("waiting")?.oldest,
  };
}

export interface ListedEvent {
  readonly id: string;
  readonly state: EventResult["state"];
  readonly second: number;
  readonly tries: number;
  readonly at: string;
  /** Why the event failed, or the platform's response. */
  readonly answer: {
    readonly reason?: string;
    readonly int_req_id?: string;
    readonly code?: string;
    readonly message?: string;
    readonly details?: readonly { readonly field: string | null; readonly message: string }[];
  };
}

/**
 * Lists a feed's events, ordered by entity ID: either all events, or only refused and failed ones. `after` is the
 * last ID on the previous page.
 */
export async function listEvents(
  db: Queries,
  feed: number,
  {
    all,
    id,
    after,
    limit,
  }: { all: boolean; id: string | undefined; after: string | undefined; limit: number },
): Promise<readonly ListedEvent[]> {
  const rows = await db
    .selectFrom("events")
    .select(["id", "state", "second", "tries", "at", "answer"])
    .where("feed", "=", feed)
    .$if(id !== undefined, (query) => query.where("id", "=", id as string))
    .$if(!all && id === undefined, (query) =>
      query.where((it) =>
        it.or([it("state", "=", "refused"), it.and([it("state", "=", "waiting"), it("tries", ">", 0)])]),
      ),
    )
    .$if(after !== undefined, (query) => query.where("id", ">", after as string))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ answer, ...rest }) => ({
    ...rest,
    answer: answer === "" ? {} : (JSON.parse(answer) as ListedEvent["answer"]),
  }));
}

/** Makes refused and waiting events due immediately. Returns their number. */
export async function retryEvents(db: Queries, feed: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("events")
    .set({ state: "waiting", tries: 0, next_try: 0 })
    .where("feed", "=", feed)
    .where("state", "in", ["waiting", "refused"])
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Queues the events of served entities again, even if they were already sent. Returns their number. `id` is the ID of
 * a single entity, or undefined to include every served entity.
 */
export function sendAgain(db: Queries, feed: number, id: string | undefined): Promise<number> {
  // Records that are not visible yet are queued when they become visible.
  return enqueue(db, feed, id === undefined ? sql`true` : sql`records.id = ${id}`);
}

/**
 * Key of the fact that is stored when the platform rejects the account's credentials. Nothing is sent until someone
 * runs `lading events retry`.
 */
const stopName = (account: string): string => `events stopped ${account}`;

/** Key of the fact that stores when a pause ends. Until then, no process sends events to the failing platform. */
const pauseName = (account: string): string => `events paused ${account}`;

export async function stopReason(db: Queries, account: string): Promise<string | undefined> {
  const fact = (await readFact(db, stopName(account))) as { readonly reason: string } | undefined;
  return fact?.reason;
}

export async function stopEvents(db: Queries, account: string, reason: string): Promise<void> {
  await writeFact(db, stopName(account), { reason });
}

/** Returns the end of the pause in milliseconds since 1970, or 0 if there is no pause. */
export async function pausedUntil(db: Queries, account: string): Promise<number> {
  const fact = (await readFact(db, pauseName(account))) as { readonly until: number } | undefined;
  return fact?.until ?? 0;
}

export async function pauseEvents(db: Queries, account: string, until: number): Promise<void> {
  await writeFact(db, pauseName(account), { until });
}

export async function resumeEvents(db: Queries, account: string): Promise<void> {
  await dropFact(db, stopName(account));
  await dropFact(db, pauseName(account));
}
