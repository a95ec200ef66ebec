import { existsSync } from "node:fs";
import { access, constants, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, sql, type Transaction } from "./kysely.js";
import { failure, isDenied, LadingError, writingFailure, wrongUse } from "../errors.js";
import { realDisk, type Disk } from "../system/disk.js";
import { ensureFolder, exists, namesIn } from "../system/durable.js";
import { refuseNetwork } from "./network-folder.js";
import { databaseBlobs, folderBlobs, type Blobs } from "./blobs.js";
import { firstVersion, migrate, schemaVersion, type Engine, type Schema } from "./schema.js";

/**
 * The store consists of the blobs, which are the delivered files, and a database with all other state
 * (`docs/semantics.md` section 5).
 */

/** The database or a transaction, for queries. */
export type Queries = Kysely<Schema>;

export interface Store {
  readonly engine: Engine;
  readonly db: Queries;
  readonly blobs: Blobs;
  transaction<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /**
   * Returns the current time in milliseconds since 1970 according to the database's clock, which all machines share.
   */
  now(db: Queries): Promise<number>;
  /**
   * Returns a number that changes with every commit by any process. Returns undefined if the store cannot respond
   * without waiting, which is always the case for PostgreSQL, for a write-protected file and for a database in memory,
   * and is the case for SQLite while it is busy.
   */
  version(this: void): number | undefined;
  /**
   * Empties SQLite's write-ahead log, which still contains deleted data. Returns false if a reader prevents this. Does
   * nothing for PostgreSQL.
   */
  wipe(): Promise<boolean>;
  close(): Promise<void>;
}

interface StoreLocation {
  readonly data: string;
  /** URL of a PostgreSQL database. If undefined, the store is a SQLite database in the data folder. */
  readonly database?: string | undefined;
  /** True if an existing store is only read and no store is created. */
  readonly isRead?: boolean;
  /** True to allow an empty store next to files from an earlier store, because a backup will be restored. */
  readonly isRestored?: boolean;
}

/**
 * Opens or creates the store of a workspace. If `isRead` is set and there is no store, returns an empty store in
 * memory. Throws `store_lost`, `newer_version`, `earlier_data`, `store_damaged`, `store_busy`, `storage_failed`,
 * `no_permission`, `network_folder`, `store_unreachable`, `wrong_database_url` or `wrong_use`.
 */
export async function openStore(location: StoreLocation, disk: Disk = realDisk): Promise<Store> {
  const { data, database } = location;
  await refuseEarlierData(disk, data);
  const isRestored = location.isRestored === true;
  let remains = database === undefined ? await remainsOfFile(disk, data) : undefined;
  const lost = (path: string, what: string) => failure("store_lost", { path, remains: what, data });
  if (remains !== undefined && !isRestored) throw lost(join(data, sqliteFile), remains);
  const engine: Engine = database === undefined ? "sqlite" : "postgres";
  const isReadOnly =
    database === undefined && location.isRead === true && (await isWriteProtected(disk, data));
  const path = database === undefined ? await sqlitePath(location, isReadOnly, disk) : "in PostgreSQL";
  const sqlite = database === undefined ? await import("./sqlite.js") : undefined;
  const isFile = sqlite !== undefined && path !== inMemory;
  const versions = isFile && !isReadOnly ? sqlite.watchVersion(path) : undefined;
  const db = new Kysely<Schema>({
    dialect:
      sqlite?.sqliteDialect(path, isReadOnly && isFile) ??
      (await import("./postgres.js")).postgresDialect(database ?? ""),
  });
  const folder = folderBlobs(disk, join(data, "blobs"), join(data, "tmp"));
  const store: Store = {
    engine,
    db,
    blobs: database === undefined ? folder : databaseBlobs(db, folder),
    transaction: (work) => db.transaction().execute(work),
    now: async (asked) => (engine === "sqlite" ? Date.now() : timeIn(asked)),
    version: () => versions?.read(),
    wipe: async () => engine === "postgres" || wipeSqlite(db),
    async close() {
      versions?.close();
      await db.destroy();
    },
  };
  try {
    const found = await foundVersion(store);
    if (path !== inMemory) remains ??= await remainsOfEmptied(store, found, disk, data);
    if (remains !== undefined && !isRestored) throw lost(path, remains);
    await prepare(store, path, found);
    // A restore writes feeds before it restores the backup's data, so a store that contains feeds may still be
    // incomplete. This fact marks such a store.
    if (remains !== undefined) {
      const fact = db.insertInto("facts").values({ name: restoringFact, value: "true" });
      await fact.onConflict((conflict) => conflict.column("name").doNothing()).execute();
    }
    return store;
  } catch (error) {
    await store.close().catch(() => {});
    throw error;
  }
}

async function timeIn(db: Queries): Promise<number> {
  const { rows } = await sql<{ readonly now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db);
  return rows[0]?.now ?? Date.now();
}

async function wipeSqlite(db: Queries): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows: was } = await sql<{ readonly timeout: number }>`pragma busy_timeout`.execute(connection);
    // The checkpoint blocks writers while it waits for readers, so it waits only briefly.
    await sql`pragma busy_timeout = 500`.execute(connection);
    try {
      const { rows } = await sql<{ readonly busy: number }>`pragma wal_checkpoint(truncate)`.execute(
        connection,
      );
      return rows[0]?.busy !== 1;
    } finally {
      await sql.raw(`pragma busy_timeout = ${was[0]?.timeout ?? 0}`).execute(connection);
    }
  });
}

/**
 * Creates the SQLite file and its folder with private permissions if necessary. If a missing store is only read,
 * returns the name of a database in memory.
 */
async function sqlitePath({ data, isRead }: StoreLocation, isReadOnly: boolean, disk: Disk): Promise<string> {
  const path = join(data, sqliteFile);
  if (isRead === true && !(await exists(disk, path))) return inMemory;
  if (isReadOnly) return path;
  try {
    await ensureFolder(disk, data);
    await refuseNetwork(data);
    // The file contains people's names. SQLite's other files are created with the same permissions.
    await (await open(path, "a", 0o600)).close();
  } catch (error) {
    throw writingFailure(path, error) ?? error;
  }
  return path;
}

const inMemory = ":memory:";
const sqliteFile = "lading.db";

/** True if the folder or the SQLite file is write-protected. Reading works without write access. */
async function isWriteProtected(disk: Disk, folder: string): Promise<boolean> {
  for (const path of [folder, join(folder, sqliteFile)]) {
    const isProtected = access(path, constants.W_OK).then(
      () => false,
      () => exists(disk, path),
    );
    if (await isProtected) return true;
  }
  return false;
}

/** The schema version. Undefined for an empty database. */
async function foundVersion({ db }: Store): Promise<number | undefined> {
  return versionOf(db).catch((error: unknown) => {
    if (error instanceof LadingError) throw error;
    // The table does not exist yet.
    return undefined;
  });
}

/**
 * Describes the remains of an earlier store next to a missing or empty SQLite file. If SQLite opened the database
 * anyway, it would create a new one and delete the write-ahead log.
 */
async function remainsOfFile(disk: Disk, data: string): Promise<string | undefined> {
  const file = await stat(join(data, sqliteFile)).catch(() => undefined);
  if (file !== undefined && file.size > 0) return undefined;
  const remains = await remainsOf(disk, data);
  if (remains !== undefined || file !== undefined) return remains;
  const log = join(data, `${sqliteFile}-wal`);
  const logged = await stat(log).catch(() => undefined);
  return logged !== undefined && logged.size > 0 ? `the log ${log} of an earlier store remains` : undefined;
}

/**
 * Describes the remains of an earlier store next to a database without feeds. Feeds are written before their first
 * file, so the store must have been lost or a restore must have been interrupted.
 */
async function remainsOfEmptied(
  { db }: Store,
  found: number | undefined,
  disk: Disk,
  data: string,
): Promise<string | undefined> {
  if (found === undefined) return remainsOf(disk, data);
  // `prepare` refuses stores with unsupported schema versions.
  if (found < firstVersion || found > schemaVersion) return undefined;
  const fact = db.selectFrom("facts").select("name").where("name", "=", restoringFact);
  if ((await fact.executeTakeFirst()) !== undefined) return "a restore into this store was interrupted";
  const feed = await db.selectFrom("feeds").select("id").limit(1).executeTakeFirst();
  return feed === undefined ? remainsOf(disk, data) : undefined;
}

/** Name of a fact that exists in a new store until the restore is complete. */
const restoringFact = "restoring";

async function remainsOf(disk: Disk, data: string): Promise<string | undefined> {
  const folder = join(data, "blobs");
  const files = folderBlobs(disk, folder, join(data, "tmp")).list()[Symbol.asyncIterator]();
  let count = 0;
  while ((await files.next()).done !== true) count += 1;
  if (count > 0) return `${count} delivered ${count === 1 ? "file remains" : "files remain"} in ${folder}`;
  return (await namesIn(disk, folder)).length > 0
    ? `the folder ${folder} of an earlier store remains`
    : undefined;
}

async function prepare(store: Store, path: string, found: number | undefined): Promise<void> {
  if (found === schemaVersion) return;
  if (found === undefined && store.engine === "postgres") await refuseEncodings(store.db);
  if (found !== undefined && found < firstVersion) throw failure("earlier_data", { path });
  if (store.engine === "sqlite" && found !== undefined && found < schemaVersion) {
    // An existing copy is kept, because it was made before an interrupted migration and is the only unmodified copy.
    const copy = `${path}.version-${found}`;
    if (!existsSync(copy)) await keepCopy(store.db, copy);
  }
  await store.transaction(async (tx) => {
    if (store.engine === "postgres") await sql`select pg_advisory_xact_lock(5301)`.execute(tx);
    const type = store.engine === "sqlite" ? "integer" : "bigint";
    await sql.raw(`create table if not exists store (version ${type} not null)`).execute(tx);
    // Another process may have migrated the store in the meantime.
    const now = (await versionOf(tx)) ?? 0;
    if (now > schemaVersion) throw failure("newer_version", { path, found: now, known: schemaVersion });
    if (now < schemaVersion) await migrate(tx, store.engine, now);
  });
}

/** Refuses PostgreSQL databases whose encoding cannot represent all names. */
async function refuseEncodings(db: Queries): Promise<void> {
  const { rows } = await sql<{ readonly server_encoding: string }>`show server_encoding`.execute(db);
  const encoding = rows[0]?.server_encoding ?? "";
  if (encoding === "UTF8" || encoding === "SQL_ASCII") return;
  throw wrongUse(
    `The database uses the encoding ${encoding}, which cannot represent every name. Create a database with \`createdb --encoding=UTF8 --template=template0 NAME\`.`,
  );
}

/** The copy appears at its path only when it is complete. */
async function keepCopy(db: Queries, path: string): Promise<void> {
  // Another process may be creating the same copy.
  const draft = `${path}.${process.pid}.part`;
  try {
    await rm(draft, { force: true });
    await vacuumInto(db, draft);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Copies the SQLite file. A private file is created first, because the copy contains people's names. SQLite keeps the
 * permissions of an existing file.
 */
export async function vacuumInto(db: Queries, path: string): Promise<void> {
  await (await open(path, "wx", 0o600)).close();
  await sql`vacuum into ${path}`.execute(db);
}

async function versionOf(db: Queries): Promise<number | undefined> {
  return (await db.selectFrom("store").select("version").executeTakeFirst())?.version;
}

/**
 * Refuses a data folder from an older version of Lading that this version cannot read. Such a folder must not be
 * mistaken for an empty store.
 */
async function refuseEarlierData(disk: Disk, data: string): Promise<void> {
  const isEarlier = await exists(disk, join(data, "version")).catch((error: unknown) => {
    throw isDenied(error) ? failure("no_permission", { path: data }, error) : error;
  });
  if (isEarlier) throw failure("earlier_data", { path: data });
}
