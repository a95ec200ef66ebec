import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { storageFailure, writingFailure } from "../errors.js";
import type { AnyRecord } from "../model/record-type.js";
import { lookupFields, type ListEntry, type Lookups } from "../model/lookups.js";
import type { DatabaseSyncInstance } from "./sqlite-library.js";
import { withTemporaryFolder } from "./temporary-folder.js";

/**
 * Index files in which other processes and threads look up values in lists. Each index file is a small SQLite
 * database with the columns (field, value, id, active) that never changes after it is written.
 */

/** Throws `no_permission` or `storage_failed`. */
export async function writeListFile(
  path: string,
  batches: AsyncIterable<readonly AnyRecord[]> | Iterable<readonly AnyRecord[]>,
): Promise<void> {
  try {
    // The file is created first, because SQLite would make it readable by other users.
    await writeFile(path, "", { flag: "wx", mode: 0o600 });
    await fill(path, batches);
  } catch (error) {
    throw writeFailure(path, error);
  }
}

async function fill(
  path: string,
  batches: AsyncIterable<readonly AnyRecord[]> | Iterable<readonly AnyRecord[]>,
): Promise<void> {
  const { DatabaseSync } = await import("./sqlite-library.js");
  const database = new DatabaseSync(path);
  try {
    database.exec("pragma journal_mode=off; pragma synchronous=off");
    database.exec(
      "create table entries (field text, value text, id text, active int, primary key (field, value, id)) without rowid; begin",
    );
    const put = database.prepare("insert into entries values (?, ?, ?, ?)");
    for await (const records of batches) {
      for (const record of records) {
        for (const field of lookupFields) {
          const value = record[field];
          if (typeof value === "string")
            put.run(field, value, record.external_id, record["is_active"] === false ? 0 : 1);
        }
      }
    }
    database.exec("commit");
  } finally {
    database.close();
  }
}

const sqliteFull = 13;

function writeFailure(path: string, error: unknown): unknown {
  const { errcode } = error as { readonly errcode?: number };
  if (errcode === undefined) return writingFailure(path, error) ?? error;
  return storageFailure(path, (errcode & 0xff) === sqliteFull ? "ENOSPC" : "EIO", error);
}

export interface FileLookups extends Lookups {
  close(): void;
}

/** Opens each index file on first use. */
export async function lookupsInFiles(lists: ReadonlyMap<string, string>): Promise<FileLookups> {
  // Most deliveries do not refer to any list, so SQLite is not loaded for them.
  if (lists.size === 0) return { lists, find: () => undefined, close: () => {} };
  const { DatabaseSync } = await import("./sqlite-library.js");
  const opened = new Map<string, ListFile>();
  return {
    lists,
    find(target, field, value) {
      const path = lists.get(target);
      if (path === undefined) return undefined;
      let file = opened.get(target);
      if (file === undefined) {
        file = new ListFile(new DatabaseSync(path, { readOnly: true }));
        opened.set(target, file);
      }
      return file.find(field, value);
    },
    close() {
      for (const file of opened.values()) file.close();
      opened.clear();
    },
  };
}

/** Maximum number of lookup results that are cached per index file. */
const mostKnown = 100_000;

class ListFile {
  readonly #database: DatabaseSyncInstance;
  readonly #entries;
  readonly #known = new Map<string, readonly ListEntry[]>();

  constructor(database: DatabaseSyncInstance) {
    this.#database = database;
    this.#entries = database.prepare("select id, active from entries where field = ? and value = ?");
  }

  find(field: string, value: string): readonly ListEntry[] {
    const key = `${field} ${value}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const rows = this.#entries.all(field, value) as unknown as readonly { id: string; active: number }[];
    const found = rows.map(({ id, active }) => ({ external_id: id, is_active: active === 1 }));
    if (this.#known.size >= mostKnown) this.#known.clear();
    this.#known.set(key, found);
    return found;
  }

  close(): void {
    this.#database.close();
  }
}

/** Lists in memory are written to temporary files, which are removed when `use` has finished. */
export async function withListFiles<T>(
  { lists = new Map() }: Lookups,
  use: (files: ReadonlyMap<string, string>) => Promise<T>,
): Promise<T> {
  const inMemory = [...lists].filter(([, list]) => typeof list !== "string");
  if (inMemory.length === 0) return use(lists as ReadonlyMap<string, string>);
  return withTemporaryFolder(async (folder) => {
    const files = new Map<string, string>();
    for (const [target, list] of lists) {
      const path = typeof list === "string" ? list : join(folder, target);
      if (typeof list !== "string") await writeListFile(path, [list]);
      files.set(target, path);
    }
    return use(files);
  });
}
