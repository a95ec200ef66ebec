import { failure, wrongUse } from "../../errors.js";
import { withFeed } from "../deliveries/open-feed.js";
import { aheadOf } from "../deliveries/publish-delivery.js";
import type { Decision, Person } from "./decision.js";

/**
 * Resumes a feed that is paused, or whose last version was produced while the clock was ahead. The next pass processes
 * waiting deliveries. After a rollback, the pass also evaluates the last accepted delivery again. Throws `not_paused`,
 * or `wrong_use` if the last version has a future time and no reason is given.
 */
export async function resume({ setup, feed, name: by }: Person, reason: string): Promise<Decision> {
  await withFeed(setup, feed, async (open) => {
    const ahead = aheadOf(open.state(), setup.clock.now());
    if (ahead === undefined && open.state().paused === undefined) {
      throw failure("not_paused", { feed: feed.name });
    }
    if (ahead !== undefined && reason === "") {
      const because = `The last version of ${feed.name} has the time ${ahead}, which is in the future according to this machine's clock. If the clock is correct now, add \`--reason\`.`;
      throw wrongUse(because);
    }
    await open.note({
      state: "RESUMED",
      by,
      ...(reason === "" ? {} : { reason }),
      ...(ahead === undefined ? {} : { ahead }),
    });
  });
  return {
    act: `Resumed by ${by}. Deliveries are accepted again.`,
    outcomes: [],
    publication: null,
    sentence:
      "The next run processes the waiting files. If the feed was rolled back, the file that produced the rolled-back list is held.",
  };
}
