import { sql, type RawBuilder } from "./kysely.js";
import type { Engine } from "./schema.js";

/** How many things one statement names. */
const namedAtOnce = 500;

/** Asks for many things, as many at a time as one statement should name. */
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
 * Rows as one JSON text, which the database takes apart: as fast as a statement for each, without a turn for each.
 *
 *     insert into records select ..., value ->> 0, value ->> 1 from ${rowsFrom(engine, rows)}
 *
 * @param rows an array of arrays, as JSON
 */
export function rowsFrom(engine: Engine, rows: string): RawBuilder<unknown> {
  return engine === "sqlite" ? sql`json_each(${rows})` : sql`jsonb_array_elements(${rows}::jsonb)`;
}
