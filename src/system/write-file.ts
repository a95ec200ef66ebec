import { randomBytes } from "node:crypto";
import { constants, existsSync, rmSync } from "node:fs";
import { access, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { failure, hasCode, writingFailure } from "../errors.js";
import { onLeaving } from "./leaving.js";

/** A file that is being written under a temporary name, and becomes `path` as a whole or not at all. */
export interface WholeFile {
  append(bytes: string | Uint8Array): Promise<void>;
  /** Syncs it and puts it in the place of `path`. */
  commit(): Promise<void>;
  /** Takes it away, unless it was committed. */
  discard(): Promise<void>;
}

/** So much goes to the disk at a time while more is made, so that there is little to wait for at the end. */
const syncedAtOnce = 8 * 1024 * 1024;

/**
 * A link is followed: what it leads to is written anew. A device, a pipe or a folder is refused, since the rename would
 * put a file in its place.
 *
 * @param mode rights of the file; those of the process's umask when undefined
 * @throws no_permission, no_folder, no_new_files, not_a_file, storage_failed, from each of its functions too
 */
export async function openWholeFile(wanted: string, mode?: number): Promise<WholeFile> {
  const path = await fileAt(wanted);
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString("hex")}.part`);
  const named = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw writeFailure(path, error);
    }
  };
  const forget = onLeaving(() => rmSync(temporary, { force: true }));
  const file = await named(open(temporary, "wx")).catch((error: unknown) => {
    forget();
    throw error;
  });
  if (mode !== undefined) await named(file.chmod(mode));
  let isCommitted = false;
  let unsynced = 0;
  let syncing: Promise<unknown> | undefined;
  let failed: unknown;
  const syncInBackground = (): void => {
    unsynced = 0;
    syncing = file
      .datasync()
      // The disk tells a failure once, so it is kept for `commit`.
      .catch((error: unknown) => (failed ??= error))
      .finally(() => (syncing = undefined));
  };
  return {
    async append(bytes) {
      await named(file.writeFile(bytes));
      unsynced += bytes.length;
      if (unsynced >= syncedAtOnce && syncing === undefined) syncInBackground();
    },
    async commit() {
      await syncing;
      if (failed !== undefined) throw writeFailure(path, failed);
      await named(file.sync());
      await named(file.close());
      await named(rename(temporary, path));
      isCommitted = true;
      forget();
    },
    async discard() {
      if (isCommitted) return;
      await syncing;
      await file.close();
      await rm(temporary, { force: true });
      forget();
    },
  };
}

/**
 * Writes a whole file or none: to a temporary name in the same folder, synced, then renamed over the old one.
 *
 * @throws no_permission, storage_failed
 */
export async function writeFileWhole(
  path: string,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  mode?: number,
): Promise<void> {
  let file: WholeFile | undefined;
  try {
    for await (const chunk of chunks) {
      // Not before: a workbook is made in one step of seconds, and while there is nothing to take away a signal ends it in the midst.
      file ??= await openWholeFile(path, mode);
      await file.append(chunk);
    }
    file ??= await openWholeFile(path, mode);
    await file.commit();
  } finally {
    await file?.discard();
  }
}

/**
 * Fails where no file can be written at a path, so that nobody waits for a long conversion to hear it.
 *
 * @throws no_folder, no_permission, not_a_file
 */
export async function assertWritable(path: string): Promise<void> {
  const folder = dirname(await fileAt(path));
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    throw writeFailure(path, error);
  }
}

/** Where the file is or shall be. */
async function fileAt(path: string): Promise<string> {
  try {
    if (!(await stat(path)).isFile()) throw failure("not_a_file", { path });
    return await realpath(path);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return path;
    throw writeFailure(path, error);
  }
}

function writeFailure(path: string, error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).syscall === undefined) return error;
  if (hasCode(error, "ENOENT")) {
    // /proc and its like are there, and say the same when a file is to be made in them.
    const folder = dirname(path);
    return failure(existsSync(folder) ? "no_new_files" : "no_folder", { path: folder }, error);
  }
  if (hasCode(error, "EISDIR", "ENOTDIR")) return failure("not_a_file", { path }, error);
  return writingFailure(path, error) ?? error;
}
