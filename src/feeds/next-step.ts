import type { NextStep } from "../sentence.js";
import type { Feed } from "../workspace/workspace.js";
import { newestFirst, type DeliveryState, type FeedState } from "./lists/feed-state.js";

/** The command that saves a delivered file with its report and its rejected rows. */
export function saveCommand(feed: string, delivery: string): string {
  return `lading history ${feed} --delivery ${delivery.slice(0, 12)} --save .`;
}

/**
 * The command specifies the delivery, because several may be held and the newest is used by default. `delivery` is the
 * delivery's SHA-256 hash or its beginning.
 */
export function heldCommand(verb: "release" | "reject", feed: string, delivery: string): string {
  return `lading ${verb} ${feed} --delivery ${delivery.slice(0, 12)} --reason TEXT`;
}

export function pausedSentence(to: number): string {
  return `Paused after a rollback to version ${to}. Files are received but not published.`;
}

export function whyNotProcessed(
  { delivery: kind }: Pick<Feed, "delivery">,
  { paused, deliveries }: FeedState,
  delivery: DeliveryState,
): string {
  if (paused !== undefined) return "The file is waiting for the feed to be resumed.";
  const earlier = [...deliveries.values()].filter((one) => newestFirst(delivery, one) < 0);
  const isBlockedBy = (status: string) => kind === "delta" && earlier.some((one) => one.status === status);
  if (isBlockedBy("HELD")) return "The file is waiting for a decision on an earlier file that is held.";
  if (isBlockedBy("WAITING")) return "The file is waiting for an earlier file to be processed.";
  return "The next run will process it.";
}

/** `isUnusable` is true if the file lacks a column, so releasing the file would have no effect. */
export function nextStepAfterHold(
  feed: string,
  { sha256: delivery, guards }: Pick<DeliveryState, "sha256" | "guards">,
  isUnusable: boolean,
): NextStep {
  const reject = heldCommand("reject", feed, delivery);
  const plan = `lading plan ${feed}`;
  const release = heldCommand("release", feed, delivery);
  return isUnusable
    ? {
        next: `Correct the heading in the mapping of ${feed} (or specify a mapping for the feed). The next run processes the file again. Alternatively, ask the partner for the export in its previous form, and reject this file.`,
        commands: [reject],
      }
    : { next: isOwnChange(guards) ? ownChange : checkFirst, commands: [plan, release, reject] };
}

/**
 * True if a delivery is held because the mapping, a setting or Lading changed. Other guards may also hold the delivery.
 */
export function isOwnChange(guards: DeliveryState["guards"]): boolean {
  return guards.some(({ guard }) => guard === "settings_changed");
}

const ownChange =
  "Check what the delivery changes. If the new values are correct, approve the delivery. If they are not correct, restore the mapping or the setting. The next run then processes the file again. Reject the delivery only if the file itself is wrong.";

/** `isLost` is true if the list lacks the delivery's changes and no later file will contain them. */
export function afterRefusal(
  feed: string,
  delivery: string,
  status: "rejected" | "quarantined",
  isLost = false,
): NextStep {
  const next = {
    rejected: `Save the file with its report, and find the cause. Ask the partner for a corrected file${isLost ? ". The corrected file must have the same name. Alternatively," : ", or"} correct the feed's mapping (or specify a mapping) and process the file again.`,
    quarantined: "Save the file with its report, find the cause, and then process the file again.",
  }[status];
  return {
    next: isLost ? `${next} If the changes in the file are not needed, reject the file.` : next,
    commands: [
      saveCommand(feed, delivery),
      replayCommand(feed, delivery),
      ...(isLost ? [heldCommand("reject", feed, delivery)] : []),
    ],
  };
}

export function replayCommand(feed: string, delivery: string): string {
  return `lading replay ${feed} --delivery ${delivery.slice(0, 12)}`;
}

export const checkFirst = "Check what the delivery changes, then approve or reject it.";
