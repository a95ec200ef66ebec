import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { piecesOf, type ListedBlob } from "./blobs.js";
import { sql } from "./kysely.js";
import { failure, storeFailure } from "../errors.js";
import { schemaVersion } from "./schema.js";
import type { Store } from "./store.js";

/**
 * Checks the database and verifies that the bytes of all kept deliveries exist. `readsBytes` is true to read the bytes
 * and compare their hashes too, which is slow. Returns the result as text for display. Throws `store_damaged`,
 * `unsafe_database` or `store_unreachable`.
 */
export async function examineStore(store: Store, readsBytes = false): Promise<string> {
  const missing = await missingBlobs(store);
  if (missing.length > 0) {
    const count = missing.length === 1 ? "1 delivery" : `${missing.length} deliveries`;
    const reason = `the files of ${count} are missing, starting with ${missing[0]?.slice(0, 12)}`;
    throw failure("store_damaged", { path: "blobs", reason });
  }
  const said = store.engine === "sqlite" ? await examineSqlite(store) : await examinePostgres(store);
  const read = readsBytes ? await readAll(store) : "";
  return `version ${schemaVersion}, ${said}${read}`;
}

async function examineSqlite({ db }: Store): Promise<string> {
  const { rows } = await sql<{ readonly quick_check: string }>`pragma quick_check(5)`.execute(db);
  const wrong = rows.map((row) => row.quick_check).filter((text) => text !== "ok");
  if (wrong.length > 0) throw failure("store_damaged", { path: "lading.db", reason: wrong.join("; ") });
  return "SQLite, undamaged";
}

/**
 * Checks that the database is writable and that its settings do not lose acknowledged commits. The check runs in a
 * transaction, so that it fails with a pooler in statement mode, which refuses transactions.
 */
async function examinePostgres(store: Store): Promise<string> {
  const asked = sql<{ readonly name: string; readonly setting: string }>`
    select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'server_version', 'transaction_read_only')`;
  const { rows } = await store.transaction((tx) => asked.execute(tx));
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  if (settings.get("transaction_read_only") === "on") throw storeFailure("nothing can be written", "25006");
  for (const name of ["fsync", "synchronous_commit", "full_page_writes"]) {
    if (settings.get(name) !== "off") continue;
    throw failure("unsafe_database", { setting: name });
  }
  return `PostgreSQL ${settings.get("server_version")}`;
}

/** Reports whether commits survive the loss of the database's machine. Undefined for SQLite. */
export async function examineReplication({
  db,
  engine,
}: Pick<Store, "db" | "engine">): Promise<string | undefined> {
  if (engine === "sqlite") return undefined;
  const { rows } = await sql<{ readonly standbys: string; readonly commits: string }>`
    select current_setting('synchronous_standby_names') as standbys, current_setting('synchronous_commit') as commits`.execute(
    db,
  );
  const { standbys = "", commits = "" } = rows[0] ?? {};
  if (standbys === "" || commits === "local")
    return "no synchronous standby: if the database's machine is lost, acknowledged invoices are lost too (docs/operations.md)";
  return `synchronous, to ${standbys}`;
}

/**
 * Returns the sha256 of deliveries whose bytes are missing. `listed` contains the blobs, if they have already been
 * listed.
 */
export async function missingBlobs(
  store: Pick<Store, "db" | "blobs">,
  listed: Iterable<ListedBlob> | AsyncIterable<ListedBlob> = store.blobs.list(),
): Promise<readonly string[]> {
  const missing = new Set(await keptBlobs(store));
  for await (const { sha256 } of listed) missing.delete(sha256);
  if (missing.size === 0) return [];
  // The check is repeated, because blobs may have been deleted or stored while the blobs were being listed.
  const gone: string[] = [];
  for (const sha256 of await keptBlobs(store))
    if (missing.has(sha256) && !(await store.blobs.has(sha256))) gone.push(sha256);
  return gone;
}

async function keptBlobs({ db }: Pick<Store, "db">): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("deliveries")
    .select("sha256")
    .distinct()
    .where("bytes", "=", "kept")
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

/** Throws `store_damaged` if a file does not match its hash. */
async function readAll(store: Store): Promise<string> {
  const kept = await keptBlobs(store);
  for (const sha256 of kept) {
    const path = store.engine === "sqlite" ? await store.blobs.get(sha256) : undefined;
    const bytes = path === undefined ? piecesOf(store.db, sha256) : createReadStream(path);
    const hash = createHash("sha256");
    for await (const piece of bytes as AsyncIterable<Uint8Array>) hash.update(piece);
    // Retention may have deleted the file while it was being read.
    if (hash.digest("hex") === sha256 || !(await keptBlobs(store)).includes(sha256)) continue;
    const reason = `the delivered file ${sha256.slice(0, 12)} has changed since it was received`;
    throw failure("store_damaged", { path: path ?? "blobs", reason });
  }
  return `, ${kept.length} delivered files read and unchanged`;
}
