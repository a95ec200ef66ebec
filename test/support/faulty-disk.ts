import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Disk, OpenFile } from "../../src/system/disk.js";
import type { World } from "./world.js";

/** A disk on which the n-th call fails, or at which the process ends, before or after the call. */

export interface Fault {
  /** Calls are counted from 1. */
  readonly at: number;
  readonly when: "before" | "after";
  /** Called instead of continuing. Throws or never returns. */
  readonly strike: (call: string) => never;
  /** True: every later call fails as well. */
  readonly lasting?: boolean;
  /** The calls that are counted. Default: all. */
  readonly counts?: (call: string) => boolean;
}

/** Counts the calls of a disk, and fails at one of them. */
export function faultyDisk(disk: Disk, fault?: Fault): { readonly disk: Disk; readonly calls: string[] } {
  const calls: string[] = [];

  async function through<T>(call: string, work: () => Promise<T>): Promise<T> {
    if (fault?.counts !== undefined && !fault.counts(call)) return work();
    calls.push(call);
    const strikes =
      fault !== undefined &&
      (calls.length === fault.at || (fault.lasting === true && calls.length > fault.at));
    // A close that reports a failure has closed anyway.
    const before = fault?.when === "before" && !call.startsWith("close ");
    if (strikes && before) fault.strike(call);
    const result = await work();
    if (strikes && !before) fault.strike(call);
    return result;
  }

  /** The handle of a process that dies right after opening a file is closed with the process. */
  async function opened(call: string, path: string, open: () => Promise<OpenFile>): Promise<OpenFile> {
    let file: OpenFile | undefined;
    try {
      file = await through(call, async () => (file = await open()));
      return wrapped(file, path);
    } catch (error) {
      await file?.close();
      throw error;
    }
  }

  function wrapped(file: OpenFile, path: string): OpenFile {
    return {
      write: (bytes) => through(`write ${path}`, () => file.write(bytes)),
      sync: () => through(`fsync ${path}`, () => file.sync()),
      close: () => through(`close ${path}`, () => file.close()),
    };
  }

  return {
    calls,
    disk: {
      mkdir: (path) => through(`mkdir ${path}`, () => disk.mkdir(path)),
      readdir: (path) => through(`readdir ${path}`, () => disk.readdir(path)),
      readFile: (path) => through(`readFile ${path}`, () => disk.readFile(path)),
      stat: (path) => through(`stat ${path}`, () => disk.stat(path)),
      rename: (from, to) => through(`rename ${to}`, () => disk.rename(from, to)),
      unlink: (path) => through(`unlink ${path}`, () => disk.unlink(path)),
      remove: (path) => through(`remove ${path}`, () => disk.remove(path)),
      create: (path, ...rights) => opened(`create ${path}`, path, () => disk.create(path, ...rights)),
      syncFolder: (path) => through(`fsync ${path}/`, () => disk.syncFolder(path)),
    },
  };
}

/** True if a call changes something, so that a full or failing disk affects it. */
export function writes(call: string): boolean {
  return /^(?:mkdir|rename|create|write|fsync|unlink|remove|close) /.test(call);
}

/**
 * After a simulated death: removes leases and received files in `tmp/` of this process, which is still alive,
 * because the next run would leave them alone.
 */
export async function removeCrashed({ folder, store }: World): Promise<void> {
  await store.db.updateTable("leases").set({ owner: "", deadline: 0 }).execute();
  await rm(join(folder, "data/tmp"), { recursive: true, force: true });
}
