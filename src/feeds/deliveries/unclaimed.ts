import type { Queries } from "../../store/store.js";
import type { SourceListings } from "./listings.js";
import type { Setup } from "./setup.js";
import { dropOtherSources, noteUnprocessed, readUnprocessed, type Noting } from "./unprocessed-files.js";

/** Files that no feed claims, and claimed files that are not complete yet. */

const reasons = {
  unclaimed: "No feed claims this name.",
  arriving: "The file is still arriving, is empty, or has no done file.",
};

export async function noteUnclaimed(
  { workspace, ...noting }: Noting & Pick<Setup, "workspace">,
  { sources }: Pick<SourceListings, "sources">,
): Promise<void> {
  for (const [source, listing] of sources) {
    const { failed, isRemembered } = listing;
    if (!workspace.sources.has(source) || failed !== undefined || isRemembered === true) continue;
    for (const kind of ["unclaimed", "arriving"] as const) {
      const files = listing[kind].map(({ name }) => ({ name, reason: reasons[kind] }));
      await noteUnprocessed(noting, source, kind, files);
    }
  }
  await dropOtherSources({ store: noting.store, workspace });
}

/** Names of the files in the last listing of a source, at most `mostUnprocessed` of each kind. */
export async function readUnclaimed(
  db: Queries,
  source: string,
): Promise<Readonly<Record<keyof typeof reasons, readonly string[]>>> {
  const namesOf = async (kind: keyof typeof reasons) =>
    (await readUnprocessed(db, source, kind)).map(({ name }) => name);
  return { unclaimed: await namesOf("unclaimed"), arriving: await namesOf("arriving") };
}
