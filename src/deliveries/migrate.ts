import { dirname, join } from "node:path";
import { failure } from "../errors.js";
import type { Disk } from "../storage/disk.js";
import { exists, namesIn, replaceFile, writeNew } from "../storage/durable.js";
import { takeLock, type Lock } from "../storage/lock.js";
import { isOlder, versionOf } from "./data-folder.js";
import { migrations, type Migration } from "./migrations.js";

/** Brings the data folder of an older Lading to the layout of this one: a copy first, then step by step. */

export interface Migrated {
  /** Undefined: there is no data folder yet. */
  readonly from: number | undefined;
  readonly to: number;
  /** What was done, in order. */
  readonly steps: readonly string[];
  /** Where the folder as it was lies; undefined when nothing was done. */
  readonly copy: string | undefined;
}

/**
 * Interrupted at any moment it can be run again: the copy appears whole or not at all, is made once, and each step is
 * noted in `version` when it is done.
 *
 * @throws newer_version; locked, when a feed is being worked on
 */
export async function migrateData(
  disk: Disk,
  data: string,
  steps: readonly Migration[] = migrations,
): Promise<Migrated> {
  const to = steps.length + 1;
  const found = await versionOf(disk, data);
  if (found === undefined || found === String(to)) {
    return { from: found === undefined ? undefined : to, to, steps: [], copy: undefined };
  }
  if (!isOlder(found, to)) throw failure("newer_version", { path: data, found, known: to });
  const locks = await lockAll(disk, data);
  try {
    const from = Number(found);
    const copy = await copyOnce(disk, data, from);
    const done: string[] = [];
    for (const [index, step] of steps.entries()) {
      if (index + 1 < from) continue;
      await step.run(disk, data);
      await replaceFile(disk, join(data, "version"), `${index + 2}\n`);
      done.push(step.what);
    }
    return { from, to, steps: done, copy };
  } finally {
    for (const lock of locks) await lock.release();
  }
}

/** Whoever holds a lock while the folder changes shape would write the old shape into the new one. */
async function lockAll(disk: Disk, data: string): Promise<readonly Lock[]> {
  const locks: Lock[] = [];
  try {
    const accounts = join(data, "accounts");
    for (const account of await namesIn(disk, accounts)) {
      for (const type of await namesIn(disk, join(accounts, account))) {
        locks.push(await takeLock(disk, join(accounts, account, type), `${account}/${type}`));
      }
    }
    return locks;
  } catch (error) {
    for (const lock of locks) await lock.release();
    throw error;
  }
}

/** A copy beside the folder, `data.version-1`. The one of an interrupted attempt is the truer one, and stays. */
async function copyOnce(disk: Disk, data: string, version: number): Promise<string> {
  const copy = `${data}.version-${version}`;
  if (await exists(disk, copy)) return copy;
  const part = `${copy}.part`;
  await disk.remove(part);
  await copyFolder(disk, data, part);
  await disk.rename(part, copy);
  await disk.syncFolder(dirname(copy));
  return copy;
}

async function copyFolder(disk: Disk, from: string, to: string): Promise<void> {
  await disk.mkdir(to);
  for (const name of await namesIn(disk, from)) {
    if (name === "lock" || name.startsWith("lock.")) continue;
    const { isFolder } = await disk.stat(join(from, name));
    if (isFolder) await copyFolder(disk, join(from, name), join(to, name));
    else await writeNew(disk, join(to, name), [await disk.readFile(join(from, name))]);
  }
  await disk.syncFolder(to);
}
