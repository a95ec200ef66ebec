import { LadingError } from "../../errors.js";
import type { WorkerInfo } from "../deliveries/workers.js";
import type { LastRun } from "../reports/runs.js";
import type { Fault } from "../deliveries/faults.js";
import type { AlertHealth } from "../alerts/alert-health.js";
import type { Ending } from "../../workspace/expiry.js";
import type { Problem } from "./problem.js";

/**
 * The data for the console and metrics. The server receives the data through this interface and does not access the
 * store.
 */

/** Feed states, worst first. */
export const healths = [
  /** There is no list yet, and no first delivery is waiting for approval. */
  "unpublished",
  /** The feed cannot be processed. The last list is served. */
  "failing",
  /** A delivery is waiting for a person's decision. */
  "held",
  /** The last delivery was rejected or quarantined, or a file is unreadable. The previous list is served. */
  "rejected",
  /** The last delivery is waiting for another list of the account. */
  "waiting",
  /** A delivery is overdue, or the list has not changed for too long. */
  "stale",
  /** Rolled back. No delivery is accepted until the feed is resumed. */
  "paused",
  /** The last delivery was accepted without some of its rows. */
  "partial",
  "good",
] as const;
export type Health = (typeof healths)[number];

export interface FeedStatus {
  /** `account/record-type`. */
  readonly feed: string;
  readonly account: string;
  readonly record: string;
  readonly health: Health;
  /** The sentence that describes the worst problem. Absent if no problem needs attention. */
  readonly reason?: string;
  readonly publication?: {
    readonly number: number;
    readonly records: number;
    /** ISO 8601 UTC. */
    readonly publishedAt: string;
    readonly confirmedAt: string;
  };
  /** When the next delivery is due, ISO 8601 UTC. Absent if the feed has no schedule. */
  readonly expectedAt?: string;
  readonly held: readonly HeldDelivery[];
  /** Row counts of the last delivery. Absent if that delivery has not been read yet. */
  readonly lastRows?: { readonly read: number; readonly rejected: number };
}

export interface HeldDelivery {
  /** SHA-256 hash of the delivery, or its beginning. */
  readonly delivery: string;
  /** The file name. Shown only to signed-in users, because it may contain people's names. */
  readonly file: string;
  readonly receivedAt: string;
  readonly guards: readonly string[];
  /** The guards' sentences, with figures. */
  readonly reasons: readonly string[];
  /** Number of changes of each kind, compared with the list at the time when the delivery was held. */
  readonly differences: Readonly<Record<string, number>>;
  /** The command that releases the delivery. */
  readonly release: string;
  /** Set if the delivery cannot be released, because the mapping no longer finds its columns in the file. */
  readonly isUnusable?: true;
}

export type FaultStatus = Pick<Fault, "where" | "sentence" | "next" | "since" | "feeds">;

/** Progress in sending an account's invoices to its FFS. */
export interface OutboxStatus {
  readonly account: string;
  readonly waiting: number;
  readonly doubtful: number;
  readonly refused: number;
  readonly imported: number;
  /** The oldest invoice that has been neither imported nor withdrawn. */
  readonly oldest?: {
    readonly id: string;
    readonly state: string;
    /** ISO 8601 UTC. */
    readonly postedAt: string;
  };
  /** Invoices whose numbers resemble those of the creditor's other invoices. */
  readonly near: readonly {
    readonly id: string;
    readonly number: string;
    readonly others: readonly string[];
  }[];
  /** Accruals that several posted or exported invoices settle, with the platform's IDs for those invoices. */
  readonly shared: readonly { readonly accrual: string; readonly invoices: readonly string[] }[];
}

export function outboxSentence({
  waiting,
  doubtful,
  refused,
}: Pick<OutboxStatus, "waiting" | "doubtful" | "refused">): string {
  const states = [
    { count: waiting, one: "is waiting for the FFS", several: "are waiting for the FFS" },
    { count: doubtful, one: "is in doubt", several: "are in doubt" },
    { count: refused, one: "was refused", several: "were refused" },
  ];
  const parts = states
    .filter(({ count }) => count > 0)
    .map(({ count, one, several }, index) => {
      const noun = index > 0 ? "" : count === 1 ? " invoice" : " invoices";
      return `${count}${noun} ${count === 1 ? one : several}`;
    });
  return parts.length === 0 ? "No invoices are pending." : `${parts.join(", ")}.`;
}

export interface Status {
  readonly feeds: readonly FeedStatus[];
  /**
   * Problems that need attention, followed by notes. Problems are sorted by urgency, and problems with the same cause
   * are combined.
   */
  readonly problems: readonly Problem[];
  /** Current faults, starting with the ones that affect the most feeds. Undefined if not checked. */
  readonly faults?: readonly FaultStatus[];
  /** Credentials and certificates that expire soon, earliest first. Undefined if not checked. */
  readonly endings?: readonly Ending[];
  /** One entry per configured channel. Undefined if not checked. */
  readonly alerts?: readonly AlertHealth[];
  /** One entry per account with an outbox. Undefined if not checked. */
  readonly outboxes?: readonly OutboxStatus[];
  /** Running workers, if several machines may share the workspace. */
  readonly workers?: readonly WorkerInfo[];
  /** The last runs that processed a delivery or encountered a fault, oldest first. */
  readonly runs: readonly LastRun[];
}

export interface StatusSource {
  /**
   * Reads the status. `runs` is the number of recent runs to return, which is zero by default. Throws
   * `store_unreachable` or `store_busy`.
   */
  read(runs?: number): Promise<Status>;
  /** Returns the status that is available when the store cannot be read. */
  without(error: LadingError): Promise<Status>;
}

/** If the store cannot be read, returns the part of the status that is available without the store. */
export async function statusOrWithout(
  source: StatusSource,
  runs: number,
): Promise<{ readonly status: Status; readonly isStoreAway?: true }> {
  try {
    return { status: await source.read(runs) };
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    return { status: await source.without(error), isStoreAway: true };
  }
}
