import { constants, createReadStream, promises as fs } from "node:fs";

/**
 * The one seam to the file system for everything that must survive a crash. Each function is one system call or a plain
 * sequence of them, so that the proofs can make any single one fail, stop the process before or after it, or record what
 * was made durable.
 */
export interface Disk {
  /** Creates a folder for this user only; fails when it exists. */
  mkdir(path: string): Promise<void>;
  /** Names in a folder, in no order. */
  readdir(path: string): Promise<string[]>;
  readFile(path: string): Promise<Buffer>;
  /** The bytes of a file that may be large, in chunks; the last up to `end`, which is not read any more. */
  read(path: string, end?: number): AsyncIterable<Buffer>;
  stat(path: string): Promise<FileFacts>;
  rename(from: string, to: string): Promise<void>;
  /** A second name for a file; fails when the name exists. */
  link(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Removes a file or a folder with everything in it; no error when it is gone. */
  remove(path: string): Promise<void>;
  /** Opens a new file for writing, for this user only; fails when it exists. */
  create(path: string): Promise<OpenFile>;
  /** Opens a file, which is made when it is not there, to add at its end. */
  append(path: string): Promise<OpenFile>;
  /** Makes the names in a folder durable. */
  syncFolder(path: string): Promise<void>;
}

export interface OpenFile {
  write(bytes: Uint8Array): Promise<void>;
  truncate(length: number): Promise<void>;
  /** Makes the contents durable. A failure is final: what was written may be lost without a further error. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface FileFacts {
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  readonly inode: number;
  readonly isFolder: boolean;
}

export const realDisk: Disk = {
  mkdir: async (path) => {
    await fs.mkdir(path, { mode: 0o700 });
  },
  readdir: (path) => fs.readdir(path),
  readFile: (path) => fs.readFile(path),
  read: (path, end) =>
    end === 0
      ? nothing()
      : createReadStream(path, {
          highWaterMark: 1024 * 1024,
          ...(end === undefined ? {} : { end: end - 1 }),
        }),
  async stat(path) {
    const found = await fs.lstat(path);
    return {
      size: found.size,
      modified: found.mtimeMs,
      inode: found.ino,
      isFolder: found.isDirectory(),
    };
  },
  rename: (from, to) => fs.rename(from, to),
  link: (from, to) => fs.link(from, to),
  unlink: (path) => fs.unlink(path),
  remove: (path) => fs.rm(path, { recursive: true, force: true }),
  create: async (path) =>
    openFile(await fs.open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)),
  append: async (path) => openFile(await fs.open(path, "a", 0o600)),
  async syncFolder(path) {
    const folder = await fs.open(path, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
};

async function* nothing(): AsyncGenerator<Buffer> {}

function openFile(file: fs.FileHandle): OpenFile {
  return {
    write: (bytes) => file.writeFile(bytes),
    truncate: (length) => file.truncate(length),
    sync: () => file.sync(),
    close: () => file.close(),
  };
}
