import { userInfo } from "node:os";
import { readCurrent } from "../lists/current.js";
import type { DeliveryState, FeedState } from "../lists/feed-state.js";
import { bytesOf } from "../lists/filing.js";
import type { Feed } from "../workspace/workspace.js";
import type { OpenFeed } from "./open-feed.js";

/**
 * A publication that the journal knows and that does not verify any more, or is gone: the list below it is served, and
 * what made the lost one has to make it again. Nobody sends those files a second time, and the same bytes tomorrow would
 * else be no news.
 */

/** Whether the list of now is not the one that was published last. */
export function isLost({ lastNumber }: FeedState, currentNumber: number | undefined): boolean {
  return lastNumber !== undefined && lastNumber > (currentNumber ?? 0);
}

/** Puts the deliveries of lost publications back in the queue, to be decided again from where they are filed. */
export async function replayLost(open: OpenFeed): Promise<void> {
  const { setup, feed } = open;
  const { lastNumber } = open.state();
  if (lastNumber === undefined) return;
  const current = (await readCurrent(feed.folder, setup.disk))?.manifest.number;
  if (!isLost(open.state(), current)) return;
  for (const delivery of lostDeliveries(feed, open.state(), current ?? 0)) {
    const isKept = (await bytesOf(setup.disk, setup.workspace.data, feed, delivery)) !== undefined;
    // An export of changes that is missing from the middle keeps those after it back; a full one is made good by the next.
    if (!isKept && feed.delivery === "full") continue;
    const reason = `publication ${lastNumber} does not verify any more`;
    const by = userInfo().username;
    await open.note(
      { state: "REPLAYED", delivery: delivery.sha256, reason, by, lost: lastNumber },
      "durable",
    );
  }
}

function lostDeliveries(feed: Feed, state: FeedState, current: number): readonly DeliveryState[] {
  const { deliveries, accepted } = state;
  const latest = new Set([...accepted.values()].map(({ sha256 }) => sha256));
  return [...deliveries.values()].filter((delivery) => {
    const { status, number = 0, amends, isForgotten, sha256 } = delivery;
    if (isForgotten || (status !== "PUBLISHED" && status !== "UNCHANGED")) return false;
    if (feed.delivery === "delta" || amends !== undefined) return number > current;
    return latest.has(sha256);
  });
}
