import { lstat, readdir, statfs } from "node:fs/promises";
import { join } from "node:path";

/**
 * Returns the total size of the files in a folder, in bytes. A file with several hard links is counted once. Returns 0
 * if the folder does not exist or cannot be read.
 */
export async function diskUse(folder: string, counted = new Set<string>()): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      bytes += await diskUse(path, counted);
      continue;
    }
    // Another process may have deleted the file in the meantime.
    const facts = await lstat(path).catch(() => undefined);
    if (facts === undefined || counted.has(`${facts.dev} ${facts.ino}`)) continue;
    counted.add(`${facts.dev} ${facts.ino}`);
    bytes += facts.size;
  }
  return bytes;
}

/**
 * Returns the free space in bytes, or undefined if the system does not report it, for example if the folder does not
 * exist.
 */
export async function diskFree(folder: string): Promise<number | undefined> {
  const facts = await statfs(folder).catch(() => undefined);
  return facts && facts.bavail * facts.bsize;
}

/** Formats a size, such as `1.2 GB`, `340 kB` or `12 B`. */
export function sizeText(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? value.toFixed(0) : value.toFixed(1)} ${units[power]}`;
}
