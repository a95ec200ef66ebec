import { sql, type Generated, type Kysely } from "./kysely.js";

/** The tables of the store and their migrations. SQLite and PostgreSQL share one schema. */

export type Engine = "sqlite" | "postgres";

/** A column whose values are read as `T`. */
export interface Column<T> {
  /** Key of `kinds`. */
  readonly kind: keyof (typeof kinds)[Engine];
  /** The default of new rows as SQL. Null if the column may be null. */
  readonly otherwise?: string | null;
  /** The condition for each value, as SQL after the column's name. Null always passes. */
  readonly check?: string;
  /** Exists in the type only. */
  readonly value?: T;
}

const kinds = {
  sqlite: { int: "integer", text: "text", bytes: "blob", id: "integer" },
  postgres: {
    int: "bigint",
    // Ordered and compared by bytes, as in SQLite.
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
/** 1 for yes, 0 for no. */
const flag: Column<number> = { kind: "int", check: "in (0, 1)" };
const orNull = <T>({ value: _, ...column }: Column<T>): Column<T | null> => ({ ...column, otherwise: null });
const orElse = <T>({ value: _, ...column }: Column<T>, otherwise: string): Column<Generated<T>> => ({
  ...column,
  otherwise,
});

/** Statuses of a delivery (`docs/semantics.md` section 2). */
export const deliveryStatuses = [
  "RECEIVED",
  "WAITING",
  "HELD",
  "PUBLISHED",
  "UNCHANGED",
  "SUPERSEDED",
  "REJECTED",
  "QUARANTINED",
] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Inputs of a decision: hashes and names of versions. Null if there was no decision. */
const inputs = {
  /** Input of the decision: hash of the mapping. */
  mapping: orNull(text),
  /** Input of the decision: versions of other lists. */
  lists: orNull(text),
  /** Input of the decision: hash of the settings. */
  settings: orNull(text),
  /** Input of the decision: version of the engine. */
  engine: orNull(text),
  /** Input of the decision: the date, if the mapping uses it. */
  today: orNull(text),
} as const;

/** A file at a source. */
const seenFile = {
  /** Name of the source. */
  source: text,
  /** Name of the file. */
  name: text,
  /** In bytes. */
  size: count,
  /** Modification time, in milliseconds since 1970. */
  modified: int,
  /** Device and inode, if the source has them. */
  identity: text,
} as const;

/** All tables. The comments are part of `docs/semantics.md`. */
export const tables = {
  /** Every feed that Lading has worked on. */
  feeds: {
    /** The other tables call it `feed`. */
    id,
    /** `account/record-type`. */
    name: text,
    /** Number of the last entry of its log. */
    entries: count,
    /** Number of the current version, or 0. */
    number: count,
    /** While the feed is paused: the version that it was rolled back to. */
    paused_to: orNull(int),
    /** While the feed is paused: the reason that a person gave. */
    paused_reason: orNull(text),
    /** When the list last changed, ISO 8601 UTC. */
    last_published_at: orNull(text),
    /** When a delivery last made or confirmed the list, ISO 8601 UTC. */
    confirmed_at: orNull(text),
    /** JSON: the inputs for which the feed has nothing to do. Empty if it may have work. */
    idle: orElse(text, "''"),
    /** Version up to which the platform's events are queued. -1 if none were queued. */
    queued: orElse(int, "-1"),
  },
  /** The history of each feed: every step of a delivery and every decision of a person. Retention deletes old steps, never decisions. */
  log: {
    feed: int,
    /** Number within the feed, from 1. */
    n: int,
    /** ISO 8601 UTC. */
    at: text,
    /** `RECEIVED`, `HELD`, `RELEASED`, `ROLLED_BACK` and others. */
    state: text,
    /** Sha256 of the delivery; null if the entry is about the feed. */
    delivery: orNull(text),
    /** JSON: the whole entry, with `by` and `reason` if a person decided. */
    entry: text,
  },
  /** Files that were received, by their contents. */
  deliveries: {
    feed: int,
    /** Identifies the contents. Commands show the first 12 characters. */
    sha256: text,
    status: oneOf(...deliveryStatuses),
    /** Since when it has its status, ISO 8601 UTC. */
    status_at: text,
    /** When it was first received, ISO 8601 UTC. */
    received_at: text,
    /** Log number of its last arrival. */
    position: int,
    /** Log number of its first arrival. */
    first_position: int,
    /** Log number of its first decision since the last arrival, or 0. */
    decided_position: count,
    /** Whether the file is stored. `leaving`: it is being deleted. */
    bytes: oneOf("kept", "leaving", "gone"),
    /** Part of the feed, such as a branch; empty if the feed has one part. */
    part: text,
    /** Sequence or date in its name; empty if the pattern has none. */
    sequence: text,
    ...seenFile,
    /** Person who delivered it in the console; null if it came from a source. */
    delivered_by: orNull(text),
    /** The reason that this person gave. */
    delivered_reason: orNull(text),
    /** Its last decision. A new arrival does not change it. */
    decided_as: orNull(oneOf(...deliveryStatuses)),
    /** 1 if it was ever published, unchanged or superseded. */
    was_taken: flag,
    /** Number of the last version that it made. */
    number: orNull(int),
    /** Why it is held, rejected, waiting or quarantined. */
    reason: text,
    /** Hash of the changes that it would make; empty if it is not held. */
    change_set: text,
    /** Name of the person who rejected it. */
    rejected_by: orNull(text),
    /** Since when a fault keeps it from being decided, ISO 8601 UTC. */
    retrying_since: orNull(text),
    /** The fault. */
    retrying_reason: orNull(text),
    /** How often its reader crashed. */
    crashes: count,
    /** 1 after `lading replay`, until it is decided. */
    is_replay: flag,
    /** 1 if the file was deleted because it had a removed record. */
    is_forgotten: flag,
    /** 1 if it was rejected unread, by its size. */
    is_unread: flag,
    /** 1 if a person approved its number of rows and it is not published yet. */
    has_new_size: flag,
    /** Sha256 of the delivery that it corrects. */
    amends: orNull(text),
    /** Rows of the file: accepted, rejected, skipped, merged and stale together. Null if it was never read. */
    rows_read: orNull(count),
    accepted: orNull(count),
    rejected: orNull(count),
    /** Rows that the mapping skips. */
    skipped: orNull(count),
    /** Rows that were merged into another one. */
    merged: orNull(count),
    /** Rows that are older than the current record. */
    stale: orNull(count),
    /** Rejected rows that return once the record that they refer to exists. */
    pending_reference: orNull(count),
    ...inputs,
  },
  /** Files that are still to be archived or deleted at their source. */
  unacknowledged: {
    feed: int,
    /** The delivery. */
    sha256: text,
    /** Hash of source, name, size and time. */
    arrival: text,
    /** Log number of the arrival. */
    n: int,
    ...seenFile,
  },
  /** Why a delivery is held: one row per guard. */
  tripped_guards: {
    feed: int,
    sha256: text,
    place: int,
    /** Name of the guard, such as `rows_below`. */
    guard: text,
    /** The reason, with the figures. */
    sentence: text,
  },
  /** Sums of the lists and amounts within the records of a delivery. */
  balances: {
    feed: int,
    sha256: text,
    place: int,
    /** Field of the elements or the amount. */
    subject: text,
    currency: orNull(text),
    read: text,
    accepted: text,
    rejected: text,
    skipped: text,
    left_out: text,
    merged: text,
    stale: text,
  },
  /** The deliveries that the current list was made from or confirmed by, one per part. */
  accepted_parts: {
    feed: int,
    part: text,
    sha256: text,
    /** How many of its rejected rows were sent again, corrected. */
    amended: orNull(count),
    ...inputs,
  },
  /** Changes that a person approved and that are not published yet. */
  approvals: { feed: int, change_set: text, sha256: text },
  /** Rows of the deliveries of the last two months, for the guards. */
  row_counts: { feed: int, n: int, at: text, part: text, rows: count },
  /** Deliveries that are no longer in the history, so that the same file is recognized. */
  earlier: {
    feed: int,
    sha256: text,
    /** Log number of its first arrival. */
    n: int,
    received_at: text,
    decided_as: oneOf(...deliveryStatuses),
    was_taken: flag,
  },
  /** Files at sources, and the delivery that each brought. */
  arrivals: {
    feed: int,
    arrival: text,
    sha256: text,
    /** When it left its source; empty while it may be there. */
    taken_at: orElse(text, "''"),
  },
  /** The current list of each feed. */
  records: {
    feed: int,
    /** The `external_id`. */
    id: text,
    /** JSON: the record as it is served. */
    record: text,
    /** JSON: what Lading keeps beside it, such as how often it was missing. */
    notes: text,
    /** Number of the version that last changed it. */
    number: orElse(int, "0"),
  },
  /** Time and hash of removed records, so that none returns with an older time. */
  removed: { feed: int, id: text, updated_at: text, hash: text },
  /** Versions of each list. */
  publications: {
    feed: int,
    number: int,
    /** When it was published, ISO 8601 UTC. */
    at: text,
    /** JSON: its delivery, counts and hash. */
    facts: text,
    /** JSON: the last delivery of each part, for the guards; empty once it is not kept any more. */
    delivered: text,
  },
  /** For records that are served one by one: the second in which a version became visible, since 1970. */
  stamps: { feed: int, number: int, second: int },
  /** No version of an account becomes visible in this second or before it. */
  horizons: { account: text, second: int },
  /** Event notifications to the platform: the newest of each record. */
  events: {
    feed: int,
    id: text,
    /** When the version became visible, in seconds since 1970. */
    second: int,
    /** `refused`: the platform rejected it, and a person has to check it. */
    state: oneOf("waiting", "sent", "refused"),
    /** Failed attempts. */
    tries: int,
    /** Time of the next attempt, in milliseconds since 1970. */
    next_try: int,
    /** When it was last tried, ISO 8601 UTC; empty before that. */
    at: text,
    /** JSON: the last answer. */
    answer: text,
  },
  /** Invoices that the platform posted, on their way to the FFS. */
  outbox: {
    /** The `external_id` that the platform knows. */
    id: text,
    account: text,
    /** `RECORDED`, `WRITTEN`, `SENDING`, `SENT`, `PICKED_UP`, `IN_DOUBT`, `REFUSED`, `IMPORTED` or `WITHDRAWN`. */
    state: text,
    /** Since when it is in this state, in milliseconds since 1970. */
    since: int,
    /** When it was posted, in milliseconds since 1970. */
    posted: int,
    creditor: text,
    /** The invoice's number. */
    number: text,
    kind: oneOf("invoice", "credit note"),
    /** Digits as posted. */
    total: text,
    currency: text,
    /** Its date, `yyyy-MM-dd`; empty if it has none. */
    day: text,
    /** JSON: the body as posted. */
    invoice: text,
    /** The name that the layout gives the file. */
    file_name: text,
    /** The file, as it was made when the invoice was posted. */
    bytes,
    sha256: text,
    /** Number of the current attempt. 0 before the first. */
    attempt: int,
    /** Id of the invoice in the FFS's export; empty until it is known. */
    record: text,
    /** JSON: its steps, with times and persons. */
    history: text,
    /** JSON: similar numbers of other invoices of the creditor; empty if there are none. */
    near: orElse(text, "''"),
    /** The second in which it became visible, since 1970. */
    second: int,
  },
  /** Every attempt to send an invoice. Its id is in the outbox folder, too. */
  outbox_attempts: {
    id: text,
    entry: text,
    n: int,
    place: text,
    /** Name of the file, used once; null until it is reserved. */
    name: orNull(text),
    at: int,
    /** JSON: the process that made it. */
    owner: text,
  },
  /** Numbers of invoices that the FFS has or will have, so that each is posted once. */
  invoice_keys: {
    account: text,
    creditor: text,
    number: text,
    /** `echo`: the number is the outbox id in the FFS's export, and `creditor` is empty. */
    kind: oneOf("invoice", "credit note", "echo"),
    record: text,
    /** Id in the outbox; empty for an exported invoice. */
    entry: text,
  },
  /** Invoices that settle an accrual: `entry` if it was posted, `record` if it was exported. */
  accrual_uses: {
    account: text,
    accrual: text,
    kind: oneOf("invoice", "credit note"),
    record: text,
    entry: text,
  },
  /** The answers for the current version, compressed. */
  bodies: { feed: int, encoding: text, piece: int, bytes },
  /** What each version changed. */
  changes: {
    feed: int,
    /** The version. */
    number: int,
    /** The `external_id`. */
    id: text,
    /** `added`, `changed`, `deactivated` and others; empty if only the notes changed. */
    kind: text,
    /** JSON: field names. */
    fields: text,
    /** JSON: the record before. */
    before: orNull(text),
    /** JSON: the record after. */
    after: orNull(text),
    /** JSON: the notes before. */
    noted: orNull(text),
    /** Line of the file that caused it. */
    line: orNull(int),
  },
  /** Received files, in pieces: on PostgreSQL and in a backup. Otherwise they are in `blobs/`. */
  blobs: {
    sha256: text,
    piece: int,
    bytes,
    /** When it was last stored, in milliseconds since 1970. */
    at: orElse(int, "0"),
  },
  /** The report and the rejected rows of a delivery, in pieces. */
  documents: { feed: int, delivery: text, name: text, piece: int, text },
  /** Which process works on a feed. */
  leases: {
    name: text,
    /** JSON: the process that has it; empty if it is free. */
    owner: text,
    since: text,
    /** Milliseconds since 1970, by the database's clock. */
    deadline: int,
    /** Increases with each process. An older token is void. */
    token: int,
  },
  /** Tokens, clients and access keys, hashed. */
  credentials: { kind: text, id: text, account: text, created_at: text, credential: text },
  /** Access tokens of the interface, hashed. */
  access_tokens: { digest: text, credential: text, account: text, expires: int },
  /** Single values as JSON: state of alerts, faults, SFTP hosts and others. */
  facts: { name: text, value: text },
  /** Reports of runs. The name starts with the time. */
  runs: { run: text, worker: text, report: text },
} as const;

type Table = keyof typeof tables;

export type Schema = { store: { version: number } } & {
  [T in Table]: {
    [C in keyof (typeof tables)[T]]: (typeof tables)[T][C] extends Column<infer V> ? V : never;
  };
};

/** The primary key of each table, in reading order. */
export const tableKeys = {
  feeds: ["id"],
  log: ["feed", "n"],
  deliveries: ["feed", "sha256"],
  unacknowledged: ["feed", "sha256", "arrival"],
  tripped_guards: ["feed", "sha256", "place"],
  balances: ["feed", "sha256", "place"],
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
  facts: ["name"],
  runs: ["run"],
} as const satisfies { [T in Table]: readonly (keyof (typeof tables)[T])[] };

/** Conditions over several columns. */
const checks: { readonly [T in Table]?: readonly string[] } = {
  feeds: ["(paused_to is null) = (paused_reason is null)"],
  deliveries: [
    "(retrying_since is null) = (retrying_reason is null)",
    "(delivered_by is null) = (delivered_reason is null)",
    "decided_as <> 'RECEIVED'",
    "status not in ('PUBLISHED', 'UNCHANGED') or rows_read = accepted + rejected + skipped + merged + stale",
    "pending_reference <= rejected",
    "first_position <= position",
  ],
};

const ofFeed = "foreign key (feed) references feeds (id)";
const ofDelivery = "foreign key (feed, sha256) references deliveries (feed, sha256) on delete cascade";

/**
 * The log contains decisions of people, so it has no cascade. Tables with a row for each record have no foreign
 * keys, because PostgreSQL would check each of a million rows separately.
 */
export const foreignKeys: { readonly [T in Table]?: string } = {
  log: ofFeed,
  deliveries: ofFeed,
  unacknowledged: ofDelivery,
  tripped_guards: ofDelivery,
  balances: ofDelivery,
  accepted_parts: ofFeed,
  approvals: ofFeed,
  row_counts: ofFeed,
  earlier: ofFeed,
  arrivals: ofFeed,
  publications: ofFeed,
  stamps: ofFeed,
  bodies: ofFeed,
  documents: "foreign key (feed, delivery) references deliveries (feed, sha256) on delete cascade",
};

/**
 * Tables with long rows. SQLite keeps the rows of other tables in key order, which is slow if few rows fit on
 * a page.
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
  "deliveries_of_bytes on deliveries (sha256) where bytes <> 'gone'",
  "leaving_deliveries on deliveries (sha256) where bytes = 'leaving'",
  "log_of_a_delivery on log (feed, delivery)",
  "arrivals_by_key on arrivals (arrival)",
  "records_by_publication on records (feed, number, id)",
  "waiting_events on events (feed, next_try, id) where state = 'waiting'",
  "refused_events on events (feed, id) where state = 'refused'",
  "outbox_by_state on outbox (account, state, second)",
  "outbox_by_record on outbox (account, record) where record <> ''",
  "outbox_by_second on outbox (account, second)",
  "attempts_of_an_entry on outbox_attempts (entry, n)",
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

/** Older stores are refused, because their tables and columns differ. */
export const firstVersion = 15;

/** Each step migrates a store to the next version. New stores are created from the tables above. */
const migrations: readonly ((db: Kysely<Schema>, engine: Engine) => Promise<void>)[] = [];

/** The schema version that this program reads and writes. */
export const schemaVersion = firstVersion + migrations.length;

/**
 * Migrates the schema to this program's version, in one transaction.
 *
 * @param tx a transaction that excludes other migrations
 * @param from the current version; 0 for an empty database
 */
export async function migrate(tx: Kysely<Schema>, engine: Engine, from: number): Promise<void> {
  if (from === 0) await createAll(tx, engine);
  else for (const step of migrations.slice(from - firstVersion)) await step(tx, engine);
  await sql`delete from store`.execute(tx);
  await tx.insertInto("store").values({ version: schemaVersion }).execute();
}
