import { noteFaults, type Attempt } from "../deliveries/faults.js";
import type { Setup } from "../deliveries/setup.js";
import { workerName } from "../deliveries/workers.js";
import type { Log } from "../../log.js";
import { notifyUnrecorded } from "../alerts/notify.js";
import { feedFailure, type FeedOutcome } from "../pipeline.js";
import { realClock } from "../../system/clock.js";
import { loadWorkspace } from "../../workspace/load.js";
import type { Feed } from "../../workspace/workspace.js";

export interface UnopenedWorkspace {
  /** A folder in the workspace. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export function attemptsOf(outcomes: readonly FeedOutcome[]): readonly Attempt[] {
  return outcomes.map(({ feed, error, isOfFile }) => ({ feed, error, isOfFile }));
}

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
 * Alerts people about a store that cannot be opened and therefore cannot record the alert. `patience` is the number of
 * milliseconds for which the problem must last before people are alerted.
 */
export async function notifyUnopened(
  error: unknown,
  { cwd, env, signal }: UnopenedWorkspace,
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
