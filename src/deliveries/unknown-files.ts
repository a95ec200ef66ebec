import { join } from "node:path";
import { namesIn } from "../storage/durable.js";
import { readFact, writeFact } from "../store/facts.js";
import type { Queries, Store } from "../store/store.js";
import type { Setup } from "./setup.js";

/** What lies in the data folder itself. */
const known = new Set(["lading.db", "lading.db-wal", "lading.db-shm", "blobs", "tmp", "runs", "hosts"]);

type Where = Pick<Setup, "disk" | "store" | "workspace">;

/**
 * Names in the data folder that Lading did not make, and feeds of the store that the workspace does not have any more.
 * They are never served, never read and never deleted.
 */
export async function unknownNames({ disk, store, workspace }: Where): Promise<readonly string[]> {
  const files = (await namesIn(disk, workspace.data)).filter((name) => !known.has(name));
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
 * told before they are swept. Where the database holds the blobs, those here are copies, and nobody's concern.
 *
 * @returns paths from the data folder on
 */
export async function strayBlobs({ store }: Where, now: Date): Promise<readonly string[]> {
  if (store.engine === "postgres") return [];
  const stray = await unnamed(store, now.getTime() - receivingFor);
  return stray.map((sha256) => join("blobs", sha256.slice(0, 2), sha256));
}

/** Takes blobs out of the folder of this machine that no delivery names any more, at most once an hour. */
export async function sweepBlobs({ store, worker, clock }: Setup): Promise<void> {
  const now = clock.now().getTime();
  const swept = `swept ${worker}`;
  const last = await readFact(store.db, swept);
  if (typeof last === "number" && now >= last && now - last < sweepEvery) return;
  const stray = await unnamed(store, now - store.blobs.grace);
  for (const sha256 of stray) {
    // Who names one now waits for this, and looks once more whether it is there.
    await store.transaction(async (tx) => {
      if (!(await namedIn(tx)).has(sha256)) await store.blobs.drop(sha256);
    });
  }
  await writeFact(store.db, swept, now);
}

const sweepEvery = 3_600_000;

async function unnamed({ db, blobs }: Store, before: number): Promise<readonly string[]> {
  const named = await namedIn(db);
  const stray: string[] = [];
  for await (const { sha256, at } of blobs.list()) if (at <= before && !named.has(sha256)) stray.push(sha256);
  return stray;
}

async function namedIn(db: Queries): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("deliveries")
    .select("sha256")
    .distinct()
    .where("bytes", "<>", "gone")
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}
