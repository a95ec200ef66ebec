import { join } from "node:path";
import type { Disk } from "../storage/disk.js";
import { namesIn } from "../storage/durable.js";
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

/**
 * Names that Lading did not make, in the data folder and among the publications. They are never served, never read and
 * never deleted.
 *
 * @returns paths from the data folder on
 */
export async function foreignNames(disk: Disk, workspace: Workspace): Promise<readonly string[]> {
  const foreign = (await namesIn(disk, workspace.data)).filter((name) => !known.has(name));
  for (const feed of workspace.feeds) {
    for (const name of await namesIn(disk, join(feed.folder, "pub"))) {
      if (!/^[1-9]\d*$/.test(name)) foreign.push(join("accounts", feed.name, "pub", name));
    }
  }
  return foreign;
}
