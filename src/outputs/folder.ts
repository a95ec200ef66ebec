import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Current } from "../lists/current.js";
import type { RecordType } from "../records/record-type.js";
import { normalizedFile } from "./normalized-file.js";
import { writeFileWhole } from "./write-file.js";

/** Normalized files in a folder: `<folder>/<account>/<plural>.<format>`, made from the current publication alone. */

export interface FolderTarget {
  readonly folder: string;
  readonly account: string;
  readonly type: RecordType;
  readonly formats: readonly string[];
}

/**
 * Brings the files up to date with a publication. What has the right bytes already is not written again, so this may be
 * done after every pass and heals a file that somebody removed.
 *
 * @returns the paths that were written
 * @throws no_permission, storage_failed
 */
export async function writeToFolder(target: FolderTarget, current: Current): Promise<readonly string[]> {
  const written: string[] = [];
  for (const format of target.formats) {
    const path = join(target.folder, target.account, `${target.type.plural}.${format}`);
    const bytes = await normalizedFile(target.type, current, format);
    if (bytes === undefined || (await hasBytes(path, bytes))) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFileWhole(path, [bytes]);
    written.push(path);
  }
  return written;
}

async function hasBytes(path: string, bytes: Buffer): Promise<boolean> {
  try {
    const hash = (data: Buffer) => createHash("sha256").update(data).digest("hex");
    return hash(await readFile(path)) === hash(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}
