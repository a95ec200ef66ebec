import { deliveriesOf, feedNamed, lastHolds, readLog } from "../../feeds/lists/feed-log.js";
import type { DeliveryState } from "../../feeds/lists/feed-state.js";
import type { Entry } from "../../feeds/lists/log.js";
import { documentNames } from "../../feeds/lists/documents.js";
import { readCurrent } from "../../feeds/lists/publications.js";
import type { Queries } from "../../store/store.js";
import type { Feed } from "../../workspace/workspace.js";
import { mostEntries, pageSize, versionsPage } from "./versions.js";
import type { ChangeCounts, DeliveryRow, DeliveryView, Page } from "./views.js";

export interface DeliveriesQuery {
  /** Part of the file name. */
  readonly search: string;
  /** Empty: any status. */
  readonly status: string;
  readonly from: number;
}

export async function deliveriesPage(
  db: Queries,
  feed: string,
  { search, status, from }: DeliveriesQuery,
): Promise<Page<DeliveryRow>> {
  const wanted = search.trim().toLowerCase();
  const all = (await deliveriesOf(db, feed))
    .toReversed()
    .filter(
      (each) => (status === "" || each.status === status) && each.arrival.name.toLowerCase().includes(wanted),
    );
  const shown = all.slice(from, from + pageSize);
  const decided = decisions(await readLog(db, feed, mostEntries));
  const holds = await lastHolds(db, feed);
  const versions = new Map(
    shown.some(({ number }) => number !== undefined)
      ? (await versionsPage(db, feed, 0)).rows.map((each) => [each.number, each])
      : [],
  );
  return {
    from,
    count: all.length,
    rows: shown.map((delivery) => {
      const held = delivery.status === "HELD" ? holds.get(delivery.sha256)?.differences : undefined;
      const changes = held === undefined ? versions.get(delivery.number ?? 0) : countsOf(held);
      return {
        delivery: delivery.sha256.slice(0, 12),
        file: delivery.arrival.name,
        receivedAt: delivery.receivedAt,
        status: delivery.status,
        ...(delivery.delivered !== undefined && { deliveredBy: delivery.delivered.by }),
        ...(delivery.counts && { rows: delivery.counts.read, rejected: delivery.counts.rejected }),
        ...(changes !== undefined && {
          changes: { added: changes.added, changed: changes.changed, deactivated: changes.deactivated },
        }),
        ...(delivery.number !== undefined && { version: delivery.number }),
        ...decided.get(delivery.sha256),
        ...(delivery.rejectedBy !== undefined && { by: delivery.rejectedBy, reason: delivery.reason }),
      };
    }),
  };
}

export function countsOf(kinds: Readonly<Record<string, number>>): ChangeCounts {
  const sum = (...names: readonly string[]) => names.reduce((total, name) => total + (kinds[name] ?? 0), 0);
  return {
    added: sum("added", "revived"),
    changed: sum("changed"),
    deactivated: sum("deactivated", "removed"),
  };
}

/** The latest decision by a person about each delivery. */
function decisions(
  log: readonly Entry[],
): ReadonlyMap<string, { readonly by: string; readonly reason: string }> {
  return new Map(
    log.flatMap((entry) => {
      if (entry.state === "RELEASED")
        return [[entry.delivery, { by: entry.by, reason: entry.reason }] as const];
      if (entry.state === "REJECTED" && entry.by !== undefined)
        return [[entry.delivery, { by: entry.by, reason: entry.reason }] as const];
      return [];
    }),
  );
}

/** Finds a delivery by the beginning of its sha256. Undefined if none or several match. */
export async function deliveryNamed(
  db: Queries,
  feed: string,
  beginning: string,
): Promise<DeliveryState | undefined> {
  if (!/^[0-9a-f]{12,64}$/.test(beginning)) return undefined;
  const [only, another] = await deliveriesOf(db, feed, { beginning });
  return another === undefined ? only : undefined;
}

export async function deliveryView(db: Queries, feed: Feed, delivery: DeliveryState): Promise<DeliveryView> {
  const { sha256, arrival, delivered, status, receivedAt, reason, number, isUnread } = delivery;
  const current = await readCurrent(db, feed.name);
  const decided = decisions(await readLog(db, feed.name, mostEntries)).get(sha256);
  const { bytes } = await db
    .selectFrom("deliveries")
    .select("bytes")
    .where("feed", "=", feedNamed(db, feed.name))
    .where("sha256", "=", sha256)
    .executeTakeFirstOrThrow();
  return {
    feed: feed.name,
    delivery: sha256,
    file: arrival.name,
    status,
    receivedAt,
    source: arrival.source,
    size: arrival.size,
    ...(delivered !== undefined && { deliveredBy: delivered.by, deliveredReason: delivered.reason }),
    ...(decided !== undefined && { decidedBy: decided.by, decidedReason: decided.reason }),
    ...(reason !== "" && { reason }),
    ...(number !== undefined && { version: number }),
    ...(current !== undefined && {
      served: { number: current.publication.number, records: current.publication.counts.records },
    }),
    documents: await documentNames(db, feed.name, sha256),
    hasOriginal: isUnread !== true && bytes === "kept",
    held: status === "HELD" ? delivery.guards.map(({ sentence }) => sentence) : [],
  };
}
