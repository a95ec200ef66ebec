import { recordsOf } from "../../feeds/lists/list.js";
import { listOf, readCurrent, readPublication } from "../../feeds/lists/publications.js";
import type { AnyRecord } from "../../model/record-type.js";
import { withStore } from "../../workspace/open-store.js";
import type { Feed, Workspace } from "../../workspace/workspace.js";

export interface PublishedRecords {
  readonly records: readonly AnyRecord[];
  /**
   * True if a record's personal data was removed after publication, so the records differ from the published version.
   */
  readonly isForgotten: boolean;
}

/**
 * Returns the records in a version of a list, or undefined if the version does not exist. If `number` is undefined,
 * returns the records in the current version.
 */
export function publishedRecords(
  workspace: Workspace,
  feed: Feed,
  number: number | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<PublishedRecords | undefined> {
  return withStore(workspace, env, "read", async (store) => {
    const publication =
      number === undefined
        ? (await readCurrent(store.db, feed.name))?.publication
        : await readPublication(store.db, feed.name, number);
    if (publication === undefined) return undefined;
    const records = await recordsOf(await listOf(store, publication));
    return { records, isForgotten: publication.forgotten === true };
  });
}
