import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { failure } from "../errors.js";

/**
 * Writes a whole file or none: to a temporary name in the same folder, synced, then renamed over the old one.
 *
 * @throws no_permission, storage_failed
 */
export async function writeFileWhole(
  path: string,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString("hex")}.tmp`);
  try {
    const file = await open(temporary, "wx");
    try {
      for await (const chunk of chunks) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw asFailure(path, error);
  }
}

function asFailure(path: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  if (["EACCES", "EPERM", "EROFS"].includes(code)) return failure("no_permission", { path }, error);
  if (code === "ENOENT") return failure("no_folder", { path: dirname(path) }, error);
  if (code === "EISDIR" || code === "ENOTDIR") return failure("not_a_file", { path }, error);
  return failure("storage_failed", { path, reason: code === "ENOSPC" ? "the disk is full" : code }, error);
}
