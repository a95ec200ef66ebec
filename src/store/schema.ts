import { sql, type Generated, type Kysely } from "./kysely.js";
import {
  changeKinds,
  credentialKinds,
  decidedStatuses,
  deliveryStatuses,
  faultKinds,
  logStates,
  outboxStates,
  storedEncodings,
  unprocessedKinds,
} from "./states.js";

/** SQLite and PostgreSQL share a schema. */

export type Engine = "sqlite" | "postgres";

/** A column whose values have the type `T`. */
export interface Column<T> {
  /** Key of `kinds`. */
  readonly kind: keyof (typeof kinds)[Engine];
  /** The default for new rows, as SQL. `null` makes the column nullable. */
  readonly otherwise?: string | null;
  /** The condition on each value, as the SQL that follows the column name. Null always satisfies the condition. */
  readonly check?: string;
  /** Never set. Only the type of this property is used. */
  readonly value?: T;
}

const kinds = {
  sqlite: { int: "integer", real: "real", text: "text", bytes: "blob", id: "integer" },
  postgres: {
    int: "bigint",
    real: "double precision",
    // Text is ordered and compared by bytes, as in SQLite.
    text: 'text collate "C"',
    bytes: "bytea",
    id: "bigint generated always as identity",
  },
} as const;

const int: Column<number> = { kind: "int" };
const text: Column<string> = { kind: "text" };
const bytes: Column<Uint8Array> = { kind: "bytes" };
const id: Column<Generated<number>> = { kind: "id" };
const oneOf = <T extends string>(...values: readonly T[]): Column<T> => ({
  kind: "text",
  check: `in (${values.map((value) => `'${value}'`).join(", ")})`,
});
const count: Column<number> = { kind: "int", check: ">= 0" };
const amount: Column<number> = { kind: "real", check: ">= 0" };
/** A flag, which is stored as 1 for yes or 0 for no. */
const flag: Column<number> = { kind: "int", check: "in (0, 1)" };
const orNull = <T>({ value: _, ...column }: Column<T>): Column<T | null> => ({ ...column, otherwise: null });
const orElse = <T>({ value: _, ...column }: Column<T>, otherwise: string): Column<Generated<T>> => ({
  ...column,
  otherwise,
});

/** The inputs of a decision, such as hashes and version names. Null if there was no decision. */
const inputs = {
  /** Hash of the mapping that the decision used. */
  mapping: orNull(text),
  /** Versions of the other lists that the decision used. */
  lists: orNull(text),
  /** Hash of the account and feed settings that the decision used. */
  settings: orNull(text),
  /** Version of Lading that made the decision. */
  engine: orNull(text),
  /** Date on which the decision depends, in the account's time zone. Empty if the mapping uses no date. */
  today: orNull(text),
} as const;

/** A file at a source. */
const sourceFile = {
  /** Name of the source. */
  source: text,
  /** Name of the file. */
  name: text,
  /** Size of the file, in bytes. */
  size: count,
  /** Modification time, in milliseconds since 1970. */
  modified: int,
  /** Device, inode and exact times. Empty if the source does not provide these values. */
  identity: text,
} as const;

/** Identifies a fault. */
const ofFault = {
  /** Name of the feed, as in `feeds.name`. A feed that was never processed can have faults too. */
  feed_name: text,
  /** What the fault affects. `file`: files at the source. */
  kind: oneOf(...faultKinds),
  /** Name of the output. With `events` and `outbox`, the kind of error. Otherwise empty. */
  subject: text,
} as const;

/** All tables. The comments are part of `docs/semantics.md`. */
export const tables = {
  /** One row per feed that Lading has processed. */
  feeds: {
    /** Number of the feed, called `feed` in other tables. */
    id,
    /** `account/record-type`. */
    name: text,
    /** Number of the last log entry. */
    entries: count,
    /** Number of the current version, or 0. */
    number: count,
    /** The version to which a paused feed was rolled back. */
    paused_to: orNull(int),
    /** Log number of the rollback. That log entry contains the person's reason. */
    paused_position: orNull(int),
    /** Time of the last change to the list, ISO 8601 UTC. */
    last_published_at: orNull(text),
    /** Time when a delivery last produced or confirmed the list, ISO 8601 UTC. */
    confirmed_at: orNull(text),
    /** Hash of the inputs for which the feed has no work to do. Null if the feed may have work to do. */
    idle_inputs: orNull(text),
    /** Date on which `idle_inputs` was determined, if the mapping uses the date. Otherwise empty. */
    idle_today: orElse(text, "''"),
    /**
     * Time until which `idle_inputs` is valid, in milliseconds since 1970. After this time, retention may have work
     * to do.
     */
    idle_until: orElse(int, "0"),
    /** Last version for which event notifications were queued, or -1. */
    queued: orElse(int, "-1"),
  },
  /**
   * The history of each feed: every step in processing a delivery, and every decision made by a person. Lading
   * deletes old steps, but neither people's decisions nor the reasons for the current statuses of deliveries.
   */
  log: {
    feed: int,
    /** Number of the entry within the feed, starting at 1. */
    n: int,
    /** Time of the step, ISO 8601 UTC. */
    at: text,
    /** Section 2 explains the steps. */
    state: oneOf(...logStates),
    /** The delivery. Null if the entry concerns the feed. */
    delivery: orNull(text),
    /** Name of the person who decided. Null if Lading decided. */
    person: orNull(text),
    /**
     * The person's reason, or why the delivery is waiting, superseded, rejected, quarantined, crashed or retried. Null
     * with `HELD`, because `log_guards` contains the reasons.
     */
    reason: orNull(text),
    /** Number of the version that the step produced. Null if the step produced no version. */
    number: orNull(int),
    /** Name of the file that arrived. Null in other steps. */
    name: orNull(text),
    /** JSON: the other data of the step, such as counts. */
    details: text,
  },
  /**
   * The guards that were holding a delivery, by log entry: when it was held, or when a person decided about it. A
   * guard with several measurements has one row for each. The figures are null if the guard measures nothing.
   */
  log_guards: {
    feed: int,
    /** Number of the log entry. */
    n: int,
    /** Position of the guard, starting at 0. */
    place: int,
    /** Name of the guard, such as `rows_below`. Section 4 lists all guards. */
    guard: text,
    /** The reason, with the figures. Null in the entry for a person's decision, because the sentence may quote the file. */
    sentence: orNull(text),
    /** The measured value, such as the number of rows. Shares are between 0 and 1. */
    found: orNull(amount),
    /** The value with which `found` is compared: the value in the last delivery, the usual value, or the total. */
    compared_with: orNull(amount),
    /** The minimum of `found`. Null if there is none. */
    minimum: orNull(amount),
    /** The maximum of `found`. Null if there is none. */
    maximum: orNull(amount),
  },
  /**
   * Received files, identified by their contents. If a file arrives again, the columns from `source` to `identity`
   * describe the last arrival.
   */
  deliveries: {
    feed: int,
    /** Identifies the contents. Commands show the first 12 characters. */
    sha256: text,
    /** Section 2 explains the statuses. */
    status: oneOf(...deliveryStatuses),
    /**
     * Time at which the delivery entered its status, ISO 8601 UTC. If a delivery arrives again or is processed
     * again, and is held or waits again, this time does not change.
     */
    status_at: text,
    /** Time of the first arrival, ISO 8601 UTC. */
    received_at: text,
    /** Log number of the last arrival or replay. */
    position: int,
    /** Log number of the first arrival. */
    first_position: int,
    /** Log number of the first decision since the last arrival or replay, or 0 if there was none. */
    decided_position: count,
    /** State of the file: `kept`, `leaving` (the file is being deleted) or `gone`. */
    bytes: oneOf("kept", "leaving", "gone"),
    /** Part of the feed, such as a branch. Empty if the feed has a single part. */
    part: text,
    /** Sequence or date in the file name. Empty if the pattern contains no sequence or date. */
    sequence: text,
    ...sourceFile,
    /**
     * Log number of the arrival if a person uploaded the file in the console. `log` contains the name and the reason.
     * Null if the file came from a source.
     */
    uploaded_position: orNull(int),
    /** The last decision. A new arrival does not change this value. */
    decided_as: orNull(oneOf(...decidedStatuses)),
    /** Time at which the delivery entered the status in `decided_as`, ISO 8601 UTC. */
    decided_at: orNull(text),
    /** 1 if the delivery was ever published, unchanged or superseded. */
    was_taken: flag,
    /** The last version that this delivery produced. Null if the delivery produced no version. */
    number: orNull(int),
    /**
     * Log number of the step that explains why the delivery is held, waiting, superseded, rejected or quarantined. The
     * reason is in `log`, or in `log_guards` if the delivery is held. Null in other statuses.
     */
    reason_position: orNull(int),
    /** Hash of the changes that the delivery would make. Empty if the delivery is not held. */
    change_set: text,
    /**
     * Name of the person who rejected the delivery. Null if the delivery is not rejected, or if Lading rejected it.
     */
    rejected_by: orNull(text),
    /**
     * Time at which a fault began to prevent the decision, ISO 8601 UTC. Null if there is no fault. The delivery
     * keeps its status.
     */
    retrying_since: orNull(text),
    /** Log number of the step with the fault that prevents the decision, such as a full disk. */
    retrying_position: orNull(int),
    /** Number of reader crashes since the first arrival or the last replay. */
    crashes: count,
    /** 1 after `lading replay`, until a decision about the delivery is made. */
    is_replay: flag,
    /** 1 if the file was deleted because it contained a removed record. */
    is_forgotten: flag,
    /** 1 if the file was rejected because of its size, without being read. */
    is_unread: flag,
    /** 1 if a person has approved the number of rows but the delivery is not published yet. */
    has_new_size: flag,
    /** sha256 of the delivery that this delivery corrects. Null if this delivery is not a corrected rejects file. */
    amends: orNull(text),
    /**
     * Number of rows that were read, which is the sum of accepted, rejected, skipped, merged and stale rows. Null if the
     * file was never read. 0 if no row could be read, for example because a required heading is missing.
     */
    rows_read: orNull(count),
    /** Rows that produce records. If the delivery is not published, the list does not contain these records. */
    accepted: orNull(count),
    /** Rows that could not be used. */
    rejected: orNull(count),
    /** Rows skipped by the mapping. */
    skipped: orNull(count),
    /** Rows that were merged into other rows. */
    merged: orNull(count),
    /** Rows that are older than the current record. */
    stale: orNull(count),
    /**
     * Rejected rows that refer to records that do not exist yet. When the records exist, the rows are processed again.
     * Null unless the delivery is a delta with times of change.
     */
    pending_reference: orNull(count),
    ...inputs,
  },
  /**
   * Files that Lading has not acknowledged yet. To acknowledge a file means to move, delete or leave it at its source.
   */
  unacknowledged: {
    feed: int,
    delivery: text,
    /** Hash of the source, name, size and time. */
    arrival: text,
    /** Log number of the arrival. */
    n: int,
    ...sourceFile,
  },
  /**
   * Counts of elements and totals of amounts in a delivery. `read` is the sum of `accepted`, `rejected`, `skipped`,
   * `left_out`, `merged` and `stale`. Numbers are stored as text to preserve every digit.
   */
  balances: {
    feed: int,
    delivery: text,
    /** Position of the balance, starting at 0. */
    place: int,
    /** The field that contains the elements or the amount. */
    subject: text,
    /** Currency of the amount. Null for elements. */
    currency: orNull(text),
    /** Count or amount in all rows of the file. */
    read: text,
    /** Count or amount in accepted rows. */
    accepted: text,
    /** Count or amount in rejected rows. */
    rejected: text,
    /** Count or amount in skipped rows. */
    skipped: text,
    /** Count or amount in elements that were omitted from accepted records. */
    left_out: text,
    /** Count or amount in repeated headers and identical rows. */
    merged: text,
    /** Count or amount in rows that are older than the current record. */
    stale: text,
  },
  /**
   * The deliveries that produced or confirmed the current list, one per part. After a rollback or a restore from a
   * backup, the inputs are null, because a new decision about the delivery is required.
   */
  accepted_parts: {
    feed: int,
    /** Part of the feed. Empty if the feed has a single part. */
    part: text,
    delivery: text,
    /** Number of rejected rows that were corrected and sent again. Null if there are none. */
    amended: orNull(count),
    ...inputs,
  },
  /** Changes that a person has approved but that are not published yet. */
  approvals: {
    feed: int,
    /** Hash of the approved changes, as in `deliveries.change_set`. */
    change_set: text,
    delivery: text,
  },
  /** Row counts of deliveries accepted in the last 60 days, used by the guards. */
  row_counts: {
    feed: int,
    /** Log number of the decision. */
    n: int,
    /** Time of the decision, ISO 8601 UTC. */
    at: text,
    /** Part of the feed. Empty if the feed has a single part. */
    part: text,
    /** Rows in the file, excluding skipped rows. */
    rows: count,
  },
  /**
   * Old deliveries that are no longer in `deliveries`. Lading keeps these rows to recognize the same files if they
   * arrive again.
   */
  earlier: {
    feed: int,
    /** Identifies the contents. */
    sha256: text,
    /** Log number of the first arrival. */
    n: int,
    /** Time of the first arrival, ISO 8601 UTC. */
    received_at: text,
    /** The last decision. */
    decided_as: oneOf(...decidedStatuses),
    /** 1 if the delivery was ever published, unchanged or superseded. */
    was_taken: flag,
  },
  /** Files that arrived at sources, and the delivery to which each file belongs. */
  arrivals: {
    feed: int,
    /** Hash of the source, name, size and time. */
    arrival: text,
    delivery: text,
    /**
     * Time when the file was removed from its source, ISO 8601 UTC. Empty as long as the file may still be at the
     * source.
     */
    taken_at: orElse(text, "''"),
  },
  /** The records in the current list of each feed. */
  records: {
    feed: int,
    /** The `external_id`. */
    id: text,
    /** JSON: the record as served. */
    record: text,
    /** JSON: internal data about the record, such as how often it was missing. */
    notes: text,
    /** The version that last changed the record. */
    number: orElse(int, "0"),
  },
  /** Times and hashes of removed records, which prevent a record from reappearing with an earlier time. */
  removed: {
    feed: int,
    /** The `external_id`. */
    id: text,
    /** The `updated_at` time that was last served, ISO 8601 UTC. */
    updated_at: text,
    /** Hash of the record's last contents. */
    hash: text,
  },
  /** Versions of each list. */
  publications: {
    feed: int,
    /** Number of the version, starting at 1. */
    number: int,
    /** Time of publication, ISO 8601 UTC. */
    at: text,
    /** `deliveries.sha256` of the delivery that produced the version. Retention may have deleted the delivery. */
    delivery: text,
    /** Number of records in the list. */
    records: count,
    /** The version that a rollback restored. Null for other versions. */
    rolled_back_to: orNull(int),
    /** JSON: columns, counts and hashes of the version. */
    facts: text,
    /** JSON: each part's last delivery, for the guards. Empty if this data is no longer kept. */
    delivered: text,
  },
  /** The time when each version became visible, for records that are fetched individually. */
  stamps: {
    feed: int,
    /** Number of the version. */
    number: int,
    /** Time when the version became visible, in seconds since 1970. */
    second: int,
  },
  /**
   * For each account, a time after which all later changes become visible. No changes are added to time windows that
   * ended before this time.
   */
  horizons: {
    /** Name of the account. */
    account: text,
    /** The time after which all later changes become visible, in seconds since 1970. */
    second: int,
  },
  /** The latest event notification to the platform for each record. */
  events: {
    feed: int,
    /** The `external_id`. */
    id: text,
    /** Time when the version became visible, in seconds since 1970. */
    second: int,
    /** With `refused`, the platform rejected the notification, and a person must check it. */
    state: oneOf("waiting", "sent", "refused"),
    /** Number of failed attempts. */
    tries: int,
    /** Time of the next attempt, in milliseconds since 1970. */
    next_try: int,
    /** Time of the last attempt, ISO 8601 UTC. Empty if there was none. */
    at: text,
    /** JSON: the platform's last response. */
    answer: text,
  },
  /** Invoices posted by the platform and their progress toward the FFS. */
  outbox: {
    /** The `external_id` by which the platform identifies the invoice. */
    id: text,
    /** Name of the account. */
    account: text,
    /** With `IN_DOUBT`, it is unknown whether the FFS has the invoice, and a person must decide. */
    state: oneOf(...outboxStates),
    /** Time when the invoice entered its state, in milliseconds since 1970. */
    since: int,
    /** Time when the invoice was posted, in milliseconds since 1970. */
    posted: int,
    /** The creditor's `external_id`. */
    creditor: text,
    /** The invoice number. */
    number: text,
    /** A credit note may have the same number as an invoice. */
    kind: oneOf("invoice", "credit note"),
    /** The total, with exactly the digits that were posted. */
    total: text,
    /** Currency of the total. */
    currency: text,
    /** The invoice date, `yyyy-MM-dd`. Empty if there is none. */
    day: text,
    /** JSON: the body as posted. */
    invoice: text,
    /** File name from the layout. */
    file_name: text,
    /** The file that was rendered when the invoice was posted. */
    bytes,
    /** Hash of the file. */
    sha256: text,
    /** Number of the current attempt. 0 before the first. */
    attempt: int,
    /** ID of the invoice in the FFS's export. Empty until the ID is known. */
    record: text,
    /** JSON: the steps, with the times and the people involved. */
    history: text,
    /** JSON: similar numbers of the creditor's other invoices. Empty if there are none. */
    near: orElse(text, "''"),
    /** Time when the invoice became visible, in seconds since 1970. */
    second: int,
  },
  /** All attempts to send invoices. */
  outbox_attempts: {
    /** ID of the attempt, which is part of the name of the file in Lading's own folder. */
    id: text,
    /**
     * `outbox.id` of the invoice. If the store was restored from an older copy, the invoice may be missing. Empty for a
     * row that only marks the outbox folder.
     */
    entry: text,
    /** Number of the attempt, starting at 1. 0 for a row that only marks the outbox folder. */
    n: int,
    /** The outbox folder or SFTP directory. */
    place: text,
    /** File name, which is never reused. Null until the name is reserved. */
    name: orNull(text),
    /** Time of the attempt, in milliseconds since 1970. */
    at: int,
    /** JSON: the process that made the attempt. */
    owner: text,
  },
  /** Invoice numbers that the FFS has received or will receive, which prevent an invoice from being posted twice. */
  invoice_keys: {
    /** Name of the account. */
    account: text,
    /** The creditor's `external_id`. Empty for `echo`. */
    creditor: text,
    /** The invoice number. */
    number: text,
    /** With `echo`, `number` contains the outbox ID that the FFS's export returned. */
    kind: oneOf("invoice", "credit note", "echo"),
    /** ID of the invoice in the FFS's export. Empty for a posted invoice. */
    record: text,
    /** `outbox.id` of a posted invoice. Empty for an exported invoice. */
    entry: text,
  },
  /** Invoices that settle an accrual. */
  accrual_uses: {
    /** Name of the account. */
    account: text,
    /** ID of the accrual. */
    accrual: text,
    /** An invoice and its credit note may settle the same accrual. */
    kind: oneOf("invoice", "credit note"),
    /** ID of the invoice in the FFS's export. Empty for a posted invoice. */
    record: text,
    /** `outbox.id` of a posted invoice. Empty for an exported invoice. */
    entry: text,
  },
  /** The compressed HTTP responses with the current version of each list. */
  bodies: {
    feed: int,
    /** Compression of the response. */
    encoding: oneOf(...storedEncodings),
    /** Position of the piece, starting at 0. */
    piece: int,
    /** The response or a piece of it. */
    bytes,
  },
  /** The changes in each version. */
  changes: {
    feed: int,
    /** The version. */
    number: int,
    /** The `external_id`. */
    id: text,
    /** Type of change. Empty if only the notes changed. */
    kind: oneOf("", ...changeKinds),
    /** JSON: names of the changed fields. */
    fields: text,
    /** JSON: the record before the change. */
    before: orNull(text),
    /** JSON: the record after the change. */
    after: orNull(text),
    /** JSON: the notes before the change. */
    noted: orNull(text),
    /** Line number of the row that caused the change, in the delivered file. */
    line: orNull(int),
  },
  /**
   * Received files, stored in pieces. This table is used with PostgreSQL and in backups. With SQLite, the files are in
   * `data/blobs/`.
   */
  blobs: {
    /** Hash that identifies the contents, as in `deliveries.sha256`. */
    sha256: text,
    /** Position of the piece, starting at 0. */
    piece: int,
    /** A piece of the file. */
    bytes,
    /** Time when the file was last stored, in milliseconds since 1970. */
    at: orElse(int, "0"),
  },
  /** The report and the rejected rows for a delivery, in pieces. */
  documents: {
    feed: int,
    delivery: text,
    /** File name of the document, such as `report.json`. */
    name: text,
    /** Position of the piece, starting at 0. */
    piece: int,
    /** A piece of the document. */
    text,
  },
  /**
   * The processes that are working on feeds, shared sources, outputs, outboxes, events or alerts. The table also
   * contains the running workers.
   */
  leases: {
    /** Name of the feed or of other work, such as `source inbox`. */
    name: text,
    /** JSON: the process that holds the lease. Empty if the lease is free. */
    owner: text,
    /** Time when the owner acquired the lease, ISO 8601 UTC. */
    since: text,
    /** Time when the lease expires, in milliseconds since 1970, according to the database's clock. */
    deadline: int,
    /** Increases each time the lease is acquired. Older tokens are no longer valid. */
    token: int,
  },
  /** Hashes of tokens, client secrets and access keys. */
  credentials: {
    /** An `operator` is a person with an access key. */
    kind: oneOf(...credentialKinds),
    /** Public ID of the credential. */
    id: text,
    /** Name of the account. Empty for people. */
    account: text,
    /** Name of the owner. */
    name: text,
    /** The `client_id` of a client. Otherwise null. */
    client_id: orNull(text),
    /** Hash of the token, client secret or access key. */
    digest: text,
    /** Time when the credential was created, ISO 8601 UTC. */
    created_at: text,
    /** Time when the credential expires, ISO 8601 UTC. Null if it never expires. */
    expires_at: orNull(text),
    /** Time when the credential was revoked, ISO 8601 UTC. Null if it was not revoked. */
    revoked_at: orNull(text),
  },
  /** Access tokens for the HTTP API, stored as hashes. */
  access_tokens: {
    /** Hash of the token. */
    digest: text,
    /** ID of the client that received the token. */
    credential: text,
    /** Name of the account. */
    account: text,
    /** Time when the token expires, in milliseconds since 1970. */
    expires: int,
  },
  /**
   * Faults that currently prevent work, such as an unreachable host, a full disk or a missing secret. Lading deletes a
   * fault as soon as the work succeeds.
   */
  faults: {
    ...ofFault,
    /** Identifies the fault. Faults of several feeds with the same cause have the same value. */
    cause: text,
    /** Code of the error. */
    code: text,
    /** The host, source, output, machine or feed that has the fault. */
    place: text,
    /** The error message. */
    sentence: text,
    /** What to do. */
    next_step: text,
    /** Time when the fault was first noticed, ISO 8601 UTC. */
    since: text,
    /** Time until which the fault may be harmless and is not shown, ISO 8601 UTC. Null if it is shown immediately. */
    shown_from: orNull(text),
    /** 1 if only one file cannot be read, and the feed's other files are processed. */
    is_of_file: flag,
    /** `outbox.id` of the affected invoice. Null if the fault affects more than one invoice, or none. */
    invoice: orNull(text),
  },
  /** The files that a fault concerns. */
  fault_files: {
    ...ofFault,
    /** Name of the file. */
    file: text,
  },
  /** The commands that `faults.next_step` mentions. */
  fault_commands: {
    ...ofFault,
    /** Order of the commands. */
    position: int,
    /** The command. */
    command: text,
  },
  /**
   * The version of each list that an output contains. The rows of an output that is no longer in `lading.yaml` are
   * deleted.
   */
  outputs: {
    /** Name of the output. */
    output: text,
    feed: int,
    /** Name of the worker that writes the folder, because each machine may have its own folder. Empty for SFTP. */
    worker: text,
    /** The version that the files contain. Null if no version was written completely. */
    number: orNull(int),
    /** Hash of the settings and of the size and time of each file. */
    contents: text,
    /** Time when the files were written, ISO 8601 UTC. Null if no version was written completely. */
    written_at: orNull(text),
  },
  /**
   * Files at sources that no feed has received, at most 1,000 of each kind per source. A row is deleted as soon as a run
   * no longer finds the file.
   */
  unprocessed_files: {
    /** Name of the source. */
    source: text,
    /**
     * `ignored`: no feed can process the file, for example a link. `unclaimed`: no feed claims the name. `arriving`: a
     * feed claims the file, but the file is not complete yet.
     */
    kind: oneOf(...unprocessedKinds),
    /** Order of the files, starting at 0. */
    place: count,
    /** Name of the file. */
    name: text,
    /** Why no feed has received the file. */
    reason: text,
    /** Time when the file was first noticed, ISO 8601 UTC. */
    since: text,
  },
  /** Individual values, such as the state of alerts and of SFTP hosts. */
  facts: {
    /** Name of the value. */
    name: text,
    /** JSON: the value. */
    value: text,
  },
  /** Reports of runs. */
  runs: {
    /** Name of the run, which begins with the time of the run. */
    run: text,
    /** Name of the worker, usually the host. */
    worker: text,
    /** JSON: the report. */
    report: text,
  },
} as const;

type Table = keyof typeof tables;

export type Schema = { store: { version: number } } & {
  [T in Table]: {
    [C in keyof (typeof tables)[T]]: (typeof tables)[T][C] extends Column<infer V> ? V : never;
  };
};

/** The primary key of each table. Tables with foreign keys follow the tables to which these keys refer. */
export const tableKeys = {
  feeds: ["id"],
  log: ["feed", "n"],
  log_guards: ["feed", "n", "place"],
  deliveries: ["feed", "sha256"],
  unacknowledged: ["feed", "delivery", "arrival"],
  balances: ["feed", "delivery", "place"],
  accepted_parts: ["feed", "part"],
  approvals: ["feed", "change_set"],
  row_counts: ["feed", "n"],
  earlier: ["feed", "sha256"],
  arrivals: ["feed", "arrival"],
  records: ["feed", "id"],
  removed: ["feed", "id"],
  publications: ["feed", "number"],
  stamps: ["feed", "number"],
  horizons: ["account"],
  events: ["feed", "id"],
  outbox: ["id"],
  outbox_attempts: ["id"],
  invoice_keys: ["account", "creditor", "number", "kind", "record"],
  accrual_uses: ["account", "accrual", "kind", "record", "entry"],
  bodies: ["feed", "encoding", "piece"],
  changes: ["feed", "number", "id"],
  blobs: ["sha256", "piece"],
  documents: ["feed", "delivery", "name", "piece"],
  leases: ["name"],
  credentials: ["kind", "id"],
  access_tokens: ["digest"],
  faults: ["feed_name", "kind", "subject"],
  fault_files: ["feed_name", "kind", "subject", "file"],
  fault_commands: ["feed_name", "kind", "subject", "position"],
  outputs: ["output", "feed", "worker"],
  unprocessed_files: ["source", "kind", "place"],
  facts: ["name"],
  runs: ["run"],
} as const satisfies { [T in Table]: readonly (keyof (typeof tables)[T])[] };

/** Conditions that involve several columns. */
export const checks: { readonly [T in Table]?: readonly string[] } = {
  feeds: ["(paused_to is null) = (paused_position is null)"],
  log_guards: ["found is not null or compared_with is null and minimum is null and maximum is null"],
  deliveries: [
    "(reason_position is null) = (status in ('RECEIVED', 'PUBLISHED', 'UNCHANGED'))",
    "(retrying_since is null) = (retrying_position is null)",
    "status not in ('PUBLISHED', 'UNCHANGED') or rows_read = accepted + rejected + skipped + merged + stale",
    "pending_reference <= rejected",
    "first_position <= position",
  ],
};

const ofFeed = "foreign key (feed) references feeds (id)";
const ofExistingDelivery = "foreign key (feed, delivery) references deliveries (feed, sha256)";
const ofFaults =
  "foreign key (feed_name, kind, subject) references faults (feed_name, kind, subject) on delete cascade";
const ofDelivery = `${ofExistingDelivery} on delete cascade`;

/**
 * Because the log and the approvals contain people's decisions, deletions never cascade to them. Tables with a row for
 * each record have no foreign keys, because PostgreSQL would check each of a million rows separately.
 */
export const foreignKeys: { readonly [T in Table]?: string } = {
  log: ofFeed,
  log_guards: "foreign key (feed, n) references log (feed, n) on delete cascade",
  deliveries: `${ofFeed}, foreign key (feed, reason_position) references log (feed, n), foreign key (feed, retrying_position) references log (feed, n)`,
  unacknowledged: ofDelivery,
  balances: ofDelivery,
  accepted_parts: ofExistingDelivery,
  approvals: ofExistingDelivery,
  row_counts: ofFeed,
  earlier: ofFeed,
  arrivals: ofFeed,
  publications: ofFeed,
  stamps: ofFeed,
  bodies: ofFeed,
  documents: ofDelivery,
  outputs: ofFeed,
  fault_files: ofFaults,
  fault_commands: ofFaults,
};

/**
 * Tables with long rows. SQLite stores the rows of the other tables in key order, which is slow if only a few rows
 * fit on a page.
 */
const long: ReadonlySet<Table> = new Set<Table>([
  "deliveries",
  "publications",
  "outbox",
  "bodies",
  "blobs",
  "documents",
  "facts",
  "runs",
]);

async function createTable(db: Kysely<Schema>, engine: Engine, name: Table): Promise<void> {
  const columns = Object.entries<Column<unknown>>(tables[name]).map(([column, facts]) =>
    columnOf(engine, column, facts),
  );
  const key = `primary key (${tableKeys[name].join(", ")})`;
  const conditions = (checks[name] ?? []).map((condition) => `check (${condition})`);
  const rules = [key, ...conditions, ...(foreignKeys[name] === undefined ? [] : [foreignKeys[name]])];
  const isOrdered = !long.has(name) && name !== "feeds";
  const ending = engine === "postgres" ? "" : isOrdered ? "strict, without rowid" : "strict";
  await sql
    .raw(`create table if not exists ${name} (${[...columns, ...rules].join(", ")}) ${ending}`)
    .execute(db);
}

function columnOf(engine: Engine, column: string, { kind, otherwise, check }: Column<unknown>): string {
  const defaultClause = otherwise === undefined ? "" : ` default ${otherwise}`;
  const nullClause = otherwise === null ? "" : ` not null${defaultClause}`;
  return `${column} ${kinds[engine][kind]}${nullClause}${check === undefined ? "" : ` check (${column} ${check})`}`;
}

const indexes = [
  "unique feeds_by_name on feeds (name)",
  "unique attempts_by_name on outbox_attempts (place, name)",
  "changes_of_a_record on changes (feed, id, number)",
  "deliveries_in_order on deliveries (feed, position)",
  "undecided_deliveries on deliveries (feed) where status in ('RECEIVED', 'WAITING', 'HELD') or status in ('PUBLISHED', 'UNCHANGED') and pending_reference > 0",
  "rejected_deliveries on deliveries (feed) where status = 'REJECTED'",
  "deliveries_by_sequence on deliveries (feed, sequence) where sequence <> ''",
  "deliveries_by_status on deliveries (status, status_at)",
  "deliveries_by_reason on deliveries (feed, reason_position)",
  "deliveries_by_retry on deliveries (feed, retrying_position) where retrying_position is not null",
  "deliveries_of_bytes on deliveries (sha256) where bytes <> 'gone'",
  "leaving_deliveries on deliveries (sha256) where bytes = 'leaving'",
  "log_of_a_delivery on log (feed, delivery)",
  "decisions_by_time on log (at) where person is not null",
  "log_of_a_version on log (feed, number) where number is not null",
  "arrivals_by_key on arrivals (arrival)",
  "records_by_publication on records (feed, number, id)",
  "waiting_events on events (feed, next_try, id) where state = 'waiting'",
  "refused_events on events (feed, id) where state = 'refused'",
  "outbox_by_state on outbox (account, state, second)",
  "outbox_by_record on outbox (account, record) where record <> ''",
  "outbox_by_second on outbox (account, second)",
  "attempts_of_an_entry on outbox_attempts (entry, n)",
  "faults_by_cause on faults (cause)",
  "keys_of_an_entry on invoice_keys (entry) where entry <> ''",
  "keys_of_a_record on invoice_keys (account, record) where record <> ''",
  "accruals_of_a_record on accrual_uses (account, record) where record <> ''",
  "accruals_of_an_entry on accrual_uses (entry) where entry <> ''",
] as const;

async function createAll(db: Kysely<Schema>, engine: Engine): Promise<void> {
  for (const name of Object.keys(tables) as Table[]) await createTable(db, engine, name);
  for (const index of indexes) {
    const [, unique = "", rest] = /^(unique )?(.*)$/.exec(index) ?? [];
    await sql.raw(`create ${unique}index if not exists ${rest}`).execute(db);
  }
}

/**
 * The earliest schema version that can be migrated. Older stores are refused, because their tables and columns are
 * different.
 */
export const firstVersion = 26;

/** Each step migrates a store to the next version. New stores are created directly from the tables above. */
const migrations: readonly ((db: Kysely<Schema>, engine: Engine) => Promise<void>)[] = [];

/** The schema version that this program reads and writes. */
export const schemaVersion = firstVersion + migrations.length;

/**
 * Migrates the schema to this program's version, in one transaction. `tx` is a transaction that excludes other
 * migrations. `from` is the current version, or 0 for an empty database.
 */
export async function migrate(tx: Kysely<Schema>, engine: Engine, from: number): Promise<void> {
  if (from === 0) await createAll(tx, engine);
  else for (const step of migrations.slice(from - firstVersion)) await step(tx, engine);
  await sql`delete from store`.execute(tx);
  await tx.insertInto("store").values({ version: schemaVersion }).execute();
}
