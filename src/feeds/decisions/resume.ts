import { resumeFeed } from "../deliveries/operator.js";
import type { Decision, Person } from "./decision.js";

/**
 * Resumes a feed that is paused after a rollback, or whose last version has a future time. Throws `not_paused`, or
 * `wrong_use` if the last version has a future time and no reason is given.
 */
export async function resume({ setup, feed, name }: Person, reason: string): Promise<Decision> {
  await resumeFeed(setup, feed, reason, name);
  return {
    act: `Resumed by ${name}. Deliveries are accepted again.`,
    outcomes: [],
    sentence:
      "The next run processes the waiting files. The file that produced the rolled-back list is held instead of being published.",
  };
}
