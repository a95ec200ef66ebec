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
    .positional("feeds", textsOption("Feeds, written account/record-type"))
    .option("take-over", takeOver)
    .option("serve", flagOption("Serve the lists, too"))
    .option("port", { type: "number", describe: "With --serve: port of the lists; 0 takes a free one" })
    .option("operators-port", { type: "number", describe: "With --serve: port of the operators' pages" });

type Options = OptionsOf<typeof options>;

/** The daemon: looks at the sources again and again, and decides what is whole. */
export const watch = defineCommand({
  usage: "watch [feeds..]",
  examples: [
    ["lading watch", "all feeds, until it is stopped"],
    ["lading watch --serve", "and serve the lists over HTTP"],
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
        // In the background, so that a slow receiver does not delay the next try.
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
      // After the server, which keeps its own priority.
      lowerPriority();
      const ends = [terminal.signal, ...(server === undefined ? [] : [server.lost])];
      const around = {
        options,
        store,
        server,
        terminal: { ...terminal, signal: AbortSignal.any(ends) },
      };
      try {
        // One that is wrong where it begins is told when its feed is worked on, and is another once it was fixed.
        const revision = await revisionOf(workspace, version()).catch(() => undefined);
        let watched: Watched | undefined = { workspace, feeds, revision, after: undefined };
        while (watched !== undefined) watched = await watchWorkspace(watched, around);
      } finally {
        await server?.close();
      }
      return 0;
    } finally {
      await store.close();
    }
  },
});

/** A workspace as it is watched. */
interface Watched {
  readonly workspace: Workspace;
  readonly feeds: readonly Feed[];
  /** Of the workspace, its mappings and the program; undefined: a mapping is wrong. */
  readonly revision: string | undefined;
  /** Of the one that was watched before. */
  readonly after: string | undefined;
}

interface Around {
  readonly options: Options;
  readonly store: Store;
  readonly server: ServerProcess | undefined;
  readonly terminal: Terminal;
}

/**
 * Watches by one workspace, until another stands on disk: then its rounds are ended, and none is cut short.
 *
 * @returns the other one; undefined at the end
 */
async function watchWorkspace(
  { workspace, feeds, revision, after }: Watched,
  { options, store, server, terminal }: Around,
): Promise<Watched | undefined> {
  const log = openLog(terminal.stderr, workspace.log);
  const over = new AbortController();
  const until = AbortSignal.any([terminal.signal, over.signal]);
  let next: Watched | undefined;
  const take = async (other: Workspace): Promise<void> => {
    const chosen = chooseFeeds(other, options.feeds);
    const itsRevision = await revisionOf(other, version());
    server?.take("workspace");
    if (itsRevision === revision) return;
    next = { workspace: other, feeds: chosen, revision: itsRevision, after: revision };
    log.info("workspace_changed", { next: "it is taken up once the rounds that are under way are over" });
    over.abort();
  };
  const following = followWorkspace(workspace, log, until, take, server?.take);
  // The store outlives it.
  const setup = setupOf(workspace, { ...store, close: async () => {} }, terminal);
  try {
    const takesOver = options["take-over"] && after === undefined;
    const join = () => joinWorkers(setup, takesOver, { revision, after });
    const worker = await waitForStore(join, log, until);
    if (worker !== undefined) {
      try {
        await watchFeeds(setup, worker, feeds, log, terminal, until);
      } finally {
        // Without a word it is gone once its lease is over.
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

/** Listings are the truth, so the sources are looked at at least this often, in milliseconds; hints come in between. */
const longestPause = 30_000;
const shortestPause = 100;
/** How often blobs that nobody names are looked for, in milliseconds. */
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

interface Watching {
  readonly setup: RealSetup;
  readonly isPaused: () => Promise<boolean>;
  readonly group: readonly Feed[];
  readonly log: Log;
  /** Its signal cuts a round short. */
  readonly terminal: Terminal;
  /** No round begins after it. */
  readonly until: AbortSignal;
  readonly notifier: Notifier;
  readonly sending: Sending;
  readonly slots: ConcurrencyLimit;
}

/** Feeds that share an account or source, in a round of their own: a server that takes long keeps no other group waiting. */
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
}: Watching): Promise<void> {
  const { signal } = terminal;
  const alarm = newAlarm(until);
  const lister = newLister(setup, group);
  const hints = await hintsOf(setup, group, alarm.ring);
  const failing = new Map<string, string>();
  const seen = new Set<string>();
  const unclaimed = new Map<string, number>();
  let failures = 0;
  let isHostDown = false;
  let told = "";
  let isFirst = true;

  /** @returns how long to wait for the next one, in milliseconds; undefined at the end */
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
    // What another machine works on is in good hands.
    tellUnclaimed(listings, unclaimed, log);
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
    told = "";
    if (outcomes.some(({ hasMore }) => hasMore)) return 0;
    const pause = failures === 0 ? longestPause : backoff(failures);
    const { pollAgainIn = longestPause, pollIn = longestPause } = listings;
    const wait = Math.max(shortestPause, Math.min(pollAgainIn, pollIn, pause));
    if (!isQuiet) log.info("next_poll", { feed: nameOf(group), at: laterBy(setup.clock.now(), wait) });
    return wait;
  }

  /** One that fails as a whole (the store, say) is tried again; the daemon stays up. */
  async function safeRound(): Promise<number | undefined> {
    try {
      return await round();
    } catch (error) {
      failures += 1;
      const reason = (error as Error).message;
      if (reason !== told) log.error("pass_failed", { reason });
      told = reason;
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

/** Whether another machine brought another workspace; said once, until it is over. A store that is away says so in the pass. */
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

/** Files that no feed claims, when there are more or fewer than before; their names are not for a log. */
function tellUnclaimed({ sources }: SourceListings, told: Map<string, number>, log: Log): void {
  for (const [source, { unclaimed }] of sources) {
    const { length } = unclaimed;
    const reason = `No feed claims ${length === 1 ? "a file" : `${length} files`} at the source ${source}.`;
    if (length > 0 && told.get(source) !== length)
      log.warn("unclaimed", { source, reason, next: "lading status says more" });
    told.set(source, length);
  }
}

/** Logs that files are never taken, once. Their names are not for a log. */
async function reportNeverTaken(setup: RealSetup, listings: SourceListings, log: Log): Promise<void> {
  for (const [source, { length }] of await noteNeverTaken(setup, listings)) {
    const reason = `${length === 1 ? "A file" : `${length} files`} at the source ${source} will never be taken.`;
    log.warn("never_taken", { source, reason, next: "lading status names them and the reason" });
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

/** A wait that a hint, or the end, cuts short. A hint that comes while nobody waits counts for the next wait. */
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
