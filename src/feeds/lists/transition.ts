import { failure } from "../../errors.js";
import { putRow } from "../../store/bulk.js";
import type { Insertable } from "../../store/kysely.js";
import type { Schema } from "../../store/schema.js";
import type { Queries } from "../../store/store.js";
import { digestOf, monthOfRows, readDelivery, readEarlier } from "./feed-log.js";
import type { DeliveryState, DeliveryStatus, FeedState } from "./feed-state.js";
import { arrivalKey } from "./feed-state.js";
import type { DecisionInputs, Entry } from "./log.js";
import { insertEntries } from "./log-rows.js";
import { newDelivery, type Folding } from "./moves.js";

/** This module writes the log and the states of feeds and deliveries. No other module changes a delivery's status. */

interface Subject {
  /** ID of the feed in the store. */
  readonly feed: number;
  /** Throws `lease_lost` if another process has taken the feed. */
  readonly checkLease: (tx: Queries) => Promise<void>;
}

/**
 * Appends entries to a feed's log, and updates the feed and the deliveries that the entries concern. `folding` contains
 * the feed's state, to which the entries are applied. The entries must be numbered and in order. Throws `lease_lost` if
 * another process has taken the feed or changed a delivery.
 */
export async function transition(
  tx: Queries,
  { feed, checkLease }: Subject,
  folding: Folding,
  entries: readonly Entry[],
): Promise<void> {
  await checkLease(tx);
  const touched = deliveriesIn(entries);
  const expected = await putKnown(tx, feed, folding, entries);
  const { accepted, released } = folding.state;
  const before = { accepted: new Map(accepted), released: new Map(released) };
  for (const entry of entries) folding.add(entry);
  const last = entries.at(-1);
  if (last === undefined) return;
  await insertEntries(tx, feed, entries);
  // A file that is received again has bytes again, unless the file was rejected because of its size without being read.
  const bytes = new Map(
    entries.flatMap((entry) =>
      entry.state === "RECEIVED"
        ? [[entry.delivery, entry.unread === true ? ("gone" as const) : ("kept" as const)] as const]
        : [],
    ),
  );
  const now = folding.state;
  for (const sha256 of touched) {
    const delivery = now.deliveries.get(sha256);
    if (delivery !== undefined)
      await writeDelivery(tx, feed, expected.get(sha256), delivery, bytes.get(sha256));
  }
  for (const entry of entries) {
    if (entry.state !== "RECEIVED") continue;
    const arrival = digestOf(entry.arrival);
    // An uploaded file was never at a source, so it is recorded as already removed.
    const taken_at = entry.by === undefined ? "" : entry.at;
    await putRow(tx, "arrivals", { feed, arrival, delivery: entry.delivery, taken_at });
  }
  await writeFeed(tx, feed, before, now, last.n);
  await writeRowCounts(tx, feed, folding);
}

function deliveriesIn(entries: readonly Entry[]): ReadonlySet<string> {
  return new Set(
    entries.flatMap((entry) => {
      if (entry.state === "FORGOTTEN") return entry.deliveries;
      return "delivery" in entry ? [entry.delivery] : [];
    }),
  );
}

/**
 * Loads the deliveries that the entries concern from the store, unless they are already in memory. Earlier decisions
 * about a delivery still apply when the delivery is received again. Returns the deliveries as they were before the
 * entries were applied.
 */
export async function putKnown(
  db: Queries,
  feed: number,
  folding: Folding,
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, DeliveryState>> {
  const expected = new Map<string, DeliveryState>();
  for (const sha256 of deliveriesIn(entries)) {
    const known = folding.state.deliveries.get(sha256) ?? (await readDelivery(db, feed, sha256));
    if (known === undefined) continue;
    if (!folding.state.deliveries.has(sha256)) folding.put(known);
    expected.set(sha256, known);
  }
  for (const entry of entries) {
    if (entry.state !== "RECEIVED" || folding.state.deliveries.has(entry.delivery)) continue;
    const earlier = await readEarlier(db, feed, entry.delivery);
    if (earlier !== undefined) folding.put({ ...newDelivery(entry), ...earlier, unacknowledged: [] });
  }
  return expected;
}

/** If `bytes` is undefined, the column keeps its value, which is `kept` for a new delivery. */
async function writeDelivery(
  tx: Queries,
  feed: number,
  before: DeliveryState | undefined,
  now: DeliveryState,
  bytes: "kept" | "gone" | undefined,
): Promise<void> {
  const { sha256 } = now;
  if (before === undefined) {
    await tx
      .insertInto("deliveries")
      .values({ feed, sha256, bytes: bytes ?? "kept", ...columnsOf(now) })
      .execute();
  } else {
    const row = { ...changedColumns(before, now), ...(bytes !== undefined && { bytes }) };
    if (Object.keys(row).length > 0) await update(tx, feed, before, row);
  }
  await writeUnacknowledged(tx, feed, before, now);
  await writeBalances(tx, feed, before, now);
}

async function update(
  tx: Queries,
  feed: number,
  { sha256, status }: { readonly sha256: string; readonly status: DeliveryStatus },
  row: Partial<DeliveryColumns>,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("deliveries")
    .set(row)
    .where("feed", "=", feed)
    .where("sha256", "=", sha256)
    .where("status", "=", status)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw failure("lease_lost", { name: `delivery ${sha256.slice(0, 12)}` });
}

type DeliveryColumns = Omit<Insertable<Schema["deliveries"]>, "feed" | "sha256">;

function columnsOf(delivery: DeliveryState): Omit<DeliveryColumns, "bytes"> {
  const { arrival, counts } = delivery;
  return {
    status: delivery.status,
    status_at: delivery.statusAt,
    received_at: delivery.receivedAt,
    position: delivery.order,
    first_position: delivery.firstOrder,
    decided_position: delivery.decidedOrder,
    part: delivery.part,
    sequence: delivery.sequence,
    source: arrival.source,
    name: arrival.name,
    size: arrival.size,
    modified: arrival.modified,
    identity: arrival.identity,
    uploaded_position: delivery.delivered?.order ?? null,
    decided_as: delivery.decidedAs ?? null,
    decided_at: delivery.decidedAt ?? null,
    was_taken: delivery.wasTaken ? 1 : 0,
    number: delivery.number ?? null,
    reason_position: delivery.reasonOrder ?? null,
    change_set: delivery.changeSet,
    rejected_by: delivery.rejectedBy ?? null,
    retrying_since: delivery.retrying?.since ?? null,
    retrying_position: delivery.retrying?.order ?? null,
    crashes: delivery.crashes,
    is_replay: delivery.isReplay ? 1 : 0,
    is_forgotten: delivery.isForgotten ? 1 : 0,
    is_unread: delivery.isUnread === true ? 1 : 0,
    has_new_size: delivery.hasNewSize ? 1 : 0,
    amends: delivery.amends ?? null,
    rows_read: counts?.read ?? null,
    accepted: counts?.accepted ?? null,
    rejected: counts?.rejected ?? null,
    skipped: counts?.skipped ?? null,
    merged: counts?.merged ?? null,
    stale: counts?.stale ?? null,
    pending_reference: counts?.pending_reference ?? null,
    ...inputColumns(delivery.inputs),
  };
}

function inputColumns(inputs: DecisionInputs | undefined) {
  const { mapping = null, lists = null, settings = null, engine = null, today = null } = inputs ?? {};
  return { mapping, lists, settings, engine, today };
}

function changedColumns(before: DeliveryState, now: DeliveryState): Partial<DeliveryColumns> {
  if (before === now) return {};
  const old: Record<string, unknown> = columnsOf(before);
  return Object.fromEntries(Object.entries(columnsOf(now)).filter(([name, value]) => value !== old[name]));
}

async function writeUnacknowledged(
  tx: Queries,
  feed: number,
  before: DeliveryState | undefined,
  { sha256: delivery, unacknowledged, order }: DeliveryState,
): Promise<void> {
  const old = before?.unacknowledged ?? [];
  if (old === unacknowledged) return;
  const known = new Set(old.map(arrivalKey));
  const here = new Set(unacknowledged.map(arrivalKey));
  const gone = old.filter((arrival) => !here.has(arrivalKey(arrival)));
  if (gone.length > 0)
    await tx
      .deleteFrom("unacknowledged")
      .where("feed", "=", feed)
      .where("delivery", "=", delivery)
      .where("arrival", "in", gone.map(digestOf))
      .execute();
  const added = new Map(
    unacknowledged
      .filter((arrival) => !known.has(arrivalKey(arrival)))
      .map((each) => [arrivalKey(each), each]),
  );
  if (added.size === 0) return;
  const rows = [...added.values()].map((arrival, at) => ({
    feed,
    delivery,
    arrival: digestOf(arrival),
    n: order - added.size + 1 + at,
    ...arrival,
  }));
  await tx.insertInto("unacknowledged").values(rows).execute();
}

async function writeBalances(
  tx: Queries,
  feed: number,
  before: DeliveryState | undefined,
  { sha256: delivery, counts }: DeliveryState,
): Promise<void> {
  const [old, now] = [before?.counts?.within ?? [], counts?.within ?? []];
  if (old === now) return;
  if (old.length > 0)
    await tx.deleteFrom("balances").where("feed", "=", feed).where("delivery", "=", delivery).execute();
  if (now.length === 0) return;
  const rows = now.map(({ of: subject, currency = null, ...sums }, place) => ({
    feed,
    delivery,
    place,
    subject,
    currency,
    ...sums,
  }));
  await tx.insertInto("balances").values(rows).execute();
}

/** `entries` is the number of the last entry in the log. */
async function writeFeed(
  tx: Queries,
  feed: number,
  before: Pick<FeedState, "accepted" | "released">,
  now: FeedState,
  entries: number,
): Promise<void> {
  await tx
    .updateTable("feeds")
    .set({
      entries,
      idle_inputs: null,
      paused_to: now.paused?.to ?? null,
      paused_position: now.paused?.order ?? null,
    })
    .set({ last_published_at: now.lastPublishedAt ?? null, confirmed_at: now.confirmedAt ?? null })
    .where("id", "=", feed)
    .execute();
  for (const [part, accepted] of now.accepted) {
    if (before.accepted.get(part) === accepted) continue;
    const { sha256: delivery, amended = null, inputs } = accepted;
    await putRow(tx, "accepted_parts", { feed, part, delivery, amended, ...inputColumns(inputs) });
  }
  for (const [change_set, delivery] of now.released)
    if (before.released.get(change_set) !== delivery)
      await putRow(tx, "approvals", { feed, change_set, delivery });
  const used = [...before.released.keys()].filter((changeSet) => !now.released.has(changeSet));
  if (used.length > 0)
    await tx.deleteFrom("approvals").where("feed", "=", feed).where("change_set", "in", used).execute();
}

async function writeRowCounts(tx: Queries, feed: number, { rowCounts, resized }: Folding): Promise<void> {
  const own = tx.deleteFrom("row_counts").where("feed", "=", feed);
  if (resized.size > 0) await own.where("part", "in", [...resized]).execute();
  const last = rowCounts.at(-1);
  if (last === undefined) return;
  const since = new Date(Date.parse(last.at) - 2 * monthOfRows).toISOString();
  await own.where("at", "<", since).execute();
  await tx
    .insertInto("row_counts")
    .values(rowCounts.map((each) => ({ feed, ...each })))
    .execute();
}
