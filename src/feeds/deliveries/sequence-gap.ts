import type { DeliveryState } from "../lists/feed-state.js";
import { sql } from "../../store/kysely.js";
import type { Tripped } from "../lists/guard.js";
import type { StoredFeed } from "./open-feed.js";

/**
 * This module detects a missing number in the sequence of delta file names. Later deltas do not repeat the changes in a
 * missing delta, and some systems delete data after exporting it.
 */

/**
 * Matches a counter in `{sequence}`. Dates and numbers with ten or more digits are treated as times, which do not
 * increase by one.
 */
const counted = /^0{11}(?!0(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$)\d{9}$/;

/** Returns a guard if earlier numbers never arrived. */
export async function sequenceGap(queued: StoredFeed, delivery: DeliveryState): Promise<Tripped | undefined> {
  const { feed } = queued;
  if (!feed.guard.sequence_gap || feed.delivery !== "delta" || feed.set !== undefined) return undefined;
  if (!counted.test(delivery.sequence) || delivery.isReplay || delivery.amends !== undefined)
    return undefined;
  const number = Number(delivery.sequence);
  const last = Number((await sequenceBefore(queued, delivery)) ?? Infinity);
  if (last >= number - 1) return undefined;
  const missing = last === number - 2 ? `Number ${last + 1}` : `Numbers ${last + 1} to ${number - 1}`;
  return {
    guard: "sequence_gap",
    sentence: `${missing} never arrived, and this file has the number ${number}. The missing changes would be lost.`,
    found: number - 1 - last,
    maximum: 0,
  };
}

/**
 * Returns the highest sequence number among other deliveries that does not exceed this delivery's number. Includes
 * files that `lading plan` would receive.
 */
async function sequenceBefore(
  { setup, id, state }: StoredFeed,
  { sha256, sequence: own }: DeliveryState,
): Promise<string | undefined> {
  const stored = await setup.store.db
    .selectFrom("deliveries")
    .select(["sha256", "sequence"])
    .where("feed", "=", id)
    .where("sequence", "<>", sql.lit(""))
    .where("sequence", "<=", own)
    .where("sha256", "<>", sha256)
    .orderBy("sequence", "desc")
    .limit(1)
    .execute();
  return [...stored, ...(state?.().deliveries.values() ?? [])]
    .filter((each) => each.sha256 !== sha256 && each.sequence <= own && counted.test(each.sequence))
    .map(({ sequence }) => sequence)
    .sort()
    .at(-1);
}

/** True if the delivery was held only because of missing numbers that have since arrived. */
export async function isGapClosed(queued: StoredFeed, delivery: DeliveryState): Promise<boolean> {
  const isAlone =
    delivery.guards.length > 0 && delivery.guards.every(({ guard }) => guard === "sequence_gap");
  return delivery.status === "HELD" && isAlone && (await sequenceGap(queued, delivery)) === undefined;
}
