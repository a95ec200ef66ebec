import { createHash } from "node:crypto";
import { chmod, mkdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RecordType } from "../../model/record-type.js";
import { normalizedFile, stampedName, type ListToWrite } from "./normalized-file.js";
import { writeFileWhole } from "../../system/write-file.js";
import { hasCode } from "../../errors.js";

/** Normalized files in a folder: `<folder>/<account>/<plural>.<format>`, made from the current publication alone. */

export interface FolderTarget {
  readonly folder: string;
  readonly account: string;
  readonly type: RecordType;
  readonly formats: readonly string[];
  /** Seconds since 1970 of the publication, where each is a file of its own. */
  readonly stamp?: number | undefined;
  /** Rights of the files; those of the process's umask when undefined. */
  readonly mode?: number | undefined;
}

/** Where the files are, one for each format. */
export function pathsOf({ folder, account, type, formats, stamp }: FolderTarget): readonly string[] {
  const name = stamp === undefined ? type.plural : stampedName(type, stamp);
  return formats.map((format) => join(folder, account, `${name}.${format}`));
}

/**
 * Brings the files up to date with a publication. What has the right bytes already is not written again, so this may be
 * done after every pass and heals a file that somebody removed.
 *
 * @returns the paths that were written
 * @throws no_permission, storage_failed
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

/** Makes a folder. Whoever may read the files in it may enter it, unless it belongs to another user. */
async function makeFolder(path: string, mode: number | undefined): Promise<void> {
  await mkdir(path, { recursive: true });
  if (mode === undefined) return;
  const found = await stat(path);
  const wanted = found.mode | mode | ((mode & 0o444) >> 2);
  if (wanted !== found.mode && found.uid === process.getuid?.()) await chmod(path, wanted & 0o7777);
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
