import type { LadingError } from "../../errors.js";
import { readFaults } from "../deliveries/faults.js";
import { readNeverTaken } from "../deliveries/never-taken.js";
import { lastHolds, readFeeds, readRefused, type Holds } from "../lists/feed-log.js";
import {
  isUnusable,
  lastArrived,
  nothingYet,
  type FeedState,
  heldBy,
  heldNewestFirst,
} from "../lists/feed-state.js";
import { heldCommand } from "../next-step.js";
import { readCurrents } from "../lists/publications.js";
import type { Queries, Store } from "../../store/store.js";
import { alertHealth } from "../alerts/alert-health.js";
import { lastRuns } from "../reports/runs.js";
import { endingSoon } from "../../workspace/expiry.js";
import type { Feed, Workspace } from "../../workspace/workspace.js";
import type { Setup } from "../deliveries/setup.js";
import { readWorkers } from "../deliveries/workers.js";
import { expectedAt } from "../deliveries/stale.js";
import { outboxAccounts, outboxCounts } from "../deliveries/outboxes.js";
import { sharedAccruals } from "../../outbox/accruals.js";
import { nearlySame, oldestOpen } from "../../outbox/entries.js";
import { feedProblems, guardsOf, type FeedFacts } from "./feed-problems.js";
import { needsPerson, worstFirst, type Problem, type ProblemCode } from "./problem.js";
import {
  alertProblems,
  endingProblem,
  faultProblem,
  hostProblems,
  hostsOf,
  neverTakenProblems,
  outboxNotes,
  problemList,
  storeAway,
} from "./problems.js";
import type { FeedStatus, Health, HeldDelivery, OutboxStatus, Status, StatusSource } from "./status.js";

/** The status of a workspace, read from its store without caching or writing. */
export function workspaceStatus(
  workspace: Workspace,
  store: Pick<Store, "db" | "engine" | "now">,
  now: () => Date = () => new Date(),
): StatusSource {
  const { db } = store;
  return {
    async read(runs = 0) {
      const stored = await readFeeds(db, namesOf(workspace));
      const { found, guardsOf, ...health } = await readHealth(workspace, store, stored, now());
      const {
        alerts,
        endings,
        found: others,
      } = await readSurroundings(workspace, workspace.feeds, db, now());
      const never: Problem[] = [];
      for (const source of workspace.sources.keys())
        never.push(...neverTakenProblems(source, await readNeverTaken(db, source)));
      return {
        ...health,
        problems: problemList([...found, ...others, ...never], guardsOf),
        endings,
        alerts,
        ...(store.engine === "postgres" && { workers: (await readWorkers(store)).workers }),
        runs: await lastRuns(store, runs, now()),
      };
    },
    async without(error) {
      return { feeds: [], problems: await problemsWithoutStore(workspace, error, now()), runs: [] };
    },
  };
}

/** Returns the problems that are known if the store cannot be read, including credentials that will expire soon. */
export async function problemsWithoutStore(
  workspace: Workspace,
  error: LadingError,
  now: Date,
): Promise<readonly Problem[]> {
  const endings = await endingSoon(workspace, undefined, now);
  return problemList([storeAway(workspace, error), ...endings.map(endingProblem)]);
}

/** Returns the problems with the given feeds, which are shown at the end of a run. Does not list the sources. */
export async function readProblems(
  { workspace, store, clock }: Pick<Setup, "workspace" | "store" | "clock">,
  feeds: readonly Feed[],
): Promise<readonly Problem[]> {
  const now = clock.now();
  const stored = await readFeeds(
    store.db,
    feeds.map(({ name }) => name),
  );
  const { found, guardsOf } = await readHealth({ ...workspace, feeds }, store, stored, now);
  const { found: others } = await readSurroundings(workspace, feeds, store.db, now);
  return problemList([...found, ...others], guardsOf);
}

function namesOf({ feeds }: Workspace): readonly string[] {
  return feeds.map(({ name }) => name);
}

/** Reads the states of hosts, alerts and credentials, with their problems. */
export async function readSurroundings(workspace: Workspace, feeds: readonly Feed[], db: Queries, now: Date) {
  const hosts = await hostsOf(workspace, feeds, db);
  const alerts = await alertHealth(workspace, db);
  const endings = await endingSoon(workspace, db, now);
  const found = [...hosts.flatMap(hostProblems), ...alertProblems(alerts), ...endings.map(endingProblem)];
  return { hosts, alerts, endings, found };
}

/** The states of feeds and outboxes, the faults, and all problems as input for `problemList`. */
export async function readHealth(
  workspace: Workspace,
  store: Pick<Store, "db" | "engine" | "now">,
  stored: ReadonlyMap<string, { readonly state: FeedState }>,
  now: Date,
): Promise<
  Pick<Status, "feeds"> &
    Required<Pick<Status, "faults" | "outboxes">> & {
      readonly found: readonly Problem[];
      readonly guardsOf: (held: Problem) => readonly string[];
    }
> {
  const faults = await readFaults(store, workspace, now);
  const currents = await readCurrents(store.db, namesOf(workspace));
  const refusedOf = await readRefused(store.db, workspace.feeds);
  const stateOf = (name: string): FeedState => stored.get(name)?.state ?? nothingYet;
  const feeds: FeedStatus[] = [];
  const names = new Set(namesOf(workspace));
  const found: Problem[] = faults
    .filter((fault) => fault.feeds.some((name) => names.has(name)))
    .map(faultProblem);
  for (const feed of workspace.feeds) {
    const state = stateOf(feed.name);
    const isHeld = heldNewestFirst(state).length > 0;
    const holds: Holds = isHeld ? await lastHolds(store.db, feed.name) : new Map();
    const ofFeed = faults.filter(({ feeds: affected }) => affected.includes(feed.name));
    const fault = ofFeed.find(({ isOfFeed }) => isOfFeed);
    const facts: FeedFacts = {
      feed,
      current: currents.get(feed.name),
      state,
      refused: refusedOf(feed.name),
      source: workspace.sources.get(feed.sources[0] ?? ""),
      isFaulty: fault !== undefined,
    };
    const own = feedProblems(facts, now);
    found.push(...own);
    const status = feedStatus(facts, holds, fault === undefined ? own : [faultProblem(fault), ...own], now);
    const unreadable = ofFeed.find(({ isOfFile }) => isOfFile);
    feeds.push(
      status.health === "good" && unreadable !== undefined
        ? { ...status, health: "rejected", reason: unreadable.sentence }
        : status,
    );
  }
  const outboxes = await outboxStatus(workspace, store.db);
  return {
    feeds,
    faults: faults.map(({ where, sentence, next, since, feeds: of }) => ({
      ...{ where, sentence, next, since, feeds: of },
    })),
    outboxes,
    found: [...found, ...outboxes.flatMap(outboxNotes)],
    guardsOf: ({ feeds: [feed = ""], delivery }) => guardsOf(stateOf(feed), delivery),
  };
}

async function outboxStatus(workspace: Workspace, db: Queries): Promise<readonly OutboxStatus[]> {
  const statuses: OutboxStatus[] = [];
  for (const { account } of outboxAccounts({ workspace })) {
    const { name } = account;
    const oldest = await oldestOpen(db, name);
    const near = await nearlySame(db, name);
    statuses.push({
      account: name,
      ...(await outboxCounts(db, name)),
      ...(oldest && {
        oldest: { id: oldest.id, state: oldest.state, postedAt: new Date(oldest.posted).toISOString() },
      }),
      near: near.map(({ id, number, near: others }) => ({ id, number, others })),
      shared: await sharedAccruals(db, name),
    });
  }
  return statuses;
}

function feedStatus(
  { feed, current, state }: FeedFacts,
  holds: Holds,
  problems: readonly Problem[],
  now: Date,
): FeedStatus {
  const latest = lastArrived(state);
  const worst = worstFirst(problems).find(needsPerson);
  const due = current && expectedAt(feed, new Date(current.confirmedAt), now);
  return {
    feed: feed.name,
    account: feed.account.name ?? "",
    record: feed.type.name,
    health: current === undefined ? "unpublished" : healthBy(worst),
    ...(worst && { reason: worst.sentence }),
    ...(current !== undefined && {
      publication: {
        number: current.publication.number,
        records: current.publication.counts.records,
        publishedAt: current.publication.published_at,
        confirmedAt: current.confirmedAt,
      },
    }),
    ...(due !== undefined && { expectedAt: due.toISOString() }),
    held: heldDeliveries(feed, state, holds),
    ...(latest?.counts && { lastRows: { read: latest.counts.read, rejected: latest.counts.rejected } }),
  };
}

/** Returns the state of a feed that has a list, given its worst problem. */
function healthBy(worst: Problem | undefined): Health {
  return worst === undefined ? "good" : (healthOfCode.get(worst.code) ?? "failing");
}

/** The feed state for each problem code. All other codes are faults. */
const healthOfCode: ReadonlyMap<string, Health> = new Map<ProblemCode, Health>([
  ["held", "held"],
  ["unusable", "held"],
  ["rejected", "rejected"],
  ["rejected_by_person", "rejected"],
  ["quarantined", "rejected"],
  ["waiting", "waiting"],
  ["paused", "paused"],
  ["late", "stale"],
  ["partial", "partial"],
]);

function heldDeliveries(feed: Feed, state: FeedState, holds: Holds): readonly HeldDelivery[] {
  return heldNewestFirst(state).map((delivery) => {
    return {
      delivery: delivery.sha256.slice(0, 12),
      file: delivery.arrival.name,
      receivedAt: delivery.receivedAt,
      guards: heldBy(delivery),
      reasons: delivery.guards.map((guard) => guard.sentence),
      differences: holds.get(delivery.sha256)?.differences ?? {},
      release: heldCommand("release", feed.name, delivery.sha256),
      ...(isUnusable(delivery) && { isUnusable: true as const }),
    };
  });
}
