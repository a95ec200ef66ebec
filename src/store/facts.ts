import { putRow } from "./bulk.js";
import type { Queries } from "./store.js";

/** Facts are individual values, each stored as JSON under a name. */

/** Time of the last backup, ISO 8601 UTC. */
export const backedUpFact = "backed up";

/** Time of the last restore, in milliseconds since 1970. */
export const restoredFact = "restored";

export async function readFact(db: Queries, name: string): Promise<unknown> {
  const row = await db.selectFrom("facts").select("value").where("name", "=", name).executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.value) as unknown);
}

/** Returns all facts whose name starts with `beginning`, ordered by name. `beginning` must end with a space. */
export async function readFacts(db: Queries, beginning: string): Promise<ReadonlyMap<string, unknown>> {
  const rows = await db
    .selectFrom("facts")
    .selectAll()
    .where("name", ">=", beginning)
    .where("name", "<", `${beginning.slice(0, -1)}!`)
    .orderBy("name")
    .execute();
  return new Map(rows.map(({ name, value }) => [name, JSON.parse(value)]));
}

/** Like `readFact`, but locks the fact until the transaction ends, even if the fact did not exist. */
export async function readLockedFact(tx: Queries, name: string): Promise<unknown> {
  const { value } = await tx
    .insertInto("facts")
    .values({ name, value: "null" })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ name }))
    .returning("value")
    .executeTakeFirstOrThrow();
  return (JSON.parse(value) as unknown) ?? undefined;
}

export async function writeFact(db: Queries, name: string, fact: unknown): Promise<void> {
  await putRow(db, "facts", { name, value: JSON.stringify(fact) });
}

export async function dropFact(db: Queries, name: string): Promise<void> {
  await db.deleteFrom("facts").where("name", "=", name).execute();
}
