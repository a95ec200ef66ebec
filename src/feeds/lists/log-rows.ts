import { inParts, storable } from "../../store/bulk.js";
import { sql, type Insertable, type RawBuilder, type Selectable } from "../../store/kysely.js";
import type { Schema } from "../../store/schema.js";
import type { Queries } from "../../store/store.js";
import { entrySchema, guardsIn, reasonIn, type Entry, type LoggedGuard } from "./log.js";

/**
 * Converts log entries to rows of the tables `log` and `log_guards`, and back. A reason is stored only in its entry's
 * row, or, if guards hold a delivery, in the rows of the guards. Other tables refer to the entry by its number.
 */

export async function insertEntries(tx: Queries, feed: number, entries: readonly Entry[]): Promise<void> {
  await tx
    .insertInto("log")
    .values(entries.map((entry) => rowOf(feed, entry)))
    .execute();
  const guards = entries.flatMap((entry) =>
    guardsIn(entry).map((guard, place) => ({
      ...{ feed, n: entry.n, place, guard: guard.guard },
      sentence: guard.sentence === undefined ? null : storable(guard.sentence),
      found: guard.found ?? null,
      compared_with: guard.compared_with ?? null,
      minimum: guard.minimum ?? null,
      maximum: guard.maximum ?? null,
    })),
  );
  if (guards.length > 0) await tx.insertInto("log_guards").values(guards).execute();
}

/** The fields of entries that are stored in columns or in the rows of `log_guards`. */
const ownColumns: ReadonlySet<string> = new Set([
  "n",
  "at",
  "state",
  "delivery",
  "number",
  "reason",
  "guards",
]);

function rowOf(feed: number, entry: Entry): Insertable<Schema["log"]> {
  const { n, at, state } = entry;
  const person = personOf(entry);
  const details = Object.entries(entry).filter(
    ([field]) => !ownColumns.has(field) && (field !== "by" || person === null),
  );
  return {
    ...{ feed, n, at, state },
    delivery: "delivery" in entry ? entry.delivery : null,
    person,
    reason: reasonColumn(entry),
    number: ("number" in entry ? entry.number : undefined) ?? null,
    name: state === "RECEIVED" ? entry.arrival.name : null,
    details: JSON.stringify(Object.fromEntries(details)),
  };
}

/**
 * Returns the person who caused the entry. For a superseded delivery, `by` refers to the newer delivery instead.
 */
function personOf(entry: Entry): string | null {
  return ("by" in entry && entry.state !== "SUPERSEDED" ? entry.by : undefined) ?? null;
}

/** States whose reason is not part of the entry, because it is derived from other fields. */
const derived: ReadonlySet<Entry["state"]> = new Set(["WAITING", "SUPERSEDED"]);

function reasonColumn(entry: Entry): string | null {
  const reason = derived.has(entry.state) ? reasonIn(entry) : "reason" in entry ? entry.reason : undefined;
  return reason === undefined ? null : storable(reason);
}

type LogRow = Selectable<Schema["log"]>;

/** Returns the entries in the order of their rows. */
export async function entriesIn(db: Queries, rows: readonly LogRow[]): Promise<readonly Entry[]> {
  const guards = await guardsAt(
    db,
    rows.filter(({ state, person }) => state === "HELD" || person !== null),
  );
  return rows.map((row) => entryOf(row, guards(row)));
}

function entryOf(row: LogRow, guards: readonly LoggedGuard[]): Entry {
  const { n, at, state, delivery, person, reason, number, details } = row;
  const hasGuards = state === "HELD" || state === "RELEASED" || (state === "REJECTED" && person !== null);
  return entrySchema.parse({
    ...{ n, at, state },
    ...(delivery !== null && { delivery }),
    ...(number !== null && { number }),
    ...(person !== null && { by: person }),
    ...(reason !== null && !derived.has(state) && { reason }),
    ...(hasGuards && { guards }),
    ...(JSON.parse(details) as object),
  });
}

interface Place {
  readonly feed: number;
  readonly n: number;
}

/** Returns a function from a log entry to its guards, in order. */
export async function guardsAt(
  db: Queries,
  entries: readonly Place[],
): Promise<(entry: Place) => readonly LoggedGuard[]> {
  const rows = await inParts(entries, async (some) => {
    const found = await sql<Selectable<Schema["log_guards"]>>`
      with wanted (feed, n) as (values ${pairs(some)})
      select log_guards.* from wanted
      join log_guards on log_guards.feed = wanted.feed and log_guards.n = wanted.n
      order by place`.execute(db);
    return found.rows;
  });
  const found = grouped(rows, keyOf);
  return (entry) =>
    found(keyOf(entry)).map(({ feed: _, n: __, place: ___, ...guard }) => withoutNull(guard) as LoggedGuard);
}

/** Returns a function from a log entry to its person and reason. */
export async function reasonsAt(
  db: Queries,
  entries: readonly Place[],
): Promise<(entry: Place) => { readonly person: string | null; readonly reason: string }> {
  const rows = await inParts(entries, async (some) => {
    const found = await sql<Pick<LogRow, "feed" | "n" | "person" | "reason">>`
      with wanted (feed, n) as (values ${pairs(some)})
      select log.feed, log.n, log.person, log.reason from wanted
      join log on log.feed = wanted.feed and log.n = wanted.n`.execute(db);
    return found.rows;
  });
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  return (entry) => {
    const { person = null, reason } = found.get(keyOf(entry)) ?? {};
    return { person, reason: reason ?? "" };
  };
}

function pairs(entries: readonly Place[]): RawBuilder<unknown> {
  return sql.join(entries.map(({ feed, n }) => sql`(cast(${feed} as bigint), cast(${n} as bigint))`));
}

function keyOf({ feed, n }: Place): string {
  return `${feed} ${n}`;
}

function withoutNull(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

/** The items with the same key keep their order. */
export function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): (key: K) => readonly T[] {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return (key) => groups.get(key) ?? [];
}
