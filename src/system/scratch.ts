import { rmSync } from "node:fs";
import { open, unlink, type FileHandle } from "node:fs/promises";
import { memorySpill, type Spill } from "../convert/spill.js";
import { onLeaving } from "./leaving.js";

/** A spill that must be closed after use. */
export interface Scratch extends Spill {
  close(): Promise<void>;
}

/** Number of bytes that are kept in memory. Lists of ordinary size fit in memory and do not require a file. */
const keptInMemory = 48 * 1024 * 1024;

/**
 * Keeps the first bytes in memory and the rest in an unnamed file, which disappears when the process exits. `path`
 * returns a name for the file when a file is needed.
 */
export function scratchSpill(path: () => Promise<string>, most = keptInMemory): Scratch {
  const memory = memorySpill();
  let inMemory = 0;
  let file: Promise<FileHandle> | undefined;
  let length = 0;
  return {
    async append(bytes) {
      if (inMemory + bytes.length <= most) {
        inMemory += bytes.length;
        return memory.append(bytes);
      }
      const from = length;
      length += bytes.length;
      file ??= path().then(openNameless);
      const opened = await file;
      await writeAt(opened, bytes, from);
      return {
        size: bytes.length,
        read: (at, size) => readAt(opened, from + at, size),
      };
    },
    async close() {
      await (await file?.catch(() => undefined))?.close();
    },
  };
}

async function openNameless(path: string): Promise<FileHandle> {
  const forget = onLeaving(() => rmSync(path, { force: true }));
  try {
    const file = await open(path, "wx+", 0o600);
    await unlink(path);
    return file;
  } finally {
    forget();
  }
}

async function writeAt(file: FileHandle, bytes: Uint8Array, from: number): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    at += (await file.write(bytes, at, bytes.length - at, from + at)).bytesWritten;
  }
}

async function readAt(file: FileHandle, from: number, size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafe(size);
  for (let at = 0; at < size;) {
    const { bytesRead } = await file.read(bytes, at, size - at, from + at);
    if (bytesRead === 0) throw new Error("a temporary file is shorter than the data that was written to it");
    at += bytesRead;
  }
  return bytes;
}
