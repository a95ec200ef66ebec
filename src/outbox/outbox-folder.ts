import { dirname, join } from "node:path";
import { hasCode, writingFailure } from "../errors.js";
import type { Disk } from "../system/disk.js";

/**
 * An outbox folder: where the FFS takes invoices from, with a folder of our own of the same file system, in which it does not
 * look. Each function is one step that is durable once it returns, so that everything else is written once for all places.
 */
export interface OutboxFolder {
  /** Identifies the place. File names are reserved under this key, so it never changes. */
  readonly key: string;
  /** Whether a rename is one step, so that a file that is still under its old name has never had its new one. */
  readonly isAtomic: boolean;
  /** Names of files, or of those in a folder there; undefined when there is no such folder. */
  names(side: Side, folder?: string): Promise<readonly string[] | undefined>;
  /**
   * Files for or of the FFS in a folder there, each with what is another text once it was written anew: its size and its time.
   * Undefined when there is no such folder.
   */
  listing(folder: string, fits: (name: string) => boolean): Promise<ReadonlyMap<string, string> | undefined>;
  /** Makes our own folder; the outbox folder is never made, for one that is not there may not be mounted. */
  makeOwn(): Promise<void>;
  /** Writes a new file, whole and durable. */
  create(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is no such file. */
  read(side: Side, name: string): Promise<Uint8Array | undefined>;
  /** Gives a file of our own its final name. */
  send(own: string, final: string): Promise<void>;
  /** Takes a file that nobody took yet back into our own folder; false when it is not there any more. */
  takeBack(final: string, own: string): Promise<boolean>;
  /** Removes a file of our own; no error when it is gone. */
  remove(own: string): Promise<void>;
}

/** `final`: where the FFS looks; `own`: where it does not. */
export type Side = "final" | "own";

/** What is ours within an outbox folder, unless the workspace says otherwise. */
export const ownFolder = ".lading";

/** An outbox folder of this machine. */
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
    /** Rights of the files; those of the process's umask when undefined. */
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
        // The FFS runs as another user: it reads what the folder and the user's mask let it read.
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
