import { silentLog } from "../log.js";
import { noticeHealth } from "../notify/notice-health.js";
import { notifyPeople } from "../notify/notify.js";
import { emit } from "../deliveries/emit.js";
import type { Attempt } from "../deliveries/faults.js";
import type { Setup } from "../deliveries/setup.js";
import { sweepBlobs } from "../deliveries/unknown-files.js";
import { joinWorkers, type Worker } from "../deliveries/workers.js";
import { lowerPriority } from "../runtime/lower-priority.js";
import { eachLane, lanesAtOnce, lanesOf } from "../deliveries/lanes.js";
import { readMarks, type Marks } from "../deliveries/idle.js";
import { newLister, type Lister, type SourceListings } from "../deliveries/listings.js";
import { readState } from "../lists/feed-log.js";
import type { FeedState } from "../lists/feed-state.js";
import { runPass, type FeedOutcome } from "../pipeline.js";
import type { Feed } from "../workspace/workspace.js";
import { defineCommand, type Terminal } from "./command.js";
import { lookOf } from "./look.js";
import { chooseFeeds, openWorkspace, takeOver } from "./feeds/open.js";
import { allFailed, attemptsOf } from "./feeds/failures.js";
import { reportRun, reportText } from "./feeds/report.js";
import { foldedText } from "./feeds/table.js";
import { noticesText } from "./feeds/notices.js";
import { exitCodeOf, feedLines, passText, placesText, standingText, type FailOn } from "./feeds/pass.js";

interface Options {
  readonly feeds: string[] | undefined;
  readonly "fail-on": FailOn;
  readonly "take-over": boolean;
  readonly json: boolean;
}

/** One pass, for cron. */
export const run = defineCommand<Options>({
  usage: "run [feeds..]",
  summary: "Receive, check and publish what waits at the sources: one pass, for cron",
  examples: [
    ["lading run", "all feeds"],
    ["lading run acme-de/staff --json", "one feed, what happened as JSON"],
    ["lading run --fail-on held", "exit 1 only when a delivery is held"],
  ],
  options: (yargs) =>
    yargs
      .positional("feeds", { type: "string", array: true, describe: "Feeds, written account/record-type" })
      .option("fail-on", {
        choices: ["new", "held", "any"] as const,
        default: "any" as const,
        describe: "Exit 1 for what is new in this run, for held deliveries only, or for any",
      })
      .option("take-over", takeOver)
      .option("json", { type: "boolean", default: false, describe: "What happened as JSON" }),

  async run(options, terminal) {
    const setup = await openWorkspace(terminal);
    const look = lookOf(terminal);
    lowerPriority();
    const startedAt = setup.clock.now();
    let worker: Worker | undefined;
    try {
      const feeds = chooseFeeds(setup.workspace, options.feeds);
      worker = await joinWorkers(setup, options["take-over"]);
      await worker.check();
      const marks = await readMarks(setup);
      const passes = await eachLane(lanesOf(feeds), lanesAtOnce, async (lane) => {
        const lister = newLister(setup, lane);
        const listings = await lookUntilStill(setup, lister, terminal);
        return {
          listings,
          outcomes: await passUntilDone(setup, lane, lister, listings, marks, terminal.signal),
        };
      }).catch(async (error: unknown) => {
        await tell(setup, terminal, await allFailed(setup, feeds, error));
        throw error;
      });
      const outcomes = passes.flatMap((pass) => pass.outcomes);
      const failures = await emit(setup, terminal.env, terminal.signal);
      for (const failed of failures) terminal.stderr.write(`${failed.message}\n`);
      // What is left over shows in `lading status`, and goes another time.
      await sweepBlobs(setup).catch(() => {});
      const lines = await feedLines(setup, outcomes);
      if (options.json) terminal.stdout.write(`${JSON.stringify({ feeds: lines }, null, 2)}\n`);
      else terminal.stdout.write(passText(lines, look));
      // Files that it waited for and was told not to were not seen to move.
      if (terminal.signal.aborted)
        terminal.stderr.write("Stopped before all was looked at; the next run goes on.\n");
      else for (const { listings } of passes) terminal.stderr.write(placesText(listings));
      const report = await reportRun(setup, outcomes, startedAt);
      if (report !== undefined) terminal.stderr.write(reportText(report));
      await tell(setup, terminal, attemptsOf(outcomes));
      terminal.stderr.write(noticesText(await noticeHealth(setup.workspace, setup.store.db)));
      const states = await statesOf(setup, feeds, outcomes);
      for (const [feed, state] of states) {
        const isQuiet = outcomes.every((one) => one.feed !== feed || one.deliveries.length === 0);
        if (isQuiet && !options.json) terminal.stdout.write(foldedText(standingText(feed, state), look));
      }
      const code = exitCodeOf(outcomes, options["fail-on"], [...states.values()].some(isAnyHeld));
      return failures.length > 0 ? 75 : code;
    } finally {
      await worker?.leave().catch(() => {});
      await setup.close();
    }
  },
});

/** The next pass may be a day away, so a fault is told at once. */
function tell(setup: Setup, { env, signal }: Terminal, attempts: readonly Attempt[]): Promise<void> {
  const met = { attempts, unrecorded: new Set<string>() };
  return notifyPeople(setup, { env, log: silentLog, signal, patience: 0, met });
}

/** Looks until every file has stood still for its time, or moves on and has to wait for the next run. */
export async function lookUntilStill(
  setup: Setup,
  lister: Lister,
  terminal: Terminal,
): Promise<SourceListings> {
  const { clock } = setup;
  let listings = await lister.list(terminal.signal);
  // A server that answers late takes nothing from the time of a file to stand still.
  const begun = clock.monotonic();
  const patience = (listings.lookAgainIn ?? 0) * 4;
  while (listings.lookAgainIn !== undefined && !terminal.signal.aborted) {
    if (clock.monotonic() - begun > patience) break;
    await clock.sleep(listings.lookAgainIn, terminal.signal);
    listings = await lister.list(terminal.signal);
  }
  return listings;
}

/** A pass takes only so many files of one feed; the rest follow in the next one. */
async function passUntilDone(
  setup: Setup,
  feeds: readonly Feed[],
  lister: Lister,
  first: SourceListings,
  marks: Marks,
  signal: AbortSignal,
): Promise<readonly FeedOutcome[]> {
  let outcomes = await runPass(setup, feeds, first, signal, marks);
  while (outcomes.some((outcome) => outcome.hasMore) && !signal.aborted) {
    const next = await runPass(setup, feeds, await lister.list(signal), signal);
    const stuck =
      !next.some((outcome) => outcome.hasMore) || next.some((outcome) => outcome.error !== undefined);
    outcomes = [...outcomes, ...next];
    if (stuck) break;
  }
  return outcomes;
}

/** What the feeds say after the pass, but for those that have nothing to say; only of one that could not be worked on the store is asked once more. */
async function statesOf(
  setup: Setup,
  feeds: readonly Feed[],
  outcomes: readonly FeedOutcome[],
): Promise<ReadonlyMap<Feed, FeedState>> {
  const told = new Map(outcomes.map((outcome) => [outcome.feed, outcome]));
  const states = new Map<Feed, FeedState>();
  for (const feed of feeds) {
    if (told.get(feed)?.isIdle === true) continue;
    states.set(feed, told.get(feed)?.state ?? (await readState(setup.store.db, feed.name)));
  }
  return states;
}

function isAnyHeld(state: FeedState): boolean {
  return [...state.deliveries.values()].some(({ status }) => status === "HELD");
}
