import { sql, type Generated, type Kysely } from "./kysely.js";

/** The tables of the store and how they come to be. One schema for SQLite and PostgreSQL. */

export type Engine = "sqlite" | "postgres";

export interface Schema {
  store: { version: number };
  feeds: {
    id: Generated<number>;
    /** `account/record-type`. */
    name: string;
    /** JSON: where the feed stands, its deliveries aside. */
    state: string;
    /** Number of the last entry of its log. */
    entries: number;
    /** Number of the current publication; 0 when there is none. */
    number: number;
    /** JSON: what it rests on that nothing is to be done; empty when something may be. */
    idle: Generated<string>;
    /** Number of the publication up to which the platform's notices are queued; -1 when none ever were. */
    told: Generated<number>;
  };
  /** Every decision, in order (`docs/semantics.md` section 2). */
  log: {
    feed: number;
    n: number;
    at: string;
    state: string;
    delivery: string | null;
    /** How many were read and rejected, where a decision says so. */
    rows: number | null;
    rejected: number | null;
    /** JSON. */
    entry: string;
  };
  deliveries: {
    feed: number;
    sha256: string;
    /** Number of the entry of its last arrival. */
    position: number;
    /** 1 while something is left to do for it. */
    is_open: number;
    /** `leaving`: nobody uses them any more, and the blob may still be there. */
    bytes: "kept" | "leaving" | "gone";
    /** When it came first, ISO 8601 UTC. */
    received_at: string;
    /** JSON: where it stands. */
    state: string;
  };
  /** What stays of a delivery that history does not tell of any more, so that its bytes are known when they come again. */
  earlier: {
    feed: number;
    sha256: string;
    /** Number of the entry of its first arrival. */
    n: number;
    received_at: string;
    decided_as: string;
    was_taken: number;
  };
  /** Which delivery an arrival brought. */
  arrivals: {
    feed: number;
    arrival: string;
    sha256: string;
    /** When it was taken away from its source; empty while it may lie there. */
    taken_at: Generated<string>;
  };
  /**
   * The current list: the line of each record, the line of what is remembered of it in private, and the number of the
   * publication that made this version of it.
   */
  records: { feed: number; id: string; record: string; notes: string; number: Generated<number> };
  /** What stays of a removed record, so that it never comes back with an older time. */
  removed: { feed: number; id: string; updated_at: string; hash: string };
  publications: {
    feed: number;
    number: number;
    at: string;
    /** JSON: what the publication says of itself. */
    facts: string;
    /** JSON: the last delivery of each part, for the guard; empty once it is not kept any more. */
    delivered: string;
  };
  /** The second in which a publication of records that are served one by one became visible, since 1970. */
  stamps: { feed: number; number: number; second: number };
  /** No version of an account's records becomes visible in this second or before, from now on. */
  horizons: { account: string; second: number };
  /** What the platform was, or is to be, told of a record that is served one by one: of each its newest version. */
  events: {
    feed: number;
    id: string;
    /** When that version became visible, since 1970. */
    second: number;
    /** `refused`: the platform takes it for wrong, and a person has to look. */
    state: "waiting" | "sent" | "refused";
    /** How often it was tried in vain. */
    tries: number;
    /** Not to be sent before this, in milliseconds since 1970. */
    next_try: number;
    /** When the platform answered last, or was tried last, ISO 8601 UTC; empty before that. */
    at: string;
    /** JSON: what came of it. */
    answer: string;
  };
  /** Invoices that the platform posted, and how far each is on its way to the FFS (`docs/outbox.md`). */
  outbox: {
    /** The `external_id` that the platform knows it by. */
    id: string;
    account: string;
    state: string;
    /** Since when it is in this state, and when it was posted: milliseconds since 1970. */
    since: number;
    posted: number;
    creditor: string;
    /** The invoice's number. */
    number: string;
    kind: "invoice" | "credit note";
    /** Digits as they were posted. */
    total: string;
    currency: string;
    /** `yyyy-MM-dd`; empty when it was not said. */
    day: string;
    /** JSON: the body as it was posted. */
    invoice: string;
    /** What the layout calls the file. */
    file_name: string;
    /** The file, frozen when it was posted. */
    bytes: Uint8Array;
    sha256: string;
    /** Number of the attempt to hand it over; 0 before the first. */
    attempt: number;
    /** Id of the FFS's row that is this invoice; empty as long as none is known. */
    record: string;
    /** JSON: what became of it, step by step. */
    story: string;
    /** JSON: numbers of the creditor's other invoices that are nearly the same; empty when there is none. */
    near: Generated<string>;
    /** The second in which it became visible, since 1970, as `stamps` have it. */
    second: number;
  };
  /** Every attempt to hand an invoice over, for ever. Its id lies in the hand-over folder, too. */
  outbox_attempts: {
    id: string;
    entry: string;
    n: number;
    place: string;
    /** The final name; null until it is reserved. Nobody gets one twice. */
    name: string | null;
    at: number;
    /** JSON: which process made it. */
    owner: string;
  };
  /**
   * The numbers of invoices that the FFS has or will have. `record` is empty for what was posted, so that each number can be
   * posted once; else it is the FFS's row.
   */
  invoice_keys: {
    account: string;
    creditor: string;
    number: string;
    /** `echo`: the number is the id in the outbox that the FFS's row returns, and `creditor` is empty. */
    kind: "invoice" | "credit note" | "echo";
    record: string;
    /** Id in the outbox; empty for what was exported. */
    entry: string;
  };
  /** Which invoices settle an accrual: `entry` of those that were posted, `record` of those that were exported. */
  accrual_uses: {
    account: string;
    accrual: string;
    kind: "invoice" | "credit note";
    record: string;
    entry: string;
  };
  /** What the current publication is served as, in pieces. */
  bodies: { feed: number; encoding: string; piece: number; bytes: Uint8Array };
  /** What each publication changed. */
  changes: {
    feed: number;
    number: number;
    id: string;
    /** Empty when only what is remembered of the record changed. */
    kind: string;
    /** JSON: names of the fields. */
    fields: string;
    before: string | null;
    after: string | null;
    /** What was remembered of the record before. */
    noted: string | null;
    /** Line of the file that caused it. */
    line: number | null;
  };
  /** Delivered bytes, in pieces: where several machines share the store, and in a backup. */
  blobs: {
    sha256: string;
    piece: number;
    bytes: Uint8Array;
    /** When it was put last, in milliseconds since 1970, by the clock of who put it. */
    at: Generated<number>;
  };
  /** What is kept with a delivery: its report and its rejected rows. */
  documents: { feed: number; delivery: string; name: string; piece: number; text: string };
  leases: {
    name: string;
    /** JSON: who holds it; empty when nobody does. */
    owner: string;
    since: string;
    /** Milliseconds since 1970, by the clock of the database. */
    deadline: number;
    /** Grows with each holder; whoever has an older one holds nothing any more. */
    token: number;
  };
  credentials: { kind: string; id: string; account: string; created_at: string; credential: string };
  /** What clients bought with their secrets, as digests. */
  access_tokens: { digest: string; credential: string; account: string; expires: number };
  /** JSON by name, for what is one thing: how notices stand, what is known of SFTP hosts. */
  facts: { name: string; value: string };
  /** The report of each run that had something to tell, by its name, which begins with when it began. */
  runs: { run: string; worker: string; report: string };
}

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
} as const satisfies Record<Exclude<keyof Schema, "store">, readonly string[]>;

/** One step from a version of the schema to the next. */
type Migration = (db: Kysely<Schema>, engine: Engine) => Promise<void>;

const words = {
  sqlite: { int: "integer", text: "text", bytes: "blob", id: "integer primary key", ending: "strict" },
  postgres: {
    int: "bigint",
    // Ordered and compared by bytes, as SQLite does.
    text: 'text collate "C"',
    bytes: "bytea",
    id: "bigint generated always as identity primary key",
    ending: "",
  },
} as const;

const migrations: readonly Migration[] = [
  async (db, engine) => {
    const { int, text, bytes, id, ending } = words[engine];
    const clustered = engine === "sqlite" ? "strict, without rowid" : "";
    const table = (name: keyof typeof tableKeys, columns: string, end: string = ending) => {
      const key = name === "feeds" ? "" : `, primary key (${tableKeys[name].join(", ")})`;
      return sql.raw(`create table ${name} (${columns}${key}) ${end}`).execute(db);
    };
    await table(
      "feeds",
      `id ${id}, name ${text} not null unique, state ${text} not null, entries ${int} not null, number ${int} not null, idle ${text} not null default '', told ${int} not null default -1`,
    );
    await table(
      "log",
      `feed ${int} not null, n ${int} not null, at ${text} not null, state ${text} not null, delivery ${text}, rows ${int}, rejected ${int}, entry ${text} not null`,
      clustered,
    );
    await table(
      "deliveries",
      `feed ${int} not null, sha256 ${text} not null, position ${int} not null, is_open ${int} not null, bytes ${text} not null, received_at ${text} not null, state ${text} not null`,
      clustered,
    );
    await table(
      "earlier",
      `feed ${int} not null, sha256 ${text} not null, n ${int} not null, received_at ${text} not null, decided_as ${text} not null, was_taken ${int} not null`,
      clustered,
    );
    await table(
      "arrivals",
      `feed ${int} not null, arrival ${text} not null, sha256 ${text} not null, taken_at ${text} not null default ''`,
      clustered,
    );
    await table(
      "records",
      `feed ${int} not null, id ${text} not null, record ${text} not null, notes ${text} not null, number ${int} not null default 0`,
      clustered,
    );
    await table(
      "removed",
      `feed ${int} not null, id ${text} not null, updated_at ${text} not null, hash ${text} not null`,
      clustered,
    );
    await table(
      "publications",
      `feed ${int} not null, number ${int} not null, at ${text} not null, facts ${text} not null, delivered ${text} not null`,
      clustered,
    );
    await table("stamps", `feed ${int} not null, number ${int} not null, second ${int} not null`, clustered);
    await table("horizons", `account ${text} not null, second ${int} not null`, clustered);
    await table(
      "events",
      `feed ${int} not null, id ${text} not null, second ${int} not null, state ${text} not null, tries ${int} not null, next_try ${int} not null, at ${text} not null, answer ${text} not null`,
      clustered,
    );
    await table(
      "outbox",
      `id ${text} not null, account ${text} not null, state ${text} not null, since ${int} not null, posted ${int} not null, second ${int} not null, creditor ${text} not null, number ${text} not null, kind ${text} not null, total ${text} not null, currency ${text} not null, day ${text} not null, invoice ${text} not null, file_name ${text} not null, bytes ${bytes} not null, sha256 ${text} not null, attempt ${int} not null, record ${text} not null, story ${text} not null, near ${text} not null default ''`,
    );
    await table(
      "outbox_attempts",
      `id ${text} not null, entry ${text} not null, n ${int} not null, place ${text} not null, name ${text}, at ${int} not null, owner ${text} not null, unique (place, name)`,
    );
    await table(
      "invoice_keys",
      `account ${text} not null, creditor ${text} not null, number ${text} not null, kind ${text} not null, record ${text} not null, entry ${text} not null`,
      clustered,
    );
    await table(
      "accrual_uses",
      `account ${text} not null, accrual ${text} not null, kind ${text} not null, record ${text} not null, entry ${text} not null`,
      clustered,
    );
    await table(
      "bodies",
      `feed ${int} not null, encoding ${text} not null, piece ${int} not null, bytes ${bytes} not null`,
    );
    await table(
      "changes",
      `feed ${int} not null, number ${int} not null, id ${text} not null, kind ${text} not null, fields ${text} not null, before ${text}, after ${text}, noted ${text}, line ${int}`,
      clustered,
    );
    await table(
      "blobs",
      `sha256 ${text} not null, piece ${int} not null, bytes ${bytes} not null, at ${int} not null default 0`,
    );
    await table(
      "documents",
      `feed ${int} not null, delivery ${text} not null, name ${text} not null, piece ${int} not null, text ${text} not null`,
    );
    await table(
      "leases",
      `name ${text} not null, owner ${text} not null, since ${text} not null, deadline ${int} not null, token ${int} not null`,
    );
    await table(
      "credentials",
      `kind ${text} not null, id ${text} not null, account ${text} not null, created_at ${text} not null, credential ${text} not null`,
    );
    await table(
      "access_tokens",
      `digest ${text} not null, credential ${text} not null, account ${text} not null, expires ${int} not null`,
    );
    await table("facts", `name ${text} not null, value ${text} not null`);
    for (const index of [
      "changes_of_a_record on changes (feed, id, number)",
      "deliveries_in_order on deliveries (feed, position)",
      "open_deliveries on deliveries (is_open, feed)",
      "deliveries_of_bytes on deliveries (sha256) where bytes <> 'gone'",
      "leaving_deliveries on deliveries (sha256) where bytes = 'leaving'",
      "log_in_time on log (at)",
      "log_of_a_delivery on log (feed, delivery)",
      "arrivals_by_key on arrivals (arrival)",
      "records_by_publication on records (feed, number, id)",
      "waiting_events on events (feed, next_try, id) where state = 'waiting'",
      "refused_events on events (feed, id) where state = 'refused'",
      "outbox_by_state on outbox (account, state, posted, id)",
      "outbox_by_record on outbox (account, record) where record <> ''",
      "outbox_by_second on outbox (account, second)",
      "attempts_of_an_entry on outbox_attempts (entry, n)",
      "keys_of_an_entry on invoice_keys (entry) where entry <> ''",
      "keys_of_a_record on invoice_keys (account, record) where record <> ''",
      "accruals_of_a_record on accrual_uses (account, record) where record <> ''",
      "accruals_of_an_entry on accrual_uses (entry) where entry <> ''",
    ]) {
      await sql.raw(`create index ${index}`).execute(db);
    }
  },
  // Reports of runs.
  async (db, engine) => {
    const { text, ending } = words[engine];
    await sql
      .raw(
        `create table runs (run ${text} not null primary key, worker ${text} not null, report ${text} not null) ${ending}`,
      )
      .execute(db);
  },
];

/** Versions that no released program made are not read. */
export const firstVersion = 10;

/** The version of the schema that this program reads and writes. */
export const schemaVersion = firstVersion - 1 + migrations.length;

/**
 * Brings the schema up to this program's, in one transaction, which the database undoes when it is interrupted.
 *
 * @param tx a transaction that nobody else can begin at the same time
 */
export async function migrate(tx: Kysely<Schema>, engine: Engine, from: number): Promise<void> {
  for (const step of migrations.slice(Math.max(0, from - firstVersion + 1))) await step(tx, engine);
  await sql`delete from store`.execute(tx);
  await tx.insertInto("store").values({ version: schemaVersion }).execute();
}
