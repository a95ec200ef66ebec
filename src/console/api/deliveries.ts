import { deliveryCause } from "../../feeds/alerts/alert-causes.js";
import { partnerMessage } from "../../feeds/alerts/partner-message.js";
import { deliveriesOf, feedNamed } from "../../feeds/lists/feed-log.js";
import type { DeliveryState } from "../../feeds/lists/feed-state.js";
import { deliverySteps, earlierDecision, earlierDecisionText } from "../../feeds/lists/delivery-steps.js";
import { documentNames } from "../../feeds/lists/documents.js";
import { entriesIn } from "../../feeds/lists/log-rows.js";
import { readCurrent } from "../../feeds/lists/publications.js";
import { sql } from "../../store/kysely.js";
import type { Queries } from "../../store/store.js";
import type { Feed } from "../../workspace/workspace.js";
import { rolledBackIn } from "./versions.js";
import type { DeliveryView } from "./views.js";

/**
 * SQL expression: the log number of the last decision that a person made about a delivery since it arrived or was
 * processed again.
 */
const lastDecision = sql<number>`(select max(own.n) from log as own
  where own.feed = deliveries.feed and own.delivery = deliveries.sha256 and own.person is not null
    and own.state in ('RELEASED', 'REJECTED')
    and own.n > coalesce((select max(arrived.n) from log as arrived where arrived.feed = deliveries.feed
      and arrived.delivery = deliveries.sha256 and arrived.state in ('RECEIVED', 'REPLAYED')), 0))`;

/**
 * Finds a delivery by the first 12 or more digits of its SHA-256 hash. Returns undefined unless exactly one delivery
 * matches.
 */
export async function deliveryNamed(
  db: Queries,
  feed: string,
  beginning: string,
): Promise<DeliveryState | undefined> {
  if (!/^[0-9a-f]{12,64}$/.test(beginning)) return undefined;
  const [only, another] = await deliveriesOf(db, feed, { beginning });
  return another === undefined ? only : undefined;
}

/** The latest time, person and reason for which the file was deleted, because it contained a forgotten record. */
async function whenForgotten(db: Queries, feed: string, sha256: string): Promise<DeliveryView["forgotten"]> {
  const rows = await db
    .selectFrom("log")
    .selectAll()
    .where("feed", "=", feedNamed(db, feed))
    .where("state", "=", "FORGOTTEN")
    .orderBy("n", "desc")
    .execute();
  for (const entry of await entriesIn(db, rows)) {
    if (entry.state !== "FORGOTTEN" || !entry.deliveries.includes(sha256)) continue;
    return { at: entry.at, by: entry.by, reason: entry.reason };
  }
  return undefined;
}

async function outcomesInOthers(db: Queries, feed: string, sha256: string): Promise<DeliveryView["others"]> {
  const rows = await db
    .selectFrom("feeds")
    .innerJoin("deliveries", "deliveries.feed", "feeds.id")
    .select(["feeds.name", "deliveries.status", "deliveries.number"])
    .where("sha256", "=", sha256)
    .where("feeds.name", "<>", feed)
    .orderBy("feeds.name")
    .execute();
  return rows.map(({ name, status, number }) => ({
    feed: name,
    status,
    ...(status === "PUBLISHED" && number !== null && { version: number }),
  }));
}

export async function deliveryView(db: Queries, feed: Feed, delivery: DeliveryState): Promise<DeliveryView> {
  const { sha256, arrival, delivered, status, receivedAt, reason, number, isUnread } = delivery;
  const current = await readCurrent(db, feed.name);
  const steps = await deliverySteps(db, feed.name, sha256);
  const earlier = earlierDecision(steps);
  const cause = await deliveryCause(db, feed, delivery);
  const partner = cause && partnerMessage(feed, cause, true);
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
    .select(["bytes", "paused_to", "decision.at", "decision.state", "decision.person", "decision.reason"])
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
    ...(decided.person !== null && {
      decidedBy: decided.person,
      decidedReason: decided.reason ?? "",
      decidedAt: decided.at ?? "",
      decision: decided.state === "RELEASED" ? "RELEASED" : "REJECTED",
    }),
    ...(reason !== "" && { reason }),
    ...(number !== undefined && { version: number }),
    ...(number !== undefined && (await rolledBackIn(db, feed.name))(number) && { isRolledBack: true }),
    ...(current !== undefined && {
      served: { number: current.publication.number, records: current.publication.counts.records },
    }),
    documents: await documentNames(db, feed.name, sha256),
    hasOriginal: isUnread !== true && bytes === "kept",
    isEvaluated: delivery.counts !== undefined,
    ...(pausedAt !== null && { pausedAt }),
    ...(earlier !== undefined && { earlier: earlierDecisionText(earlier) }),
    steps,
    ...(delivery.isForgotten && { forgotten: await whenForgotten(db, feed.name, sha256) }),
    held: status === "HELD" ? delivery.guards.map(({ sentence }) => sentence) : [],
    others: await outcomesInOthers(db, feed.name, sha256),
    ...(partner !== undefined && { partner }),
  };
}
