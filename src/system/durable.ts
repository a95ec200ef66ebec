import { dirname } from "node:path";
import type { Disk } from "./disk.js";
import { hasCode } from "../errors.js";

export async function exists(disk: Disk, path: string): Promise<boolean> {
  try {
    await disk.stat(path);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return false;
    throw error;
  }
}

/** Creates a folder and its parents durably. */
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

/** Returns the sorted names in a folder, or an empty list if the folder does not exist. */
export async function namesIn(disk: Disk, path: string): Promise<string[]> {
  try {
    return (await disk.readdir(path)).sort();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}
