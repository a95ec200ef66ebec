import { failure, wrongUse } from "../../errors.js";
import { withFeed } from "../deliveries/open-feed.js";
import { aheadOf } from "../deliveries/publish-delivery.js";
import type { FeedState } from "../lists/feed-state.js";
import { counted } from "../../sentence.js";
import type { Decision, Person } from "./decision.js";

/**
 * Resumes a feed that is paused, or whose last version was produced while the clock was ahead. The next pass processes
 * waiting deliveries. After a rollback, the pass also evaluates the last accepted delivery again. Throws `not_paused`,
 * or `wrong_use` if the last version has a future time and no reason is given.
 */
export async function resume({ setup, feed, name: by }: Person, reason: string): Promise<Decision> {
  const { waiting, wasRolledBack } = await withFeed(setup, feed, async (open) => {
    const before = open.state();
    const ahead = aheadOf(before, setup.clock.now());
    if (ahead === undefined && before.paused === undefined) {
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
    return { waiting: waitingIn(before), wasRolledBack: before.paused !== undefined };
  });
  return {
    act: `Resumed by ${by}. Deliveries are accepted again.`,
    outcomes: [],
    publication: null,
    sentence: `The feed is resumed. ${waiting === 0 ? "No new file is waiting." : `The next run processes ${counted(waiting, "waiting file")}.`}${wasRolledBack ? " The file that produced the rolled-back list is not published again automatically. If no newer file replaces it, the next run holds it until a person approves or rejects it." : ""}`,
  };
}

function waitingIn({ deliveries }: FeedState): number {
  return [...deliveries.values()].filter(({ status }) => status === "RECEIVED" || status === "WAITING")
    .length;
}
