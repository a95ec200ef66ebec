import { join } from "node:path";
import { namesIn } from "../storage/durable.js";
import type { Setup } from "./setup.js";

/** What lies in the data folder itself. */
const known = new Set([
  "lading.db",
  "lading.db-wal",
  "lading.db-shm",
  "blobs",
  "tmp",
  "runs",
  "hosts",
  "outputs",
]);

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
 * Blobs that no delivery of the store names. They may be the only copy of a delivery, so they are told and left.
 *
 * @returns paths from the data folder on
 */
export async function strayBlobs({ store }: Where, now: Date): Promise<readonly string[]> {
  const { blobs, db } = store;
  const stray: string[] = [];
  for await (const { sha256, at } of blobs.list()) {
    if (now.getTime() - at <= receivingFor) continue;
    const row = await db
      .selectFrom("deliveries")
      .select("feed")
      .where("sha256", "=", sha256)
      .where("bytes", "=", "kept")
      .executeTakeFirst();
    if (row === undefined) stray.push(join("blobs", sha256.slice(0, 2), sha256));
  }
  return stray;
}
