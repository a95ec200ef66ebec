import { sql } from "./kysely.js";
import { failure } from "../errors.js";
import { schemaVersion } from "./schema.js";
import type { Store } from "./store.js";

/**
 * What the database says of itself, and whether the bytes of every delivery that should be kept are there.
 *
 * @returns a sentence for people
 * @throws store_damaged, unsafe_database
 */
export async function examineStore(store: Store): Promise<string> {
  const said = store.engine === "sqlite" ? await examineSqlite(store) : await examinePostgres(store);
  const missing = await missingBlobs(store);
  if (missing.length > 0) {
    const reason = `the bytes of ${missing.length} deliveries are gone, the first of ${missing[0]?.slice(0, 12)}`;
    throw failure("store_damaged", { path: "blobs", reason });
  }
  return `version ${schemaVersion}, ${said}`;
}

async function examineSqlite({ db }: Store): Promise<string> {
  const { rows } = await sql<{ readonly quick_check: string }>`pragma quick_check(5)`.execute(db);
  const wrong = rows.map((row) => row.quick_check).filter((text) => text !== "ok");
  if (wrong.length > 0) throw failure("store_damaged", { path: "lading.db", reason: wrong.join("; ") });
  return "SQLite, whole";
}

/** Settings with which a commit that was acknowledged may be lost. */
async function examinePostgres({ db }: Store): Promise<string> {
  const { rows } = await sql<{ readonly name: string; readonly setting: string }>`
    select name, setting from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'server_version')`.execute(
    db,
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  for (const name of ["fsync", "synchronous_commit", "full_page_writes"]) {
    if (settings.get(name) !== "off") continue;
    throw failure("unsafe_database", { setting: name });
  }
  return `PostgreSQL ${settings.get("server_version")}`;
}

async function missingBlobs({ db, blobs }: Store): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("deliveries")
    .select("sha256")
    .distinct()
    .where("bytes", "=", "kept")
    .execute();
  const missing: string[] = [];
  for (const { sha256 } of rows) if (!(await blobs.has(sha256))) missing.push(sha256);
  return missing;
}
