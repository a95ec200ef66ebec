import { createHash } from "node:crypto";
import { chmod, mkdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RecordType } from "../../model/record-type.js";
import { normalizedFile, stampedName, type ListToWrite } from "./normalized-file.js";
import { writeFileWhole } from "../../system/write-file.js";
import { hasCode } from "../../errors.js";

/** This module writes normalized files from the current publication to `<folder>/<account>/<plural>.<format>`. */

export interface FolderTarget {
  readonly folder: string;
  readonly account: string;
  readonly type: RecordType;
  readonly formats: readonly string[];
  /** Time of the publication in seconds since 1970. Set if each publication is written to a separate file. */
  readonly stamp?: number | undefined;
  /** File permissions. By default, the process's umask determines the permissions. */
  readonly mode?: number | undefined;
}

export function pathsOf({ folder, account, type, formats, stamp }: FolderTarget): readonly string[] {
  const name = stamp === undefined ? type.plural : stampedName(type, stamp);
  return formats.map((format) => join(folder, account, `${name}.${format}`));
}

/**
 * Brings the files up to date with a publication. Files that are already up to date are not written again, so this
 * function can run after every pass. Files that were removed are restored. Returns the paths of the files that were
 * written. Throws `no_permission` or `storage_failed`.
 */
export async function writeToFolder(target: FolderTarget, list: ListToWrite): Promise<readonly string[]> {
  const written: string[] = [];
  const paths = pathsOf(target);
  for (const [at, format] of target.formats.entries()) {
    const path = paths[at] ?? "";
    const bytes = await normalizedFile(target.type, list, format);
    if (bytes === undefined) continue;
    await makeFolder(target.folder, target.mode);
    await makeFolder(dirname(path), target.mode);
    if (await hasBytes(path, bytes)) {
      if (target.mode !== undefined) await chmod(path, target.mode);
      continue;
    }
    await writeFileWhole(path, [bytes], target.mode);
    written.push(path);
  }
  return written;
}

/**
 * Creates a folder and its missing parent folders. All users who may read the files can also enter these folders,
 * unless a folder belongs to a different user.
 */
async function makeFolder(path: string, mode: number | undefined): Promise<void> {
  const created = await mkdir(path, { recursive: true });
  if (mode === undefined) return;
  for (let each = path; ; each = dirname(each)) {
    const found = await stat(each);
    const wanted = found.mode | mode | ((mode & 0o444) >> 2);
    if (wanted !== found.mode && found.uid === process.getuid?.()) await chmod(each, wanted & 0o7777);
    if (created === undefined || each === created) return;
  }
}

async function hasBytes(path: string, bytes: Buffer): Promise<boolean> {
  try {
    const hash = (data: Buffer) => createHash("sha256").update(data).digest("hex");
    return hash(await readFile(path)) === hash(bytes);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}
