import { resolve } from "node:path";
import { silentLog } from "../log.js";
import { sendForRun } from "../events/sender.js";
import { isElsewhere } from "../feeds/deliveries/faults.js";
import { LadingError, wrongUse } from "../errors.js";
import { openWholeFile, type WholeFile } from "../system/write-file.js";
import { duration, fileMode, modeOf } from "../model/scalars.js";
import { runMetricsText } from "../http/metrics.js";
import { workspaceStatus } from "../feeds/health/workspace-status.js";
import { lowerPriority } from "../system/readers/lower-priority.js";
import { needsAttention, type Problem } from "../feeds/health/problem.js";
import { defineCommand, exitCodes, type Terminal, flagOption, textOption, textsOption } from "./command.js";
import { lookFor } from "./look.js";
import { chooseFeeds, openWorkspace, problemsUnopened, takeOver, withProgress } from "./feeds/open.js";
import { notifyUnopened } from "../feeds/loops/failures.js";
import { runFeeds } from "../feeds/loops/run-feeds.js";
import { newPatience } from "../feeds/loops/run-loop.js";
import { nextText } from "./next-text.js";
import { reportText } from "./feeds/report.js";
import { exitCodeOf } from "./feeds/pass.js";
import { passText } from "./feeds/pass-text.js";
import { problemsText } from "./feeds/problems-text.js";

export const run = defineCommand({
  usage: "run [feeds...]",
  examples: [
    ["lading run", "all feeds"],
    ["lading run acme-de/staff --json", "one feed, with the result as JSON"],
    ["lading run --fail-on held", "exits with 1 only if a delivery is held"],
    [
      "lading run --quiet --retry-for 10min",
      "for cron: keeps retrying during short outages and prints results only if the exit code is not 0",
    ],
  ],
  options: (yargs) =>
    yargs
      .positional("feeds", textsOption("Feeds as account/record-type; default: all"))
      .option("fail-on", {
        choices: ["new", "held", "any"] as const,
        default: "any" as const,
        describe: "Exit with 1 for new problems in this run, only for held deliveries, or for any problem",
      })
      .option("take-over", takeOver)
      .option("retry-for", {
        type: "string",
        default: "0 s",
        coerce: spanOf,
        describe: "Time to keep retrying if a host, the database or a disk fails, such as 10min",
      })
      .option(
        "metrics",
        textOption(
          "File for node_exporter's textfile collector, ending in .prom, written at the end of the run",
        ),
      )
      .option("metrics-mode", {
        type: "string",
        coerce: metricsMode,
        describe: "Octal permissions of the --metrics file, such as 0644, so that node_exporter can read it",
      })
      .option("quiet", flagOption("Print results only if the exit code is not 0"))
      .option("json", flagOption("Print the result as JSON")),

  async run(options, terminal) {
    const again = newPatience(options["retry-for"], terminal.signal);
    const opened = await again
      .until(() => openWorkspace(terminal))
      .catch(async (error: unknown) => {
        await notifyUnopened(error, terminal, silentLog, 0);
        if (!options.json || !(error instanceof LadingError)) throw error;
        return error;
      });
    if (opened instanceof LadingError) {
      const { code, message, hint: next, recovery } = opened;
      const problems = await problemsUnopened(terminal, opened, new Date());
      if (problems === undefined) throw opened;
      const error = { code, message, next };
      terminal.stdout.write(`${JSON.stringify({ error, feeds: [], problems }, null, 2)}\n`);
      terminal.stderr.write(`lading: ${message}\n${nextText(next)}\n`);
      return exitCodes[recovery];
    }
    const setup = options.quiet ? opened : withProgress(opened, terminal);
    const bufferedOutput: string[] = [];
    const { signal, env, stderr } = terminal;
    lowerPriority();
    const print = (text: string): void => {
      if (options.quiet) bufferedOutput.push(text);
      else terminal.stdout.write(text);
    };
    let metrics: WholeFile | undefined;
    try {
      // The metrics file is opened first, so that an unwritable file is reported before any work is done.
      if (options.metrics !== undefined)
        metrics = await openWholeFile(resolve(terminal.cwd, options.metrics), options["metrics-mode"]);
      const { outcomes, failures, newlyIgnored, report, lines, problems, isHeld } = await runFeeds(
        setup,
        chooseFeeds(setup.workspace, options.feeds),
        {
          ...{ env, signal, again, takesOver: options["take-over"] },
          onWait: options.quiet ? () => undefined : waitReport(terminal),
          sendEvents: () => sendForRun({ setup, env, log: silentLog, signal }, () => again.wait()),
        },
      );
      for (const failed of failures) {
        if (!isElsewhere(failed)) stderr.write(`${failed.message}\n`);
        else if (!options.quiet) stderr.write(`In progress in another process: ${failed.message}\n`);
      }
      const now = setup.clock.now();
      if (signal.aborted) stderr.write("Stopped. The next run continues.\n");
      else stderr.write(problemsText([...newlyIgnored.filter(isNote), ...problems.filter(isAtSource)], now));
      const [ofAlerts, others] = [problems.filter(isOfAlerts), problems.filter((one) => !isOfAlerts(one))];
      if (options.json) print(`${JSON.stringify({ feeds: lines, problems }, null, 2)}\n`);
      else print(passText(lines, others, now, lookFor(terminal), options.quiet));
      stderr.write(problemsText(ofAlerts, now));
      const code = failures.every(isElsewhere) ? exitCodeOf(outcomes, options["fail-on"], isHeld) : 75;
      if (metrics !== undefined) {
        const status = await workspaceStatus(setup.workspace, setup.store, () => now).read(1);
        await metrics.append(runMetricsText(status, code, now));
        await metrics.commit();
      }
      if (code !== 0) for (const text of bufferedOutput) terminal.stdout.write(text);
      if (report !== undefined && (code !== 0 || !options.quiet)) stderr.write(reportText(report));
      return code;
    } finally {
      await metrics?.discard();
      await setup.close();
    }
  },
});

/**
 * True if alerts cannot be delivered. This problem is always written to standard error, because no alert can report it.
 */
function isOfAlerts({ code }: Problem): boolean {
  return code === "alerts_failing";
}

function isNote(one: Problem): boolean {
  return !needsAttention(one);
}

/** True for files at the sources that were not received. These notes are written to standard error. */
function isAtSource({ code }: Problem): boolean {
  return code === "arriving" || code === "unclaimed";
}

/** Returns a function that explains the wait to a user at a terminal. The explanation is shown only once. */
function waitReport({ stderr }: Terminal): () => void {
  let isReported = stderr.isTTY !== true;
  return () => {
    if (!isReported) stderr.write("Waiting a moment to make sure that no file is still growing ...\n");
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
