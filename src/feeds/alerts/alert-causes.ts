import { createHash } from "node:crypto";
import { feedProblems, refusedProblem, type FeedFacts } from "../health/feed-problems.js";
import type { Problem, ProblemCode } from "../health/problem.js";
import { readFeeds, readRefused, type RefusedDelivery } from "../lists/feed-log.js";
import { nothingYet, type DeliveryState, type FeedState } from "../lists/feed-state.js";
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
  /** True if a delivery is waiting for another feed's list, or the feed is paused. */
  readonly isWaiting: boolean;
  /** The last accepted delivery. */
  readonly taken: DeliveryState | undefined;
}

type BareCause = Omit<AlertCause, "hasList">;

/** Kinds of causes, by problem code. People are not alerted to the other problems of a feed. */
const kinds: ReadonlyMap<string, AlertCause["kind"]> = new Map<ProblemCode, AlertCause["kind"]>([
  ["held", "held"],
  ["first_file", "held"],
  ["unusable", "held"],
  ["rejected", "refused"],
  ["rejected_by_person", "refused"],
  ["quarantined", "refused"],
  ["partial", "rows"],
  ["late", "stale"],
]);

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
export async function deliveryCause(
  db: Queries,
  feed: Feed,
  delivery: DeliveryState,
): Promise<AlertCause | undefined> {
  const { name } = feed;
  const state = (await readFeeds(db, [name])).get(name)?.state ?? nothingYet;
  const facts = { feed, current: (await readCurrents(db, [name])).get(name), state, refused: [] };
  const isRefused = delivery.status === "REJECTED" || delivery.status === "QUARANTINED";
  const problems = isRefused ? [refusedProblem(facts, delivery)] : feedProblems(facts, new Date());
  const problem = problems.find(
    (one) => kinds.has(one.code) && one.delivery !== null && delivery.sha256.startsWith(one.delivery),
  );
  const kind = problem && kinds.get(problem.code);
  if (problem === undefined || kind === undefined) return undefined;
  return withList(facts, await causeOf(db, feed, kind, problem, delivery));
}

async function causesOf(
  db: Queries,
  facts: FeedFacts,
  refusedOnes: readonly RefusedDelivery[],
  now: Date,
): Promise<FeedCauses> {
  const { feed, current, state } = facts;
  const refusedNow = refusedOnes.filter(({ isCurrent }) => isCurrent);
  const known = [...state.deliveries.values(), ...refusedOnes];
  const causes: BareCause[] = [];
  const own = feedProblems({ ...facts, refused: refusedNow }, now);
  const isHeld = ({ code }: Problem): boolean => kinds.get(code) === "held";
  // The oldest held delivery is reported first.
  for (const problem of [...own.filter(isHeld).toReversed(), ...own.filter((one) => !isHeld(one))]) {
    const kind = kinds.get(problem.code);
    const delivery = known.find(({ sha256 }) => sha256.startsWith(problem.delivery ?? "-"));
    if (kind !== undefined) causes.push(await causeOf(db, feed, kind, problem, delivery));
  }
  const past: BareCause[] = [];
  for (const delivery of refusedOnes)
    if (!delivery.isCurrent)
      past.push(await causeOf(db, feed, "refused", refusedProblem(facts, delivery), delivery));
  return {
    feed,
    current,
    causes: causes.map((cause) => withList(facts, cause)),
    past: past.map((cause) => withList(facts, cause)),
    taken: lastTaken(state),
    isWaiting:
      state.paused !== undefined || [...state.deliveries.values()].some(({ status }) => status === "WAITING"),
  };
}

/**
 * Adds whether there was a list before the delivery. The current version already contains a file with rejected rows, so
 * for such a file, there is an earlier list only if there are at least two versions.
 */
function withList({ current }: FeedFacts, cause: BareCause): AlertCause {
  return { ...cause, hasList: (current?.publication.number ?? 0) > (cause.kind === "rows" ? 1 : 0) };
}

async function causeOf(
  db: Queries,
  feed: Feed,
  kind: AlertCause["kind"],
  problem: Problem,
  delivery: DeliveryState | undefined,
): Promise<BareCause> {
  const report = delivery === undefined ? noReport : await filedReport(db, feed, delivery);
  const key = `${kind} ${feed.name} ${keyOf(kind, problem, delivery, report)}`;
  return { kind, key, delivery, report, problem };
}

function keyOf(
  kind: AlertCause["kind"],
  { sentence }: Problem,
  delivery: DeliveryState | undefined,
  { findings }: FiledReport,
): string {
  if (delivery === undefined) return hash([sentence]);
  const { sha256, guards, reason, part, counts } = delivery;
  if (kind === "held") return `${sha256} ${hash(guards.map(({ guard }) => guard))}`;
  if (kind === "refused") return `${sha256} ${hash([reason])}`;
  // The same rows are often rejected every night, so the key changes only when the issues change.
  const errors = findings.filter(({ severity }) => severity === "error");
  const what = errors.map(({ code, column, count }) => `${code} ${column ?? ""} ${count}`);
  return `${part} ${hash([counts?.rejected ?? 0, ...what])}`;
}

function lastTaken({ accepted, deliveries }: FeedState): DeliveryState | undefined {
  return [...accepted.values()]
    .flatMap(({ sha256 }) => deliveries.get(sha256) ?? [])
    .sort((a, b) => b.order - a.order)[0];
}

function hash(parts: readonly (string | number)[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 12);
}
