import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { AnyRecord } from "../../model/record-type.js";
import { draftName } from "../../store/blobs.js";
import type { Store } from "../../store/store.js";
import { ensureFolder } from "../../system/durable.js";
import { realDisk } from "../../system/disk.js";
import { writeListFile } from "../../system/list-files.js";
import { recordLines, type List } from "../lists/list.js";
import type { Publication } from "../lists/publication.js";
import { currentList } from "../lists/publications.js";

/** Index files of published lists, in which the readers of other feeds look values up. */
export interface ListIndexes {
  /** Path of the index of a publication, which is written once for all deliveries that refer to it. */
  pathOf(feed: string, publication: Publication): Promise<string>;
  close(): Promise<void>;
}

/** How many publications of a feed keep their index: a delivery may still be waiting for a reader with an older one. */
const mostOfFeed = 4;
/** An index may contain names. Unused, it is removed after so many milliseconds, so that it does not outlive a removed person. */
const longestUnused = 10 * 60_000;

interface Index {
  readonly feed: string;
  readonly path: Promise<string>;
  readonly unused: NodeJS.Timeout;
}

/** @param folder for the files; those of a process that died are removed from it by `folderBlobs` */
export function listIndexes(store: Store, folder: string): ListIndexes {
  const indexes = new Map<string, Index>();

  async function write(publication: Publication): Promise<string> {
    await ensureFolder(realDisk, folder);
    const path = join(folder, draftName());
    await writeListFile(path, recordsOf(await currentList(store, publication)));
    return path;
  }

  async function remove(key: string): Promise<void> {
    const index = indexes.get(key);
    indexes.delete(key);
    clearTimeout(index?.unused);
    const path = await index?.path.catch(() => undefined);
    if (path !== undefined) await rm(path, { force: true });
  }

  return {
    async pathOf(feed, publication) {
      const key = `${feed} ${publication.list_sha256}`;
      const known = indexes.get(key);
      const path = known?.path ?? write(publication);
      clearTimeout(known?.unused);
      const unused = setTimeout(() => void remove(key), longestUnused);
      unused.unref();
      // The index that was used last is the last one.
      indexes.delete(key);
      indexes.set(key, { feed, path, unused });
      const ofFeed = [...indexes].filter(([, index]) => index.feed === feed);
      for (const [older] of ofFeed.slice(0, -mostOfFeed)) await remove(older);
      return path.catch((error: unknown) => {
        void remove(key);
        throw error;
      });
    },
    async close() {
      await Promise.all([...indexes.keys()].map(remove));
    },
  };
}

async function* recordsOf(list: List): AsyncGenerator<readonly AnyRecord[]> {
  for await (const lines of recordLines(list)) yield lines.map((json) => JSON.parse(json) as AnyRecord);
}
