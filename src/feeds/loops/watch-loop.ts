import { concurrencyLimit, type ConcurrencyLimit } from "../../connectors/sources/concurrency-limit.js";
import { LadingError } from "../../errors.js";
import type { Log } from "../../log.js";
import type { Feed } from "../../workspace/workspace.js";
import { newNotifier, type Notifier } from "../alerts/notifier.js";
import { emit } from "../deliveries/emit.js";
import { isElsewhere } from "../deliveries/faults.js";
import { feedGroups, groupsAtOnce } from "../deliveries/feed-groups.js";
import { newLister, type SourceListings } from "../deliveries/listings.js";
import { noteNeverTaken } from "../deliveries/never-taken.js";
import { keepSendingInvoices } from "../deliveries/outboxes.js";
import type { Setup } from "../deliveries/setup.js";
import { noteUnclaimed } from "../deliveries/unclaimed.js";
import { sweepBlobs } from "../deliveries/unknown-files.js";
import { isReachedBy, type Worker } from "../deliveries/workers.js";
import { runPass } from "../pipeline.js";
import { feedLines, type FeedLine } from "../reports/feed-lines.js";
import { reportRun } from "../reports/runs.js";
import { allFailed, attemptsOf } from "./failures.js";
import { backoff } from "./wait-for-store.js";

/** The loop of `lading watch`, in which each group of feeds has its own rounds. */

/**
 * Maximum time between two polls in milliseconds. Notifications from the file system can only shorten this time,
 * because they are less reliable than listings.
 */
const longestPause = 30_000;
const shortestPause = 100;
/** Milliseconds between searches for unused blobs. */
const sweepsEvery = 3_600_000;

export interface WatchOptions {
  readonly log: Log;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborts rounds in progress. */
  readonly signal: AbortSignal;
  /** After this signal is aborted, no new round starts. */
  readonly until: AbortSignal;
  readonly sending: BackgroundSending;
}

export interface BackgroundSending {
  /** Called after deliveries have been processed. */
  nudge(): void;
  readonly ended: Promise<void>;
}

/**
 * Watches feeds until `until` is aborted: polls their sources, processes complete files, writes outputs, and sends
 * invoices and alerts.
 */
export async function watchFeeds(
  setup: Setup,
  worker: Worker,
  feeds: readonly Feed[],
  { log, env, signal, until, sending }: WatchOptions,
): Promise<void> {
  const isPaused = newPauseCheck(worker, log);
  const notifier = newNotifier(setup, env, log);
  const invoices = keepSendingInvoices(setup, log, signal, until);
  const slots = concurrencyLimit(groupsAtOnce);
  log.info("watching", { feeds: feeds.length });
  const sweeping = setInterval(() => {
    sweepBlobs(setup).catch((error: unknown) =>
      log.error("blobs_not_swept", { reason: (error as Error).message }),
    );
  }, sweepsEvery);
  await Promise.all(
    feedGroups(feeds).map((group) =>
      watchGroup({ setup, isPaused, group, log, signal, until, notifier, sending, slots }),
    ),
  );
  clearInterval(sweeping);
  await Promise.all([sending.ended, invoices]);
  await notifier.close();
  if (signal.aborted) log.info("stopped");
}

interface GroupContext {
  readonly setup: Setup;
  readonly isPaused: () => Promise<boolean>;
  readonly group: readonly Feed[];
  readonly log: Log;
  /** Aborts a round in progress. */
  readonly signal: AbortSignal;
  /** After this signal is aborted, no new round starts. */
  readonly until: AbortSignal;
  readonly notifier: Notifier;
  readonly sending: BackgroundSending;
  readonly slots: ConcurrencyLimit;
}

/** Runs the rounds of feeds that share an account or source. A slow server delays only its own group. */
async function watchGroup({
  setup,
  isPaused,
  group,
  log,
  signal,
  until,
  notifier,
  sending,
  slots,
}: GroupContext): Promise<void> {
  const alarm = newAlarm(until);
  const lister = newLister(setup, group);
  const hints = await hintsOf(setup, group, alarm.ring);
  const failing = new Map<string, string>();
  const seen = new Set<string>();
  const unclaimed = new Map<string, number>();
  let failures = 0;
  let isHostDown = false;
  let lastReason = "";
  let isFirst = true;

  /** Runs one round. Returns the number of milliseconds until the next round, or undefined if there is none. */
  async function round(): Promise<number | undefined> {
    if (await isPaused()) return longestPause;
    const listings = await lister.list(signal, isHostDown);
    const startedAt = setup.clock.now();
    const leave = await slots.enter(until).catch(() => undefined);
    if (leave === undefined) return undefined;
    const all = await runPass(setup, group, listings, signal).finally(leave);
    for (const { feed, error } of all) {
      if (error?.code === "lease_lost") log.warn("lease_lost", { feed: feed.name, reason: error.message });
    }
    await noteUnclaimed(setup, listings);
    logUnclaimed(listings, unclaimed, log);
    await reportNeverTaken(setup, listings, log, signal);
    // The results of feeds that another process is working on are not reported.
    const outcomes = all.filter(({ error }) => error === undefined || !isElsewhere(error));
    let isQuiet = !isFirst;
    isFirst = false;
    for (const line of await feedLines(setup, outcomes)) {
      if (report(line, failing, seen, log)) isQuiet = false;
    }
    for (const failed of await emit(setup, signal, group)) {
      if (!isElsewhere(failed)) log.error("output_failed", { reason: failed.message });
    }
    const kept = await reportRun(setup, outcomes, startedAt);
    if (kept !== undefined && "failed" in kept) log.error("report_failed", { reason: kept.failed });
    if (outcomes.some(({ deliveries }) => deliveries.length > 0)) sending.nudge();
    notifier.nudge(
      outcomes.some(({ deliveries }) => deliveries.length > 0),
      attemptsOf(outcomes),
    );
    failures = outcomes.some(({ error }) => error !== undefined) ? failures + 1 : 0;
    isHostDown = outcomes.some(({ error }) => error?.about["host"] !== undefined);
    lastReason = "";
    if (outcomes.some(({ hasMore }) => hasMore)) return 0;
    const pause = failures === 0 ? longestPause : backoff(failures);
    const { pollAgainIn = longestPause, pollIn = longestPause } = listings;
    const wait = Math.max(shortestPause, Math.min(pollAgainIn, pollIn, pause));
    if (!isQuiet) log.info("next_poll", { feed: nameOf(group), at: laterBy(setup.clock.now(), wait) });
    return wait;
  }

  /**
   * Runs one round without throwing. After a complete failure, for example of the store, returns the pause until the
   * next attempt.
   */
  async function safeRound(): Promise<number | undefined> {
    try {
      return await round();
    } catch (error) {
      failures += 1;
      const reason = (error as Error).message;
      if (reason !== lastReason) log.error("pass_failed", { reason });
      lastReason = reason;
      notifier.nudge(false, await allFailed(setup, group, error));
      return backoff(failures);
    }
  }

  while (!until.aborted) {
    const pause = await safeRound();
    if (pause === undefined) break;
    if (pause > 0) await alarm.wait(setup, pause);
  }
  for (const stop of hints) await stop();
}

/**
 * Returns a function that checks whether another machine activated a newer workspace, and logs a pause only once. Store
 * errors are ignored here, because the pass reports them.
 */
function newPauseCheck(worker: Worker, log: Log): () => Promise<boolean> {
  let isReported = false;
  return async () => {
    const reason: unknown = await worker.check().then(
      () => undefined,
      (error: unknown) => error,
    );
    const isPaused = reason instanceof LadingError && reason.code === "superseded";
    if (isPaused && !isReported) log.error("worker_paused", { reason: reason.message, next: reason.hint });
    isReported = isPaused;
    return isPaused;
  };
}

/** Logs the number of files that no feed claims if the number has changed. The log must not contain file names. */
function logUnclaimed({ sources }: SourceListings, lastReason: Map<string, number>, log: Log): void {
  for (const [source, { unclaimed }] of sources) {
    const { length } = unclaimed;
    const reason = `No feed matches ${length === 1 ? "a file" : `${length} files`} at the source ${source}.`;
    if (length > 0 && lastReason.get(source) !== length)
      log.warn("unclaimed", { source, reason, next: "`lading status` shows the files" });
    lastReason.set(source, length);
  }
}

/** Logs how many new files at each source can never be processed. The log must not contain file names. */
async function reportNeverTaken(
  setup: Setup,
  listings: SourceListings,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  for (const [source, { length }] of await noteNeverTaken(setup, listings, signal)) {
    const reason = `${length === 1 ? "A file" : `${length} files`} at the source ${source} will never be processed.`;
    log.warn("never_taken", { source, reason, next: "`lading status` shows the files and the reason" });
  }
}

/** Returns text such as `acme/staff and 2 more`. */
function nameOf([first, ...more]: readonly Feed[]): string {
  return `${first?.name ?? ""}${more.length === 0 ? "" : ` and ${more.length} more`}`;
}

function laterBy(at: Date, milliseconds: number): string {
  return new Date(at.getTime() + milliseconds).toISOString();
}

/**
 * Logs one line per event. A failure that continues unchanged is logged only once. Returns true if anything was logged.
 */
function report(line: FeedLine, failing: Map<string, string>, seen: Set<string>, log: Log): boolean {
  const { feed } = line;
  if (line.state === "FAILED") {
    const fault = line.fault ?? line.reason;
    const isNew = failing.get(feed) !== fault;
    if (isNew) log.error("feed_failed", { feed, reason: line.reason, next: line.next ?? undefined });
    failing.set(feed, fault);
    return isNew;
  }
  const isOver = failing.delete(feed);
  if (isOver) log.info("feed_recovered", { feed });
  if (line.state === "-") return isOver;
  const key = `${feed} ${line.delivery} ${line.state} ${line.publication}`;
  if (line.state === "WAITING" && seen.has(key)) return isOver;
  seen.add(key);
  const facts = {
    feed,
    state: line.state,
    delivery: line.delivery.slice(0, 12),
    rows: line.rows ?? undefined,
    rejected: line.rejected ?? undefined,
    publication: line.publication ?? undefined,
  };
  const isBad = ["HELD", "REJECTED", "QUARANTINED", "CRASHED"].includes(line.state);
  if (isBad) log.warn("delivery", { ...facts, reason: line.reason });
  else log.info("delivery", facts);
  return true;
}

async function hintsOf(
  setup: Setup,
  feeds: readonly Feed[],
  wake: () => void,
): Promise<(() => Promise<void>)[]> {
  const stops: (() => Promise<void>)[] = [];
  for (const name of new Set(feeds.flatMap((feed) => feed.sources))) {
    if (!isReachedBy(setup.worker, setup.workspace.sources.get(name)?.workers)) continue;
    const stop = (await setup.source(name)).watch?.(wake);
    if (stop !== undefined) stops.push(stop);
  }
  return stops;
}

/**
 * Creates pauses that end early after a file system notification or an abort. A notification outside a pause shortens
 * the next pause.
 */
function newAlarm(signal: AbortSignal) {
  let rung = false;
  let waiting: AbortController | undefined;
  return {
    ring: () => {
      rung = true;
      waiting?.abort();
    },
    async wait(setup: Setup, milliseconds: number): Promise<void> {
      waiting = new AbortController();
      const short = rung ? shortestPause : milliseconds;
      rung = false;
      await setup.clock.sleep(short, AbortSignal.any([signal, waiting.signal]));
      waiting = undefined;
    },
  };
}
