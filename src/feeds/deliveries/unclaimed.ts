import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { dropFact, readFact, writeFact } from "../../store/facts.js";
import type { Queries } from "../../store/store.js";
import type { SourceListings } from "./listings.js";
import type { Setup } from "./setup.js";

/**
 * Files on servers that no feed claims. The names are recorded in the store, because the status does not list the files
 * on servers.
 */

/** Maximum number of names per source. */
export const mostUnclaimed = 100;

const factName = (source: string): string => `unclaimed ${source}`;

export async function noteUnclaimed(
  { store: { db }, workspace }: Pick<Setup, "store" | "workspace">,
  { sources }: Pick<SourceListings, "sources">,
): Promise<void> {
  for (const [source, { unclaimed, failed, isRemembered }] of sources) {
    const settings = workspace.sources.get(source);
    if (settings === undefined || "folder" in settings || failed !== undefined || isRemembered === true)
      continue;
    const names = unclaimed.slice(0, mostUnclaimed).map(({ name }) => name);
    if (isDeepStrictEqual(names, await readUnclaimed(db, source))) continue;
    if (names.length === 0) await dropFact(db, factName(source));
    else await writeFact(db, factName(source), names);
  }
}

/** Names of unclaimed files in the last listing of a server, at most `mostUnclaimed`. */
export async function readUnclaimed(db: Queries, source: string): Promise<readonly string[]> {
  return z.array(z.string()).safeParse(await readFact(db, factName(source))).data ?? [];
}
