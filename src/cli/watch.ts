import type { Argv } from "yargs";
import { isElsewhere } from "../feeds/deliveries/faults.js";
import { emit } from "../feeds/deliveries/emit.js";
import { keepSendingInvoices } from "../feeds/deliveries/outboxes.js";
import type { RealSetup } from "../feeds/deliveries/real-setup.js";
import { groupsAtOnce, feedGroups } from "../feeds/deliveries/feed-groups.js";
import { noteNeverTaken } from "../feeds/deliveries/never-taken.js";
import { newLister, type SourceListings } from "../feeds/deliveries/listings.js";
import { sweepBlobs } from "../feeds/deliveries/unknown-files.js";
import { isReachedBy, joinWorkers, revisionOf, type Worker } from "../feeds/deliveries/workers.js";
import { LadingError } from "../errors.js";
import { keepSending, type Sending } from "../events/keep-sending.js";
import { lowerPriority } from "../system/readers/lower-priority.js";
import { openLog, type Log } from "../log.js";
import { runPass } from "../feeds/pipeline.js";
import { concurrencyLimit, type ConcurrencyLimit } from "../connectors/sources/concurrency-limit.js";
import { loadWorkspace } from "../workspace/load.js";
import { openStoreOf } from "../workspace/open-store.js";
import { followWorkspace } from "../workspace/follow.js";
import type { Feed, Workspace } from "../workspace/workspace.js";
import { version } from "../system/package-paths.js";
import type { Store } from "../store/store.js";
import { defineCommand, type OptionsOf, type Terminal, flagOption, textsOption } from "./command.js";
import { chooseFeeds, refuseOtherPlatforms, setupOf, takeOver } from "./feeds/open.js";
import { allFailed, attemptsOf, notifyUnopened } from "./feeds/failures.js";
import { feedLines } from "./feeds/pass.js";
import type { FeedLine } from "./feeds/pass-text.js";
import { daemonsPatience, newNotifier, type Notifier } from "./feeds/notifier.js";
import { reportRun } from "../feeds/reports/runs.js";
import { checkPort } from "./port.js";
import { backoff, waitForStore } from "./feeds/wait-for-store.js";
import { serveInChild, type ServerProcess } from "./serve/in-child.js";

const options = (yargs: Argv) =>
  yargs
    .positional("feeds", textsOption("Feeds as account/record-type; default: all"))
    .option("take-over", takeOver)
    .option("serve", flagOption("Also serve the lists"))
    .option("port", { type: "number", describe: "With --serve: port of the lists; 0 for any free port" })
    .option("operators-port", { type: "number", describe: "With --serve: port of the console" });

type Options = OptionsOf<typeof options>;

/** The daemon: polls the sources and processes complete files. */
export const watch = defineCommand({
  usage: "watch [feeds..]",
  examples: [
    ["lading watch", "all feeds, until stopped"],
    ["lading watch --serve", "also serve the lists over HTTP"],
  ],
  options,

  async run(options, terminal) {
    checkPort("port", options.port);
    checkPort("operators-port", options["operators-port"]);
    refuseOtherPlatforms();
    const workspace = await loadWorkspace(terminal.cwd);
    const feeds = chooseFeeds(workspace, options.feeds);
    const log = openLog(terminal.stderr, workspace.log);
    let notifying: Promise<void> | undefined;
    const open = () =>
      openStoreOf(workspace, terminal.env).catch((error: unknown) => {
        // Sent in the background, so that a slow receiver does not delay the next attempt.
        notifying ??= notifyUnopened(error, terminal, log, daemonsPatience)
          .catch(() => undefined)
          .finally(() => (notifying = undefined));
        throw error;
      });
    const store = await waitForStore(open, log, terminal.signal);
    if (store === undefined) return 0;
    try {
      const ports = { port: options.port, operatorsPort: options["operators-port"] };
      const server = options.serve
        ? await serveInChild(workspace, ports, terminal.stderr, terminal)
        : undefined;
      if (options.serve && server === undefined) return 0;
      // After the start of the server, which keeps normal priority.
      lowerPriority();
      const ends = [terminal.signal, ...(server === undefined ? [] : [server.lost])];
      const context = {
        options,
        store,
        server,
        terminal: { ...terminal, signal: AbortSignal.any(ends) },
      };
      try {
        // An invalid mapping at the start is reported with its feed. Fixing it gives a new revision.
        const revision = await revisionOf(workspace, version()).catch(() => undefined);
        let watched: WatchedWorkspace | undefined = { workspace, feeds, revision, after: undefined };
        while (watched !== undefined) watched = await watchWorkspace(watched, context);
      } finally {
        await server?.close();
      }
      return 0;
    } finally {
      await store.close();
    }
  },
});

/** A workspace version that is being watched. */
interface WatchedWorkspace {
  readonly workspace: Workspace;
  readonly feeds: readonly Feed[];
  /** Revision of workspace, mappings and program; undefined if a mapping is invalid. */
  readonly revision: string | undefined;
  /** Revision of the previous workspace. */
  readonly after: string | undefined;
}

interface WatchContext {
  readonly options: Options;
  readonly store: Store;
  readonly server: ServerProcess | undefined;
  readonly terminal: Terminal;
}

/**
 * Watches with one workspace until another one is on disk. Rounds in progress are finished first.
 *
 * @returns the new workspace; undefined at the end
 */
async function watchWorkspace(
  { workspace, feeds, revision, after }: WatchedWorkspace,
  { options, store, server, terminal }: WatchContext,
): Promise<WatchedWorkspace | undefined> {
  const log = openLog(terminal.stderr, workspace.log);
  const over = new AbortController();
  const until = AbortSignal.any([terminal.signal, over.signal]);
  let next: WatchedWorkspace | undefined;
  const take = async (other: Workspace): Promise<void> => {
    const chosen = chooseFeeds(other, options.feeds);
    const itsRevision = await revisionOf(other, version());
    server?.take("workspace");
    if (itsRevision === revision) return;
    next = { workspace: other, feeds: chosen, revision: itsRevision, after: revision };
    log.info("workspace_changed", { next: "it becomes active after the rounds in progress" });
    over.abort();
  };
  const following = followWorkspace(workspace, log, until, take, server?.take);
  // The store stays open for the next workspace.
  const setup = setupOf(workspace, { ...store, close: async () => {} }, terminal);
  try {
    const takesOver = options["take-over"] && after === undefined;
    const join = () => joinWorkers(setup, takesOver, { revision, after });
    const worker = await waitForStore(join, log, until);
    if (worker !== undefined) {
      try {
        await watchFeeds(setup, worker, feeds, log, terminal, until);
      } finally {
        // If this fails, the worker is removed when its lease ends.
        await worker.leave().catch(() => {});
      }
    }
  } finally {
    over.abort();
    await following;
    await setup.close();
  }
  return terminal.signal.aborted ? undefined : next;
}

/**
 * Longest time between two polls in milliseconds. File system hints only shorten it, because only listings
 * are reliable.
 */
const longestPause = 30_000;
const shortestPause = 100;
/** Milliseconds between searches for unused blobs. */
const sweepsEvery = 3_600_000;

async function watchFeeds(
  setup: RealSetup,
  worker: Worker,
  feeds: readonly Feed[],
  log: Log,
  terminal: Terminal,
  until: AbortSignal,
): Promise<void> {
  const isPaused = newPauseCheck(worker, log);
  const notifier = newNotifier(setup, terminal.env, log);
  const sending = keepSending({ setup, env: terminal.env, log, signal: until });
  const invoices = keepSendingInvoices(setup, log, terminal.signal, until);
  const slots = concurrencyLimit(groupsAtOnce);
  log.info("watching", { feeds: feeds.length });
  const sweeping = setInterval(() => {
    sweepBlobs(setup).catch((error: unknown) =>
      log.error("blobs_not_swept", { reason: (error as Error).message }),
    );
  }, sweepsEvery);
  await Promise.all(
    feedGroups(feeds).map((group) =>
      watchGroup({ setup, isPaused, group, log, terminal, until, notifier, sending, slots }),
    ),
  );
  clearInterval(sweeping);
  await Promise.all([sending.ended, invoices]);
  await notifier.close();
  if (terminal.signal.aborted) log.info("stopped");
}

interface GroupContext {
  readonly setup: RealSetup;
  readonly isPaused: () => Promise<boolean>;
  readonly group: readonly Feed[];
  readonly log: Log;
  /** Its signal stops a round. */
  readonly terminal: Terminal;
  /** No round starts after this signal. */
  readonly until: AbortSignal;
  readonly notifier: Notifier;
  readonly sending: Sending;
  readonly slots: ConcurrencyLimit;
}

/** Runs the rounds of feeds that share an account or source. A slow server delays only its own group. */
async function watchGroup({
  setup,
  isPaused,
  group,
  log,
  terminal,
  until,
  notifier,
  sending,
  slots,
}: GroupContext): Promise<void> {
  const { signal } = terminal;
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

  /**
   * @returns milliseconds until the next round; undefined at the end
   */
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
    // Feeds that another machine processes are skipped.
    logUnclaimed(listings, unclaimed, log);
    await reportNeverTaken(setup, listings, log);
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

  /** Repeats a round that failed completely, for example because of the store. */
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
 * Checks whether another machine activated another workspace. Logs it once. Errors of the store are reported
 * by the pass.
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

/** Logs how many files no feed claims, if the number changed. File names do not belong in logs. */
function logUnclaimed({ sources }: SourceListings, lastReason: Map<string, number>, log: Log): void {
  for (const [source, { unclaimed }] of sources) {
    const { length } = unclaimed;
    const reason = `No feed matches ${length === 1 ? "a file" : `${length} files`} at the source ${source}.`;
    if (length > 0 && lastReason.get(source) !== length)
      log.warn("unclaimed", { source, reason, next: "lading status shows details" });
    lastReason.set(source, length);
  }
}

/** Logs once that files are never processed. File names do not belong in logs. */
async function reportNeverTaken(setup: RealSetup, listings: SourceListings, log: Log): Promise<void> {
  for (const [source, { length }] of await noteNeverTaken(setup, listings)) {
    const reason = `${length === 1 ? "A file" : `${length} files`} at the source ${source} will never be processed.`;
    log.warn("never_taken", { source, reason, next: "lading status shows the files and the reason" });
  }
}

/** `acme/staff and 2 more`. */
function nameOf([first, ...more]: readonly Feed[]): string {
  return `${first?.name ?? ""}${more.length === 0 ? "" : ` and ${more.length} more`}`;
}

function laterBy(at: Date, milliseconds: number): string {
  return new Date(at.getTime() + milliseconds).toISOString();
}

/**
 * Logs one line per event. A failure is logged once, until it changes or ends.
 *
 * @returns whether anything was logged
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
  setup: RealSetup,
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

/** A pause that a hint or the end interrupts. A hint outside a pause applies to the next one. */
function newAlarm(signal: AbortSignal) {
  let rung = false;
  let waiting: AbortController | undefined;
  return {
    ring: () => {
      rung = true;
      waiting?.abort();
    },
    async wait(setup: RealSetup, milliseconds: number): Promise<void> {
      waiting = new AbortController();
      const short = rung ? shortestPause : milliseconds;
      rung = false;
      await setup.clock.sleep(short, AbortSignal.any([signal, waiting.signal]));
      waiting = undefined;
    },
  };
}
