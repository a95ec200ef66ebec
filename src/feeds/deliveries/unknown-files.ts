import { join } from "node:path";
import { namesIn } from "../../system/durable.js";
import type { Blobs, ListedBlob } from "../../store/blobs.js";
import { dropFact, restoredFact, readFact, writeFact } from "../../store/facts.js";
import { rowsFrom } from "../../store/bulk.js";
import { sql } from "../../store/kysely.js";
import { missingBlobs } from "../../store/examine.js";
import type { Queries, Store } from "../../store/store.js";
import type { Setup } from "./setup.js";
import { storeFaultsName } from "./store-faults.js";
import { hour } from "../../model/time-spans.js";

/** The file in the data folder with the name that a local console records with decisions. */
export const consoleNameFile = "console-name";

const known = new Set([
  "lading.db",
  "lading.db-wal",
  "lading.db-shm",
  "blobs",
  "tmp",
  storeFaultsName,
  consoleNameFile,
]);

/** Matches the names of database copies that were made before a migration. */
export const beforeMigration = /^lading\.db\.version-\d+$/;

type Where = Pick<Setup, "disk" | "store" | "workspace">;

/** A file in the data folder, or a feed in the store, that the workspace does not use. */
export interface UnknownName {
  readonly kind: "file" | "feed";
  readonly name: string;
}

/**
 * Returns unknown names in the data folder and feeds in the store that are not in the workspace. These files and
 * feeds are never served, read or deleted.
 */
export async function unknownNames({ disk, store, workspace }: Where): Promise<readonly UnknownName[]> {
  const names = await namesIn(disk, workspace.data);
  const files = names.filter((name) => !known.has(name) && !beforeMigration.test(name));
  const rows = await store.db.selectFrom("feeds").select("name").orderBy("name").execute();
  const feeds = rows.filter(({ name }) => !workspace.feeds.some((feed) => feed.name === name));
  return [
    ...files.map((name) => ({ kind: "file", name }) as const),
    ...feeds.map(({ name }) => ({ kind: "feed", name }) as const),
  ];
}

/** Maximum time in milliseconds until the store references a newly received blob. */
const receivingFor = 10 * 60_000;

/**
 * Returns blobs that no delivery references, for example after a restore. Such blobs may be the only copies of files,
 * so they are reported before they are deleted. `listed` contains the blobs, if they have already been listed. Returns
 * paths relative to the data folder, or SHA-256 hashes if the blobs are in the database.
 */
export async function strayBlobs(
  { store }: Pick<Setup, "store">,
  now: Date,
  listed: Iterable<ListedBlob> | AsyncIterable<ListedBlob> = store.blobs.list(),
): Promise<readonly string[]> {
  const stray = await unnamed(store, listed, now.getTime() - receivingFor);
  if (store.engine === "postgres") return stray;
  return stray.map((sha256) => join("blobs", sha256.slice(0, 2), sha256));
}

const missingFact = "missing bytes";

/** Maximum number of deliveries with missing bytes that are stored. */
const mostMissing = 100;

/** Stores which deliveries' bytes are missing, because checking takes too long for a request. */
async function noteMissingBytes(store: Store): Promise<void> {
  const missing = (await missingBlobs(store)).slice(0, mostMissing);
  const known = await readFact(store.db, missingFact);
  if (JSON.stringify(missing) === JSON.stringify(known ?? [])) return;
  if (missing.length === 0) await dropFact(store.db, missingFact);
  else await writeFact(store.db, missingFact, missing);
}

/** Returns the SHA-256 hashes of deliveries whose bytes were missing when they were last checked. */
export async function readMissingBytes(db: Queries): Promise<readonly string[]> {
  const missing = ((await readFact(db, missingFact)) ?? []) as readonly string[];
  if (missing.length === 0) return [];
  const kept = await db
    .selectFrom("deliveries")
    .select("sha256")
    .distinct()
    .where("sha256", "in", missing)
    .where("bytes", "=", "kept")
    .orderBy("sha256")
    .execute();
  return kept.map(({ sha256 }) => sha256);
}

/**
 * Deletes unreferenced blobs, their copies in this machine's folder, and database copies from before a migration. Also
 * records deliveries whose bytes are missing. This sweep lists all blobs, so it runs at most once an hour.
 */
export async function sweepBlobs({ store, worker, clock, disk, workspace }: Setup): Promise<void> {
  const now = clock.now().getTime();
  const swept = `swept ${worker}`;
  const last = await readFact(store.db, swept);
  if (typeof last === "number" && now >= last && now - last < sweepEvery) return;
  // Missing bytes are recorded even if a deletion fails.
  await noteMissingBytes(store);
  const { blobs } = store;
  const restored = Number((await readFact(store.db, restoredFact)) ?? 0);
  // After a restore, the grace period of unreferenced blobs starts at the time of the restore.
  if (now - restored > blobs.grace) await sweep(store, blobs, now);
  if (blobs.copies !== undefined) await sweep(store, blobs.copies, now);
  for (const name of await namesIn(disk, workspace.data)) {
    const path = join(workspace.data, name);
    // The copy may contain personal data that has since been removed on request.
    if (beforeMigration.test(name) && (await disk.stat(path)).modified < now - blobs.grace)
      await disk.unlink(path);
  }
  await writeFact(store.db, swept, now);
}

const sweepEvery = hour;

async function sweep(store: Store, blobs: Blobs, now: number): Promise<void> {
  for (const sha256 of await unnamed(store, blobs.list(), now - blobs.grace)) {
    // A delivery that now references this blob waits for the lock and then checks again whether the blob exists.
    await store.transaction(async (tx) => {
      await store.blobs.has(sha256, tx);
      const named = tx.selectFrom("deliveries").select("sha256").where("sha256", "=", sha256);
      if ((await named.where("bytes", "<>", "gone").executeTakeFirst()) === undefined)
        await blobs.delete(sha256, tx);
    });
  }
}

async function unnamed(
  { db, engine }: Store,
  listed: Iterable<ListedBlob> | AsyncIterable<ListedBlob>,
  before: number,
): Promise<readonly string[]> {
  const old: (readonly [string])[] = [];
  for await (const { sha256, at } of listed) if (at <= before) old.push([sha256]);
  const { rows } = await sql<{ readonly sha256: string }>`
    select value ->> 0 as sha256 from ${rowsFrom(engine, JSON.stringify(old))} where not exists (
      select 1 from deliveries where deliveries.sha256 = value ->> 0 and bytes <> 'gone')`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}
