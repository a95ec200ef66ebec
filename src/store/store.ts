import { existsSync } from "node:fs";
import { access, constants, open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Kysely, sql, type Transaction } from "./kysely.js";
import { failure, isDenied, LadingError, writingFailure, wrongUse } from "../errors.js";
import { realDisk, type Disk } from "../system/disk.js";
import { ensureFolder, exists } from "../system/durable.js";
import { refuseNetwork } from "./network-folder.js";
import { databaseBlobs, folderBlobs, type Blobs } from "./blobs.js";
import { firstVersion, migrate, schemaVersion, type Engine, type Schema } from "./schema.js";

/** The store: the database that holds all state, and the blobs beside it (`docs/semantics.md` section 5). */

/** What queries run on: the store itself, or a transaction of it. */
export type Queries = Kysely<Schema>;

export interface Store {
  readonly engine: Engine;
  readonly db: Queries;
  readonly blobs: Blobs;
  /** Everything that `work` does happens, or nothing of it. */
  transaction<T>(work: (tx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /** Milliseconds since 1970 by the clock of the database, which is one for all machines. */
  now(db: Queries): Promise<number>;
  /**
   * Returns a number that is different after every commit of any process. Undefined if the store cannot answer without waiting:
   * always for PostgreSQL, and while SQLite is busy.
   */
  version(this: void): number | undefined;
  /**
   * Empties the log beside the SQLite file, which holds what was deleted as it was before.
   *
   * @returns false when somebody reads at this moment, so that it stays
   */
  wipe(): Promise<boolean>;
  close(): Promise<void>;
}

/** Where a workspace keeps its state. */
interface StoreLocation {
  /** The folder of the workspace's data. */
  readonly data: string;
  /** URL of a PostgreSQL database; undefined: SQLite in the folder. */
  readonly database?: string | undefined;
  /** Whether nothing will be written: where there is no store yet, none is made. */
  readonly isRead?: boolean;
}

/**
 * Opens the store of a workspace; makes it when there is none, unless it is only to be read: then it is an empty one in memory.
 *
 * @throws newer_version, earlier_data, store_damaged, storage_failed, no_permission, network_folder, store_unreachable
 */
export async function openStore(location: StoreLocation, disk: Disk = realDisk): Promise<Store> {
  const { data, database } = location;
  await refuseEarlierData(disk, data);
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
    await prepare(store, path);
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
    // It keeps writers out while it waits for readers.
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

/** Where SQLite keeps the store, with a folder and a file that are private. */
async function sqlitePath({ data, isRead }: StoreLocation, isReadOnly: boolean, disk: Disk): Promise<string> {
  const path = join(data, sqliteFile);
  if (isRead === true && !(await exists(disk, path))) return inMemory;
  if (isReadOnly) return path;
  try {
    await ensureFolder(disk, data);
    await refuseNetwork(data);
    // It holds people's names: nobody else reads it, nor what SQLite writes beside it, which gets its rights.
    await (await open(path, "a", 0o600)).close();
  } catch (error) {
    throw writingFailure(path, error) ?? error;
  }
  return path;
}

const inMemory = ":memory:";
const sqliteFile = "lading.db";

/** Whether there is a folder or a file of SQLite in which nothing can be written: whoever only looks can do without. */
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

async function prepare(store: Store, path: string): Promise<void> {
  const found = await versionOf(store.db).catch((error: unknown) => {
    if (error instanceof LadingError) throw error;
    // There is no such table yet.
    return undefined;
  });
  if (found === schemaVersion) return;
  if (found === undefined && store.engine === "postgres") await refuseEncodings(store.db);
  if (found !== undefined && found < firstVersion) throw failure("earlier_data", { path });
  if (store.engine === "sqlite" && found !== undefined && found < schemaVersion) {
    // As it was before the migration; one that an interrupted migration made is the truer one, and stays.
    const copy = `${path}.version-${found}`;
    if (!existsSync(copy)) await keepCopy(store.db, copy);
  }
  await store.transaction(async (tx) => {
    if (store.engine === "postgres") await sql`select pg_advisory_xact_lock(5301)`.execute(tx);
    const type = store.engine === "sqlite" ? "integer" : "bigint";
    await sql.raw(`create table if not exists store (version ${type} not null)`).execute(tx);
    // Another process may have been first.
    const now = (await versionOf(tx)) ?? 0;
    if (now > schemaVersion) throw failure("newer_version", { path, found: now, known: schemaVersion });
    if (now < schemaVersion) await migrate(tx, store.engine, now);
  });
}

/** In most encodings most names of the world cannot be written. */
async function refuseEncodings(db: Queries): Promise<void> {
  const { rows } = await sql<{ readonly server_encoding: string }>`show server_encoding`.execute(db);
  const encoding = rows[0]?.server_encoding ?? "";
  if (encoding === "UTF8" || encoding === "SQL_ASCII") return;
  throw wrongUse(
    `The database keeps its texts in ${encoding}, in which not every name can be written. \`createdb --encoding=UTF8 --template=template0 NAME\` makes one that can.`,
  );
}

/** The copy appears whole or not at all. */
async function keepCopy(db: Queries, path: string): Promise<void> {
  // Another process may be at it, too.
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

/** Writes a copy of SQLite's file, which holds people's names: SQLite writes into an empty file, and leaves its rights. */
export async function vacuumInto(db: Queries, path: string): Promise<void> {
  await (await open(path, "wx", 0o600)).close();
  await sql`vacuum into ${path}`.execute(db);
}

async function versionOf(db: Queries): Promise<number | undefined> {
  return (await db.selectFrom("store").select("version").executeTakeFirst())?.version;
}

/** What the first edition kept is neither read nor taken for an empty store. */
async function refuseEarlierData(disk: Disk, data: string): Promise<void> {
  const isEarlier = await exists(disk, join(data, "version")).catch((error: unknown) => {
    throw isDenied(error) ? failure("no_permission", { path: data }, error) : error;
  });
  if (isEarlier) throw failure("earlier_data", { path: data });
}
