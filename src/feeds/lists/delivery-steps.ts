import { minuteOf, quotedAtEnd } from "../../sentence.js";
import type { Queries } from "../../store/store.js";
import { feedNamed } from "./feed-log.js";
import { asOneLine, hiddenStates } from "./log-text.js";
import { reasonIn, type Entry } from "./log.js";
import { entriesIn } from "./log-rows.js";

/** The steps of one delivery, from its first arrival to its last decision. */

export interface DeliveryStep {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly state: Entry["state"];
  /** The person who made the decision or uploaded the file. */
  readonly by?: string;
  /** The reason for the step, or "" if the step has none. */
  readonly reason: string;
  readonly version?: number;
}

/**
 * Returns the steps of a delivery, oldest first. Steps may be missing at the beginning, because old entries are deleted
 * and at most `mostEntries` are read.
 */
export async function deliverySteps(
  db: Queries,
  feed: string,
  sha256: string,
): Promise<readonly DeliveryStep[]> {
  const rows = await db
    .selectFrom("log")
    .selectAll()
    .where("feed", "=", feedNamed(db, feed))
    .where("delivery", "=", sha256)
    .where("state", "not in", hiddenStates)
    .orderBy("n", "desc")
    .limit(mostEntries)
    .execute();
  const entries = await entriesIn(db, rows.reverse());
  return asOneLine(entries).map(({ entry }) => {
    const { at, state } = entry;
    const by = state !== "SUPERSEDED" && "by" in entry ? entry.by : undefined;
    return {
      at,
      state,
      reason: reasonIn(entry),
      ...(by !== undefined && { by }),
      ...(state === "PUBLISHED" && { version: entry.number }),
    };
  });
}

/** A limit is required because the same delivery may arrive every night. */
const mostEntries = 200;

/**
 * Returns the decision that a person made about the same content before it arrived again, or undefined if there is
 * none.
 */
export function earlierDecision(steps: readonly DeliveryStep[]): DeliveryStep | undefined {
  const arrival = steps.findLastIndex(({ state }) => state === "RECEIVED");
  return steps
    .slice(0, Math.max(arrival, 0))
    .findLast(({ state, by }) => by !== undefined && (state === "RELEASED" || state === "REJECTED"));
}

export function earlierDecisionText({ at, state, by, reason }: DeliveryStep): string {
  const verb = state === "RELEASED" ? "approved" : "rejected";
  return `${by} ${verb} a delivery with the same content on ${minuteOf(at)}: ${quotedAtEnd(reason)}`;
}
