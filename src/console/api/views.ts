import type { Problem } from "../../feeds/health/problem.js";
import type { Health } from "../../feeds/health/status.js";
import type { DeliveryStatus } from "../../feeds/lists/feed-state.js";
import type { ChangesReport, FileReport } from "../../feeds/reports/file-report.js";
import type { DeliveryStep } from "../../feeds/lists/delivery-steps.js";
import type { LastRun } from "../../feeds/reports/runs.js";
import type { PartnerMessage } from "../../feeds/alerts/partner-message.js";

/** Response types for the console's API. */

/** Number of rows on a page of a long list. */
export const pageSize = 50;

export interface Me {
  /**
   * `local`: the console was started by a person on this machine, who has all permissions. `shared`: people sign in
   * on the operators' port.
   */
  readonly mode: "local" | "shared";
  /** Undefined if nobody is signed in. */
  readonly person?: string | undefined;
  /** False if a local console was started in a folder without a workspace, or if the workspace cannot be loaded. */
  readonly hasWorkspace: boolean;
  readonly workspaceError?: string;
  readonly largestUpload: number;
  /** True if the console was started with `npm start`, which simulates partners. */
  readonly hasDemonstration?: boolean;
}

export type DemonstrationAction = "broken" | "changed" | "invoice";

/** Activity of the partners that `npm start` simulates. */
export interface DemonstrationView {
  /** Actions that are not finished. The first one is running. */
  readonly underWay: readonly DemonstrationAction[];
  /** Events since the start, newest first. */
  readonly events: readonly { readonly at: string; readonly text: string }[];
  /** True if the demonstration includes a platform that approves invoices. */
  readonly hasInvoices: boolean;
}

/** A problem or a note, as in `lading status --json`. */
export type ProblemView = Problem;

export interface FeedRow {
  /** `account/record-type`. */
  readonly feed: string;
  readonly account: string;
  readonly type: string;
  readonly health: Health;
  readonly reason?: string;
  readonly records?: number;
  readonly version?: number;
  /**
   * ISO 8601 UTC. `fileAt` is the time of the last file, even if the file is held or was rejected. `listAt` is the time
   * when the current version was published.
   */
  readonly fileAt?: string;
  readonly listAt?: string;
  readonly held: number;
}

export interface FeedsView {
  readonly asOf: string;
  readonly lastRunAt?: string;
  /**
   * Problems that need attention, most urgent first, followed by notes. With a search or a record type, only problems of
   * matching feeds and problems without a feed are included.
   */
  readonly problems: readonly ProblemView[];
  /** Set while the store is unavailable. In that case, no feeds are listed and all totals are 0. */
  readonly isStoreAway?: true;
  /** Totals for the whole workspace, regardless of filters. */
  readonly totals: {
    readonly feeds: number;
    readonly accounts: number;
    readonly attention: number;
    readonly doubtful: number;
  };
  /** Record types of all feeds. */
  readonly types: readonly string[];
  /** Feeds that match the filters. */
  readonly feeds: readonly FeedRow[];
}

/** One delivery in a sparkline or chart. */
export interface Bar {
  readonly delivery: string;
  readonly at: string;
  readonly rows: number;
  readonly status: DeliveryStatus;
}

export interface SparksView {
  /** By feed, oldest first. */
  readonly sparks: Readonly<Record<string, readonly Bar[]>>;
}

/** The stored file that produced the current list. The list may also contain records from earlier files. */
export interface OriginalFile {
  readonly delivery: string;
  readonly file: string;
  readonly receivedAt: string;
  readonly rows: number;
  readonly rejected: number;
  /** True if the file was held because it may have been cut off. */
  readonly isCutOff: boolean;
}

export interface FeedView {
  readonly row: FeedRow;
  readonly problems: readonly ProblemView[];
  readonly publication?: {
    readonly number: number;
    readonly records: number;
    readonly active: number;
    readonly publishedAt: string;
    readonly confirmedAt: string;
    /** The version that a rollback restored. */
    readonly rolledBackTo?: number;
  };
  readonly original?: OriginalFile;
  readonly pausedAt?: number;
  /** Number of received files that have not been processed yet. */
  readonly waiting: number;
  /** True if the list contains personal data, so that people can be removed from it. */
  readonly isAboutPeople: boolean;
  readonly source: string;
  readonly patterns: readonly string[];
  /** Path of the mapping in the workspace. Undefined if the partner's files are in the recommended format. */
  readonly mapping?: string;
  /** The request with which the platform retrieves this list, such as `GET /staff`. */
  readonly endpoint: string;
  readonly expectedAt?: string;
  readonly arrivals: number;
  readonly versions: number;
  readonly bars: readonly Bar[];
}

export interface Column {
  readonly name: string;
  readonly label: string;
}

export interface RecordsView {
  readonly columns: readonly Column[];
  readonly rows: readonly {
    readonly id: string;
    readonly version: number;
    readonly cells: readonly string[];
  }[];
  readonly count: number;
  /** Numbers of records that match the search, regardless of the activity filter. */
  readonly found: { readonly all: number; readonly active: number };
  readonly from: number;
  readonly version: number;
}

/** One arrival of a delivery. */
export interface DeliveryRow {
  readonly delivery: string;
  readonly file: string;
  readonly receivedAt: string;
  /** True if the same content has arrived before. */
  readonly isAgain?: true;
  readonly status: DeliveryStatus;
  readonly rows?: number;
  readonly rejected?: number;
  readonly changes?: ChangeCounts;
  readonly version?: number;
  /** True if a person rolled back the list that was published from the file. */
  readonly isRolledBack?: true;
  /** The person who decided, and the reason. */
  readonly by?: string;
  readonly reason?: string;
  readonly deliveredBy?: string;
}

export interface ChangeCounts {
  readonly added: number;
  /** Includes reactivated records, and records whose accepted row marks them as inactive. */
  readonly changed: number;
  /**
   * Records that became inactive for another reason and are still in the list, for example because they are missing
   * from a full file or because of a rollback.
   */
  readonly deactivated: number;
  /** Records that are no longer in the list. */
  readonly removed: number;
}

/** What a rollback would do. */
export interface RollbackView {
  /** Number of the version that the rollback would publish. */
  readonly number: number;
  readonly kinds: Readonly<Record<string, number>>;
}

export interface Page<T> {
  readonly rows: readonly T[];
  readonly count: number;
  readonly from: number;
}

export interface VersionRow extends ChangeCounts {
  readonly number: number;
  readonly at: string;
  readonly file: string;
  readonly delivery: string;
  readonly records: number;
  /** The version that a rollback restored. */
  readonly rolledBackTo?: number;
  /** True if the version was published because a person was forgotten. */
  readonly isWithoutPerson?: true;
  readonly by?: string;
  readonly reason?: string;
  /** Who resumed the feed after this rollback, and why. */
  readonly resumed?: { readonly by: string; readonly reason: string };
  readonly canRollBack: boolean;
}

export interface ChangeRow {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly fields: readonly { readonly label: string; readonly before: string; readonly after: string }[];
}

export interface RecordHistory {
  readonly id: string;
  readonly changes: readonly (ChangeRow & {
    readonly version: number;
    readonly at: string;
    readonly file: string;
    readonly line?: number;
    /** Set if a rollback made the change: the version that the rollback restored. */
    readonly rolledBackTo?: number;
    /** The person who approved the file or rolled back the list. */
    readonly by?: string;
    readonly reason?: string;
  })[];
}

/** What the removal of a person from a feed would delete. */
export interface ForgetView {
  readonly id: string;
  /** The name in the list, or the latest name that is stored. Empty if no name is stored. */
  readonly name: string;
  readonly isInList: boolean;
  /** True if the feed stores a note about the record outside the list. */
  readonly isNoted: boolean;
  /** Stored versions that contain the record, newest first. */
  readonly versions: readonly number[];
  readonly changes: number;
  /** Number of events for the platform about the record, at most one. */
  readonly events: number;
  readonly reports: number;
  /** Stored files that contain the record or cannot be read, newest first. */
  readonly files: readonly {
    readonly delivery: string;
    readonly file: string;
    readonly receivedAt: string;
    /** Files that are `open` or `unknown` are not deleted. */
    readonly state: "deletable" | "open" | "unknown";
  }[];
  /** Number of stored files that were not searched for this preview. */
  readonly unsearched: number;
  /** Describes copies that Lading cannot delete. */
  readonly elsewhere: string;
}

/** Whether a file with a certain name can be uploaded. */
export interface DeliveryCheck {
  /** Why the feed does not accept the name. */
  readonly refusal?: string;
  /** All feeds that receive the file. Empty if the file is refused. */
  readonly feeds: readonly string[];
}

export interface DeliveryView {
  readonly feed: string;
  readonly delivery: string;
  readonly file: string;
  readonly status: DeliveryStatus;
  readonly receivedAt: string;
  readonly source: string;
  readonly size: number;
  readonly deliveredBy?: string;
  readonly deliveredReason?: string;
  readonly decidedBy?: string;
  readonly decidedReason?: string;
  readonly decidedAt?: string;
  readonly decision?: "RELEASED" | "REJECTED";
  readonly reason?: string;
  readonly version?: number;
  /** True if a person rolled back the list that was published from the file. */
  readonly isRolledBack?: true;
  readonly served?: { readonly number: number; readonly records: number };
  readonly documents: readonly string[];
  readonly hasOriginal: boolean;
  readonly isEvaluated: boolean;
  /** The version to which the feed was rolled back. Set only while the feed is paused. */
  readonly pausedAt?: number;
  /** Set if the file and its report were deleted because the file contained a forgotten person's data. */
  readonly forgotten?: { readonly at: string; readonly by: string; readonly reason: string } | undefined;
  /** Describes a person's decision about an earlier arrival of the same content. */
  readonly earlier?: string;
  /** Oldest first. */
  readonly steps: readonly DeliveryStep[];
  readonly held: readonly string[];
  /** The outcomes of the same file in other feeds that received it. */
  readonly others: readonly {
    readonly feed: string;
    readonly status: DeliveryStatus;
    readonly version?: number;
  }[];
  /** Set if the file is held or was rejected, or if rows of the last file were rejected. */
  readonly partner?: PartnerMessage;
}

/** Result of a delivery. Held deliveries are evaluated again. */
export interface DeliveryReport {
  /** If `rejected` is set, the findings do not include errors that are shown for rejected rows. */
  readonly file: Omit<FileReport, "changes" | "rejectedRows">;
  readonly changes?: Pick<ChangesReport, "kinds" | "fields"> & {
    readonly listed: readonly ChangeRow[];
    readonly isPrivate: boolean;
  };
  /** `findings` contains the errors of the rejected rows if not all of these rows are shown. */
  readonly rejected?: RejectedTable & { readonly findings: FileReport["findings"] };
  readonly first?: FirstRows;
  /** The number of inactive records after an approval. Undefined if there is nothing to decide. */
  readonly inactive?: number;
  /** Identifies the changes to approve. Undefined if there is nothing to decide. */
  readonly changeSet?: string;
  /** True if the delivery produces no list and cannot be approved. */
  readonly isUnusable?: boolean;
  /** True if the delivery is held because the mapping, a setting or Lading changed. */
  readonly isOwnChange?: boolean;
}

export interface RejectedTable {
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly line: number;
    readonly cells: readonly string[];
    readonly issues: readonly { readonly column?: string; readonly sentence: string }[];
  }[];
  readonly count: number;
}

export interface FirstRows {
  readonly columns: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

export interface RunsView {
  readonly runs: readonly LastRun[];
}

/** The result of one run. */
export interface RunView {
  readonly feeds: readonly {
    readonly feed: string;
    /** Why the feed failed. */
    readonly failed?: string;
    readonly files: readonly {
      readonly file: string;
      readonly delivery: string;
      readonly status: string;
      /** Why the file has the status, or "". */
      readonly reason: string;
      readonly version?: number;
    }[];
  }[];
}

/** A person's decision about a feed or a delivery. An upload is a decision, too. */
export interface DecisionRow {
  readonly at: string;
  readonly feed: string;
  readonly state: string;
  readonly by: string;
  readonly reason: string;
  /** Both are missing if the decision concerns the whole feed. */
  readonly delivery?: string;
  readonly file?: string;
  /** The version that the decision published. */
  readonly version?: number;
  /** The version that a rollback restored. */
  readonly rolledBackTo?: number;
}

export interface InvoiceRow {
  readonly id: string;
  readonly account: string;
  readonly number: string;
  /** ID of the creditor. */
  readonly creditor: string;
  /** The creditor's name in the account's list of organizations, or "". */
  readonly creditorName: string;
  readonly total: string;
  readonly currency: string;
  readonly state: string;
  readonly since: string;
  readonly postedAt: string;
  readonly fileName: string;
  readonly attempt: number;
  readonly record: string;
  readonly why?: string;
  readonly by?: string;
  readonly history: readonly {
    readonly state: string;
    readonly at: string;
    readonly why?: string;
    readonly by?: string;
  }[];
}

export interface EventsRow {
  readonly account: string;
  readonly feed: string;
  readonly state: "good" | "sending" | "retrying" | "stopped" | "none";
  readonly sent: number;
  readonly waiting: number;
  readonly refused: number;
  readonly reason?: string;
}

export interface InvoicesView {
  readonly counts: Readonly<Record<string, number>>;
  readonly doubtful: readonly InvoiceRow[];
  readonly invoices: Page<InvoiceRow>;
  readonly events: readonly EventsRow[];
  readonly hasOutbox: boolean;
}

export interface Done {
  readonly isDone: boolean;
  /** True if the decision is still being processed because it takes a long time. */
  readonly isUnderWay?: true;
  /** Identifies an unfinished decision, so that its result can be requested later. */
  readonly order?: string;
  /** Describes the effect of the request, or the reason why the request had no effect. */
  readonly sentence: string;
  readonly version?: number;
  /** Sentences about data that could not be removed. */
  readonly left?: readonly string[];
  /** Beginning of the sha256 of the uploaded file. */
  readonly delivery?: string;
  /** Number of rejected rows in the uploaded file, if any. */
  readonly rejected?: number;
}

export interface ApiError {
  readonly message: string;
  readonly hint: string;
}
