import { emit } from "../deliveries/emit.js";
import type { Setup } from "../deliveries/setup.js";
import { reportRun, type KeptReport } from "../reports/runs.js";
import type { FeedOutcome } from "../pipeline.js";
import type { LadingError } from "../../errors.js";
import type { Feed } from "../../workspace/workspace.js";
import type { Decision } from "./decision.js";

export function outcomeOf(feed: Feed, { act, outcomes }: Decision): FeedOutcome {
  return { feed, deliveries: outcomes, isLeft: false, hasMore: false, error: undefined, act };
}

/** Writes the outputs and stores the report, as after a run. The caller sends the alerts afterward. */
export async function finishDecisions(
  setup: Setup,
  outcomes: readonly FeedOutcome[],
  startedAt: Date,
  signal: AbortSignal,
): Promise<{
  /** Errors from outputs that could not be written. */
  readonly failures: readonly LadingError[];
  readonly report: KeptReport | undefined;
}> {
  const failures = await emit(setup, signal);
  return { failures, report: await reportRun(setup, outcomes, startedAt) };
}
