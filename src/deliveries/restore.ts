import { chmod, copyFile, mkdir, rename, rm } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { jsonLine } from "../encode/json-line.js";
import { failure } from "../errors.js";
import { restampAll } from "../lists/restamp.js";
import { realDisk } from "../storage/disk.js";
import { exists } from "../storage/durable.js";
import { unpackBlobs } from "../store/backup.js";
import { openStore } from "../store/store.js";
import type { Feed, Workspace } from "../workspace/workspace.js";
import { openFeed } from "./open-feed.js";
import { publishList } from "./publish-delivery.js";
import type { Setup } from "./setup.js";

/** How far the store of now has come, so that the restored one goes on from there. */
export interface Reached {
  /** Numbers of the current publications, by feed. */
  readonly numbers: ReadonlyMap<string, number>;
  /** Tokens of the leases, by name. */
  readonly tokens: ReadonlyMap<string, number>;
}

/** What nobody has reached since a backup: it is added to numbers and tokens where the store of now cannot be read. */
const farAhead = 1_000;

/**
 * Puts a backup in the place of the store, which is moved aside as it is. Nothing else may work with it.
 *
 * @returns where the store of before lies now, and how far it had come; undefined where there was none, or none that can be read
 * @throws file_not_found, not_a_backup
 */
export async function putBackup(
  { data }: Workspace,
  file: string,
  now: Date,
): Promise<{ readonly aside: string | undefined; readonly reached: Reached | undefined }> {
  if (!(await exists(realDisk, file))) throw failure("file_not_found", { path: file, near: "" });
  const draft = `${data}.restoring`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700, recursive: true });
  await copyFile(file, join(draft, "lading.db"));
  await chmod(join(draft, "lading.db"), 0o600);
  try {
    const restored = await openStore({ data: draft });
    await unpackBlobs(restored).finally(() => restored.close());
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw failure("not_a_backup", { path: file }, error);
  }
  const isThere = await exists(realDisk, data);
  const reached = isThere ? await reachedBy(data) : undefined;
  const aside = `${data}.before-${now.toISOString().replace(/[-:]|\.\d+/g, "")}`;
  if (isThere) await rename(data, aside);
  await rename(draft, data);
  return { aside: isThere ? aside : undefined, reached };
}

async function reachedBy(data: string): Promise<Reached | undefined> {
  if (!(await exists(realDisk, join(data, "lading.db")))) return undefined;
  try {
    const store = await openStore({ data });
    try {
      const feeds = await store.db.selectFrom("feeds").select(["name", "number"]).execute();
      const leases = await store.db.selectFrom("leases").select(["name", "token"]).execute();
      return {
        numbers: new Map(feeds.map(({ name, number }) => [name, number])),
        tokens: new Map(leases.map(({ name, token }) => [name, token])),
      };
    } finally {
      await store.close();
    }
  } catch {
    // A store that is damaged is what a backup is for.
    return undefined;
  }
}

/** Lets tokens grow on, so that nobody who held a lease before holds it now. */
export async function raiseTokens({ store }: Setup, reached: Reached | undefined): Promise<void> {
  for (const { name, token } of await store.db.selectFrom("leases").select(["name", "token"]).execute()) {
    const next =
      reached === undefined ? token + farAhead : Math.max(token, reached.tokens.get(name) ?? 0) + 1;
    await store.db
      .updateTable("leases")
      .set({ token: next, owner: "", deadline: 0 })
      .where("name", "=", name)
      .execute();
  }
}

/**
 * Publishes the restored list of a feed once more, with a number and with times that are newer than any that was served.
 * The delivery that it was made from is decided again by the next run.
 *
 * @returns the number; undefined when the feed has no list
 */
export async function restampFeed(
  setup: Setup,
  feed: Feed,
  reached: Reached | undefined,
  reason: string,
): Promise<number | undefined> {
  const open = await openFeed(setup, feed);
  try {
    const { current, list, delivered } = await open.published();
    if (current === undefined) return undefined;
    const { columns, source, mapping_sha256, number: was } = current.publication;
    const highest =
      reached === undefined ? was + farAhead : Math.max(was, reached.numbers.get(feed.name) ?? 0);
    const by = userInfo().username;
    return await publishList(open, {
      result: await restampAll(list, setup.clock.now(), { spill: open.scratch(), line: jsonLine(columns) }),
      columns,
      delivered,
      source,
      mappingHash: mapping_sha256,
      number: highest + 1,
      entries: (number) => [{ state: "RESTAMPED", number, reason, by }],
    });
  } finally {
    await open.close();
  }
}
