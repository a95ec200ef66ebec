import type { Queries } from "../../store/store.js";
import type { SourceListings } from "./listings.js";
import type { Setup } from "./setup.js";
import { dropOtherSources, noteUnprocessed, readUnprocessed, type Noting } from "./unprocessed-files.js";

/** Files on servers that no feed claims. Files in local folders are listed when they are needed. */

const reason = "No feed claims this name.";

export async function noteUnclaimed(
  { workspace, ...noting }: Noting & Pick<Setup, "workspace">,
  { sources }: Pick<SourceListings, "sources">,
): Promise<void> {
  for (const [source, { unclaimed, failed, isRemembered }] of sources) {
    const settings = workspace.sources.get(source);
    if (settings === undefined || failed !== undefined || isRemembered === true) continue;
    // If the source used to be a server and is now a folder, its stored files are deleted.
    const files = "folder" in settings ? [] : unclaimed.map(({ name }) => ({ name, reason }));
    await noteUnprocessed(noting, source, "unclaimed", files);
  }
  await dropOtherSources({ store: noting.store, workspace });
}

/** Names of unclaimed files in the last listing of a server, at most `mostUnprocessed`. */
export async function readUnclaimed(db: Queries, source: string): Promise<readonly string[]> {
  return (await readUnprocessed(db, source, "unclaimed")).map(({ name }) => name);
}
