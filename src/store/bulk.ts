import { sql, type Insertable, type Kysely, type RawBuilder } from "./kysely.js";
import { tableKeys, type Engine, type Schema } from "./schema.js";

/** Inserts a row, or replaces the row with the same key. */
export async function putRow<T extends keyof typeof tableKeys>(
  db: Kysely<Schema>,
  table: T,
  row: Insertable<Schema[T]>,
): Promise<void> {
  const key: readonly string[] = tableKeys[table];
  const rest = Object.fromEntries(Object.entries(row).filter(([column]) => !key.includes(column)));
  await db
    .insertInto(table as "facts")
    .values(row as never)
    .onConflict((conflict) => conflict.columns(key as never).doUpdateSet(rest))
    .execute();
}

/** Replaces NUL characters, because PostgreSQL cannot store them in text. */
export function storable(text: string): string {
  return text.replaceAll("\0", "\u2400");
}

/** Maximum number of values in one statement. */
const namedAtOnce = 500;

/** Runs a query for many values by splitting the values among several statements. */
export async function inParts<T, R>(
  all: readonly T[],
  ask: (some: readonly T[]) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  const found: R[] = [];
  for (let at = 0; at < all.length; at += namedAtOnce)
    for (const each of await ask(all.slice(at, at + namedAtOnce))) found.push(each);
  return found;
}

/**
 * Passes rows to the database as a single JSON string, which the database expands. This method is as fast as prepared
 * inserts but takes only one round trip.
 *
 *     insert into records select ..., value ->> 0, value ->> 1 from ${rowsFrom(engine, rows)}
 *
 * `rows` is an array of arrays, as JSON.
 */
export function rowsFrom(engine: Engine, rows: string): RawBuilder<unknown> {
  return engine === "sqlite" ? sql`json_each(${rows})` : sql`jsonb_array_elements(${rows}::jsonb)`;
}
