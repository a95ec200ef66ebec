import { createHash } from "node:crypto";
import { constants, promises as fs, type BigIntStats } from "node:fs";
import { join, resolve } from "node:path";
import { failure, hasCode } from "../../errors.js";
import { silentLog, type Log } from "../../log.js";
import { realDisk } from "../../system/disk.js";
import type { FolderSettings } from "./folder-settings.js";
import type { IgnoredEntry, SeenFile, Source } from "./source.js";
import { asidePrefix, whyTemporary } from "../temporary-names.js";
import { watchFolder } from "./watch-folder.js";

/**
 * A folder of this machine. Only regular files are taken, never through a link, and every file that is read or removed is
 * first compared with the one that was seen: a name is a label, and another file may stand under it a moment later.
 */
export function folderSource(
  name: string,
  settings: FolderSettings,
  root: string,
  log: Log = silentLog,
): Source {
  const folder = resolve(root, settings.folder);
  const after = settings.after ?? "archive";
  /** The bytes of names that are not valid UTF-8, by the label that stands for them. */
  const rawNames = new Map<string, Buffer>();
  const pathOf = (label: string): Buffer =>
    Buffer.concat([Buffer.from(`${folder}/`), rawNames.get(label) ?? Buffer.from(label)]);

  return {
    name,
    settleFor: 10_000,

    async list() {
      const files: SeenFile[] = [];
      const ignored: IgnoredEntry[] = [];
      for (const raw of await readFolder(name, folder)) {
        const label = labelOf(raw);
        if (label !== raw.toString("utf8")) rawNames.set(label, raw);
        const found = await statIfThere(pathOf(label));
        if (found === undefined) continue;
        const reason = whyTemporary(label) ?? whyNotTaken(found);
        if (reason !== undefined) ignored.push({ name: label, reason });
        else files.push(seen(label, found));
      }
      return { files, ignored };
    },

    async *fetch(file) {
      const about = { name: file.name, source: name };
      const changed = () => failure("arrival_changed", about);
      const handle = await openRegular(pathOf(file.name)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === "EACCES" ? failure("arrival_not_readable", about, error) : error;
      });
      if (handle === undefined) throw changed();
      try {
        if (!isSeen(await handle.stat({ bigint: true }), file)) throw changed();
        let size = 0;
        for (;;) {
          const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(chunkSize), 0, chunkSize);
          if (bytesRead === 0) break;
          size += bytesRead;
          yield buffer.subarray(0, bytesRead);
        }
        const now = await statIfThere(pathOf(file.name));
        const isSame = isSeen(await handle.stat({ bigint: true }), file);
        if (!isSame || now === undefined || !isSeen(now, file) || size !== file.size) throw changed();
      } finally {
        await handle.close();
      }
    },

    async settle(file, outcome) {
      if (after === "none" || (after === "archive" && outcome === "unread")) return "left";
      const aside = Buffer.from(join(folder, asidePrefix + asideKey(file)));
      if ((await statIfThere(aside)) === undefined) {
        const now = await statIfThere(pathOf(file.name));
        if (now === undefined) return "gone";
        if (!isSeen(now, file)) return "changed";
        await fs.rename(pathOf(file.name), aside);
      }
      const taken = await statIfThere(aside);
      if (taken === undefined) return "gone";
      // Renaming moves the change time, so what is compared is what a new file could not share.
      if (!isSameContent(taken, file)) {
        await putBack(aside, pathOf(file.name));
        return "changed";
      }
      if (after === "archive") await fs.unlink(aside);
      else await moveTo(aside, resolve(root, after.move), file);
      // The log says next that nothing is left to do here, so a power cut must not bring the file back.
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
    const reason = code === "ENOENT" ? "the folder is not there" : code === "EACCES" ? "no permission" : code;
    throw failure("source_unavailable", { source, reason }, error);
  }
}

/** The name as text; bytes that are no UTF-8 are written as `\xff`. */
function labelOf(raw: Buffer): string {
  const text = raw.toString("utf8");
  if (Buffer.from(text).equals(raw)) return text;
  return [...raw]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${byte.toString(16)}`))
    .join("");
}

function whyNotTaken(found: BigIntStats): string | undefined {
  if (found.isSymbolicLink()) return "a link, which is never followed";
  if (found.isDirectory()) return "a folder";
  if (!found.isFile()) return "no regular file";
  if (found.nlink > 1n) return "a file with a second name (hard link)";
  return undefined;
}

function seen(label: string, found: BigIntStats): SeenFile {
  return {
    name: label,
    size: Number(found.size),
    modified: Number(found.mtimeNs / 1_000_000n),
    identity: `${found.dev}:${found.ino}:${found.mtimeNs}:${found.ctimeNs}`,
  };
}

function isSeen(found: BigIntStats, file: SeenFile): boolean {
  return found.isFile() && Number(found.size) === file.size && seen("", found).identity === file.identity;
}

/** The same file as was seen, its name and change time aside. */
function isSameContent(found: BigIntStats, file: SeenFile): boolean {
  const untilTime = file.identity.slice(0, file.identity.lastIndexOf(":"));
  return Number(found.size) === file.size && `${found.dev}:${found.ino}:${found.mtimeNs}` === untilTime;
}

/** The same arrival is always set aside under the same name, so that an interrupted step is found and finished. */
function asideKey(file: SeenFile): string {
  return createHash("sha256").update(`${file.name}\n${file.identity}`).digest("hex").slice(0, 24);
}

async function openRegular(path: Buffer): Promise<fs.FileHandle | undefined> {
  try {
    return await fs.open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
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

/** Gives a file its name back, unless a still newer file has taken it meanwhile. */
async function putBack(aside: Buffer, name: Buffer): Promise<void> {
  try {
    await fs.link(aside, name);
    await fs.unlink(aside);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    // Both are new: the one in the way keeps the name, this one gets one that is listed next time.
    await fs.rename(aside, Buffer.concat([name, Buffer.from(`.${Date.now()}`)]));
  }
}

/** Two files of one name, of one source or of two, may be moved in the same second: neither takes the other's place. */
async function moveTo(aside: Buffer, target: string, file: SeenFile): Promise<void> {
  await fs.mkdir(target, { recursive: true });
  const stamp = new Date().toISOString().replace(/[-:]/g, "").slice(0, 15);
  await fs.rename(aside, join(target, `${stamp}-${asideKey(file).slice(0, 8)}-${safeLabel(file.name)}`));
}

function safeLabel(label: string): string {
  return label.replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(0, 100);
}
