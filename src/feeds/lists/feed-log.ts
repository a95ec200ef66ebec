import { createHash } from "node:crypto";
import { inParts, putRow } from "../../store/bulk.js";
import type { Queries } from "../../store/store.js";
import {
  arrivalKey,
  isOpen,
  isPendingReference,
  newDelivery,
  nothingYet,
  type DeliveryState,
  type DeliveryStatus,
  type FeedState,
  type Folding,
  type SizedState,
} from "./feed-state.js";
import { entrySchema, type Arrival, type Entry } from "./log.js";

/**
 * A feed's log in the store, and the state derived from it, so that readers need not read the whole log. Both
 * are written in one transaction.
 */

interface StoredFeed {
  readonly id: number;
  /** Number of the last log entry. */
  readonly entries: number;
  /** Number of the current version, or 0. */
  readonly number: number;
  readonly state: FeedState;
}

/** Number of finished deliveries to load: the latest ones. */
const doneAtHand = 60;

/** Returns undefined if the feed has no log entries. */
export async function readFeed(db: Queries, name: string): Promise<StoredFeed | undefined> {
  return (await readFeeds(db, [name])).get(name);
}

/**
 * Returns the feeds with log entries, using four queries.
 *
 * @param atHand number of finished deliveries to load for each feed, latest first
 */
export async function readFeeds(
  db: Queries,
  names: readonly string[],
  atHand = doneAtHand,
): Promise<ReadonlyMap<string, StoredFeed>> {
  return new Map(await inParts(names, (some) => storedFeeds(db, some, atHand)));
}

async function storedFeeds(
  db: Queries,
  names: readonly string[],
  atHand: number,
): Promise<readonly (readonly [string, StoredFeed])[]> {
  const rows = await db
    .selectFrom("feeds")
    .select(["id", "name", "state", "entries", "number"])
    .where("name", "in", names)
    .execute();
  const owns = new Map(rows.map(({ id, state }) => [id, JSON.parse(state) as StoredState]));
  const deliveries = await deliveriesAtHand(db, owns, atHand);
  return rows.map(({ id, name, entries, number }) => {
    const state = stateOf(owns.get(id) as StoredState, deliveries.get(id)?.values() ?? []);
    return [name, { id, entries, number, state }];
  });
}

/** Loads the open and accepted deliveries of feeds, and the last of the others. */
async function deliveriesAtHand(
  db: Queries,
  feeds: ReadonlyMap<number, StoredState>,
  atHand: number,
): Promise<ReadonlyMap<number, ReadonlyMap<string, DeliveryState>>> {
  const ids = [...feeds.keys()];
  const found = new Map(ids.map((id) => [id, new Map<string, DeliveryState>()]));
  if (ids.length === 0) return found;
  const take = (rows: readonly { feed: number; sha256: string; state: string }[]): void => {
    for (const { feed, sha256, state } of rows)
      found.get(feed)?.set(sha256, JSON.parse(state) as DeliveryState);
  };
  const some = db
    .selectFrom("deliveries")
    .select(["deliveries.feed", "deliveries.sha256", "deliveries.state"])
    .where("deliveries.feed", "in", ids);
  take(await some.where("is_open", "=", 1).execute());
  // The limit is looked up once per feed rather than per delivery.
  const last = db
    .with(
      (ends) => ends("ends").materialized(),
      (from) =>
        from
          .selectFrom("feeds")
          .select((own) => [
            "feeds.id",
            own.fn
              .coalesce(
                own
                  .selectFrom("deliveries")
                  .select("position")
                  .whereRef("deliveries.feed", "=", "feeds.id")
                  .orderBy("position", "desc")
                  .offset(atHand)
                  .limit(1),
                own.lit(0),
              )
              .as("end"),
          ])
          .where("feeds.id", "in", ids),
    )
    .selectFrom("ends")
    .innerJoin("deliveries", (join) =>
      join.onRef("deliveries.feed", "=", "ends.id").onRef("deliveries.position", ">", "ends.end"),
    )
    .select(["deliveries.feed", "deliveries.sha256", "deliveries.state"]);
  take(await last.execute());
  const missing = [...feeds].flatMap(([feed, { accepted }]) =>
    accepted.flatMap(([, { sha256 }]) => (found.get(feed)?.has(sha256) === true ? [] : [sha256])),
  );
  take(await inParts(missing, (hashes) => some.where("sha256", "in", hashes).execute()));
  return found;
}

/** A subquery for a feed's id. */
export function feedNamed(db: Queries, name: string) {
  return db.selectFrom("feeds").select("id").where("name", "=", name);
}

/** Returns a feed's id, or undefined if nothing was decided yet. */
export async function feedId(db: Queries, name: string): Promise<number | undefined> {
  return (await feedNamed(db, name).executeTakeFirst())?.id;
}

/** Returns a feed's state, or an empty state if nothing has happened. */
export async function readState(db: Queries, name: string): Promise<FeedState> {
  return (await readFeed(db, name))?.state ?? nothingYet;
}

/** Returns a feed for writing, and creates it if necessary. */
export async function ensureFeed(
  db: Queries,
  name: string,
): Promise<StoredFeed & { readonly state: SizedState }> {
  const known = await readFeed(db, name);
  if (known !== undefined) {
    const { sizes } = await db
      .selectFrom("feeds")
      .select("sizes")
      .where("id", "=", known.id)
      .executeTakeFirstOrThrow();
    return { ...known, state: { ...known.state, sizes: JSON.parse(sizes) as SizedState["sizes"] } };
  }
  await db
    .insertInto("feeds")
    .values({ name, state: JSON.stringify(storedOf(nothingYet)), entries: 0, number: 0 })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return ensureFeed(db, name);
}

/** Appends log entries and writes the resulting state. Updates `folding`. */
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
    // The file was decided earlier. That decision still counts when it is received again.
    const known = await readDelivery(tx, feed, sha256);
    if (known !== undefined) folding.put(known);
  }
  for (const entry of entries) {
    if (entry.state !== "RECEIVED" || folding.state.deliveries.has(entry.delivery)) continue;
    const earlier = await readEarlier(tx, feed, entry.delivery);
    if (earlier !== undefined) folding.put({ ...newDelivery(entry), ...earlier, unacknowledged: [] });
  }
  const { sizes } = folding.state;
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
  // The bytes of received files are kept again, except for those that were never read.
  const received = new Map(
    entries.flatMap((entry) =>
      entry.state === "RECEIVED"
        ? [[entry.delivery, entry.unread === true ? ("gone" as const) : ("kept" as const)] as const]
        : [],
    ),
  );
  for (const sha256 of touched) {
    const delivery = folding.state.deliveries.get(sha256);
    if (delivery !== undefined) await writeDelivery(tx, feed, delivery, received.get(sha256));
  }
  for (const entry of entries) {
    if (entry.state !== "RECEIVED") continue;
    const arrival = digestOf(entry.arrival);
    // A file that a person delivered is not at a source, so it is never listed again.
    const taken_at = entry.by === undefined ? "" : entry.at;
    await putRow(tx, "arrivals", { feed, arrival, sha256: entry.delivery, taken_at });
  }
  const now = folding.state;
  await tx
    .updateTable("feeds")
    .set({ state: JSON.stringify(storedOf(now)), entries: entries.at(-1)?.n ?? 0, idle: "" })
    .$if(now.sizes !== sizes, (query) => query.set({ sizes: JSON.stringify(now.sizes) }))
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
  return row && (JSON.parse(row.state) as DeliveryState);
}

/** Returns facts about a delivery that is no longer in the history. */
async function readEarlier(
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
      decidedAs: row.decided_as as DeliveryState["decidedAs"],
      wasTaken: row.was_taken === 1,
      receivedAt: row.received_at,
      firstOrder: row.n,
    }
  );
}

/** @param bytes undefined to leave it unchanged */
async function writeDelivery(
  tx: Queries,
  feed: number,
  delivery: DeliveryState,
  bytes: "kept" | "gone" | undefined,
): Promise<void> {
  const { sha256, order: position } = delivery;
  const now = {
    position,
    is_open: isOpen(delivery) || isPendingReference(delivery) ? 1 : 0,
    state: JSON.stringify(delivery),
    ...(bytes !== undefined && { bytes }),
  };
  await tx
    .insertInto("deliveries")
    .values({ feed, sha256, bytes: "kept", received_at: delivery.receivedAt, ...now })
    .onConflict((conflict) => conflict.columns(["feed", "sha256"]).doUpdateSet(now))
    .execute();
}

/** Returns the last entries of a feed's log, oldest first. All entries if `most` is undefined. */
export async function readLog(db: Queries, name: string, most?: number): Promise<readonly Entry[]> {
  const rows = await db
    .selectFrom("log")
    .select("entry")
    .where("feed", "=", feedNamed(db, name))
    .orderBy("n", "desc")
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute();
  return rows.reverse().map(({ entry }) => entrySchema.parse(JSON.parse(entry)));
}

/**
 * States that people caused. Their entries are never deleted, nor are those of deliveries whose bytes are
 * kept.
 */
const ofPeople = ["RELEASED", "REPLAYED", "ROLLED_BACK", "RESUMED", "RESTAMPED", "FORGOTTEN"];

/** A query for entries that may be deleted. */
export function oldEntries(db: Queries, feed: number) {
  return db
    .selectFrom("log")
    .where("log.feed", "=", feed)
    .where("log.state", "not in", ofPeople)
    .where((is) =>
      is.or([is("log.state", "not in", ["REJECTED", "RECEIVED"]), is("log.entry", "not like", '%"by":%')]),
    )
    .where((build) =>
      build.not(
        build.exists(
          build
            .selectFrom("deliveries")
            .select("deliveries.sha256")
            .whereRef("deliveries.feed", "=", "log.feed")
            .whereRef("deliveries.sha256", "=", "log.delivery")
            .where((is) => is.or([is("deliveries.bytes", "=", "kept"), is("deliveries.is_open", "=", 1)])),
        ),
      ),
    );
}

/** Returns the number of the first entry since a moment, or a number above all entries. */
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
 * Reduces superseded deliveries without bytes to the facts that identify them when they arrive again.
 *
 * @param end number of the first entry that stays in the history
 */
export async function rememberOnly(
  tx: Queries,
  feed: number,
  { accepted, deliveries }: FeedState,
  end: number,
): Promise<void> {
  const latest = Array.from(accepted.values(), ({ sha256 }) => deliveries.get(sha256)?.order ?? 0);
  const before = latest.length === 0 ? 0 : Math.min(end, ...latest);
  const old = tx
    .selectFrom("deliveries")
    .where("feed", "=", feed)
    .where("position", "<", before)
    .where("is_open", "=", 0)
    .where("bytes", "=", "gone");
  for (const { sha256, state } of await old.select(["sha256", "state"]).execute()) {
    const { decidedAs = "REJECTED", wasTaken, receivedAt, firstOrder } = JSON.parse(state) as DeliveryState;
    const row = { feed, sha256, n: firstOrder, received_at: receivedAt, decided_as: decidedAs };
    await putRow(tx, "earlier", { ...row, was_taken: wasTaken ? 1 : 0 });
    await tx.deleteFrom("deliveries").where("feed", "=", feed).where("sha256", "=", sha256).execute();
  }
}

/** The last HELD entry of each delivery, by sha256. */
export type Holds = ReadonlyMap<string, Extract<Entry, { readonly state: "HELD" }>>;

/** Returns the HELD entries of the deliveries that are held now. */
export async function lastHolds(db: Queries, name: string, { deliveries }: FeedState): Promise<Holds> {
  const held = [...deliveries.values()].flatMap(({ status, sha256 }) => (status === "HELD" ? [sha256] : []));
  if (held.length === 0) return new Map();
  const rows = await db
    .selectFrom("log")
    .select("entry")
    .where("feed", "=", feedNamed(db, name))
    .where("state", "=", "HELD")
    .where("delivery", "in", held)
    .orderBy("n")
    .execute();
  const entries = rows.map(({ entry }) => entrySchema.parse(JSON.parse(entry)));
  return new Map(entries.flatMap((entry) => (entry.state === "HELD" ? [[entry.delivery, entry]] : [])));
}

/** Returns the sha256 values that an arrival brought to any of these feeds. */
export async function broughtTo(
  db: Queries,
  feeds: readonly string[],
  arrival: Arrival,
): Promise<readonly string[]> {
  if (feeds.length === 0) return [];
  const rows = await db
    .selectFrom("arrivals")
    .innerJoin("feeds", "feeds.id", "arrivals.feed")
    .select("arrivals.sha256")
    .distinct()
    .where("feeds.name", "in", feeds)
    .where("arrivals.arrival", "=", digestOf(arrival))
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

/** Returns the delivery of an arrival with its status. Undefined if it was not received. */
export async function deliveryOf(
  db: Queries,
  name: string,
  arrival: Arrival,
): Promise<Pick<DeliveryState, "sha256" | "status"> | undefined> {
  const row = await db
    .selectFrom("arrivals")
    .innerJoin("feeds", "feeds.id", "arrivals.feed")
    .leftJoin("deliveries", (join) =>
      join.onRef("deliveries.feed", "=", "arrivals.feed").onRef("deliveries.sha256", "=", "arrivals.sha256"),
    )
    .leftJoin("earlier", (join) =>
      join.onRef("earlier.feed", "=", "arrivals.feed").onRef("earlier.sha256", "=", "arrivals.sha256"),
    )
    .select(["arrivals.sha256", "deliveries.state", "earlier.decided_as"])
    .where("feeds.name", "=", name)
    .where("arrivals.arrival", "=", digestOf(arrival))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { status } =
    row.state === null ? { status: row.decided_as } : (JSON.parse(row.state) as DeliveryState);
  return { sha256: row.sha256, status: status as DeliveryStatus };
}

/** Records that files were removed from their source, so that their arrivals can expire. */
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

/** Returns the keys of those arrivals that some feed has received. */
export async function knownArrivals(db: Queries, arrivals: readonly Arrival[]): Promise<ReadonlySet<string>> {
  const keys = new Map(arrivals.map((arrival) => [digestOf(arrival), arrivalKey(arrival)]));
  const rows = await inParts([...keys.keys()], (digests) =>
    db.selectFrom("arrivals").select("arrival").where("arrival", "in", digests).execute(),
  );
  return new Set(rows.map(({ arrival }) => keys.get(arrival) ?? ""));
}

/** Returns deliveries of a feed, in order of their last arrival. */
export async function deliveriesOf(
  db: Queries,
  name: string,
  {
    beginning = "",
    withBytes = false,
  }: {
    /** Beginning of the sha256. */
    readonly beginning?: string;
    /** Only deliveries whose bytes are kept. */
    readonly withBytes?: boolean;
  } = {},
): Promise<readonly DeliveryState[]> {
  const rows = await db
    .selectFrom("deliveries")
    .select("state")
    .where("feed", "=", feedNamed(db, name))
    .where("sha256", ">=", beginning)
    .where("sha256", "<", `${beginning}g`)
    .$if(withBytes, (query) => query.where("bytes", "=", "kept"))
    .orderBy("position")
    .execute();
  return rows.map(({ state }) => JSON.parse(state) as DeliveryState);
}

/** Hashed, because names are too long for a key. */
function digestOf(arrival: Arrival): string {
  return createHash("sha256").update(arrivalKey(arrival)).digest("hex");
}

/** A state as stored in JSON. */
type StoredState = Omit<FeedState, "deliveries" | "accepted" | "released" | "newSizes"> & {
  readonly accepted: Entries<FeedState["accepted"]>;
  readonly released: Entries<FeedState["released"]>;
  readonly newSizes: readonly string[];
};
type Entries<M> = M extends ReadonlyMap<infer K, infer V> ? readonly (readonly [K, V])[] : never;

function storedOf(state: SizedState): StoredState {
  const { deliveries: _, sizes: __, accepted, released, newSizes, ...rest } = state;
  return { ...rest, accepted: [...accepted], released: [...released], newSizes: [...newSizes] };
}

function stateOf(own: StoredState, deliveries: Iterable<DeliveryState>): FeedState {
  const inOrder = [...deliveries].sort((a, b) => a.firstOrder - b.firstOrder);
  return {
    ...own,
    deliveries: new Map(inOrder.map((delivery) => [delivery.sha256, delivery])),
    accepted: new Map(own.accepted),
    released: new Map(own.released),
    newSizes: new Set(own.newSizes),
  };
}
