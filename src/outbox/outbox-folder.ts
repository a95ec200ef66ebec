import { dirname, join } from "node:path";
import { hasCode, writingFailure } from "../errors.js";
import type { Disk } from "../system/disk.js";

/**
 * The folder from which the FFS imports invoices, and Lading's own folder on the same file system, which the FFS does
 * not read. Local folders and SFTP servers have the same interface, so that the same code sends to both. In a local
 * folder, each change is durable when its promise resolves.
 */
export interface OutboxFolder {
  /** Identifies the folder. File names are reserved under this key, so the key must never change. */
  readonly key: string;
  /** True if renames are atomic, so that a file that still has its old name never had the new name. */
  readonly isAtomic: boolean;
  /** Names in the folder, or in its subfolder `folder`. Undefined if the folder does not exist. */
  names(side: Side, folder?: string): Promise<readonly string[] | undefined>;
  /**
   * Size and time of each matching file in a subfolder of the outbox folder, as a string, by file name. The string is
   * compared to detect a rewritten file. Undefined if the folder does not exist.
   */
  listing(folder: string, fits: (name: string) => boolean): Promise<ReadonlyMap<string, string> | undefined>;
  /**
   * Creates Lading's own folder. The outbox folder is never created, because a missing folder may be an unmounted
   * disk.
   */
  makeOwn(): Promise<void>;
  /** Writes a complete new file to Lading's own folder. */
  create(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if the file does not exist. */
  read(side: Side, name: string): Promise<Uint8Array | undefined>;
  /** Moves a file from Lading's own folder to the outbox folder, under its final name. */
  send(own: string, final: string): Promise<void>;
  /** Moves a file back to Lading's own folder. Returns false if the file no longer exists. */
  takeBack(final: string, own: string): Promise<boolean>;
  /** Removes a file from Lading's own folder, if it exists. */
  remove(own: string): Promise<void>;
}

/** `final` is the folder that the FFS reads, and `own` is Lading's own folder. */
export type Side = "final" | "own";

/** Default name of Lading's own folder inside the outbox folder. */
export const ownFolder = ".lading";

export function localFolder(
  disk: Disk,
  {
    folder,
    key = folder,
    own = join(folder, ownFolder),
    mode,
  }: {
    readonly folder: string;
    readonly key?: string;
    readonly own?: string | undefined;
    /** File permissions. If undefined, the process's umask determines the permissions. */
    readonly mode?: number | undefined;
  },
): OutboxFolder {
  const sides = { final: folder, own };
  const folderFailure = (error: unknown): unknown => {
    if ((error as NodeJS.ErrnoException).syscall === undefined) return error;
    return writingFailure(folder, error) ?? error;
  };
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw folderFailure(error);
    }
  };
  const unlessGone = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      if (hasCode(error, "ENOENT")) return undefined;
      throw error;
    }
  };
  return {
    key,
    isAtomic: true,
    names: (side, inner = "") => step(() => unlessGone(() => disk.readdir(join(sides[side], inner)))),
    listing: (inner, fits) =>
      step(() =>
        unlessGone(async () => {
          const at = join(folder, inner);
          const found = new Map<string, string>();
          for (const name of (await disk.readdir(at)).filter(fits)) {
            const facts = await unlessGone(() => disk.stat(join(at, name)));
            if (facts !== undefined) found.set(name, `${facts.size} ${facts.modified}`);
          }
          return found;
        }),
      ),
    makeOwn: () =>
      step(async () => {
        try {
          await disk.mkdir(own);
        } catch (error) {
          if (!hasCode(error, "EEXIST")) throw error;
        }
        await disk.syncFolder(dirname(own));
      }),
    create: (name, bytes) =>
      step(async () => {
        // The FFS may run as a different user, so the file is not private: `mode` or the process's umask determines who
        // can read it.
        const file = await disk.create(join(own, name), mode ?? 0o666, mode !== undefined);
        try {
          await file.write(bytes);
          await file.sync();
        } finally {
          await file.close();
        }
        await disk.syncFolder(own);
      }),
    read: (side, name) => step(() => unlessGone(() => disk.readFile(join(sides[side], name)))),
    send: (from, to) =>
      step(async () => {
        await disk.rename(join(own, from), join(folder, to));
        await disk.syncFolder(folder);
        await disk.syncFolder(own);
      }),
    takeBack: (from, to) =>
      step(async () => {
        const moved = await unlessGone(async () => {
          await disk.rename(join(folder, from), join(own, to));
          return true;
        });
        if (moved !== true) return false;
        await disk.syncFolder(own);
        await disk.syncFolder(folder);
        return true;
      }),
    remove: (name) =>
      step(async () => {
        await unlessGone(async () => {
          await disk.unlink(join(own, name));
          await disk.syncFolder(own);
        });
      }),
  };
}
