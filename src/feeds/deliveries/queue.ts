import { isPendingReference, newestFirst, type DeliveryState, type FeedState } from "../lists/feed-state.js";
import type { DecisionInputs } from "../lists/log.js";
import type { Feed } from "../../workspace/workspace.js";
import { isNewer } from "./evaluate-delivery.js";
import { isGapClosed } from "./sequence-gap.js";

/** Chooses the next delivery to decide (`docs/semantics.md` sections 1 and 2). Pure. */

/**
 * Returns the delivery to decide next, or undefined.
 *
 * @param tried deliveries that this pass has decided already
 */
export function nextDelivery(
  feed: Feed,
  state: FeedState,
  inputs: DecisionInputs,
  tried: ReadonlySet<string>,
): DeliveryState | undefined {
  const left = (delivery: DeliveryState | undefined) =>
    delivery !== undefined && !delivery.isForgotten && !tried.has(delivery.sha256) ? delivery : undefined;
  if (feed.delivery === "delta") return left(nextDelta(feed, state, inputs));

  for (const part of partsOf(state)) {
    const accepted = state.accepted.get(part);
    const current = accepted && state.deliveries.get(accepted.sha256);
    const before = accepted?.inputs;
    // A changed mapping is first applied to the accepted delivery, so that its effect is not mixed with new
    // data.
    if (left(current) && before !== undefined && isOutdated(before, inputs, configured)) {
      if (current?.status !== "HELD" || isOutdated(current.inputs, inputs, configured)) return left(current);
    }
    const waiting = [...state.deliveries.values()]
      .filter((delivery) => delivery.part === part && isPending(delivery, state, inputs))
      .sort(newestFirst)
      .find(left);
    if (waiting !== undefined) return waiting;
    if (left(current) && current?.status !== "HELD" && isOutdated(before, inputs, all)) return current;
  }
  return undefined;
}

/** Deltas are decided in sequence. A held or waiting delta blocks later ones. */
function nextDelta(feed: Feed, state: FeedState, inputs: DecisionInputs): DeliveryState | undefined {
  const queue = [...state.deliveries.values()].sort(newestFirst).reverse();
  for (const delivery of queue) {
    if (isPending(delivery, state, inputs) || isReturning(delivery, inputs)) return delivery;
    if (isGapClosed(feed, state, delivery)) return delivery;
    if (delivery.status === "HELD" || delivery.status === "WAITING") return undefined;
  }
  return undefined;
}

const all = ["mapping", "settings", "engine", "lists", "today"] as const;
const configured = ["mapping", "settings", "engine"] as const;

function isOutdated(
  before: DecisionInputs | undefined,
  now: DecisionInputs,
  parts: readonly (keyof DecisionInputs)[],
): boolean {
  return before === undefined || parts.some((part) => before[part] !== now[part]);
}

/** True if an input of the decision has changed since. */
export function isOutdatedBy(delivery: DeliveryState, inputs: DecisionInputs): boolean {
  return isOutdated(delivery.inputs, inputs, all);
}

/** True if the delivery is new or the inputs of its decision have changed. */
function isPending(delivery: DeliveryState, state: FeedState, inputs: DecisionInputs): boolean {
  if (delivery.isForgotten || delivery.isUnread === true) return false;
  switch (delivery.status) {
    case "RECEIVED":
      return true;
    case "WAITING":
      return isOutdated(delivery.inputs, inputs, all);
    case "HELD":
      return state.released.has(delivery.changeSet) || isOutdated(delivery.inputs, inputs, all);
    case "REJECTED":
      // Only a person can reverse a person's rejection.
      if (delivery.rejectedBy !== undefined) return false;
      return isLast(delivery, state) && isOutdated(delivery.inputs, inputs, all);
    case "PUBLISHED":
    case "UNCHANGED":
    case "SUPERSEDED":
    case "QUARANTINED":
      return false;
  }
}

/** True if rows of an accepted delta may now find their references. */
function isReturning(delivery: DeliveryState, inputs: DecisionInputs): boolean {
  return (
    !delivery.isForgotten && isPendingReference(delivery) && isOutdated(delivery.inputs, inputs, ["lists"])
  );
}

/** True if no later delivery of the part exists. */
function isLast(delivery: DeliveryState, state: FeedState): boolean {
  return ![...state.deliveries.values()].some(
    ({ part, order }) => part === delivery.part && order > delivery.order,
  );
}

function partsOf(state: FeedState): readonly string[] {
  return [...new Set([...state.deliveries.values()].map((delivery) => delivery.part))].sort();
}

/**
 * Returns deliveries that are no longer needed. An accepted full delivery supersedes older waiting ones, and
 * later ones with an older sequence in their name.
 */
export function supersededBy(
  feed: Feed,
  state: FeedState,
): readonly { readonly older: DeliveryState; readonly by: string }[] {
  const superseded: { older: DeliveryState; by: string }[] = [];
  for (const delivery of state.deliveries.values()) {
    const open = ["RECEIVED", "WAITING", "HELD"].includes(delivery.status);
    const accepted = state.accepted.get(delivery.part);
    const latest = accepted && state.deliveries.get(accepted.sha256);
    if (!open || latest === undefined || latest.sha256 === delivery.sha256) continue;
    if (delivery.amends !== undefined) {
      if (delivery.amends !== latest.sha256) superseded.push({ older: delivery, by: latest.sha256 });
      continue;
    }
    if (feed.delivery === "delta") continue;
    // A person replayed this older delivery on purpose. Only a later acceptance supersedes it.
    if (delivery.isReplay) {
      if (delivery.order < latest.decidedOrder) superseded.push({ older: delivery, by: latest.sha256 });
      continue;
    }
    const hasSequence = delivery.sequence !== "" && latest.sequence !== "";
    const wasWaiting = delivery.order < latest.decidedOrder;
    if (hasSequence ? isNewer(latest, delivery) : wasWaiting && newestFirst(latest, delivery) < 0) {
      superseded.push({ older: delivery, by: latest.sha256 });
    }
  }
  return superseded;
}
