import { noteFaults, type Attempt } from "../../deliveries/faults.js";
import type { Setup } from "../../deliveries/setup.js";
import { feedFailure, type FeedOutcome } from "../../pipeline.js";
import type { Feed } from "../../workspace/workspace.js";

/** What came of working on the feeds of a pass, for those who are told. */
export function attemptsOf(outcomes: readonly FeedOutcome[]): readonly Attempt[] {
  return outcomes.map(({ feed, error }) => ({ feed, error }));
}

/** When a pass failed as a whole, so did every feed of it. */
export async function allFailed(
  setup: Setup,
  feeds: readonly Feed[],
  error: unknown,
): Promise<readonly Attempt[]> {
  const attempts = feeds.map((feed) => ({ feed, error: feedFailure(error, feed) }));
  await noteFaults(setup, attempts);
  return attempts;
}
