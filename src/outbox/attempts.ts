import { isGone, processSchema, thisProcess } from "../system/process.js";
import { inParts } from "../store/bulk.js";
import type { Queries, Store } from "../store/store.js";

/** Attempts to send an invoice. Each attempt has its own ID and a final file name that is never reused. */

export interface SendAttempt {
  /**
   * ID that is part of two names: the name of Lading's own file, and the name of the marker for the last attempt in
   * the outbox folder.
   */
  readonly id: string;
  readonly n: number;
  /** Key of the outbox folder. */
  readonly place: string;
  /** The final name. Null until it is reserved. */
  readonly name: string | null;
  /** Milliseconds since 1970, by the database's clock. */
  readonly at: number;
  readonly owner: ReturnType<typeof thisProcess>;
}

/** Name of an attempt's file in Lading's own folder, which the FFS does not read. */
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

/**
 * Finds attempts by file name in an outbox folder, with the state of the invoice and the number of its last attempt.
 */
export async function attemptsNamed(
  db: Queries,
  place: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, NamedAttempt & { readonly state: string; readonly last: number }>> {
  // The names are queried in parts, because response files are kept for years and may be numerous.
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
 * Reserves a final name permanently and returns it. The final name is the desired name, or the next numbered name
 * that was never used.
 */
export async function reserveName(tx: Queries, id: string, place: string, wanted: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : numbered(wanted, n);
    if ((await attemptNamed(tx, place, name)) !== undefined) continue;
    await tx.updateTable("outbox_attempts").set({ name }).where("id", "=", id).execute();
    return name;
  }
}

/** Returns a name such as `AP-17-2.xml` for `AP-17.xml`. */
function numbered(name: string, n: number): string {
  const dot = name.indexOf(".", 1);
  return dot < 0 ? `${name}-${n}` : `${name.slice(0, dot)}-${n}${name.slice(dot)}`;
}

export async function unknownAttempts(db: Queries, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("outbox_attempts").select("id").where("id", "in", ids).execute();
  const known = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !known.has(id));
}

/** A time in milliseconds that exceeds the timeout of every request to a server. */
const longestRequest = 600_000;

/** True if the process that made the attempt can no longer have a request in progress. */
export async function isOver(
  { owner, at }: SendAttempt,
  store: Pick<Store, "engine" | "now" | "db">,
): Promise<boolean> {
  const { pid, started } = thisProcess();
  // The current process has finished all its earlier work.
  if ((owner.pid === pid && owner.started === started) || isGone(owner, store.engine === "sqlite"))
    return true;
  return (await store.now(store.db)) - at > longestRequest;
}
