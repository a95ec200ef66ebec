import { resolve } from "node:path";
import { silentLog } from "../log.js";
import { notifyPeople } from "../feeds/alerts/notify.js";
import { emit } from "../feeds/deliveries/emit.js";
import { sendAll } from "../feeds/deliveries/outboxes.js";
import { eventAccounts, sendDue } from "../events/sender.js";
import { isElsewhere, type Attempt } from "../feeds/deliveries/faults.js";
import type { Setup } from "../feeds/deliveries/setup.js";
import { LadingError, wrongUse } from "../errors.js";
import { openWholeFile, type WholeFile } from "../system/write-file.js";
import { duration, fileMode, modeOf } from "../model/scalars.js";
import { runMetricsText } from "../http/metrics.js";
import { readProblems, workspaceStatus } from "../feeds/health/workspace-status.js";
import { sweepBlobs } from "../feeds/deliveries/unknown-files.js";
import { joinWorkers, type Worker } from "../feeds/deliveries/workers.js";
import { lowerPriority } from "../system/readers/lower-priority.js";
import { noteNeverTaken } from "../feeds/deliveries/never-taken.js";
import { isAnyHeld } from "../feeds/lists/feed-log.js";
import type { Problem } from "../feeds/health/problem.js";
import type { Feed } from "../workspace/workspace.js";
import { defineCommand, type Terminal, flagOption, textOption, textsOption } from "./command.js";
import { lookOf } from "./look.js";
import { chooseFeeds, openWorkspace, takeOver, withProgress } from "./feeds/open.js";
import { allFailed, attemptsOf, failUnopened } from "../feeds/loops/failures.js";
import { mayPass, newPatience, passWithRetries, type Patience } from "../feeds/loops/run-loop.js";
import { reportText } from "./feeds/report.js";
import { reportRun } from "../feeds/reports/runs.js";
import { feedLines } from "../feeds/reports/feed-lines.js";
import { exitCodeOf } from "./feeds/pass.js";
import { passText, notTakenText } from "./feeds/pass-text.js";
import { problemsText } from "./feeds/problems-text.js";

/** Runs one pass, for cron. */
export const run = defineCommand({
  usage: "run [feeds..]",
  examples: [
    ["lading run", "all feeds"],
    ["lading run acme-de/staff --json", "one feed, with the result as JSON"],
    ["lading run --fail-on held", "exits with 1 only if a delivery is held"],
    [
      "lading run --quiet --retry-for 10min",
      "for cron: retries during short outages, and prints only if something needs attention",
    ],
  ],
  options: (yargs) =>
    yargs
      .positional("feeds", textsOption("Feeds as account/record-type; default: all"))
      .option("fail-on", {
        choices: ["new", "held", "any"] as const,
        default: "any" as const,
        describe: "Exit with 1 for new problems of this run, for held deliveries only, or for any problem",
      })
      .option("take-over", takeOver)
      .option("retry-for", {
        type: "string",
        default: "0 s",
        coerce: spanOf,
        describe: "Retry for this long if a host, the database or a disk fails",
      })
      .option(
        "metrics",
        textOption(
          "File for node_exporter's textfile collector, ending in .prom; written at the end of the run",
        ),
      )
      .option("metrics-mode", {
        type: "string",
        coerce: metricsMode,
        describe: "Permissions of that file in octal, such as 0644, so that node_exporter can read it",
      })
      .option("quiet", flagOption("Print nothing if the exit code is 0, unless something needs attention"))
      .option("json", flagOption("Print the result as JSON")),

  async run(options, terminal) {
    const again = newPatience(options["retry-for"], terminal.signal);
    const opened = await again
      .until(() => openWorkspace(terminal))
      .catch((error: unknown) => failUnopened(error, terminal, silentLog, 0));
    const setup = options.quiet ? opened : withProgress(opened, terminal);
    const bufferedOutput: string[] = [];
    const look = lookOf(terminal);
    lowerPriority();
    const startedAt = setup.clock.now();
    const print = (text: string): void => {
      if (options.quiet) bufferedOutput.push(text);
      else terminal.stdout.write(text);
    };
    let feeds: readonly Feed[] = [];
    let worker: Worker | undefined;
    let metrics: WholeFile | undefined;
    try {
      // Opens the metrics file first, so that an unwritable file is reported before any work.
      if (options.metrics !== undefined)
        metrics = await openWholeFile(resolve(terminal.cwd, options.metrics), options["metrics-mode"]);
      feeds = chooseFeeds(setup.workspace, options.feeds);
      worker = await again.until(() => joinWorkers(setup, options["take-over"]));
      await worker.check();
      const passes = await passWithRetries(setup, feeds, again, {
        signal: terminal.signal,
        onWait: options.quiet ? () => undefined : waitReport(terminal),
      });
      const outcomes = passes.flatMap((pass) => pass.outcomes);
      let failures = await emit(setup, terminal.signal);
      while (failures.some(mayPass) && (await again.wait())) {
        failures = await emit(setup, terminal.signal);
      }
      // Alerts about decisions are sent even if the platform or the FFS is slow.
      const early = notify(setup, terminal, attemptsOf(outcomes));
      failures = [...failures, ...(await sendAll(setup, terminal.signal))];
      failures = [...failures, ...(await sendEvents(setup, again, terminal))];
      await early;
      for (const failed of failures) {
        if (!isElsewhere(failed)) terminal.stderr.write(`${failed.message}\n`);
        else if (!options.quiet) terminal.stderr.write(`In progress elsewhere: ${failed.message}\n`);
      }
      // `lading status` shows blobs that could not be removed; a later run removes them.
      await sweepBlobs(setup).catch(() => {});
      // A stopped run did not wait long enough to know which files still grow.
      if (terminal.signal.aborted) terminal.stderr.write("Stopped. The next run continues.\n");
      else
        for (const { listings } of passes)
          terminal.stderr.write(
            notTakenText(listings, await noteNeverTaken(setup, listings), setup.clock.now()),
          );
      const report = await reportRun(setup, outcomes, startedAt);
      await notify(setup, terminal, attemptsOf(outcomes));
      const lines = await feedLines(setup, outcomes, terminal.signal.aborted);
      const all = await readProblems(setup, feeds);
      const isOfAlerts = ({ code }: Problem) => code === "alerts_failing";
      const problems = all.filter((one) => !isOfAlerts(one));
      if (options.json) print(`${JSON.stringify({ feeds: lines, problems: all }, null, 2)}\n`);
      else print(passText(lines, problems, setup.clock.now(), look, options.quiet));
      terminal.stderr.write(problemsText(all.filter(isOfAlerts), setup.clock.now()));
      const isHeld = await isAnyHeld(
        setup.store.db,
        feeds.map(({ name }) => name),
      );
      const ofFeeds = exitCodeOf(outcomes, options["fail-on"], isHeld);
      const code = failures.every(isElsewhere) ? ofFeeds : 75;
      if (metrics !== undefined) {
        const now = setup.clock.now();
        const status = await workspaceStatus(setup.workspace, setup.store, () => now).read(1);
        await metrics.append(runMetricsText(status, code, now));
        await metrics.commit();
      }
      if (code !== 0) for (const text of bufferedOutput) terminal.stdout.write(text);
      if (report !== undefined && (code !== 0 || !options.quiet)) terminal.stderr.write(reportText(report));
      return code;
    } catch (error) {
      const isToFix = error instanceof LadingError && error.recovery === "fix";
      if (!isToFix) await notify(setup, terminal, await allFailed(setup, feeds, error));
      throw error;
    } finally {
      await metrics?.discard();
      await worker?.leave().catch(() => {});
      await setup.close();
    }
  },
});

/** Milliseconds after which a run stops sending events; the next run continues. */
const longestSending = 600_000;

/**
 * Sends due events to the platforms.
 *
 * @returns the errors that prevented sending; unsent events stay in the store
 */
async function sendEvents(
  setup: Setup,
  again: Patience,
  { env, signal }: Terminal,
): Promise<readonly LadingError[]> {
  const context = { setup, env, log: silentLog, signal };
  const errors = await Promise.all(
    eventAccounts(setup.workspace).map(async (account) => {
      const end = setup.clock.monotonic() + longestSending;
      let failures = 0;
      let error: LadingError | undefined;
      for (;;) {
        const left = end - setup.clock.monotonic();
        const sent = await sendDue(context, account, left, failures);
        failures = sent.failures;
        if (sent.next === undefined) return sent.error;
        error = sent.error ?? error;
        if (left <= 0 || !(await again.wait())) return error;
      }
    }),
  );
  return errors.filter((error) => error !== undefined);
}

/** Returns a function that reports once, on a terminal, why nothing seems to happen. */
function waitReport({ stderr }: Terminal): () => void {
  let isReported = stderr.isTTY !== true;
  return () => {
    if (!isReported) stderr.write("Waiting a moment to make sure that no file still grows ...\n");
    isReported = true;
  };
}

function metricsMode(text: string | undefined): number | undefined {
  if (text === undefined || fileMode().safeParse(text).success) return modeOf(text);
  throw wrongUse(`--metrics-mode takes file permissions such as 0644, not ${JSON.stringify(text)}.`);
}

function spanOf(text: string): number {
  const span = duration().safeParse(text);
  if (!span.success) {
    throw wrongUse(`--retry-for takes a duration such as 10min, not ${JSON.stringify(text)}.`);
  }
  return span.data;
}

/** The next pass may be a day away, so failures are reported at once. */
function notify(setup: Setup, { env, signal }: Terminal, attempts: readonly Attempt[]): Promise<void> {
  const met = { attempts, unrecorded: {} };
  return notifyPeople(setup, { env, log: silentLog, signal, patience: 0, met });
}
