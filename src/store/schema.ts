import { sql, type Generated, type Kysely } from "./kysely.js";

/** The tables of the store and their migrations. SQLite and PostgreSQL share one schema. */

export type Engine = "sqlite" | "postgres";

/** A column whose values are read as `T`. */
interface Column<T> {
  /** The column type, as each engine names it. */
  readonly kind: keyof (typeof kinds)[Engine];
  /** The default of new rows as SQL. Null if the column may be null. */
  readonly otherwise?: string | null;
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
const oneOf = <T extends string>(): Column<T> => ({ kind: "text" });
const orNull = <T>({ kind }: Column<T>): Column<T | null> => ({ kind, otherwise: null });
const orElse = <T>({ kind }: Column<T>, otherwise: string): Column<Generated<T>> => ({ kind, otherwise });

const tables = {
  feeds: {
    id,
    /** `account/record-type`. */
    name: text,
    /** JSON: the state of the feed, without its deliveries. */
    state: text,
    /** Number of the last log entry. */
    entries: int,
    /** Number of the current version, or 0. */
    number: int,
    /** JSON: the inputs for which the feed has nothing to do. Empty if it may have work. */
    idle: orElse(text, "''"),
    /** Version up to which the platform's events are queued. -1 if none were queued. */
    queued: orElse(int, "-1"),
    /** JSON: rows of recent deliveries. */
    sizes: orElse(text, "'[]'"),
  },
  /** All decisions in order (`docs/semantics.md` section 2). */
  log: {
    feed: int,
    n: int,
    at: text,
    state: text,
    delivery: orNull(text),
    /** JSON. */
    entry: text,
  },
  deliveries: {
    feed: int,
    sha256: text,
    /** Log number of its last arrival. */
    position: int,
    /** 1 while it has pending work. */
    is_open: int,
    /** `leaving`: unused, but the blob may still exist. */
    bytes: oneOf<"kept" | "leaving" | "gone">(),
    /** First arrival, ISO 8601 UTC. */
    received_at: text,
    /** JSON: its state. */
    state: text,
  },
  /**
   * Facts about deliveries that are no longer in the history, so that their bytes are recognized when they
   * arrive again.
   */
  earlier: {
    feed: int,
    sha256: text,
    /** Log number of its first arrival. */
    n: int,
    received_at: text,
    decided_as: text,
    was_taken: int,
  },
  /** The delivery of each arrival. */
  arrivals: {
    feed: int,
    arrival: text,
    sha256: text,
    /** When it was removed from its source. Empty while it may still be there. */
    taken_at: orElse(text, "''"),
  },
  /**
   * The current list: the line of each record, the line of its private notes, and the version that last
   * changed it.
   */
  records: { feed: int, id: text, record: text, notes: text, number: orElse(int, "0") },
  /** Kept for removed records, so that they never return with an older time. */
  removed: { feed: int, id: text, updated_at: text, hash: text },
  publications: {
    feed: int,
    number: int,
    at: text,
    /** JSON: the metadata of the publication. */
    facts: text,
    /** JSON: facts about the last delivery of each part, for the guards. Empty once they are not kept. */
    delivered: text,
  },
  /** When each version of individually served records became visible, in seconds since 1970. */
  stamps: { feed: int, number: int, second: int },
  /** No version of an account's records may become visible in or before this second. */
  horizons: { account: text, second: int },
  /** Notifications to the platform about individually served records. Only the newest version of each record. */
  events: {
    feed: int,
    id: text,
    /** When the version became visible, in seconds since 1970. */
    second: int,
    /** `refused`: the platform rejected it, and a person must decide. */
    state: oneOf<"waiting" | "sent" | "refused">(),
    /** Number of failed attempts. */
    tries: int,
    /** Earliest time of the next attempt, in milliseconds since 1970. */
    next_try: int,
    /** Time of the last answer or attempt, ISO 8601 UTC, or "". */
    at: text,
    /** JSON: the result. */
    answer: text,
  },
  /** Invoices that the platform posted, and their progress to the FFS (`docs/http-api.md`). */
  outbox: {
    /** The platform's `external_id`. */
    id: text,
    account: text,
    state: text,
    /** Time of the current state and of the posting, in milliseconds since 1970. */
    since: int,
    posted: int,
    creditor: text,
    /** The invoice's number. */
    number: text,
    kind: oneOf<"invoice" | "credit note">(),
    /** Digits as posted. */
    total: text,
    currency: text,
    /** `yyyy-MM-dd`, or "". */
    day: text,
    /** JSON: the body as posted. */
    invoice: text,
    /** File name from the layout. */
    file_name: text,
    /** The file, which never changes after the posting. */
    bytes,
    sha256: text,
    /** Number of the current attempt. 0 before the first. */
    attempt: int,
    /** Id of the FFS's row for this invoice, or "". */
    record: text,
    /** JSON: its history, step by step. */
    history: text,
    /** JSON: similar numbers of the creditor's other invoices, or "". */
    near: orElse(text, "''"),
    /** When it became visible, in seconds since 1970, as in `stamps`. */
    second: int,
  },
  /** Every attempt to send an invoice. Never deleted. The outbox folder contains its id too. */
  outbox_attempts: {
    id: text,
    entry: text,
    n: int,
    place: text,
    /** The final file name, never reused. Null until it is reserved. */
    name: orNull(text),
    at: int,
    /** JSON: the process that made the attempt. */
    owner: text,
  },
  /**
   * The numbers of invoices that the FFS has or will have. `record` is "" for posted invoices, so that each
   * number can be posted once. Otherwise it is the FFS's row.
   */
  invoice_keys: {
    account: text,
    creditor: text,
    number: text,
    /** `echo`: the number is the outbox id that the FFS's row returns, and `creditor` is "". */
    kind: oneOf<"invoice" | "credit note" | "echo">(),
    record: text,
    /** Id in the outbox, or "" for exported invoices. */
    entry: text,
  },
  /** Invoices that settle an accrual: `entry` for posted ones, `record` for exported ones. */
  accrual_uses: {
    account: text,
    accrual: text,
    kind: oneOf<"invoice" | "credit note">(),
    record: text,
    entry: text,
  },
  /** The served bytes of the current version. Earlier versions of Lading split them into pieces. */
  bodies: { feed: int, encoding: text, piece: int, bytes },
  /** The changes of each version. */
  changes: {
    feed: int,
    number: int,
    id: text,
    /** Empty if only the notes of the record changed. */
    kind: text,
    /** JSON: field names. */
    fields: text,
    before: orNull(text),
    after: orNull(text),
    /** The record's notes before the change. */
    noted: orNull(text),
    /** Line of the file that caused it. */
    line: orNull(int),
  },
  /** Delivered bytes in pieces, for shared stores and backups. */
  blobs: {
    sha256: text,
    piece: int,
    bytes,
    /** Time of the last put, in milliseconds since 1970, by the writer's clock. */
    at: orElse(int, "0"),
  },
  /** Documents of deliveries: reports and rejected rows. */
  documents: { feed: int, delivery: text, name: text, piece: int, text },
  leases: {
    name: text,
    /** JSON: the holder, or "". */
    owner: text,
    since: text,
    /** Milliseconds since 1970, by the database's clock. */
    deadline: int,
    /** Increases with each holder. A holder with an older token has lost the lease. */
    token: int,
  },
  credentials: { kind: text, id: text, account: text, created_at: text, credential: text },
  /** Access tokens that clients received for their secrets, as digests. */
  access_tokens: { digest: text, credential: text, account: text, expires: int },
  /** JSON by name, for single values such as the state of alerts and SFTP hosts. */
  facts: { name: text, value: text },
  /** The reports of runs with results. The name starts with the start time. */
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
  const isOrdered = !long.has(name) && name !== "feeds";
  const ending = engine === "postgres" ? "" : isOrdered ? "strict, without rowid" : "strict";
  await sql.raw(`create table if not exists ${name} (${columns.join(", ")}, ${key}) ${ending}`).execute(db);
}

function columnOf(engine: Engine, column: string, { kind, otherwise }: Column<unknown>): string {
  const defaultClause = otherwise === undefined ? "" : ` default ${otherwise}`;
  return `${column} ${kinds[engine][kind]}${otherwise === null ? "" : ` not null${defaultClause}`}`;
}

const indexes = [
  "unique feeds_by_name on feeds (name)",
  "unique attempts_by_name on outbox_attempts (place, name)",
  "changes_of_a_record on changes (feed, id, number)",
  "deliveries_in_order on deliveries (feed, position)",
  "open_deliveries on deliveries (is_open, feed)",
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

/** Older stores are refused, because their tables and columns have other names. */
export const firstVersion = 14;

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
