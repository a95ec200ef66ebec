import { createHash } from "node:crypto";
import {
  heldProblem,
  lateProblem,
  partialProblem,
  refusedProblem,
  type FeedFacts,
} from "../health/feed-problems.js";
import type { Problem } from "../health/problem.js";
import { readFeeds, readRefused, type RefusedDelivery } from "../lists/feed-log.js";
import {
  heldNewestFirst,
  nothingYet,
  withRejected,
  type DeliveryState,
  type FeedState,
} from "../lists/feed-state.js";
import { readCurrents, type Current } from "../lists/publications.js";
import type { Queries } from "../../store/store.js";
import type { Feed } from "../../workspace/workspace.js";
import { filedReport, type FiledReport } from "./filed-report.js";

export interface AlertCause {
  readonly kind: "held" | "refused" | "rows" | "stale";
  /** Identifies the cause. Stays the same until the cause changes. */
  readonly key: string;
  readonly delivery: DeliveryState | undefined;
  readonly report: FiledReport;
  /** The problem as `lading status` shows it. */
  readonly problem: Problem;
  /** True if there was a list before the delivery. */
  readonly hasList: boolean;
}

export interface FeedCauses {
  readonly feed: Feed;
  readonly current: Current | undefined;
  readonly causes: readonly AlertCause[];
  /** Causes for recently refused deliveries that a later delivery replaced. */
  readonly past: readonly AlertCause[];
  /** True if a delivery is waiting for another feed's list. */
  readonly isWaiting: boolean;
  /** The last accepted delivery. */
  readonly taken: DeliveryState | undefined;
}

type BareCause = Omit<AlertCause, "hasList">;

const noReport: FiledReport = { findings: [] };

/**
 * `since` is a time in ISO 8601 UTC. Deliveries refused after this time are included even if a later delivery replaced
 * them.
 */
export async function alertCauses(
  db: Queries,
  feeds: readonly Feed[],
  since: string,
  now: Date,
): Promise<readonly FeedCauses[]> {
  const names = feeds.map(({ name }) => name);
  const currents = await readCurrents(db, names);
  const stored = await readFeeds(db, names);
  const refusedOf = await readRefused(db, feeds, since);
  const causes: FeedCauses[] = [];
  for (const feed of feeds) {
    const state = stored.get(feed.name)?.state ?? nothingYet;
    const facts = { feed, current: currents.get(feed.name), state, refused: [] };
    causes.push(await causesOf(db, facts, refusedOf(feed.name), now));
  }
  return causes;
}

/** Returns the cause for an alert about a delivery, even if a later delivery replaced it. */
export async function causeOf(
  db: Queries,
  feed: Feed,
  delivery: DeliveryState,
): Promise<AlertCause | undefined> {
  const { name } = feed;
  const state = (await readFeeds(db, [name])).get(name)?.state ?? nothingYet;
  const facts = { feed, current: (await readCurrents(db, [name])).get(name), state, refused: [] };
  if (delivery.status === "HELD") return withList(facts, await held(db, facts, delivery));
  if (delivery.status === "REJECTED" || delivery.status === "QUARANTINED")
    return withList(facts, await refused(db, facts, delivery));
  return withRejected(state).some(({ sha256 }) => sha256 === delivery.sha256)
    ? withList(facts, await rejectedRows(db, facts, delivery))
    : undefined;
}

/**
 * Adds whether there was a list before the delivery. The current version already contains a file with rejected rows, so
 * for such a file, there is an earlier list only if there are at least two versions.
 */
function withList({ current }: FeedFacts, cause: BareCause): AlertCause {
  return { ...cause, hasList: (current?.publication.number ?? 0) > (cause.kind === "rows" ? 1 : 0) };
}

async function causesOf(
  db: Queries,
  facts: FeedFacts,
  refusedOnes: readonly RefusedDelivery[],
  now: Date,
): Promise<FeedCauses> {
  const { feed, current, state } = facts;
  const causes: BareCause[] = [];
  const past: BareCause[] = [];
  for (const delivery of heldNewestFirst(state).toReversed()) causes.push(await held(db, facts, delivery));
  for (const delivery of refusedOnes)
    (delivery.isCurrent ? causes : past).push(await refused(db, facts, delivery));
  for (const delivery of withRejected(state)) causes.push(await rejectedRows(db, facts, delivery));
  const overdue = lateProblem(facts, now);
  if (overdue !== undefined) {
    const key = `stale ${feed.name} ${hash([overdue.sentence])}`;
    causes.push({ kind: "stale", key, delivery: undefined, report: noReport, problem: overdue });
  }
  return {
    feed,
    current,
    causes: causes.map((cause) => withList(facts, cause)),
    past: past.map((cause) => withList(facts, cause)),
    taken: lastTaken(state),
    isWaiting: [...state.deliveries.values()].some(({ status }) => status === "WAITING"),
  };
}

async function held(db: Queries, facts: FeedFacts, delivery: DeliveryState): Promise<BareCause> {
  const { feed } = facts;
  const report = await filedReport(db, feed, delivery);
  const key = `held ${feed.name} ${delivery.sha256} ${hash(delivery.guards.map(({ guard }) => guard))}`;
  return { kind: "held", key, delivery, report, problem: heldProblem(facts, delivery) };
}

async function refused(db: Queries, facts: FeedFacts, delivery: DeliveryState): Promise<BareCause> {
  const { feed } = facts;
  const report = await filedReport(db, feed, delivery);
  const key = `refused ${feed.name} ${delivery.sha256} ${hash([delivery.reason])}`;
  const problem = refusedProblem(facts, delivery);
  return { kind: "refused", key, delivery, report, problem };
}

/** The same rows are often rejected every night, so the key of the cause changes only when the issues change. */
async function rejectedRows(db: Queries, facts: FeedFacts, delivery: DeliveryState): Promise<BareCause> {
  const { feed } = facts;
  const report = await filedReport(db, feed, delivery);
  const errors = report.findings.filter(({ severity }) => severity === "error");
  const what = errors.map(({ code, column, count }) => `${code} ${column ?? ""} ${count}`);
  const { rejected = 0 } = delivery.counts ?? {};
  return {
    kind: "rows",
    key: `rows ${feed.name} ${delivery.part} ${hash([rejected, ...what])}`,
    delivery,
    report,
    problem: partialProblem(facts, delivery),
  };
}

function lastTaken({ accepted, deliveries }: FeedState): DeliveryState | undefined {
  return [...accepted.values()]
    .flatMap(({ sha256 }) => deliveries.get(sha256) ?? [])
    .sort((a, b) => b.order - a.order)[0];
}

function hash(parts: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 12);
}
