import { deliveriesOf, feedNamed } from "../../feeds/lists/feed-log.js";
import type { DeliveryState, DeliveryStatus } from "../../feeds/lists/feed-state.js";
import type { Entry } from "../../feeds/lists/log.js";
import { deliverySteps, earlierDecision, earlierDecisionText } from "../../feeds/lists/delivery-steps.js";
import { documentNames } from "../../feeds/lists/documents.js";
import { publicationSchema } from "../../feeds/lists/publication.js";
import { readCurrent } from "../../feeds/lists/publications.js";
import { sql } from "../../store/kysely.js";
import type { Queries } from "../../store/store.js";
import type { Feed } from "../../workspace/workspace.js";
import { contains } from "./search.js";
import { pageSize } from "./versions.js";
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
  const wanted = search.trim();
  const found = db
    .selectFrom("deliveries")
    .where("feed", "=", feedNamed(db, feed))
    .$if(status !== "", (query) => query.where(sql<boolean>`status = ${status}`))
    .$if(wanted !== "", (query) => query.where(contains(sql`name`, wanted)));
  const { count } = await found
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const shown = found.selectAll().orderBy("position", "desc").limit(pageSize).offset(from);
  const rows = await db
    .selectFrom(shown.as("deliveries"))
    .leftJoin("publications", (join) =>
      join
        .onRef("publications.feed", "=", "deliveries.feed")
        .onRef("publications.number", "=", "deliveries.number"),
    )
    .leftJoin("log as decision", (join) =>
      join.onRef("decision.feed", "=", "deliveries.feed").on("decision.n", "=", lastDecision),
    )
    .leftJoin("log as hold", (join) =>
      join.onRef("hold.feed", "=", "deliveries.feed").on("hold.n", "=", lastHold),
    )
    .select(["deliveries.sha256", "deliveries.name", "deliveries.received_at", "deliveries.status"])
    .select(["deliveries.delivered_by", "deliveries.rows_read", "deliveries.rejected", "deliveries.number"])
    .select(["publications.facts", "hold.entry as held", "decision.person", "decision.reason"])
    .orderBy("deliveries.position", "desc")
    .execute();
  return { from, count: Number(count), rows: rows.map(rowOf) };
}

interface ListedDelivery {
  readonly sha256: string;
  readonly name: string;
  readonly received_at: string;
  readonly status: DeliveryStatus;
  readonly delivered_by: string | null;
  readonly rows_read: number | null;
  readonly rejected: number | null;
  readonly number: number | null;
  readonly facts: string | null;
  readonly held: string | null;
  readonly person: string | null;
  readonly reason: string | null;
}

function rowOf({ sha256, name, received_at, status, number, ...rest }: ListedDelivery): DeliveryRow {
  const { delivered_by, rows_read, rejected, facts, held, person, reason } = rest;
  const kinds =
    held !== null
      ? (JSON.parse(held) as Extract<Entry, { state: "HELD" }>).differences
      : facts !== null && publicationSchema.parse(JSON.parse(facts)).counts;
  return {
    delivery: sha256.slice(0, 12),
    file: name,
    receivedAt: received_at,
    status,
    ...(delivered_by !== null && { deliveredBy: delivered_by }),
    ...(rows_read !== null && { rows: rows_read, rejected: rejected ?? 0 }),
    ...(kinds && { changes: countsOf(kinds) }),
    ...(number !== null && { version: number }),
    ...(person !== null && { by: person, reason: reason ?? "" }),
  };
}

/** SQL: the log number of a person's last decision about a delivery. */
const lastDecision = sql<number>`(select max(own.n) from log as own
  where own.feed = deliveries.feed and own.delivery = deliveries.sha256 and own.person is not null
    and own.state in ('RELEASED', 'REJECTED'))`;

/** SQL: the log number of the entry that put a delivery on hold. */
const lastHold = sql<number>`(select max(own.n) from log as own
  where own.feed = deliveries.feed and own.delivery = deliveries.sha256 and own.state = 'HELD'
    and deliveries.status = 'HELD')`;

export function countsOf(kinds: Readonly<Record<string, number>>): ChangeCounts {
  const sum = (...names: readonly string[]) => names.reduce((total, name) => total + (kinds[name] ?? 0), 0);
  return {
    added: sum("added", "revived"),
    changed: sum("changed"),
    deactivated: sum("deactivated", "removed"),
  };
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
  const steps = await deliverySteps(db, feed.name, sha256);
  const earlier = earlierDecision(steps);
  const {
    bytes,
    paused_to: pausedAt,
    ...decided
  } = await db
    .selectFrom("deliveries")
    .innerJoin("feeds", "feeds.id", "deliveries.feed")
    .leftJoin("log as decision", (join) =>
      join.onRef("decision.feed", "=", "deliveries.feed").on("decision.n", "=", lastDecision),
    )
    .select(["bytes", "paused_to", "decision.person", "decision.reason"])
    .where("deliveries.feed", "=", feedNamed(db, feed.name))
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
    ...(decided.person !== null && { decidedBy: decided.person, decidedReason: decided.reason ?? "" }),
    ...(reason !== "" && { reason }),
    ...(number !== undefined && { version: number }),
    ...(current !== undefined && {
      served: { number: current.publication.number, records: current.publication.counts.records },
    }),
    documents: await documentNames(db, feed.name, sha256),
    hasOriginal: isUnread !== true && bytes === "kept",
    isEvaluated: delivery.counts !== undefined,
    ...(pausedAt !== null && { pausedAt }),
    ...(earlier !== undefined && { earlier: earlierDecisionText(earlier) }),
    steps,
    held: status === "HELD" ? delivery.guards.map(({ sentence }) => sentence) : [],
  };
}
