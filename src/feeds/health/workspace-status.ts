import { folderSource } from "../../connectors/sources/folder.js";
import { LadingError } from "../../errors.js";
import {
  attemptFaults,
  isElsewhere,
  batchesInArrival,
  readFaults,
  type Attempt,
  type Fault,
} from "../deliveries/faults.js";
import { readNeverTaken } from "../deliveries/never-taken.js";
import { readUnclaimed } from "../deliveries/unclaimed.js";
import { readMissingBytes } from "../deliveries/unknown-files.js";
import {
  readHeldEntries,
  lastRollback,
  readFeeds,
  readRefused,
  type HeldEntries,
} from "../lists/feed-log.js";
import {
  isUnusable,
  lastArrived,
  nothingYet,
  type FeedState,
  heldBy,
  heldNewestFirst,
} from "../lists/feed-state.js";
import { heldCommand } from "../next-step.js";
import { readCurrents, type Current } from "../lists/publications.js";
import type { Queries, Store } from "../../store/store.js";
import { alertHealth } from "../alerts/alert-health.js";
import { lastRuns } from "../reports/runs.js";
import { endingSoon } from "../../workspace/expiry.js";
import type { WhyNotTaken } from "../../workspace/follow.js";
import type { Feed, Workspace } from "../../workspace/workspace.js";
import type { Setup } from "../deliveries/setup.js";
import { readWorkers } from "../deliveries/workers.js";
import { expectedAt } from "../deliveries/stale.js";
import { outboxAccounts, outboxCounts } from "../deliveries/outboxes.js";
import { sharedAccruals } from "../../outbox/accruals.js";
import { nearlySame, oldestIn, openStates } from "../../outbox/entries.js";
import { feedProblems, guardsOf, type FeedFacts } from "./feed-problems.js";
import { needsAttention, worstFirst, type Problem, type ProblemCode } from "./problem.js";
import {
  alertProblems,
  arrivingNote,
  batchNote,
  endingProblem,
  faultProblem,
  hostProblems,
  hostsOf,
  missingBytesProblem,
  neverTakenProblems,
  notTakenProblem,
  outboxNotes,
  problemList,
  sourceProblem,
  storeAway,
  unclaimedNote,
} from "./problems.js";
import type { FeedStatus, Health, HeldDelivery, OutboxStatus, StatusSource } from "./status.js";

/**
 * Returns the source of a workspace's status. Each read queries the store, caches nothing and writes nothing.
 * `notTaken` is the reason why the changed workspace on disk is not used.
 */
export function workspaceStatus(
  workspace: Workspace,
  store: HealthStore,
  now: () => Date = () => new Date(),
  notTaken?: WhyNotTaken,
): StatusSource {
  const more = notTaken === undefined ? [] : [notTakenProblem(notTaken)];
  return {
    async read(runs = 0) {
      const { stateOf: _, ...health } = await readHealth(workspace, store, now(), { more });
      return {
        ...health,
        ...(store.engine === "postgres" && { workers: (await readWorkers(store)).workers }),
        runs: await lastRuns(store, runs, now()),
      };
    },
    async without(error) {
      return { feeds: [], problems: await problemsWithoutStore(workspace, error, now(), more), runs: [] };
    },
  };
}

/**
 * Returns the problems that are known if the store cannot be read: the error itself, folders that cannot be listed,
 * and credentials that will expire soon.
 */
export async function problemsWithoutStore(
  workspace: Workspace,
  error: LadingError,
  now: Date,
  more: readonly Problem[] = [],
): Promise<readonly Problem[]> {
  const endings = await endingSoon(workspace, undefined, now);
  const sources = [...workspace.sources].map(async ([name, settings]) => {
    if (!("folder" in settings)) return [];
    const listed = folderSource(name, settings, workspace.root).list(AbortSignal.timeout(10_000));
    return listed.then(
      () => [],
      (failed: unknown) => (failed instanceof LadingError ? [sourceProblem(name, failed)] : []),
    );
  });
  return problemList([
    storeAway(workspace, error),
    ...(await Promise.all(sources)).flat(),
    ...endings.map(endingProblem),
    ...more,
  ]);
}

/**
 * Returns the problems of the given feeds, to be shown at the end of a run. Does not list the sources. Faults from
 * `attempts` are included even if they could not be stored, for example because the database was locked. Deliveries
 * that were refused after `startedAt` are included as notes even if later deliveries replaced them.
 */
export async function readProblems(
  setup: Setup,
  feeds: readonly Feed[],
  { attempts = [], startedAt }: { readonly attempts?: readonly Attempt[]; readonly startedAt?: Date } = {},
): Promise<readonly Problem[]> {
  const { workspace, store, clock } = setup;
  const met = await attemptFaults(
    setup,
    attempts.filter(({ error }) => error !== undefined && !isElsewhere(error)),
  );
  const inputs = { met, refusedSince: startedAt };
  return (await readHealth({ ...workspace, feeds }, store, clock.now(), inputs)).problems;
}

type HealthStore = Pick<Store, "db" | "engine" | "now">;

interface HealthInputs {
  /** Problems that are not derived from the store. */
  readonly more?: readonly Problem[];
  /** Faults that this process encountered. */
  readonly met?: readonly Fault[];
  /** Includes deliveries that were refused after this time, even if later deliveries replaced them. */
  readonly refusedSince?: Date | undefined;
  /**
   * True if `more` contains current findings about the sources and the store, so the last run's findings are not
   * needed.
   */
  readonly isExamined?: boolean;
}

/**
 * Returns the states of feeds, outboxes, hosts, alerts and credentials, the faults, and the list of problems. The CLI,
 * the console and metrics all use this list.
 */
export async function readHealth(
  workspace: Workspace,
  store: HealthStore,
  now: Date,
  { more = [], met = [], refusedSince, isExamined = false }: HealthInputs = {},
) {
  const { db } = store;
  const names = workspace.feeds.map(({ name }) => name);
  const recorded = await readFaults(store, workspace, now);
  const faults = [...recorded, ...met.filter(({ key }) => !recorded.some((one) => one.key === key))];
  const stored = await readFeeds(db, names);
  const currents = await readCurrents(db, names);
  const refusedOf = await readRefused(db, workspace.feeds, refusedSince?.toISOString());
  const stateOf = (name: string): FeedState => stored.get(name)?.state ?? nothingYet;
  const feeds: FeedStatus[] = [];
  const arriving = await batchesInArrival(db, workspace, now);
  const found: Problem[] = [...faults.map(faultProblem), ...arriving.map(batchNote)];
  for (const feed of workspace.feeds) {
    const state = stateOf(feed.name);
    const isHeld = heldNewestFirst(state).length > 0;
    const holds: HeldEntries = isHeld ? await readHeldEntries(db, feed.name) : new Map();
    const ofFeed = faults.filter(({ feeds: affected }) => affected.includes(feed.name));
    const fault = ofFeed.find(({ isOfFeed }) => isOfFeed);
    const facts: FeedFacts = {
      feed,
      current: currents.get(feed.name),
      state,
      refused: refusedOf(feed.name).filter(({ isCurrent }) => isCurrent),
      replaced: refusedOf(feed.name).filter(({ isCurrent }) => !isCurrent),
      source: workspace.sources.get(feed.sources[0] ?? ""),
      rollback: state.paused && (await lastRollback(db, feed.name)),
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
  const outboxes = await outboxStatus(workspace, db);
  const hosts = await hostsOf(workspace, workspace.feeds, db);
  const alerts = await alertHealth(workspace, db);
  const endings = await endingSoon(workspace, db, now);
  found.push(
    ...outboxes.flatMap(outboxNotes),
    ...hosts.flatMap((host) => hostProblems(host, faults)),
    ...alertProblems(alerts),
    ...endings.map(endingProblem),
    ...(isExamined ? [] : await storedProblems(workspace, db)),
    ...more,
  );
  const guardsFor = ({ feeds: [feed = ""], delivery }: Problem) => guardsOf(stateOf(feed), delivery);
  return {
    ...{ feeds, outboxes, hosts, alerts, endings, stateOf },
    faults: faults.map(({ where, sentence, next, since, feeds: of }) => ({
      ...{ where, sentence, next, since, feeds: of },
    })),
    problems: problemList(found, guardsFor),
  };
}

/**
 * Returns problems that a run or the hourly sweep of blobs found and stored, because finding them during a request would
 * take too long.
 */
async function storedProblems(workspace: Workspace, db: Queries): Promise<readonly Problem[]> {
  const missing = await readMissingBytes(db);
  const found = missing.length === 0 ? [] : [missingBytesProblem(missing)];
  for (const source of new Set(workspace.feeds.flatMap(({ sources }) => sources))) {
    found.push(...neverTakenProblems(source, await readNeverTaken(db, source)));
    const { unclaimed, arriving } = await readUnclaimed(db, source);
    if (unclaimed.length > 0) found.push(unclaimedNote(source, unclaimed));
    if (arriving.length > 0) found.push(arrivingNote(source, arriving.length));
  }
  return found;
}

async function outboxStatus(workspace: Workspace, db: Queries): Promise<readonly OutboxStatus[]> {
  const statuses: OutboxStatus[] = [];
  for (const { account } of outboxAccounts({ workspace })) {
    const { name } = account;
    const oldest = await oldestIn(db, name, openStates);
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
  holds: HeldEntries,
  problems: readonly Problem[],
  now: Date,
): FeedStatus {
  const latest = lastArrived(state);
  const worst = worstFirst(problems).find(needsAttention);
  const due = current && expectedAt(feed, new Date(current.confirmedAt), now);
  return {
    feed: feed.name,
    account: feed.account.name ?? "",
    record: feed.type.name,
    health: healthOf(current, worst),
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

function healthOf(current: Current | undefined, worst: Problem | undefined): Health {
  if (current === undefined && worst?.code !== "first_file") return "unpublished";
  return worst === undefined ? "good" : (healthOfCode.get(worst.code) ?? "failing");
}

/** Feed states by problem code. All codes that are not listed mean that the feed is failing. */
const healthOfCode: ReadonlyMap<string, Health> = new Map<ProblemCode, Health>([
  ["held", "held"],
  ["first_file", "held"],
  ["unusable", "held"],
  ["rejected", "rejected"],
  ["rejected_by_person", "rejected"],
  ["quarantined", "rejected"],
  ["waiting", "waiting"],
  ["paused", "paused"],
  ["late", "stale"],
  ["partial", "partial"],
]);

function heldDeliveries(feed: Feed, state: FeedState, holds: HeldEntries): readonly HeldDelivery[] {
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
