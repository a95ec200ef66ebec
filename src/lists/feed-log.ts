import { createHash } from "node:crypto";
import type { Queries } from "../store/store.js";
import {
  arrivalKey,
  isOpen,
  nothingYet,
  type DeliveryState,
  type FeedState,
  type Folding,
} from "./feed-state.js";
import { entrySchema, type Arrival, type Entry } from "./log.js";

/**
 * Where a feed stands, in the store: its log, and what the log comes to, so that nobody reads all of it to know. Both are
 * written in one transaction.
 */

export interface StoredFeed {
  readonly id: number;
  /** Number of the last entry of the log. */
  readonly entries: number;
  /** Number of the current publication; 0 when there is none. */
  readonly number: number;
  readonly state: FeedState;
}

/** Deliveries that are done with, of which so many are at hand: what came last, and what may come again. */
const doneAtHand = 60;

/** The feed of that name; undefined when nothing ever happened to it. */
export async function readFeed(db: Queries, name: string): Promise<StoredFeed | undefined> {
  const row = await db.selectFrom("feeds").selectAll().where("name", "=", name).executeTakeFirst();
  if (row === undefined) return undefined;
  const own = JSON.parse(row.state) as StoredState;
  const accepted = own.accepted.map(([, { sha256 }]) => sha256);
  const rows = await db
    .selectFrom("deliveries")
    .select("state")
    .where("feed", "=", row.id)
    .where((either) =>
      either.or([
        either("is_open", "=", 1),
        ...(accepted.length === 0 ? [] : [either("sha256", "in", accepted)]),
        either(
          "position",
          ">",
          either.fn.coalesce(
            either
              .selectFrom("deliveries as later")
              .select("later.position")
              .where("later.feed", "=", row.id)
              .orderBy("later.position", "desc")
              .offset(doneAtHand)
              .limit(1),
            either.lit(0),
          ),
        ),
      ]),
    )
    .execute();
  const deliveries = rows.map(({ state }) => JSON.parse(state) as DeliveryState);
  return {
    id: row.id,
    entries: row.entries,
    number: row.number,
    state: stateOf(own, deliveries),
  };
}

/** The feed's state; that of a feed to which nothing happened yet when there is none. */
export async function readState(db: Queries, name: string): Promise<FeedState> {
  return (await readFeed(db, name))?.state ?? nothingYet;
}

/** The feed of that name, made when there is none. */
export async function ensureFeed(db: Queries, name: string): Promise<StoredFeed> {
  const known = await readFeed(db, name);
  if (known !== undefined) return known;
  await db
    .insertInto("feeds")
    .values({ name, state: JSON.stringify(storedOf(nothingYet)), entries: 0, number: 0 })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return ensureFeed(db, name);
}

/** Adds entries to the log, and writes down what the feed comes to with them. `folding` follows. */
export async function addEntries(
  tx: Queries,
  feed: number,
  folding: Folding,
  entries: readonly Entry[],
): Promise<void> {
  const touched = new Set(
    entries.flatMap((entry) => {
      if (entry.state === "FORGOTTEN") return entry.deliveries;
      return "delivery" in entry ? [entry.delivery] : [];
    }),
  );
  for (const sha256 of touched) {
    if (folding.state.deliveries.has(sha256)) continue;
    // An old one that comes again: what it was decided as still counts.
    const known = await readDelivery(tx, feed, sha256);
    if (known !== undefined) folding.put(known);
  }
  for (const entry of entries) folding.add(entry);
  if (entries.length === 0) return;
  await tx
    .insertInto("log")
    .values(
      entries.map((entry) => ({
        feed,
        n: entry.n,
        at: entry.at,
        state: entry.state,
        delivery: "delivery" in entry ? entry.delivery : null,
        entry: JSON.stringify(entry),
      })),
    )
    .execute();
  for (const sha256 of touched) {
    const delivery = folding.state.deliveries.get(sha256);
    if (delivery !== undefined) await writeDelivery(tx, feed, delivery);
  }
  for (const entry of entries) {
    if (entry.state !== "RECEIVED") continue;
    // Whatever became of them before: they are here again.
    await tx
      .updateTable("deliveries")
      .set({ bytes: "kept" })
      .where("feed", "=", feed)
      .where("sha256", "=", entry.delivery)
      .execute();
    await tx
      .insertInto("arrivals")
      .values({ feed, arrival: digestOf(entry.arrival), sha256: entry.delivery })
      .onConflict((conflict) => conflict.columns(["feed", "arrival"]).doUpdateSet({ sha256: entry.delivery }))
      .execute();
  }
  await tx
    .updateTable("feeds")
    .set({ state: JSON.stringify(storedOf(folding.state)), entries: entries.at(-1)?.n ?? 0, idle: "" })
    .where("id", "=", feed)
    .execute();
}

async function readDelivery(db: Queries, feed: number, sha256: string): Promise<DeliveryState | undefined> {
  const row = await db
    .selectFrom("deliveries")
    .select("state")
    .where("feed", "=", feed)
    .where("sha256", "=", sha256)
    .executeTakeFirst();
  return row && complete(JSON.parse(row.state) as DeliveryState);
}

async function writeDelivery(tx: Queries, feed: number, delivery: DeliveryState): Promise<void> {
  const { sha256, order: position } = delivery;
  const now = {
    position,
    is_open: isOpen(delivery) ? 1 : 0,
    state: JSON.stringify(delivery),
  };
  await tx
    .insertInto("deliveries")
    .values({ feed, sha256, bytes: "kept", ...now })
    .onConflict((conflict) => conflict.columns(["feed", "sha256"]).doUpdateSet(now))
    .execute();
}

/** The last entries of a feed's log, oldest first; all of them when it is not said how many. */
export async function readLog(db: Queries, name: string, most?: number): Promise<readonly Entry[]> {
  const rows = await db
    .selectFrom("log")
    .innerJoin("feeds", "feeds.id", "log.feed")
    .select("log.entry")
    .where("feeds.name", "=", name)
    .orderBy("log.n", "desc")
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute();
  return rows.reverse().map(({ entry }) => entrySchema.parse(JSON.parse(entry)));
}

/** Entries of all feeds since a moment, by the name of their feed, oldest first. */
export async function logSince(db: Queries, since: string): Promise<readonly Entry[]> {
  const rows = await db
    .selectFrom("log")
    .select("entry")
    .where("at", ">=", since)
    .orderBy("at")
    .orderBy("n")
    .execute();
  return rows.map(({ entry }) => entrySchema.parse(JSON.parse(entry)));
}

/** The last holds of deliveries, by their sha256. */
export type Holds = ReadonlyMap<string, Extract<Entry, { readonly state: "HELD" }>>;

/** How each delivery that is held now came to be held. */
export async function lastHolds(db: Queries, name: string, { deliveries }: FeedState): Promise<Holds> {
  const held = [...deliveries.values()].filter(({ status }) => status === "HELD");
  const holds = new Map<string, Extract<Entry, { readonly state: "HELD" }>>();
  if (held.length === 0) return holds;
  const rows = await db
    .selectFrom("log")
    .innerJoin("feeds", "feeds.id", "log.feed")
    .select("log.entry")
    .where("feeds.name", "=", name)
    .where("log.state", "=", "HELD")
    .where(
      "log.delivery",
      "in",
      held.map(({ sha256 }) => sha256),
    )
    .orderBy("log.n")
    .execute();
  for (const { entry } of rows) {
    const parsed = entrySchema.parse(JSON.parse(entry));
    if (parsed.state === "HELD") holds.set(parsed.delivery, parsed);
  }
  return holds;
}

/** Which delivery an arrival brought to a feed; undefined when it was not received. */
export async function deliveryOf(
  db: Queries,
  name: string,
  arrival: Arrival,
): Promise<DeliveryState | undefined> {
  const row = await db
    .selectFrom("arrivals")
    .innerJoin("feeds", "feeds.id", "arrivals.feed")
    .innerJoin("deliveries", (join) =>
      join.onRef("deliveries.feed", "=", "arrivals.feed").onRef("deliveries.sha256", "=", "arrivals.sha256"),
    )
    .select("deliveries.state")
    .where("feeds.name", "=", name)
    .where("arrivals.arrival", "=", digestOf(arrival))
    .executeTakeFirst();
  return row && complete(JSON.parse(row.state) as DeliveryState);
}

/** Which of these arrivals some feed has received, by their keys. */
export async function knownArrivals(db: Queries, arrivals: readonly Arrival[]): Promise<ReadonlySet<string>> {
  const keys = new Map(arrivals.map((arrival) => [digestOf(arrival), arrivalKey(arrival)]));
  const digests = [...keys.keys()];
  const known = new Set<string>();
  for (let at = 0; at < digests.length; at += arrivalsAtOnce) {
    const rows = await db
      .selectFrom("arrivals")
      .select("arrival")
      .where("arrival", "in", digests.slice(at, at + arrivalsAtOnce))
      .execute();
    for (const { arrival } of rows) known.add(keys.get(arrival) ?? "");
  }
  return known;
}

const arrivalsAtOnce = 500;

/** Deliveries of a feed, in the order of their last arrival. */
export async function deliveriesOf(
  db: Queries,
  name: string,
  {
    beginning = "",
    withBytes = false,
  }: {
    /** Of their sha256. */
    readonly beginning?: string;
    /** Only those whose bytes are kept. */
    readonly withBytes?: boolean;
  } = {},
): Promise<readonly DeliveryState[]> {
  const rows = await db
    .selectFrom("deliveries")
    .innerJoin("feeds", "feeds.id", "deliveries.feed")
    .select("deliveries.state")
    .where("feeds.name", "=", name)
    .where("deliveries.sha256", ">=", beginning)
    .where("deliveries.sha256", "<", `${beginning}g`)
    .$if(withBytes, (query) => query.where("deliveries.bytes", "=", "kept"))
    .orderBy("deliveries.position")
    .execute();
  return rows.map(({ state }) => complete(JSON.parse(state) as DeliveryState));
}

/** Names are long, and a key should not be. */
function digestOf(arrival: Arrival): string {
  return createHash("sha256").update(arrivalKey(arrival)).digest("hex");
}

/** A state as JSON holds it. */
interface StoredState {
  readonly accepted: [string, { readonly sha256: string; readonly basis?: never }][];
  readonly released: [string, string][];
  readonly newSizes: string[];
  readonly history: FeedState["history"];
  readonly pinned?: FeedState["pinned"];
  readonly lastPublishedAt?: string | undefined;
  readonly confirmedAt?: string | undefined;
  readonly lastNumber?: number | undefined;
}

function storedOf({ deliveries: _, accepted, released, newSizes, ...rest }: FeedState): object {
  return { ...rest, accepted: [...accepted], released: [...released], newSizes: [...newSizes] };
}

function stateOf(own: StoredState, deliveries: readonly DeliveryState[]): FeedState {
  const { history, pinned, lastPublishedAt, confirmedAt, lastNumber } = own;
  const inOrder = [...deliveries].sort((a, b) => a.firstOrder - b.firstOrder);
  return {
    deliveries: new Map(inOrder.map((delivery) => [delivery.sha256, complete(delivery)])),
    accepted: new Map(own.accepted.map(([part, one]) => [part, { ...one, basis: one.basis }])),
    released: new Map(own.released),
    newSizes: new Set(own.newSizes),
    history,
    pinned,
    lastPublishedAt,
    confirmedAt,
    lastNumber,
  };
}

/** What JSON leaves out is undefined. */
function complete(delivery: DeliveryState): DeliveryState {
  const absent = {
    decidedAs: undefined,
    number: undefined,
    amends: undefined,
    basis: undefined,
    counts: undefined,
    rejectedBy: undefined,
    retrying: undefined,
  };
  return { ...absent, ...delivery };
}
