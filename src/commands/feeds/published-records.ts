import { recordsOf } from "../../lists/list.js";
import { listOf, readCurrent, readPublication } from "../../lists/publications.js";
import type { AnyRecord } from "../../records/record-type.js";
import { withStore } from "../../workspace/open-store.js";
import type { Feed, Workspace } from "../../workspace/workspace.js";

/** The records of a publication, of the current one when no number is given; undefined when there is none. */
export function publishedRecords(
  workspace: Workspace,
  feed: Feed,
  number: number | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly AnyRecord[] | undefined> {
  return withStore(workspace, env, "read", async (store) => {
    const publication =
      number === undefined
        ? (await readCurrent(store.db, feed.name))?.publication
        : await readPublication(store.db, feed.name, number);
    return publication && recordsOf(await listOf(store, publication));
  });
}
