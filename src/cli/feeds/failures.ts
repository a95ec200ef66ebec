import { noteFaults, type Attempt } from "../../feeds/deliveries/faults.js";
import type { Setup } from "../../feeds/deliveries/setup.js";
import { workerName } from "../../feeds/deliveries/workers.js";
import type { Log } from "../../log.js";
import { notifyUnrecorded } from "../../feeds/alerts/notify.js";
import { feedFailure, type FeedOutcome } from "../../feeds/pipeline.js";
import { realClock } from "../../system/clock.js";
import { loadWorkspace } from "../../workspace/load.js";
import type { Feed } from "../../workspace/workspace.js";
import type { Terminal } from "../command.js";

/** Results of a pass for alerts. */
export function attemptsOf(outcomes: readonly FeedOutcome[]): readonly Attempt[] {
  return outcomes.map(({ feed, error }) => ({ feed, error }));
}

/** Records that every feed failed, if a pass failed as a whole. */
export async function allFailed(
  setup: Setup,
  feeds: readonly Feed[],
  error: unknown,
): Promise<readonly Attempt[]> {
  const attempts = feeds.map((feed) => ({ feed, error: feedFailure(error, feed) }));
  await noteFaults(setup, attempts);
  return attempts;
}

/**
 * Alerts people about a store that cannot be opened, so that the alert cannot be recorded in it.
 *
 * @param patience milliseconds that the problem must last first
 */
export async function notifyUnopened(
  error: unknown,
  { cwd, env, signal }: Terminal,
  log: Log,
  patience: number,
): Promise<void> {
  const workspace = await loadWorkspace(cwd).catch(() => undefined);
  if (workspace === undefined) return;
  const attempts = workspace.feeds.map((feed) => ({ feed, error: feedFailure(error, feed) }));
  const worker = workerName(env);
  const met = { attempts, unrecorded: {} };
  await notifyUnrecorded({ workspace, clock: realClock, worker }, { env, log, signal, patience, met });
}

/**
 * Alerts people as above, and then throws the error.
 *
 * @throws always, the given error
 */
export async function failUnopened(...args: Parameters<typeof notifyUnopened>): Promise<never> {
  await notifyUnopened(...args);
  throw args[0];
}
