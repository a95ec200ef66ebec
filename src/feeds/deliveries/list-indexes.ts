import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Lookups } from "../../model/lookups.js";
import type { AnyRecord } from "../../model/record-type.js";
import { draftName } from "../../store/blobs.js";
import type { Store } from "../../store/store.js";
import { ensureFolder } from "../../system/durable.js";
import { realDisk } from "../../system/disk.js";
import { writeListFile } from "../../system/list-files.js";
import { recordLines, type List } from "../lists/list.js";
import type { Publication } from "../lists/publication.js";
import { currentList } from "../lists/publications.js";

/** Index files for published lists, in which the readers of other feeds look up records. */
export interface ListIndexes {
  /** Returns the path of a version's index, which is written once for all deliveries that refer to it. */
  pathOf(feed: string, publication: Publication): Promise<string>;
  /** Keeps the index files of `lookups` while `work` is running. */
  holding<T>(lookups: Lookups, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Maximum number of unused indexes kept per feed. Older versions are kept because a delivery that uses one may still
 * be waiting for a reader.
 */
const mostOfFeed = 4;
/**
 * Milliseconds after which an unused index is deleted. An index may contain names, which must not remain after a
 * person has been removed.
 */
const longestUnused = 10 * 60_000;

interface Index {
  readonly feed: string;
  readonly path: string;
  readonly isWritten: Promise<void>;
  /** Number of evaluations that use the index. */
  users: number;
  unused: NodeJS.Timeout | undefined;
}

/** `folderBlobs` deletes index files that a crashed process left in `folder`. */
export function listIndexes(store: Store, folder: string): ListIndexes {
  const indexes = new Map<string, Index>();

  async function write(path: string, publication: Publication): Promise<void> {
    await ensureFolder(realDisk, folder);
    await writeListFile(path, recordsOf(await currentList(store, publication)));
  }

  function expireLater(key: string, index: Index): void {
    clearTimeout(index.unused);
    index.unused = setTimeout(() => void remove(key), longestUnused);
    index.unused.unref();
  }

  async function remove(key: string): Promise<void> {
    const index = indexes.get(key);
    if (index === undefined) return;
    indexes.delete(key);
    clearTimeout(index.unused);
    await index.isWritten.catch(() => undefined);
    await rm(index.path, { force: true });
  }

  return {
    async pathOf(feed, publication) {
      const key = `${feed} ${publication.list_sha256}`;
      let index = indexes.get(key);
      if (index === undefined) {
        const path = join(folder, draftName());
        index = { feed, path, isWritten: write(path, publication), users: 0, unused: undefined };
      }
      // Keeps the map ordered by last use.
      indexes.delete(key);
      indexes.set(key, index);
      if (index.users === 0) expireLater(key, index);
      const ofFeed = [...indexes].filter(([, other]) => other.feed === feed && other.users === 0);
      for (const [older] of ofFeed.slice(0, -mostOfFeed)) await remove(older);
      try {
        await index.isWritten;
      } catch (error) {
        await remove(key);
        throw error;
      }
      return index.path;
    },
    async holding({ lists = new Map() }, work) {
      const paths = new Set(lists.values());
      const held = [...indexes].filter(([, { path }]) => paths.has(path));
      for (const [, index] of held) {
        index.users += 1;
        clearTimeout(index.unused);
      }
      try {
        return await work();
      } finally {
        for (const [key, index] of held) {
          index.users -= 1;
          if (index.users === 0) expireLater(key, index);
        }
      }
    },
    async close() {
      await Promise.all([...indexes.keys()].map(remove));
    },
  };
}

async function* recordsOf(list: List): AsyncGenerator<readonly AnyRecord[]> {
  for await (const lines of recordLines(list)) yield lines.map((json) => JSON.parse(json) as AnyRecord);
}
