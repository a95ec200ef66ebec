import { join } from "node:path";
import { feedTemporary } from "../lists/filing.js";
import { ensureFolder, exists } from "../storage/durable.js";
import type { OpenFeed } from "./open-feed.js";

/**
 * Removes a publication or a filed delivery, which goes as a whole: it leaves its place by one rename, and what a crash
 * keeps of it in `tmp/` goes when the feed is opened again. Emptied where it stands, a half of it could stay for good:
 * without its manifest or `filed.json` nobody knows any more what it is and how old.
 */
export async function discard({ setup, feed }: OpenFeed, folder: string): Promise<void> {
  const { disk, workspace } = setup;
  if (!(await exists(disk, folder))) return;
  const tmp = join(workspace.data, "tmp");
  await ensureFolder(disk, tmp);
  const discarded = join(tmp, feedTemporary(feed.name, "discarded"));
  await disk.remove(discarded);
  await disk.rename(folder, discarded);
  await disk.remove(discarded);
}
