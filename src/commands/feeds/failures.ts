import type { LadingError } from "../../errors.js";
import { asFailure, type FeedOutcome } from "../../pipeline.js";
import type { Feed } from "../../workspace/workspace.js";

type ByFeed = ReadonlyMap<string, LadingError | undefined>;

/** What the feeds of a pass failed with. One that another process works on has not failed: that process tells of it. */
export function failuresOf(outcomes: readonly FeedOutcome[]): ByFeed {
  const byFeed = new Map<string, LadingError | undefined>();
  for (const { feed, error } of outcomes) {
    if (error?.code !== "locked") byFeed.set(feed.name, error);
  }
  return byFeed;
}

/** When a pass failed as a whole, so did every feed of it. */
export function allFailed(feeds: readonly Feed[], error: unknown): ByFeed {
  return new Map(feeds.map((feed) => [feed.name, asFailure(error, feed)]));
}
