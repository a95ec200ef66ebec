import { createHash } from "node:crypto";
import { constants, promises as fs, type BigIntStats } from "node:fs";
import { join, resolve } from "node:path";
import { failure, hasCode } from "../../errors.js";
import { silentLog, type Log } from "../../log.js";
import { realDisk } from "../../system/disk.js";
import type { FolderSettings } from "./folder-settings.js";
import { whyLink, type IgnoredEntry, type SourceFile, type Source } from "./source.js";
import { asidePrefix, isLeftAside, leftAside, whyTemporary } from "../temporary-names.js";
import { watchFolder } from "./watch-folder.js";

/**
 * Only regular files are accepted. Links are followed only if `follow_links` is set. Before a file is read or removed,
 * it is compared with its entry in the listing, because a different file may now have its name.
 */
export function folderSource(
  name: string,
  settings: FolderSettings,
  root: string,
  log: Log = silentLog,
): Source {
  const folder = resolve(root, settings.folder);
  const after = settings.after ?? "archive";
  const followLinks = settings.follow_links ?? false;
  const statOf = followLinks ? statThroughLinks : statIfThere;
  /** The raw bytes of names that are not valid UTF-8, by label. */
  const rawNames = new Map<string, Buffer>();
  const pathOf = (label: string): Buffer =>
    Buffer.concat([Buffer.from(`${folder}/`), rawNames.get(label) ?? Buffer.from(label)]);

  return {
    name,
    settleFor: 10_000,

    async list() {
      const files: SourceFile[] = [];
      const ignored: IgnoredEntry[] = [];
      for (const raw of await readFolder(name, folder)) {
        const label = labelOf(raw);
        if (label !== raw.toString("utf8")) rawNames.set(label, raw);
        if (isLeftAside(label)) {
          ignored.push({ name: label, reason: leftAside });
          continue;
        }
        const found = await statOf(pathOf(label));
        if (found === undefined) continue;
        const usual = whyTemporary(label) ?? (found.isDirectory() ? "it is a folder" : undefined);
        const reason = usual ?? whyNotTaken(found, followLinks);
        if (reason === undefined) files.push(sourceFileOf(label, found));
        else ignored.push({ name: label, reason, ...(usual !== undefined && { isUsual: true }) });
      }
      return { files, ignored };
    },

    async *fetch(file) {
      const about = { name: file.name, source: name };
      const changed = () => failure("arrival_changed", about);
      const unreadable = (error: unknown): never => {
        const reason = unreadableReasons[(error as NodeJS.ErrnoException).code ?? ""];
        throw reason === undefined ? error : failure("arrival_not_readable", { ...about, reason }, error);
      };
      const handle = await openRegular(pathOf(file.name), followLinks).catch(unreadable);
      if (handle === undefined) throw changed();
      try {
        if (!isSameFile(await handle.stat({ bigint: true }), file)) throw changed();
        let size = 0;
        for (;;) {
          const piece = Buffer.allocUnsafe(chunkSize);
          const { bytesRead, buffer } = await handle.read(piece, 0, chunkSize).catch(unreadable);
          if (bytesRead === 0) break;
          size += bytesRead;
          yield buffer.subarray(0, bytesRead);
        }
        const now = await statOf(pathOf(file.name));
        const isSame = isSameFile(await handle.stat({ bigint: true }), file);
        if (!isSame || now === undefined || !isSameFile(now, file) || size !== file.size) throw changed();
      } finally {
        await handle.close();
      }
    },

    async settle(file, outcome) {
      const path = pathOf(file.name);
      const aside = Buffer.from(join(folder, asidePrefix + asideKey(file)));
      if (after === "none" || (after === "archive" && outcome === "unread")) {
        // The file may have been renamed while a different after-action was configured.
        if ((await statIfThere(aside)) !== undefined) await putBack(aside, path);
        return "left";
      }
      // Checks the target first, so that an unwritable target leaves the file untouched.
      const target = after === "archive" ? undefined : resolve(root, after.move);
      const unmovable = (error: unknown): never => {
        const code = (error as NodeJS.ErrnoException).code ?? "";
        const reason = unmovableReasons[code] ?? code;
        throw failure("arrival_not_moved", { source: name, folder: target ?? folder, reason }, error);
      };
      if (target !== undefined) await makeTarget(target).catch(unmovable);
      if ((await statOf(aside)) === undefined) {
        const now = await statOf(path);
        if (now === undefined) return "gone";
        if (!isSameFile(now, file)) return "changed";
        await fs.rename(path, aside);
      }
      const renamed = await statOf(aside);
      if (renamed === undefined) return "gone";
      // A rename alters the file's change time, so only properties that identify the content are compared.
      if (!isSameContent(renamed, file)) {
        await putBack(aside, path);
        return "changed";
      }
      if (target === undefined) await fs.unlink(aside);
      else await moveTo(aside, target, file).catch(unmovable);
      // Lading will record the file as done, so the file must not reappear after a power failure.
      await realDisk.syncFolder(folder);
      return "done";
    },

    watch: (wake) =>
      watchFolder(folder, wake, (reason) => log.warn("watching_failed", { source: name, reason })),

    close: async () => {},
  };
}

const chunkSize = 256 * 1024;

async function readFolder(source: string, folder: string): Promise<Buffer[]> {
  try {
    return await fs.readdir(folder, { encoding: "buffer" });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    const reason =
      code === "ENOENT" ? "the folder does not exist" : code === "EACCES" ? "no permission" : code;
    throw failure("source_unavailable", { source, reason }, error);
  }
}

/**
 * Returns a file name as a string. If the name is not valid UTF-8, each non-ASCII byte is written as a hexadecimal
 * escape such as `\xff`.
 */
function labelOf(raw: Buffer): string {
  const text = raw.toString("utf8");
  if (Buffer.from(text).equals(raw)) return text;
  return [...raw]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`))
    .join("");
}

function whyNotTaken(found: BigIntStats, followLinks: boolean): string | undefined {
  if (found.isSymbolicLink()) return whyLink(followLinks);
  if (!found.isFile()) return "it is a device, a pipe or a socket";
  if (found.nlink > 1n && !followLinks)
    return "it is a hard link, a file with several names; `follow_links: true` accepts such files";
  return undefined;
}

const unreadableReasons: Readonly<Record<string, string>> = {
  EACCES: "no permission",
  EPERM: "no permission",
  EIO: "the disk reports an error (EIO)",
  EUCLEAN: "the file system is damaged (EUCLEAN)",
  ESTALE: "the network share lost the file (ESTALE)",
  EISDIR: "it is a folder",
};

const unmovableReasons: Readonly<Record<string, string>> = {
  EACCES: "no permission",
  EPERM: "no permission",
  EROFS: "no permission",
  ENOSPC: "its disk is full",
  EDQUOT: "this user's disk quota is exceeded",
  EEXIST: "it is not a folder",
  ENOTDIR: "it is not a folder",
};

function sourceFileOf(label: string, found: BigIntStats): SourceFile {
  return {
    name: label,
    size: Number(found.size),
    modified: Number(found.mtimeNs / 1_000_000n),
    identity: `${found.dev}:${found.ino}:${found.mtimeNs}:${found.ctimeNs}`,
  };
}

function isSameFile(found: BigIntStats, file: SourceFile): boolean {
  const { size, identity } = sourceFileOf("", found);
  return found.isFile() && size === file.size && identity === file.identity;
}

/** True if the found file is the listed file. Ignores the file's name and change time. */
function isSameContent(found: BigIntStats, file: SourceFile): boolean {
  const untilTime = file.identity.slice(0, file.identity.lastIndexOf(":"));
  return Number(found.size) === file.size && `${found.dev}:${found.ino}:${found.mtimeNs}` === untilTime;
}

/**
 * Returns part of the temporary name. This part depends only on the file, so that an interrupted step can be detected
 * and finished.
 */
function asideKey(file: SourceFile): string {
  return createHash("sha256").update(`${file.name}\n${file.identity}`).digest("hex").slice(0, 24);
}

async function openRegular(path: Buffer, followLinks: boolean): Promise<fs.FileHandle | undefined> {
  try {
    const noFollow = followLinks ? 0 : constants.O_NOFOLLOW;
    return await fs.open(path, constants.O_RDONLY | noFollow | constants.O_NONBLOCK);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ELOOP", "ENXIO")) return undefined;
    throw error;
  }
}

async function statIfThere(path: Buffer): Promise<BigIntStats | undefined> {
  try {
    return await fs.lstat(path, { bigint: true });
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Follows a link, unless its target does not exist or cannot be accessed. */
async function statThroughLinks(path: Buffer): Promise<BigIntStats | undefined> {
  const found = await statIfThere(path);
  if (found?.isSymbolicLink() !== true) return found;
  try {
    return await fs.stat(path, { bigint: true });
  } catch (error) {
    if (hasCode(error, "ENOENT", "ELOOP", "ENOTDIR", "EACCES")) return found;
    throw error;
  }
}

/** Restores a file's original name, unless a newer file has that name. */
async function putBack(aside: Buffer, name: Buffer): Promise<void> {
  try {
    await fs.link(aside, name);
    await fs.unlink(aside);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    // If a crash occurred after `link` but before `unlink`, both names refer to the same file.
    const [first, second] = [await statIfThere(aside), await statIfThere(name)];
    if (first === undefined || second === undefined) throw error;
    if (first.ino === second.ino && first.dev === second.dev) return fs.unlink(aside);
    // Both files are new. The newer file keeps the name, and the older file is renamed and appears in the next
    // listing.
    await fs.rename(aside, Buffer.concat([name, Buffer.from(`.${Date.now()}`)]));
  }
}

async function makeTarget(target: string): Promise<void> {
  await fs.mkdir(target, { recursive: true });
  await fs.access(target, constants.W_OK | constants.X_OK);
}

/**
 * Moves a file to another folder under a unique name, because two files with the same name may be moved within a
 * second.
 */
async function moveTo(aside: Buffer, target: string, file: SourceFile): Promise<void> {
  const stamp = new Date().toISOString().replace(/[-:]/g, "").slice(0, 15);
  const name = `${stamp}-${asideKey(file).slice(0, 8)}-${safeLabel(file.name)}`;
  // If the file is a link, its target is copied, because a relative link would break in a different folder.
  const isLink = (await statIfThere(aside))?.isSymbolicLink() === true;
  if (!isLink) {
    try {
      await fs.rename(aside, join(target, name));
      return;
    } catch (error) {
      if (!hasCode(error, "EXDEV")) throw error;
    }
  }
  const temporary = join(target, `.${name}.part`);
  await fs.copyFile(aside, temporary);
  const copy = await fs.open(temporary, "r+");
  try {
    await copy.utimes(new Date(), new Date(file.modified));
    await copy.sync();
  } finally {
    await copy.close();
  }
  await fs.rename(temporary, join(target, name));
  await realDisk.syncFolder(target);
  await fs.unlink(aside);
}

function safeLabel(label: string): string {
  return label.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(0, 100);
}
