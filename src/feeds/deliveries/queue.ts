import { isPendingReference, newestFirst, type DeliveryState, type FeedState } from "../lists/feed-state.js";
import type { DecisionInputs } from "../lists/log.js";
import type { Feed } from "../../workspace/workspace.js";
import { isNewer } from "./evaluate-delivery.js";
import { isGapClosed } from "./sequence-gap.js";

/** Whose turn it is (`docs/semantics.md` sections 1 and 2). Pure: it reads where the feed stands. */

/**
 * The delivery to decide next; undefined when there is none.
 *
 * @param tried what was decided in this pass already
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
    // A changed mapping is judged on the delivery that the list was made from, before new bytes blur what changed.
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

/** Deltas go in sequence: one that is held or waits keeps the later ones back. */
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

/** Whether anything that a decision depends on has changed since a delivery was decided. */
export function isOutdatedBy(delivery: DeliveryState, inputs: DecisionInputs): boolean {
  return isOutdated(delivery.inputs, inputs, all);
}

/** Whether a delivery is to be decided: it is new, or what its decision depended on has changed since. */
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
      // Only a person can bring back what a person rejected.
      if (delivery.rejectedBy !== undefined) return false;
      return isLast(delivery, state) && isOutdated(delivery.inputs, inputs, all);
    case "PUBLISHED":
    case "UNCHANGED":
    case "SUPERSEDED":
    case "QUARANTINED":
      return false;
  }
}

/** Whether what rows of an applied delivery of changes waited for may be there. */
function isReturning(delivery: DeliveryState, inputs: DecisionInputs): boolean {
  return (
    !delivery.isForgotten && isPendingReference(delivery) && isOutdated(delivery.inputs, inputs, ["lists"])
  );
}

/** Whether no delivery of the part came later. */
function isLast(delivery: DeliveryState, state: FeedState): boolean {
  return ![...state.deliveries.values()].some(
    ({ part, order }) => part === delivery.part && order > delivery.order,
  );
}

function partsOf(state: FeedState): readonly string[] {
  return [...new Set([...state.deliveries.values()].map((delivery) => delivery.part))].sort();
}

/**
 * Deliveries that are not needed any more. A full delivery makes those void that were waiting when it was taken and are
 * older, and any that comes later with an older sequence in its name.
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
    // A person asked for an older one on purpose: only what was taken after that makes it void.
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
