import { dirname } from "node:path";
import type { Disk } from "./disk.js";

/** Small durable steps that the protocol is made of. */

/** Whether an error of the file system has this code. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.includes((error as NodeJS.ErrnoException | undefined)?.code ?? "");
}

export async function exists(disk: Disk, path: string): Promise<boolean> {
  try {
    await disk.stat(path);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return false;
    throw error;
  }
}

/** Makes a folder and those above it, each durable in the one above. */
export async function ensureFolder(disk: Disk, path: string): Promise<void> {
  if (await exists(disk, path)) return;
  await ensureFolder(disk, dirname(path));
  try {
    await disk.mkdir(path);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
  await disk.syncFolder(dirname(path));
}

/** Writes a new file whole and durable; the folder is the caller's to sync. */
async function writeNew(
  disk: Disk,
  path: string,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
): Promise<void> {
  const file = await disk.create(path);
  let written: Promise<void> | undefined;
  try {
    for await (const chunk of chunks) {
      await written;
      // The next chunk is made while this one is written; whoever waits for it hears of a failure.
      written = file.write(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
      written.catch(() => undefined);
    }
    await written;
    await file.sync();
  } finally {
    await written?.catch(() => undefined);
    await file.close();
  }
}

/** Replaces a file by a whole new one: readers see the old or the new. */
export async function replaceFile(disk: Disk, path: string, bytes: string | Uint8Array): Promise<void> {
  const temporary = `${path}.new`;
  await disk.remove(temporary);
  await writeNew(disk, temporary, [bytes]);
  await disk.rename(temporary, path);
  await disk.syncFolder(dirname(path));
}

/** Names in a folder in order; none when there is no such folder. */
export async function namesIn(disk: Disk, path: string): Promise<string[]> {
  try {
    return (await disk.readdir(path)).sort();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}
