import { isGone, processSchema, thisProcess } from "../system/process.js";
import { inParts } from "../store/bulk.js";
import type { Queries, Store } from "../store/store.js";

/** Attempts to send an invoice: each has an id of its own, and a final name that nobody else ever gets. */

export interface SendAttempt {
  /** Names the file of our own, and lies in the outbox folder as the last one that was begun there. */
  readonly id: string;
  readonly n: number;
  readonly place: string;
  /** The final name; null until it is reserved. */
  readonly name: string | null;
  /** Milliseconds since 1970, by the clock of the database. */
  readonly at: number;
  /** Which process made it. */
  readonly owner: ReturnType<typeof thisProcess>;
}

/** The name of an attempt's file where the FFS does not look. */
export const ownName = (account: string, attempt: string): string => `file-${account}-${attempt}`;

export async function sendAttempts(db: Queries, entry: string): Promise<readonly SendAttempt[]> {
  const rows = await db
    .selectFrom("outbox_attempts")
    .select(["id", "n", "place", "name", "at", "owner"])
    .where("entry", "=", entry)
    .orderBy("n")
    .orderBy("at")
    .execute();
  return rows.map(({ owner, ...rest }) => ({ ...rest, owner: processSchema.parse(JSON.parse(owner)) }));
}

/** What names of files at a place are of, by name, with the state of the invoice and its last attempt. */
export async function attemptsNamed(
  db: Queries,
  place: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedAttempt & { readonly state: string; readonly last: number }>> {
  // Answers stay for years.
  const rows = await inParts(names, (some) =>
    db
      .selectFrom("outbox_attempts")
      .innerJoin("outbox", "outbox.id", "outbox_attempts.entry")
      .select(["name", "entry", "n", "state", "attempt as last"])
      .where("place", "=", place)
      .where("name", "in", some)
      .execute(),
  );
  return new Map(rows.map(({ name, ...rest }) => [name ?? "", rest]));
}

interface NamedAttempt {
  readonly entry: string;
  readonly n: number;
}

/** The attempt whose file bears a name at a place: which invoice it is of, and which attempt of it. */
export async function attemptNamed(
  db: Queries,
  place: string,
  name: string,
): Promise<NamedAttempt | undefined> {
  return db
    .selectFrom("outbox_attempts")
    .select(["entry", "n"])
    .where("place", "=", place)
    .where("name", "=", name)
    .executeTakeFirst();
}

export async function addAttempt(
  tx: Queries,
  attempt: Pick<SendAttempt, "id" | "n" | "place" | "at"> & { readonly entry: string },
): Promise<void> {
  const row = { ...attempt, name: null, owner: JSON.stringify(thisProcess()) };
  await tx.insertInto("outbox_attempts").values(row).execute();
}

/**
 * Reserves a final name for ever: the one that is wanted, or the first after it that nobody ever had.
 *
 * @returns the name
 */
export async function reserveName(tx: Queries, id: string, place: string, wanted: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : numbered(wanted, n);
    if ((await attemptNamed(tx, place, name)) !== undefined) continue;
    await tx.updateTable("outbox_attempts").set({ name }).where("id", "=", id).execute();
    return name;
  }
}

/** `AP-17.xml`, `AP-17-2.xml`. */
function numbered(name: string, n: number): string {
  const dot = name.indexOf(".", 1);
  return dot < 0 ? `${name}-${n}` : `${name.slice(0, dot)}-${n}${name.slice(dot)}`;
}

/** Of some ids, those that no attempt of this store has. */
export async function strangers(db: Queries, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("outbox_attempts").select("id").where("id", "in", ids).execute();
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** Longer than any request to a server is waited for, in milliseconds. */
const longest = 600_000;

/** Whether the process that made an attempt can no longer have a request under way. */
export async function isOver(
  { owner, at }: SendAttempt,
  store: Pick<Store, "engine" | "now" | "db">,
): Promise<boolean> {
  const { pid, started } = thisProcess();
  // What this process began before, it has ended.
  if ((owner.pid === pid && owner.started === started) || isGone(owner, store.engine === "sqlite"))
    return true;
  return (await store.now(store.db)) - at > longest;
}
