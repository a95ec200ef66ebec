import type { DeliveryState, FeedState } from "../lists/feed-state.js";
import type { Tripped } from "../lists/guard.js";
import type { Feed } from "../../workspace/workspace.js";

/**
 * Detects a missing number in the sequence of delta names. No later delta repeats the changes of a missing
 * one, and some systems delete what they exported. Pure.
 */

/** A counter in `{sequence}`. Numbers of ten or more digits and dates are times, which do not increase by one. */
const counted = /^0{11}(?!0(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$)\d{9}$/;

/** Returns a guard if earlier numbers never arrived. */
export function sequenceGap(feed: Feed, state: FeedState, delivery: DeliveryState): Tripped | undefined {
  if (!feed.guard.sequence_gap || feed.delivery !== "delta" || feed.set !== undefined) return undefined;
  if (!counted.test(delivery.sequence) || delivery.isReplay || delivery.amends !== undefined)
    return undefined;
  const number = Number(delivery.sequence);
  let last = -1;
  for (const { sequence, sha256 } of state.deliveries.values()) {
    const isOther = sha256 !== delivery.sha256 && counted.test(sequence);
    if (isOther && Number(sequence) <= number) last = Math.max(last, Number(sequence));
  }
  if (last < 0 || last >= number - 1) return undefined;
  const missing = last === number - 2 ? `Number ${last + 1}` : `Numbers ${last + 1} to ${number - 1}`;
  return {
    guard: "sequence_gap",
    sentence: `${missing} never arrived, and this is ${number}. The missing changes would be lost.`,
  };
}

/** True if the delivery was held only for missing numbers that have since arrived. */
export function isGapClosed(feed: Feed, state: FeedState, delivery: DeliveryState): boolean {
  const isAlone =
    delivery.guards.length > 0 && delivery.guards.every(({ guard }) => guard === "sequence_gap");
  return delivery.status === "HELD" && isAlone && sequenceGap(feed, state, delivery) === undefined;
}
