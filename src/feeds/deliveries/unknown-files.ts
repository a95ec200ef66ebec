import { join } from "node:path";
import { namesIn } from "../../system/durable.js";
import type { Blobs, ListedBlob } from "../../store/blobs.js";
import { restoredFact, readFact, writeFact } from "../../store/facts.js";
import type { Store } from "../../store/store.js";
import type { Setup } from "./setup.js";
import { storeFaultsName } from "./store-faults.js";
import { hour } from "../../model/time-spans.js";

/** What lies in the data folder itself. */
const known = new Set(["lading.db", "lading.db-wal", "lading.db-shm", "blobs", "tmp", storeFaultsName]);

/** The database as it was before a migration. */
export const beforeMigration = /^lading\.db\.version-\d+$/;

type Where = Pick<Setup, "disk" | "store" | "workspace">;

/**
 * Names in the data folder that Lading did not make, and feeds of the store that the workspace does not have any more.
 * They are never served, never read and never deleted.
 */
export async function unknownNames({ disk, store, workspace }: Where): Promise<readonly string[]> {
  const names = await namesIn(disk, workspace.data);
  const files = names.filter((name) => !known.has(name) && !beforeMigration.test(name));
  const rows = await store.db.selectFrom("feeds").select("name").orderBy("name").execute();
  const feeds = rows.filter(({ name }) => !workspace.feeds.some((feed) => feed.name === name));
  return [
    ...files.map((name) => `${JSON.stringify(name)} in the data folder`),
    ...feeds.map(({ name }) => `the feed ${name} in the store`),
  ];
}

/** A file that is being received is a blob before the store names it, but not for long. */
const receivingFor = 10 * 60_000;

/**
 * Blobs that no delivery of the store names: a backup was restored, say. They may be the only copy of a file, so they are
 * told before they are swept.
 *
 * @param listed the blobs, where they were listed already
 * @returns paths from the data folder on; their sha256 where the database holds them
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

/**
 * Removes blobs that no delivery names any more, copies of them in the folder of this machine, and the database as it was before
 * a migration, at most once an hour.
 */
export async function sweepBlobs({ store, worker, clock, disk, workspace }: Setup): Promise<void> {
  const now = clock.now().getTime();
  const swept = `swept ${worker}`;
  const last = await readFact(store.db, swept);
  if (typeof last === "number" && now >= last && now - last < sweepEvery) return;
  const { blobs } = store;
  const restored = Number((await readFact(store.db, restoredFact)) ?? 0);
  // After a restored backup all that it does not name has its time from then on.
  if (now - restored > blobs.grace) await sweep(store, blobs, now);
  if (blobs.copies !== undefined) await sweep(store, blobs.copies, now);
  for (const name of await namesIn(disk, workspace.data)) {
    const path = join(workspace.data, name);
    // It holds what people asked to forget since.
    if (beforeMigration.test(name) && (await disk.stat(path)).modified < now - blobs.grace)
      await disk.unlink(path);
  }
  await writeFact(store.db, swept, now);
}

const sweepEvery = hour;

async function sweep(store: Store, blobs: Blobs, now: number): Promise<void> {
  for (const sha256 of await unnamed(store, blobs.list(), now - blobs.grace)) {
    // A delivery that names this blob now waits for the lock, and then checks again whether the blob is there.
    await store.transaction(async (tx) => {
      await store.blobs.has(sha256, tx);
      const named = tx.selectFrom("deliveries").select("sha256").where("sha256", "=", sha256);
      if ((await named.where("bytes", "<>", "gone").executeTakeFirst()) === undefined)
        await blobs.delete(sha256, tx);
    });
  }
}

async function unnamed(
  { db }: Store,
  listed: Iterable<ListedBlob> | AsyncIterable<ListedBlob>,
  before: number,
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("deliveries")
    .select("sha256")
    .distinct()
    .where("bytes", "<>", "gone")
    .execute();
  const named = new Set(rows.map(({ sha256 }) => sha256));
  const stray: string[] = [];
  for await (const { sha256, at } of listed) if (at <= before && !named.has(sha256)) stray.push(sha256);
  return stray;
}
