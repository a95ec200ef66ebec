import { silentLog } from "../../log.js";
import { LadingError } from "../../errors.js";
import type { Feed } from "../../workspace/workspace.js";
import { notifyPeople } from "../alerts/notify.js";
import { emit } from "../deliveries/emit.js";
import type { Attempt } from "../deliveries/faults.js";
import { noteNeverTaken } from "../deliveries/never-taken.js";
import { noteUnclaimed } from "../deliveries/unclaimed.js";
import { sendAll } from "../deliveries/outboxes.js";
import type { Setup } from "../deliveries/setup.js";
import { sweepBlobs } from "../deliveries/unknown-files.js";
import { joinWorkers } from "../deliveries/workers.js";
import type { Problem } from "../health/problem.js";
import { neverTakenProblems } from "../health/problems.js";
import { readProblems } from "../health/workspace-status.js";
import { isAnyHeld } from "../lists/feed-log.js";
import type { FeedOutcome } from "../pipeline.js";
import { feedLines, type FeedLine } from "../reports/feed-lines.js";
import { reportRun, type KeptReport } from "../reports/runs.js";
import { allFailed, attemptsOf } from "./failures.js";
import { isTransient, passWithRetries, type PassOptions, type Patience } from "./run-loop.js";

export interface RunOptions extends PassOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly again: Patience;
  /** If true, activates this workspace even if another machine has activated a newer one. */
  readonly takesOver: boolean;
  /** Returns the errors that prevented sending. */
  sendEvents(): Promise<readonly LadingError[]>;
}

export interface RunResult {
  readonly outcomes: readonly FeedOutcome[];
  /** Errors that prevented outputs from being written, or invoices and events from being sent. */
  readonly failures: readonly LadingError[];
  readonly report: KeptReport | undefined;
  readonly lines: readonly FeedLine[];
  readonly problems: readonly Problem[];
  /** Files that can never be accepted and that no earlier run found. */
  readonly newlyIgnored: readonly Problem[];
  readonly isHeld: boolean;
}

/**
 * Does the work of `lading run`: processes the feeds, writes the outputs, sends the invoices and events, stores the
 * report, and sends the alerts. Throws errors from the store or the workspace. People are alerted to these errors,
 * unless a setting must be fixed first.
 */
export async function runFeeds(
  setup: Setup,
  feeds: readonly Feed[],
  options: RunOptions,
): Promise<RunResult> {
  const { again, env, signal } = options;
  // The next run may be a day away, so failures are reported immediately.
  const notify = (attempts: readonly Attempt[]): Promise<void> =>
    notifyPeople(setup, { env, log: silentLog, signal, patience: 0, met: { attempts, unrecorded: {} } });
  const startedAt = setup.clock.now();
  try {
    const worker = await again.until(() => joinWorkers(setup, options.takesOver));
    try {
      await worker.check();
      const passes = await passWithRetries(setup, feeds, again, options);
      const outcomes = passes.flatMap((pass) => pass.outcomes);
      let failures = await emit(setup, signal);
      while (failures.some(isTransient) && (await again.wait())) failures = await emit(setup, signal);
      // Alerts are sent while invoices and events are being sent, so that a slow platform or FFS does not delay the
      // alerts.
      const early = notify(attemptsOf(outcomes));
      failures = [...failures, ...(await sendAll(setup, signal)), ...(await options.sendEvents())];
      await early;
      // `lading status` shows blobs that could not be removed, and a later run removes them.
      await sweepBlobs(setup).catch(() => {});
      const newlyIgnored: Problem[] = [];
      // A stopped run did not wait long enough to determine which files are still growing. Files that could not be
      // recorded are recorded by the next run.
      if (!signal.aborted)
        for (const pass of passes) {
          const fresh = await noteNeverTaken(setup, pass.listings, signal).catch(
            () => new Map<string, never>(),
          );
          for (const [source, files] of fresh) newlyIgnored.push(...neverTakenProblems(source, files));
          await noteUnclaimed(setup, pass.listings).catch(() => {});
        }
      const report = await reportRun(setup, outcomes, startedAt);
      await notify(attemptsOf(outcomes));
      return {
        ...{ outcomes, failures, report, newlyIgnored },
        lines: await feedLines(setup, outcomes, signal.aborted),
        problems: await readProblems(setup, feeds, { attempts: outcomes, startedAt }),
        isHeld: await isAnyHeld(
          setup.store.db,
          feeds.map(({ name }) => name),
        ),
      };
    } finally {
      await worker.leave().catch(() => {});
    }
  } catch (error) {
    const isToFix = error instanceof LadingError && error.recovery === "fix";
    if (!isToFix) await notify(await allFailed(setup, feeds, error));
    throw error;
  }
}
