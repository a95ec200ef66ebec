import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { piecesOf, type ListedBlob } from "./blobs.js";
import { sql } from "./kysely.js";
import { failure, storeFailure } from "../errors.js";
import { schemaVersion } from "./schema.js";
import type { Store } from "./store.js";

/**
 * What the database says of itself, and whether the bytes of every delivery that should be kept are there.
 *
 * @param readsBytes whether they are also read and compared with their hashes, which takes its time
 * @returns a sentence for people
 * @throws store_damaged, unsafe_database, store_unreachable
 */
export async function examineStore(store: Store, readsBytes = false): Promise<string> {
  const missing = await missingBlobs(store);
  if (missing.length > 0) {
    const reason = `the bytes of ${missing.length} deliveries are gone, the first of ${missing[0]?.slice(0, 12)}`;
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
  return "SQLite, whole";
}

/** Settings with which a commit that was acknowledged may be lost. Asked in a transaction, which a pooler of statements refuses. */
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

/** Whether what is committed survives the loss of the database's machine; undefined where there is only one. */
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
    return "none that is synchronous: an invoice that was answered with 200 is lost with the database's machine (docs/operations.md)";
  return `synchronous, to ${standbys}`;
}

/**
 * Deliveries whose bytes should be kept and are not there, by their sha256.
 *
 * @param listed the blobs, where they were listed already
 */
export async function missingBlobs(
  store: Pick<Store, "db" | "blobs">,
  listed: Iterable<ListedBlob> | AsyncIterable<ListedBlob> = store.blobs.list(),
): Promise<readonly string[]> {
  const missing = new Set(await keptBlobs(store));
  for await (const { sha256 } of listed) missing.delete(sha256);
  if (missing.size === 0) return [];
  // Retention may have taken them meanwhile, and others may have come.
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

/** Reads every delivered file that is kept. Throws `store_damaged` when one is not what it was. */
async function readAll(store: Store): Promise<string> {
  const kept = await keptBlobs(store);
  for (const sha256 of kept) {
    const path = store.engine === "sqlite" ? await store.blobs.get(sha256) : undefined;
    const bytes = path === undefined ? piecesOf(store.db, sha256) : createReadStream(path);
    const hash = createHash("sha256");
    for await (const piece of bytes as AsyncIterable<Uint8Array>) hash.update(piece);
    // Retention may have taken it meanwhile.
    if (hash.digest("hex") === sha256 || !(await keptBlobs(store)).includes(sha256)) continue;
    const reason = `the delivered file ${sha256.slice(0, 12)} is not what it was when it came`;
    throw failure("store_damaged", { path: path ?? "blobs", reason });
  }
  return `, ${kept.length} delivered files read and as they came`;
}
