import { basename, join } from "node:path";
import { feedState } from "../lists/feed-state.js";
import { readJournal } from "../lists/journal.js";
import { spoolPath } from "../lists/spool.js";
import type { Disk } from "../storage/disk.js";
import { hasCode, namesIn } from "../storage/durable.js";
import type { Workspace } from "../workspace/workspace.js";

/** What lies in the data folder itself, whoever made it. */
const known = new Set([
  "version",
  "accounts",
  "spool",
  "tmp",
  "credentials",
  "runs",
  "hosts",
  "notices",
  "outputs",
]);

/** What lies in the folder of a feed. */
const knownInFeed = new Set([
  "journal",
  "lock",
  "archive",
  "rejected",
  "held",
  "quarantine",
  "pub",
  "changes",
]);

/**
 * Names that Lading did not make, or that an account or a feed left that the workspace does not have any more. They are
 * never served, never read and never deleted.
 *
 * @returns paths from the data folder on
 */
export async function unknownNames(disk: Disk, workspace: Workspace): Promise<readonly string[]> {
  const foreign = (await namesIn(disk, workspace.data)).filter((name) => !known.has(name));
  const feeds = new Set(workspace.feeds.map(({ name }) => name));
  for (const account of await namesIn(disk, join(workspace.data, "accounts"))) {
    if (!workspace.accounts.has(account)) foreign.push(join("accounts", account));
    else {
      const types = await namesIn(disk, join(workspace.data, "accounts", account));
      const others = types.filter((type) => !feeds.has(`${account}/${type}`));
      foreign.push(...others.map((type) => join("accounts", account, type)));
    }
  }
  for (const { folder, name: feed } of workspace.feeds) {
    const inFeed = (await namesIn(disk, folder)).filter(
      (name) => !knownInFeed.has(name) && !name.startsWith("lock."),
    );
    const inPub = (await namesIn(disk, join(folder, "pub"))).filter((name) => !/^[1-9]\d*$/.test(name));
    foreign.push(...inFeed.map((name) => join("accounts", feed, name)));
    foreign.push(...inPub.map((name) => join("accounts", feed, "pub", name)));
  }
  return foreign;
}

/** A file that is being received is in the spool before the journal names it, but not for long. */
const receivingFor = 10 * 60_000;

/**
 * Files in the spool that no journal of the workspace names: of a feed that is not there any more, or of a journal that is
 * lost or damaged. They may be the only copy of a delivery, so they are told and left.
 *
 * @returns paths from the data folder on
 */
export async function straySpool(disk: Disk, workspace: Workspace, now: Date): Promise<readonly string[]> {
  const { data, feeds } = workspace;
  const names = await namesIn(disk, join(data, "spool"));
  if (names.length === 0) return [];
  const named = new Set<string>();
  for (const feed of feeds) {
    const { deliveries } = feedState((await readJournal(disk, feed.folder)).entries);
    for (const sha256 of deliveries.keys()) named.add(basename(spoolPath(data, feed.name, sha256)));
  }
  const stray: string[] = [];
  for (const name of names) {
    if (!named.has(name) && (await isOld(disk, join(data, "spool", name), now)))
      stray.push(join("spool", name));
  }
  return stray;
}

async function isOld(disk: Disk, path: string, now: Date): Promise<boolean> {
  try {
    return now.getTime() - (await disk.stat(path)).modified > receivingFor;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}
