import type { Feed } from "../../workspace/workspace.js";
import { withFeed, type OpenFeed } from "../deliveries/open-feed.js";
import type { Setup } from "../deliveries/setup.js";
import type { NextStep } from "../../sentence.js";
import { decideWaiting, type DeliveryOutcome } from "../pipeline.js";

/**
 * Code that all decisions share. Each kind of decision has its own file in this folder. The CLI and the console call
 * the same functions.
 */

export interface Person {
  readonly setup: Setup;
  readonly feed: Feed;
  /** The name under which the decision is recorded. */
  readonly name: string;
}

export interface Decision {
  /** Text for the run's report, such as `A held delivery was released by Ada: checked`. */
  readonly act: string;
  /** Outcomes of the deliveries that were processed right after the decision. */
  readonly outcomes: readonly DeliveryOutcome[];
  /** Number of the last version that the decision published, or null if nothing was published. */
  readonly publication: number | null;
  /** Set if a release published nothing. */
  readonly hasNoEffect?: true;
  /** Describes the result to the person who made the decision. */
  readonly sentence: string;
}

/** Why nothing was decided or changed. */
export interface Refusal extends NextStep {
  readonly code: string;
  readonly sentence: string;
}

export interface Refused {
  readonly refused: Refusal;
}

export function publishedBy(outcomes: readonly DeliveryOutcome[]): number | null {
  return outcomes.findLast(({ number }) => number !== undefined)?.number ?? null;
}

/**
 * Opens the feed for `decide`, which records the decision and then calls `settle`. Unless the feed is paused, `settle`
 * processes the feed's waiting deliveries. A signal cannot interrupt `settle`.
 */
export async function atFeed<T>(
  { setup, feed }: Person,
  decide: (open: OpenFeed, settle: () => Promise<readonly DeliveryOutcome[]>) => Promise<T>,
): Promise<T> {
  const outcomes: DeliveryOutcome[] = [];
  return withFeed(setup, feed, (open) =>
    decide(open, async () => {
      await decideWaiting(open, new AbortController().signal, (outcome) => outcomes.push(outcome));
      return outcomes;
    }),
  );
}
