import type { LadingError } from "../../errors.js";
import type { Feed } from "../../workspace/workspace.js";
import { withFeed, type OpenFeed } from "../deliveries/open-feed.js";
import type { Setup } from "../deliveries/setup.js";
import { commandsIn, type NextStep } from "../next-step.js";
import { decideWaiting, type DeliveryOutcome } from "../pipeline.js";

/** What the decisions of people have in common. Each has a file beside this one; the CLI and the console call the same functions. */

/** Somebody who decides something about one feed. */
export interface Person {
  readonly setup: Setup;
  readonly feed: Feed;
  /** The name that the decision is recorded under. */
  readonly name: string;
}

/** What was decided. */
export interface Decision {
  /** One sentence for the report of the run: what was done, by whom and why. */
  readonly act: string;
  /** What became of the deliveries that waited for the decision. */
  readonly outcomes: readonly DeliveryOutcome[];
  /** The result, for the person who decided. */
  readonly sentence: string;
}

/** Why nothing was decided. Nothing was changed. */
export interface Refusal extends NextStep {
  readonly code: string;
  readonly sentence: string;
}

export interface Refused {
  readonly refused: Refusal;
}

/** A failure, such as a feed that another process works on, as the answer to a decision. */
export function refusalOf({ code, message, hint }: LadingError): Refused {
  return { refused: { code, sentence: message, next: hint, commands: commandsIn(hint) } };
}

/**
 * Opens the feed for a decision.
 *
 * @param decide records the decision. `settle` then decides the deliveries that waited for it; no signal interrupts that.
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
