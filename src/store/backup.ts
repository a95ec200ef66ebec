import { chmod, copyFile, mkdir, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { failure, hasCode, LadingError } from "../errors.js";
import { piecesOf, soundBlob, writePieces } from "./blobs.js";
import { backedUpFact, restoredFact, writeFact } from "./facts.js";
import { keepHorizons } from "./horizons.js";
import { Kysely, sql } from "./kysely.js";
import { migrate, tableKeys, type Engine, type Schema } from "./schema.js";
import { sqliteDialect } from "./sqlite.js";
import { openStore, vacuumInto, type Queries, type Store } from "./store.js";

/**
 * A backup contains the store and its blobs in one file, which is a SQLite database with the same schema and the
 * blobs in a table.
 */

/** Called with the number of delivered files copied so far. */
type OnBlob = (done: number) => void;

/**
 * Writes a consistent copy even while other processes are working. The file appears at its final path only when it is
 * complete. Returns the time at which the backup started, in ISO 8601 UTC, and an error for each damaged file. Damaged
 * files are omitted.
 */
export async function backUp(
  { engine, db, blobs }: Store,
  file: string,
  onBlob?: OnBlob,
): Promise<{ readonly at: string; readonly damaged: readonly LadingError[] }> {
  const damaged: LadingError[] = [];
  const at = new Date().toISOString();
  const draft = `${file}.part`;
  await rm(draft, { force: true });
  if (engine === "sqlite") await vacuumInto(db, draft);
  else await (await open(draft, "wx", 0o600)).close();
  const copy = new Kysely<Schema>({ dialect: sqliteDialect(draft) });
  try {
    if (engine === "postgres") await copyOut(db, copy);
    const kept = copy.selectFrom("deliveries").select("sha256").distinct().where("bytes", "=", "kept");
    for (const [done, { sha256 }] of (await kept.execute()).entries()) {
      // Retention may have deleted the file since the database was copied, so a missing file is not an error.
      const isCopied = await copyBlob(blobs, copy, sha256).catch((error: unknown) => {
        if (!(error instanceof LadingError && error.code === "store_damaged")) throw error;
        damaged.push(error);
        return false;
      });
      if (!isCopied) {
        await copy.updateTable("deliveries").set({ bytes: "gone" }).where("sha256", "=", sha256).execute();
      }
      onBlob?.(done + 1);
    }
    await writeFact(copy, backedUpFact, at);
    // Makes the backup a single file without a write-ahead log.
    await sql`pragma journal_mode=delete`.execute(copy);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await copy.destroy();
  }
  await rename(draft, file);
  return { at, damaged };
}

async function copyBlob(blobs: Store["blobs"], copy: Queries, sha256: string): Promise<boolean> {
  const path = await soundBlob(blobs, sha256);
  if (path === undefined) return false;
  try {
    await writePieces(copy, sha256, path);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}

async function copyOut(db: Queries, copy: Queries): Promise<void> {
  await copy.transaction().execute(async (into) => {
    await sql`create table store (version integer not null)`.execute(into);
    await migrate(into, "sqlite", 0);
    // One snapshot for all tables.
    await db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute((from) => copyTables(from, into));
  });
}

/**
 * Copies a backup to `folder`, opens the copy, and prepares it for a restore. Current data is not changed. Throws
 * `file_not_found`, `not_a_backup` or `newer_version`.
 */
export async function openBackup(file: string, folder: string): Promise<Store> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700, recursive: true });
  const copy = join(folder, "lading.db");
  try {
    await copyFile(file, copy);
    await chmod(copy, 0o600);
    await refuseOthers(copy);
    return await openStore({ data: folder });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw failure("file_not_found", { path: file, near: "" }, error);
    if (code === "newer_version" || code === "ENOSPC" || code === "EACCES") throw error;
    throw failure("not_a_backup", { path: file }, error);
  }
}

/**
 * Refuses files that are not backups, because opening an empty file or another program's database would turn it into
 * a store.
 */
async function refuseOthers(file: string): Promise<void> {
  const db = new Kysely<Schema>({ dialect: sqliteDialect(file) });
  try {
    await db.selectFrom("store").select("version").executeTakeFirstOrThrow();
  } finally {
    await db.destroy();
  }
}

/**
 * Replaces the content of the store with an opened backup in one transaction. Other processes can read in the meantime.
 * The operation can be repeated after a crash. Throws `not_a_backup` if a delivered file does not match its hash. In
 * this case, the store is unchanged, except that it may contain additional files that no delivery references.
 */
export async function putBack(backup: Store, store: Store, file: string, onBlob?: OnBlob): Promise<void> {
  const sha256s = await backup.db.selectFrom("blobs").select("sha256").distinct().execute();
  for (const [done, { sha256 }] of sha256s.entries()) {
    const blob = await store.blobs.put(piecesOf(backup.db, sha256));
    if (blob.sha256 !== sha256) throw failure("not_a_backup", { path: file });
    onBlob?.(done + 1);
  }
  await store.transaction(async (tx) => {
    // The horizons are kept, because clients rely on the responses that they received before the restore.
    const replaced = tables().filter((table) => table !== "horizons");
    // Tables with foreign keys are emptied first and filled last.
    for (const table of replaced.toReversed()) await tx.deleteFrom(table).execute();
    await copyTables(backup.db, tx, replaced, store.engine);
    await keepHorizons(store, tx, backup.db);
    await writeFact(tx, restoredFact, Date.now());
  });
  // A concurrent sweep may have deleted a file that no delivery referenced before the restore.
  for (const { sha256 } of sha256s)
    if (!(await store.transaction((tx) => store.blobs.has(sha256, tx))))
      await store.blobs.put(piecesOf(backup.db, sha256));
}

/** Returns all tables except the blobs, which are copied separately. */
function tables(): readonly Copied[] {
  return (Object.keys(tableKeys) as (keyof typeof tableKeys)[]).filter((name) => name !== "blobs");
}

type Copied = Exclude<keyof typeof tableKeys, "blobs">;

/** Rows per statement. Some rows contain a megabyte. */
const rowsAtOnce = 32;

/** Copies the rows of the tables, even between different database engines. */
async function copyTables(
  from: Queries,
  into: Queries,
  names = tables(),
  engine: Engine = "sqlite",
): Promise<void> {
  for (const table of names) {
    const key = sql.join(tableKeys[table].map((column) => sql.ref(column)));
    let last: readonly unknown[] | undefined;
    for (;;) {
      const after =
        last === undefined ? sql`` : sql`where (${key}) > (${sql.join(last.map((value) => sql`${value}`))})`;
      const { rows } = await sql<Record<string, unknown>>`
        select * from ${sql.table(table)} ${after} order by ${key} limit ${rowsAtOnce}`.execute(from);
      const end = rows.at(-1);
      if (end === undefined) break;
      last = tableKeys[table].map((column) => end[column]);
      const columns = Object.keys(end);
      const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
      // Feeds keep their IDs, because other tables refer to these IDs. By default, PostgreSQL accepts only IDs that it
      // assigns.
      const given = engine === "postgres" && table === "feeds" ? sql`overriding system value` : sql``;
      await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
        ${given} values ${sql.join(values)}`.execute(into);
    }
  }
  if (engine === "postgres") {
    await sql`select setval(pg_get_serial_sequence('feeds', 'id'), (select coalesce(max(id), 1) from feeds))`.execute(
      into,
    );
  }
}
