import { sql, type RawBuilder } from "../../store/kysely.js";
import type { tableKeys } from "../../store/schema.js";
import type { Store } from "../../store/store.js";

export interface TracedPerson {
  readonly id: string;
  /** Strings from the person's records, changes and rows, such as names and email addresses. */
  readonly texts: ReadonlySet<string>;
}

/** A condition for rows that contain the person's data, or the reason why the table cannot contain any such data. */
type Table = { readonly shows: RawBuilder<unknown>; readonly what: string } | { readonly never: string };

export function holdsAny({ engine }: Pick<Store, "engine">, column: string, texts: readonly string[]) {
  const place = engine === "sqlite" ? sql`instr` : sql`strpos`;
  const each = texts.map((text) => sql`${place}(${sql.ref(column)}, ${text}) > 0`);
  return sql<boolean>`(${sql.join(each, sql` or `)})`;
}

/**
 * Returns sentences that state where the store still holds a feed's data about a person, without naming the person. One
 * query covers all tables. Delivered bytes are not searched, because `forget` reads them with their mapping.
 */
export async function tracesOf(
  { db, engine }: Store,
  feedName: string,
  { id, texts }: TracedPerson,
): Promise<readonly string[]> {
  const inFeed = sql`feed = (select id from feeds where name = ${feedName})`;
  // The search uses the ID as a JSON string, because a short ID may be part of other strings. Names are not searched
  // for, because other people may have the same name.
  const quoted = JSON.stringify(id);
  const marks = [quoted, ...[...texts].filter((text) => text.includes("@"))];
  const within = (column: string) => holdsAny({ engine }, column, marks);
  const tables: Record<keyof typeof tableKeys, Table> = {
    records: { shows: sql`${inFeed} and id = ${id}`, what: "the current list" },
    removed: { shows: sql`${inFeed} and id = ${id}`, what: "notes about removed records" },
    changes: { shows: sql`${inFeed} and id = ${id}`, what: "the change history" },
    events: { shows: sql`${inFeed} and id = ${id}`, what: "events for the platform" },
    publications: {
      shows: sql`${inFeed} and (${within("delivered")} or ${within("facts")})`,
      what: "data about versions",
    },
    bodies: { never: "compressed, and created from the list for each publication" },
    documents: {
      // Documents are deleted together with their delivery's bytes, so documents without stored bytes are also
      // reported.
      shows: sql`${inFeed} and (${within("text")} or not exists (select 1 from deliveries
        where deliveries.feed = documents.feed and deliveries.sha256 = documents.delivery and bytes <> 'gone'))`,
      what: "reports and rejected rows of deliveries",
    },
    deliveries: {
      shows: sql`${inFeed} and ${within("name")}`,
      what: "the state of deliveries",
    },
    unacknowledged: { shows: sql`${inFeed} and ${within("name")}`, what: "files at the source" },
    balances: { never: "sums" },
    accepted_parts: { never: "hashes" },
    approvals: { never: "hashes" },
    row_counts: { never: "counts" },
    log: {
      // `reason` and `person` are plain text, so a short ID is found only as the whole value.
      shows: sql`${inFeed} and (reason = ${id} or person = ${id} or ${within("reason")} or ${within("person")}
        or ${within("details")})`,
      what: "the log of decisions",
    },
    log_guards: { shows: sql`${inFeed} and ${within("sentence")}`, what: "reasons of held deliveries" },
    feeds: { never: "names and times" },
    faults: { shows: sql`feed_name = ${feedName} and ${within("sentence")}`, what: "faults" },
    fault_files: { shows: sql`feed_name = ${feedName} and ${within("file")}`, what: "faults" },
    fault_commands: {
      shows: sql`feed_name = ${feedName} and ${within("command")}`,
      what: "faults",
    },
    outputs: { never: "numbers of versions" },
    unprocessed_files: { shows: within("name"), what: "unprocessed files at the sources" },
    facts: { shows: within("value"), what: "unsent alerts or other data about the workspace" },
    runs: { shows: within("report"), what: "run reports" },
    blobs: { never: "`forget` reads the deliveries instead" },
    earlier: { never: "hashes and times" },
    arrivals: { never: "hashes and times" },
    stamps: { never: "times" },
    horizons: { never: "times" },
    outbox: { never: "invoices, which contain no people from lists" },
    outbox_attempts: { never: "files of invoices" },
    invoice_keys: { never: "numbers of invoices" },
    accrual_uses: { never: "ids of invoices" },
    leases: { never: "processes" },
    credentials: { never: "clients" },
    access_tokens: { never: "clients" },
  };
  const selects = Object.entries(tables).flatMap(([name, table]) => {
    if ("never" in table) return [];
    const what = sql`cast(${table.what} as ${sql.raw("text")}) as what`;
    return [sql`select ${what}, count(*) as found from ${sql.table(name)} where ${table.shows}`];
  });
  const { rows } = await sql<{ readonly what: string; readonly found: number }>`
    select what, found from (${sql.join(selects, sql` union all `)}) as places where found > 0`.execute(db);
  return rows.map(({ what, found }) => `${feedName}: ${what} (${found} ${found === 1 ? "row" : "rows"}).`);
}
