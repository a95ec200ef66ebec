import { feedNamed } from "../../feeds/lists/feed-log.js";
import type { Entry } from "../../feeds/lists/log.js";
import { entriesIn } from "../../feeds/lists/log-rows.js";
import { publicationSchema } from "../../feeds/lists/publication.js";
import { sql } from "../../store/kysely.js";
import { decidedStatuses, type DeliveryStatus } from "../../store/states.js";
import type { Queries, Store } from "../../store/store.js";
import { changeCounts } from "./changes.js";
import { rolledBackIn } from "./versions.js";
import { contains, everyWord } from "./search.js";
import { pageSize, type Bar, type ChangeCounts, type DeliveryRow, type Page } from "./views.js";

/** If the same content arrives several times, one delivery has several arrivals. */

export interface ArrivalsQuery {
  /** Words to find in the file name. */
  readonly search: string;
  /** If empty, arrivals with any status are returned. */
  readonly status: string;
  readonly from: number;
}

/** Returns a page of arrivals with their outcomes, newest first. */
export async function arrivalsPage(
  { db, engine }: Pick<Store, "db" | "engine">,
  feed: string,
  { search, status, from }: ArrivalsQuery,
): Promise<Page<DeliveryRow>> {
  const isShown = status === "" ? sql`1 = 1` : sql`status = ${status}`;
  const found = sql`from (${arrivalsOf([feed])}) as arrivals
    where ${isShown} and ${everyWord(search, (word) => contains(engine, sql`file`, word))}`;
  const all = await sql<{ readonly count: number }>`select count(*) as count ${found}`.execute(db);
  const { rows } = await sql<Arrived>`
    select * ${found} order by n desc limit ${pageSize} offset ${from}`.execute(db);
  const later = await entriesAfter(db, feed, rows);
  const changes = await changesOf(db, feed, [...later.values()].flat());
  const isRolledBack = await rolledBackIn(db, feed);
  return {
    from,
    count: Number(all.rows[0]?.count ?? 0),
    rows: rows.map((row) => rowOf(row, later.get(row.n) ?? [], changes, isRolledBack)),
  };
}

/** Returns the latest arrivals of each feed, keyed by feed name, with the oldest first. */
export async function latestBars(
  db: Queries,
  feeds: readonly string[],
  most: number,
): Promise<Readonly<Record<string, readonly Bar[]>>> {
  if (feeds.length === 0) return {};
  const { rows } = await sql<Bar & { readonly feed: string }>`
    select name as feed, delivery, at, coalesce(rows_read, 0) as rows, status
    from (${arrivalsOf(feeds)}) as arrivals where back <= ${most} order by n`.execute(db);
  return Object.fromEntries(
    feeds.map((name) => [
      name,
      rows.flatMap(({ feed, delivery, ...bar }) =>
        feed === name ? [{ ...bar, delivery: delivery.slice(0, 12) }] : [],
      ),
    ]),
  );
}

export async function countArrivals(db: Queries, feed: string): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count from (${arrivalsOf([feed])}) as arrivals`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

interface Arrived {
  /** Log number of the arrival. If the delivery consists of several files, the log number of the last file. */
  readonly n: number;
  /** Log number of the next arrival of the same content. */
  readonly next: number | null;
  readonly delivery: string;
  readonly is_again: number;
  readonly at: string;
  readonly file: string;
  /** The person who uploaded the file. */
  readonly person: string | null;
  readonly status: DeliveryStatus;
}

const decided = sql.join(decidedStatuses.map((each) => sql.lit(each)));

function arrivalsOf(feeds: readonly string[]) {
  return sql`
    select feeds.name, arrived.n, arrived.next, arrived.back, arrived.delivery, received.at, received.name as file,
      received.person, deliveries.rows_read,
      case when arrived.first > deliveries.first_position then 1 else 0 end as is_again,
      coalesce(case when arrived.next is null then deliveries.status end, (
        select own.state from log as own
        where own.feed = received.feed and own.delivery = arrived.delivery and own.n > arrived.n
          and (arrived.next is null or own.n < arrived.next) and own.state in (${decided})
        order by own.n desc limit 1), 'RECEIVED') as status
    from (
      select feed, delivery, min(n) as first, max(n) as n,
        lead(min(n)) over (partition by feed, delivery order by min(n)) as next,
        row_number() over (partition by feed order by max(n) desc) as back
      from log where feed in (select id from feeds where name in (${sql.join(feeds)})) and state = 'RECEIVED'
      group by feed, delivery, at) as arrived
    join feeds on feeds.id = arrived.feed
    join log as received on received.feed = arrived.feed and received.n = arrived.n
    left join deliveries on deliveries.feed = received.feed and deliveries.sha256 = arrived.delivery`;
}

/**
 * Returns the outcomes and decisions that were logged between each arrival and the next arrival of the same content,
 * keyed by the arrival's log number.
 */
async function entriesAfter(
  db: Queries,
  feed: string,
  rows: readonly Arrived[],
): Promise<ReadonlyMap<number, readonly Entry[]>> {
  const first = Math.min(...rows.map(({ n }) => n));
  if (rows.length === 0) return new Map();
  const found = await db
    .selectFrom("log")
    .selectAll()
    .where("feed", "=", feedNamed(db, feed))
    .where("delivery", "in", [...new Set(rows.map(({ delivery }) => delivery))])
    .where("n", ">", first)
    .where("state", "in", ["PUBLISHED", "UNCHANGED", "REJECTED", "HELD", "RELEASED"])
    .orderBy("n")
    .execute();
  const entries = await entriesIn(db, found);
  return new Map(
    rows.map((row) => [
      row.n,
      entries.filter(
        (entry) =>
          "delivery" in entry &&
          entry.delivery === row.delivery &&
          entry.n > row.n &&
          (row.next === null || entry.n < row.next),
      ),
    ]),
  );
}

/** Returns the number of changes in each version that these log entries published, keyed by version number. */
async function changesOf(
  db: Queries,
  feed: string,
  entries: readonly Entry[],
): Promise<ReadonlyMap<number, ChangeCounts>> {
  const numbers = entries.flatMap((entry) => (entry.state === "PUBLISHED" ? [entry.number] : []));
  if (numbers.length === 0) return new Map();
  const found = await db
    .selectFrom("publications")
    .select(["number", "facts"])
    .where("feed", "=", feedNamed(db, feed))
    .where("number", "in", numbers)
    .execute();
  return new Map(
    found.map(({ number, facts }) => [
      number,
      changeCounts(publicationSchema.parse(JSON.parse(facts)).counts),
    ]),
  );
}

function rowOf(
  { delivery, at, file, person, status, is_again }: Arrived,
  later: readonly Entry[],
  changesIn: ReadonlyMap<number, ChangeCounts>,
  isRolledBack: (version: number) => boolean,
): DeliveryRow {
  const counts = later.flatMap((each) => ("counts" in each && each.counts) || []).at(-1);
  const version = later.findLast((each) => each.state === "PUBLISHED")?.number;
  const hold = status === "HELD" ? later.findLast((each) => each.state === "HELD") : undefined;
  const decision = later.findLast(isOfPerson);
  const changes =
    hold === undefined ? version !== undefined && changesIn.get(version) : changeCounts(hold.differences);
  return {
    delivery: delivery.slice(0, 12),
    file,
    receivedAt: at,
    status,
    ...(is_again === 1 && { isAgain: true }),
    ...(person !== null && { deliveredBy: person }),
    ...(counts !== undefined && { rows: counts.read, rejected: counts.rejected }),
    ...(changes && { changes }),
    ...(version !== undefined && { version }),
    ...(version !== undefined && isRolledBack(version) && { isRolledBack: true }),
    ...(decision !== undefined && { by: decision.by, reason: decision.reason }),
  };
}

type OfPerson = Extract<Entry, { state: "RELEASED" | "REJECTED" }> & { readonly by: string };

function isOfPerson(entry: Entry): entry is OfPerson {
  return (entry.state === "RELEASED" || entry.state === "REJECTED") && entry.by !== undefined;
}
