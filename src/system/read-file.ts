import { createHash } from "node:crypto";
import { open, type FileHandle } from "node:fs/promises";
import { constants, existsSync, readdirSync, type BigIntStats, type Dirent } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readInPieces } from "../formats/bytes.js";
import type { ByteSource } from "../formats/format.js";
import { failure, type LadingError } from "../errors.js";
import { nearest } from "../nearest.js";

/** A file on disk, with the size and time that it had when it was opened. */
export interface DiskFile extends ByteSource {
  readonly path: string;
  readonly modified: Date;
  /** sha256 of the contents, in hex. */
  sha256(): Promise<string>;
  /**
   * Throws `file_changed` if the file has changed since it was opened. Call this function after reading the file and
   * before using its data.
   */
  assertUnchanged(): Promise<void>;
}

/**
 * The file is not kept open, and each call of `stream()` reads it again. Throws `file_not_found`, `not_a_file` or
 * `not_readable`.
 */
export async function diskFile(path: string): Promise<DiskFile> {
  const before = await withFile(path, (file) => file.stat({ bigint: true }));
  async function* pieces(bufferFor: (left: number) => Buffer): AsyncGenerator<Uint8Array> {
    const file = await openFile(path);
    try {
      for (let left = Number(before.size); ;) {
        const buffer = bufferFor(Math.max(left, 0) + 64);
        const { bytesRead } = await file.read(buffer, 0, buffer.length);
        if (bytesRead === 0) return;
        left -= bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  }
  const { stream, passing } = readInPieces(pieces);
  return {
    path,
    name: basename(path),
    size: Number(before.size),
    modified: new Date(Number(before.mtimeMs)),
    stream,
    passing,
    async sha256() {
      const hash = createHash("sha256");
      for await (const chunk of passing()) hash.update(chunk);
      return hash.digest("hex");
    },
    async assertUnchanged() {
      const after = await withFile(path, (file) => file.stat({ bigint: true }));
      if (!isSame(before, after)) throw failure("file_changed", { path });
    },
  };
}

function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return (
    a.dev === b.dev &&
    a.ino === b.ino &&
    a.size === b.size &&
    a.mtimeNs === b.mtimeNs &&
    a.ctimeNs === b.ctimeNs
  );
}

async function withFile<T>(path: string, use: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await openFile(path);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Opens a regular file without blocking, because opening a pipe would wait for a writer. */
async function openFile(path: string): Promise<FileHandle> {
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    throw readFailure(path, error);
  }
  const found = await file.stat();
  if (found.isFile()) return file;
  await file.close();
  throw failure("not_a_file", { path });
}

/** The error suggests a file or folder with a similar name, if there is one. */
export function noSuchFile(path: string, cause?: unknown): LadingError {
  const near =
    nearPath(path, (entry) => !entry.isDirectory()) ?? nearPath(path, (entry) => entry.isDirectory());
  return failure("file_not_found", { path, near: near === undefined ? "" : ` Did you mean ${near}?` }, cause);
}

function nearPath(path: string, isWanted: (entry: Dirent) => boolean): string | undefined {
  const [folder, name] = [dirname(path), basename(path)];
  const parent = existsSync(folder) ? folder : nearPath(folder, (entry) => !entry.isFile());
  if (parent === undefined) return undefined;
  const names = namesIn(parent, isWanted);
  const near = parent !== folder && names.includes(name) ? name : nearest(name, names);
  return near === undefined ? undefined : join(parent, near);
}

function namesIn(folder: string, isWanted: (entry: Dirent) => boolean): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(isWanted)
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function readFailure(path: string, error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
    case "ENOTDIR":
      return noSuchFile(path, error);
    case "EISDIR":
    case "ENXIO":
      return failure("not_a_file", { path }, error);
    case "EACCES":
    case "EPERM":
      return failure("not_readable", { path }, error);
    default:
      return error;
  }
}
