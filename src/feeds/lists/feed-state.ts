import { hash } from "node:crypto";
import type { DecidedStatus, DeliveryStatus } from "../../store/states.js";
import type { Arrival, DecisionInputs, DeliveryCounts, TrippedGuard } from "./log.js";

/** The state of a feed and its deliveries. The state is loaded by `feed-log.ts` and changed by `moves.ts`. */

export type { DeliveryStatus };

export interface DeliveryState {
  readonly sha256: string;
  readonly status: DeliveryStatus;
  /** The last decision, even if the delivery has arrived again since. */
  readonly decidedAs?: DecidedStatus | undefined;
  /** When the delivery entered the status `decidedAs`, ISO 8601 UTC. */
  readonly decidedAt?: string | undefined;
  /** True if the delivery was ever accepted or superseded by an accepted delivery. */
  readonly wasTaken: boolean;
  /** Arrivals to which the after-action has not been applied yet. */
  readonly unacknowledged: readonly Arrival[];
  readonly arrival: Arrival;
  /** The person who uploaded the last arrival in the console. `order` is the number of the log entry. */
  readonly delivered?: { readonly by: string; readonly reason: string; readonly order: number } | undefined;
  readonly part: string;
  readonly sequence: string;
  /** The last version that this delivery produced. */
  readonly number?: number | undefined;
  /** True if a person replayed the delivery and the new decision is not final yet. */
  readonly isReplay: boolean;
  /**
   * True if the bytes were deleted because they contained a record that was removed. The delivery is processed again
   * only if it arrives again.
   */
  readonly isForgotten: boolean;
  /** Set if the delivery was refused without being read because of its size. */
  readonly isUnread?: true | undefined;
  /** SHA-256 hash of the delivery that this delivery corrects. Set for corrected rejects files. */
  readonly amends?: string | undefined;
  /** When the delivery was first received, ISO 8601 UTC. */
  readonly receivedAt: string;
  /**
   * When the delivery entered its current status, ISO 8601 UTC. If a delivery arrives again or is processed again,
   * and is held or waits again, this time does not change.
   */
  readonly statusAt: string;
  /** Number of the log entry for the delivery's last arrival, used for sorting. */
  readonly order: number;
  /** Number of the log entry for the delivery's first arrival. */
  readonly firstOrder: number;
  /** Number of the log entry for the first decision since the last arrival, or 0 if there is none. */
  readonly decidedOrder: number;
  readonly inputs?: DecisionInputs | undefined;
  readonly counts?: DeliveryCounts | undefined;
  readonly crashes: number;
  readonly guards: readonly TrippedGuard[];
  readonly reason: string;
  /** Number of the log entry with the reason and the guards. */
  readonly reasonOrder?: number | undefined;
  /**
   * The person who rejected the delivery. A rejected delivery is not processed again until it is replayed or received
   * again.
   */
  readonly rejectedBy?: string | undefined;
  /** True if a person released the delivery despite an unusual number of rows and it has not been published yet. */
  readonly hasNewSize: boolean;
  /**
   * Set while a failure of the environment, such as a full disk, prevents a decision. `order` is the number of the log
   * entry with the reason.
   */
  readonly retrying?: { readonly since: string; readonly reason: string; readonly order: number } | undefined;
  readonly changeSet: string;
}

export interface FeedState {
  /** Deliveries keyed by SHA-256 hash, in order of first arrival. */
  readonly deliveries: ReadonlyMap<string, DeliveryState>;
  /** For each part: the delivery that last produced or confirmed the list, and the inputs to that decision. */
  readonly accepted: ReadonlyMap<string, Accepted>;
  /** Released change sets that have not been published yet, with their deliveries. */
  readonly released: ReadonlyMap<string, string>;
  /** Set while the feed is paused at an older version. `order` is the number of the log entry. */
  readonly paused?: { readonly to: number; readonly reason: string; readonly order: number } | undefined;
  readonly lastPublishedAt?: string | undefined;
  /** When a delivery last produced or confirmed the list. */
  readonly confirmedAt?: string | undefined;
}

/** Number of rows in an accepted delivery, without the rows that rules skip. */
export interface RowCount {
  /** Number of the log entry for the decision. */
  readonly n: number;
  readonly at: string;
  readonly part: string;
  readonly rows: number;
}

export interface Accepted {
  readonly sha256: string;
  /** Undefined after a rollback or restore, so that the delivery is processed again. */
  readonly inputs?: DecisionInputs | undefined;
  /** Number of the delivery's rejected rows that were corrected, sent again and accepted. */
  readonly amended?: number;
}

export const nothingYet: FeedState = {
  deliveries: new Map(),
  accepted: new Map(),
  released: new Map(),
};

/** Returns equal keys for equal arrivals. */
export function arrivalKey({ source, name, size, modified, identity }: Arrival): string {
  return JSON.stringify([source, name, size, modified, identity]);
}

/** Returns the identifier that a delivery has instead of a SHA-256 hash if its bytes were never read. */
export function unreadName(arrival: Arrival): string {
  return hash("sha256", `unread ${arrivalKey(arrival)}`);
}

/** Returns the names of the guards that hold a delivery, without repetitions. A guard may trip more than once. */
export function heldBy({
  guards,
}: {
  readonly guards: readonly { readonly guard: string }[];
}): readonly string[] {
  return [...new Set(guards.map(({ guard }) => guard))];
}

/** Returns held deliveries, newest first. Commands use the newest held delivery by default. */
export function heldNewestFirst({ deliveries }: Pick<FeedState, "deliveries">): readonly DeliveryState[] {
  return [...deliveries.values()].filter(({ status }) => status === "HELD").sort(newestFirst);
}

/**
 * Orders deliveries by the sequence in the name if both names have one, then by modification time, name and arrival.
 */
export function newestFirst(a: DeliveryState, b: DeliveryState): number {
  if (a.sequence !== "" && b.sequence !== "" && a.sequence !== b.sequence) {
    return a.sequence < b.sequence ? 1 : -1;
  }
  const [x, y] = [a.arrival, b.arrival];
  if (x.modified !== y.modified) return y.modified - x.modified;
  if (x.name !== y.name) return x.name < y.name ? 1 : -1;
  return b.order - a.order;
}

export function lastArrived({ deliveries }: Pick<FeedState, "deliveries">): DeliveryState | undefined {
  return [...deliveries.values()].sort((a, b) => b.order - a.order)[0];
}

/** The deliveries that produced the current list. */
export function acceptedLast({ accepted, deliveries }: FeedState): readonly DeliveryState[] {
  return [...accepted.values()].flatMap(({ sha256 }) => deliveries.get(sha256) ?? []);
}

/**
 * Returns the deliveries that produced the current list and whose rejected rows were not corrected and sent again. A
 * delivery is omitted after a rollback, and if the last decision about it was to hold or reject it.
 */
export function withRejected({ accepted, deliveries }: FeedState): readonly DeliveryState[] {
  return [...accepted.values()].flatMap(({ sha256, inputs, amended = 0 }) => {
    const delivery = deliveries.get(sha256);
    if (delivery === undefined || inputs === undefined) return [];
    const isAccepted = delivery.decidedAs === "PUBLISHED" || delivery.decidedAs === "UNCHANGED";
    return isAccepted && (delivery.counts?.rejected ?? 0) > amended ? [delivery] : [];
  });
}

/** True if the delivery was received but not processed, and no attempt to process it has failed. */
export function isUndecided({ status, retrying }: Pick<DeliveryState, "status" | "retrying">): boolean {
  return status === "RECEIVED" && retrying === undefined;
}

/** True if the delivery is held because the mapping no longer finds its columns. Such a delivery cannot be released. */
export function isUnusable({
  status,
  guards,
  counts,
}: {
  readonly status: string;
  readonly guards: readonly { readonly guard: string }[];
  readonly counts?: { readonly read: number } | null | undefined;
}): boolean {
  return status === "HELD" && counts?.read === 0 && guards.some(({ guard }) => guard === "headings");
}

/** True if rows in an accepted delta are waiting for a record from another feed. */
export function isPendingReference({ status, counts }: Pick<DeliveryState, "status" | "counts">): boolean {
  return (status === "PUBLISHED" || status === "UNCHANGED") && (counts?.pending_reference ?? 0) > 0;
}

/** True if a decision or an action at the source is pending. */
export function isOpen({ status, unacknowledged }: DeliveryState): boolean {
  return status === "RECEIVED" || status === "WAITING" || status === "HELD" || unacknowledged.length > 0;
}
