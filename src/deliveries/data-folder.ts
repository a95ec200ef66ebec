import { join } from "node:path";
import { failure } from "../errors.js";
import type { Disk } from "../storage/disk.js";
import { ensureFolder, hasCode, linkDurably, writeNew } from "../storage/durable.js";
import { dropOrphans, temporaryName } from "../lists/spool.js";
import { layoutVersion } from "./migrations.js";
import type { Setup } from "./setup.js";

/** Makes the data folder when there is none, refuses one of another version, and drops what dead processes left. */
export async function prepareData(setup: Setup): Promise<void> {
  const { disk, workspace } = setup;
  const path = join(workspace.data, "version");
  await ensureFolder(disk, workspace.data);
  await refuseOtherVersion(disk, workspace.data);
  if ((await versionOf(disk, workspace.data)) === undefined) {
    await ensureFolder(disk, join(workspace.data, "tmp"));
    const draft = join(workspace.data, "tmp", temporaryName());
    try {
      await writeNew(disk, draft, [`${layoutVersion}\n`]);
      await linkDurably(disk, draft, path);
    } finally {
      await disk.remove(draft);
    }
  }
  await dropOrphans(disk, workspace.data);
}

/**
 * Ends with an error when the data folder has another version than this program works with. A folder that is not there
 * yet has none.
 *
 * @throws newer_version, older_version
 */
export async function refuseOtherVersion(disk: Disk, data: string, known = layoutVersion): Promise<void> {
  const found = await versionOf(disk, data);
  if (found === undefined || found === String(known)) return;
  if (isOlder(found, known)) throw failure("older_version", { path: data, found, known });
  throw failure("newer_version", { path: data, found, known });
}

/** What `data/version` says; undefined when there is no such file. */
export async function versionOf(disk: Disk, data: string): Promise<string | undefined> {
  try {
    return (await disk.readFile(join(data, "version"))).toString("utf8").trim();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** A version is a whole number from 1; anything else was not written by an older Lading. */
export function isOlder(found: string, known: number): boolean {
  return /^[1-9]\d{0,5}$/.test(found) && Number(found) < known;
}
