import type { LadingError } from "../../errors.js";
import type { WorkerInfo } from "../deliveries/workers.js";
import type { LastRun } from "../reports/runs.js";
import type { Fault } from "../deliveries/faults.js";
import type { AlertHealth } from "../alerts/alert-health.js";
import type { Ending } from "../../workspace/expiry.js";
import type { Problem } from "./problem.js";

/**
 * What the operators' page and metrics show. The server asks for it through this interface and knows nothing of the store:
 * the workspace's status fills it.
 */

/** What a feed is like, the worst first. */
export const healths = [
  /** There is no list yet. */
  "unpublished",
  /** It cannot be worked on; the last list is served. */
  "failing",
  /** A delivery waits for a person. */
  "held",
  /** What came last was refused or put away; the list before it is served. */
  "rejected",
  /** What came last waits for another list of the account. */
  "waiting",
  /** Older than the feed allows. */
  "stale",
  /** Rolled back, and takes no delivery until it is resumed. */
  "paused",
  /** What came last was taken, but for some of its rows. */
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
  /** Why it is not good: the sentence of its worst problem. */
  readonly reason?: string;
  readonly publication?: {
    readonly number: number;
    readonly records: number;
    /** ISO 8601 UTC. */
    readonly publishedAt: string;
    readonly confirmedAt: string;
  };
  /** By when the next delivery is due, ISO 8601 UTC, when the feed says so. */
  readonly expectedAt?: string;
  readonly held: readonly HeldDelivery[];
  /** Rows of the delivery that came last; undefined when none was read yet. */
  readonly lastRows?: { readonly read: number; readonly rejected: number };
}

export interface HeldDelivery {
  /** Sha256 of the delivery, or its beginning. */
  readonly delivery: string;
  /** The name of its file, for those who are signed in: it may say who people are. */
  readonly file: string;
  readonly receivedAt: string;
  /** Names of the guardrails that hold it. */
  readonly guards: readonly string[];
  /** The same, each with its figures, as plain sentences. */
  readonly reasons: readonly string[];
  /** What it would change against the list of now; counts only. */
  readonly differences: Readonly<Record<string, number>>;
  /** The command that lets it through. */
  readonly release: string;
  /** Set when that would change nothing: it lacks a column that the mapping reads. Then the mapping is to be corrected. */
  readonly isUnusable?: true;
}

/** What keeps feeds from being worked on, for as long as it lasts. */
export type FaultStatus = Pick<Fault, "where" | "sentence" | "next" | "since" | "feeds">;

/** How the invoices of an account are on their way to its FFS. */
export interface OutboxStatus {
  readonly account: string;
  readonly waiting: number;
  readonly doubtful: number;
  readonly refused: number;
  readonly imported: number;
  /** The oldest that the FFS is not known to have; undefined when there is none. */
  readonly oldest?: {
    readonly id: string;
    readonly state: string;
    /** ISO 8601 UTC. */
    readonly postedAt: string;
  };
  /** Of those, the ones whose numbers are nearly those of others of their creditors. */
  readonly near: readonly {
    readonly id: string;
    readonly number: string;
    readonly others: readonly string[];
  }[];
  /** Accruals that two invoices settle, posted or exported, by the ids that the platform knows. */
  readonly shared: readonly { readonly accrual: string; readonly invoices: readonly string[] }[];
}

/** How many wait, in words. */
export function outboxSentence({
  waiting,
  doubtful,
  refused,
}: Pick<OutboxStatus, "waiting" | "doubtful" | "refused">): string {
  const parts = [
    ...(waiting === 0
      ? []
      : [waiting === 1 ? "1 invoice waits for the FFS" : `${waiting} invoices wait for the FFS`]),
    ...(doubtful === 0 ? [] : [`${doubtful} ${doubtful === 1 ? "is" : "are"} in doubt`]),
    ...(refused === 0 ? [] : [`${refused} ${refused === 1 ? "was" : "were"} refused`]),
  ];
  return parts.length === 0 ? "No invoice is on its way." : `${parts.join(", ")}.`;
}

export interface Status {
  readonly feeds: readonly FeedStatus[];
  /** What needs a person, then what is only noted: the most urgent first, one for each cause. */
  readonly problems: readonly Problem[];
  /** The one of the most feeds first; undefined where nobody looked. */
  readonly faults?: readonly FaultStatus[];
  /** The nearest first; undefined where nobody looked. */
  readonly endings?: readonly Ending[];
  /** One for each channel that the workspace has; undefined where nobody looked. */
  readonly alerts?: readonly AlertHealth[];
  /** One for each account that takes invoices; undefined where nobody looked. */
  readonly outboxes?: readonly OutboxStatus[];
  /** Those that live, where several machines may share the workspace. */
  readonly workers?: readonly WorkerInfo[];
  /** The last runs that decided a delivery or met a fault, oldest first: as many as were asked for. */
  readonly runs: readonly LastRun[];
}

export interface StatusSource {
  /**
   * @param runs how many of the last ones are wanted; none when omitted
   * @throws store_unreachable, store_busy
   */
  read(runs?: number): Promise<Status>;
  /** What is known while the store cannot be read. */
  without(error: LadingError): Promise<Status>;
}
