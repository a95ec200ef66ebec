import { sql, type Generated, type Kysely } from "./kysely.js";

/** The tables of the store and how they come to be. One schema for SQLite and PostgreSQL. */

export type Engine = "sqlite" | "postgres";

/** A column whose values are read as `T`. */
interface Column<T> {
  /** As each engine calls it. */
  readonly kind: keyof (typeof kinds)[Engine];
  /** What a new row has where nothing is said, as SQL; null where it may be null. */
  readonly otherwise?: string | null;
  /** Of the type alone. */
  readonly value?: T;
}

const kinds = {
  sqlite: { int: "integer", text: "text", bytes: "blob", id: "integer" },
  postgres: {
    int: "bigint",
    // Ordered and compared by bytes, as SQLite does.
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
    /** JSON: where the feed stands, its deliveries aside. */
    state: text,
    /** Number of the last entry of its log. */
    entries: int,
    /** Number of the current publication; 0 when there is none. */
    number: int,
    /** JSON: what it rests on that nothing is to be done; empty when something may be. */
    idle: orElse(text, "''"),
    /** Number of the publication up to which the platform's notifications are queued; -1 when none ever were. */
    queued: orElse(int, "-1"),
    /** JSON: rows of its deliveries of late. */
    sizes: orElse(text, "'[]'"),
  },
  /** Every decision, in order (`docs/semantics.md` section 2). */
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
    /** Number of the entry of its last arrival. */
    position: int,
    /** 1 while something is left to do for it. */
    is_open: int,
    /** `leaving`: nobody uses them any more, and the blob may still be there. */
    bytes: oneOf<"kept" | "leaving" | "gone">(),
    /** When it came first, ISO 8601 UTC. */
    received_at: text,
    /** JSON: where it stands. */
    state: text,
  },
  /** What stays of a delivery that history does not tell of any more, so that its bytes are known when they come again. */
  earlier: {
    feed: int,
    sha256: text,
    /** Number of the entry of its first arrival. */
    n: int,
    received_at: text,
    decided_as: text,
    was_taken: int,
  },
  /** Which delivery an arrival brought. */
  arrivals: {
    feed: int,
    arrival: text,
    sha256: text,
    /** When it was taken away from its source; empty while it may lie there. */
    taken_at: orElse(text, "''"),
  },
  /**
   * The current list: the line of each record, the line of what is remembered of it in private, and the number of the
   * publication that made this version of it.
   */
  records: { feed: int, id: text, record: text, notes: text, number: orElse(int, "0") },
  /** What stays of a removed record, so that it never comes back with an older time. */
  removed: { feed: int, id: text, updated_at: text, hash: text },
  publications: {
    feed: int,
    number: int,
    at: text,
    /** JSON: what the publication says of itself. */
    facts: text,
    /** JSON: the last delivery of each part, for the guard; empty once it is not kept any more. */
    delivered: text,
  },
  /** The second in which a publication of records that are served one by one became visible, since 1970. */
  stamps: { feed: int, number: int, second: int },
  /** No version of an account's records becomes visible in this second or before, from now on. */
  horizons: { account: text, second: int },
  /** What the platform was, or is to be, told of a record that is served one by one: of each its newest version. */
  events: {
    feed: int,
    id: text,
    /** When that version became visible, since 1970. */
    second: int,
    /** `refused`: the platform takes it for wrong, and a person has to look. */
    state: oneOf<"waiting" | "sent" | "refused">(),
    /** How often it was tried in vain. */
    tries: int,
    /** Not to be sent before this, in milliseconds since 1970. */
    next_try: int,
    /** When the platform answered last, or was tried last, ISO 8601 UTC; empty before that. */
    at: text,
    /** JSON: what came of it. */
    answer: text,
  },
  /** Invoices that the platform posted, and how far each is on its way to the FFS (`docs/http-api.md`). */
  outbox: {
    /** The `external_id` that the platform knows it by. */
    id: text,
    account: text,
    state: text,
    /** Since when it is in this state, and when it was posted: milliseconds since 1970. */
    since: int,
    posted: int,
    creditor: text,
    /** The invoice's number. */
    number: text,
    kind: oneOf<"invoice" | "credit note">(),
    /** Digits as they were posted. */
    total: text,
    currency: text,
    /** `yyyy-MM-dd`; empty when it was not said. */
    day: text,
    /** JSON: the body as it was posted. */
    invoice: text,
    /** What the layout calls the file. */
    file_name: text,
    /** The file, frozen when it was posted. */
    bytes,
    sha256: text,
    /** Number of the attempt to send it; 0 before the first. */
    attempt: int,
    /** Id of the FFS's row that is this invoice; empty as long as none is known. */
    record: text,
    /** JSON: what became of it, step by step. */
    history: text,
    /** JSON: numbers of the creditor's other invoices that are nearly the same; empty when there is none. */
    near: orElse(text, "''"),
    /** The second in which it became visible, since 1970, as `stamps` have it. */
    second: int,
  },
  /** Every attempt to send an invoice, for ever. Its id lies in the outbox folder, too. */
  outbox_attempts: {
    id: text,
    entry: text,
    n: int,
    place: text,
    /** The final name; null until it is reserved. Nobody gets one twice. */
    name: orNull(text),
    at: int,
    /** JSON: which process made it. */
    owner: text,
  },
  /**
   * The numbers of invoices that the FFS has or will have. `record` is empty for what was posted, so that each number can be
   * posted once; else it is the FFS's row.
   */
  invoice_keys: {
    account: text,
    creditor: text,
    number: text,
    /** `echo`: the number is the id in the outbox that the FFS's row returns, and `creditor` is empty. */
    kind: oneOf<"invoice" | "credit note" | "echo">(),
    record: text,
    /** Id in the outbox; empty for what was exported. */
    entry: text,
  },
  /** Which invoices settle an accrual: `entry` of those that were posted, `record` of those that were exported. */
  accrual_uses: {
    account: text,
    accrual: text,
    kind: oneOf<"invoice" | "credit note">(),
    record: text,
    entry: text,
  },
  /** What the current publication is served as; programs before this one made pieces of it. */
  bodies: { feed: int, encoding: text, piece: int, bytes },
  /** What each publication changed. */
  changes: {
    feed: int,
    number: int,
    id: text,
    /** Empty when only what is remembered of the record changed. */
    kind: text,
    /** JSON: names of the fields. */
    fields: text,
    before: orNull(text),
    after: orNull(text),
    /** What was remembered of the record before. */
    noted: orNull(text),
    /** Line of the file that caused it. */
    line: orNull(int),
  },
  /** Delivered bytes, in pieces: where several machines share the store, and in a backup. */
  blobs: {
    sha256: text,
    piece: int,
    bytes,
    /** When it was put last, in milliseconds since 1970, by the clock of who put it. */
    at: orElse(int, "0"),
  },
  /** What is kept with a delivery: its report and its rejected rows. */
  documents: { feed: int, delivery: text, name: text, piece: int, text },
  leases: {
    name: text,
    /** JSON: who holds it; empty when nobody does. */
    owner: text,
    since: text,
    /** Milliseconds since 1970, by the clock of the database. */
    deadline: int,
    /** Grows with each holder; whoever has an older one holds nothing any more. */
    token: int,
  },
  credentials: { kind: text, id: text, account: text, created_at: text, credential: text },
  /** What clients bought with their secrets, as digests. */
  access_tokens: { digest: text, credential: text, account: text, expires: int },
  /** JSON by name, for what is one thing: how alerts stand, what is known of SFTP hosts. */
  facts: { name: text, value: text },
  /** The report of each run that had something to tell, by its name, which begins with when it began. */
  runs: { run: text, worker: text, report: text },
} as const;

type Table = keyof typeof tables;

export type Schema = { store: { version: number } } & {
  [T in Table]: {
    [C in keyof (typeof tables)[T]]: (typeof tables)[T][C] extends Column<infer V> ? V : never;
  };
};

/** The columns of each table that tell its rows apart, in the order in which they are read through. */
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
 * Tables whose rows are long: SQLite keeps those of all others in the order of their keys, where few long ones fit on a page of the
 * tree, so that each look goes the deeper the more there are.
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

/** Older stores are refused: their tables and columns have other names. */
export const firstVersion = 14;

/** Each step brings a store to the next version, from the first one on. New stores are made from the tables above. */
const migrations: readonly ((db: Kysely<Schema>, engine: Engine) => Promise<void>)[] = [];

/** The version of the schema that this program reads and writes. */
export const schemaVersion = firstVersion + migrations.length;

/**
 * Brings the schema up to this program's, in one transaction, which the database undoes when it is interrupted.
 *
 * @param tx a transaction that nobody else can begin at the same time
 * @param from the version that is there; 0 when nothing is
 */
export async function migrate(tx: Kysely<Schema>, engine: Engine, from: number): Promise<void> {
  if (from === 0) await createAll(tx, engine);
  else for (const step of migrations.slice(from - firstVersion)) await step(tx, engine);
  await sql`delete from store`.execute(tx);
  await tx.insertInto("store").values({ version: schemaVersion }).execute();
}
