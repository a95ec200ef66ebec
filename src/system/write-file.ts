import { randomBytes } from "node:crypto";
import { constants, existsSync, rmSync } from "node:fs";
import { access, open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { failure, hasCode, writingFailure } from "../errors.js";
import { onLeaving } from "./leaving.js";

/** A file that is written under a temporary name and replaces `path` only when the file is complete. */
export interface WholeFile {
  append(bytes: string | Uint8Array): Promise<void>;
  /** Syncs the file and renames it to `path`. */
  commit(): Promise<void>;
  /** Removes the file, unless it was committed. */
  discard(): Promise<void>;
}

/**
 * Number of bytes after which data is synced in the background, so that little data remains to be synced at the end.
 */
const syncedAtOnce = 8 * 1024 * 1024;

/**
 * If the path is a link, its target is replaced. Folders are refused, and so are devices and pipes, because the rename
 * would replace them with a file. `mode` specifies the file permissions. If `mode` is undefined, the process's umask
 * applies. Throws `no_permission`, `no_folder`, `no_new_files`, `not_a_file` or `storage_failed`. The functions of the
 * returned file throw the same errors.
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
      // The system reports a disk error only once, so the error is saved for `commit`.
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
 * Writes either a complete file or no file. The file is written under a temporary name in the same folder, synced, and
 * then renamed to `path`. Throws the same errors as `openWholeFile`.
 */
export async function writeFileWhole(
  path: string,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  mode?: number,
): Promise<void> {
  let file: WholeFile | undefined;
  try {
    for await (const chunk of chunks) {
      // The file is opened late, because creating a workbook takes seconds, and a signal can terminate the process
      // immediately as long as no file is open.
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
 * Throws `no_folder`, `no_permission` or `not_a_file` if a file cannot be written at a path, so that a long
 * conversion fails at the beginning instead of the end.
 */
export async function assertWritable(path: string): Promise<void> {
  const folder = dirname(await fileAt(path));
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    throw writeFailure(path, error);
  }
}

/** Path of the file, with links resolved. */
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
    // Some existing folders, such as those in /proc, report ENOENT when a file is created in them.
    const folder = dirname(path);
    return failure(existsSync(folder) ? "no_new_files" : "no_folder", { path: folder }, error);
  }
  if (hasCode(error, "EISDIR", "ENOTDIR")) return failure("not_a_file", { path }, error);
  return writingFailure(path, error) ?? error;
}
