import { constants, promises as fs } from "node:fs";

/**
 * File system operations for all data that must survive a crash. Each function makes one system call or a short
 * sequence of calls, so that tests can make any call fail, stop the process before or after a call, or record what
 * has become durable.
 */
export interface Disk {
  /** Creates a folder that only this user can access. Fails if the folder already exists. */
  mkdir(path: string): Promise<void>;
  /** Returns the names in a folder, in no particular order. */
  readdir(path: string): Promise<string[]>;
  readFile(path: string): Promise<Buffer>;
  stat(path: string): Promise<FileFacts>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Removes a file, or a folder with its contents. Does nothing if the path does not exist. */
  remove(path: string): Promise<void>;
  /**
   * Unless `mode` is given, only this user can read the file. Fails if the file already exists. `isExact` is true if
   * the file must have exactly these permissions, regardless of the process's umask.
   */
  create(path: string, mode?: number, isExact?: boolean): Promise<OpenFile>;
  /** Makes the file names in a folder durable. */
  syncFolder(path: string): Promise<void>;
}

export interface OpenFile {
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Makes the contents durable. Retrying after a failure does not help, because written data may be lost without
   * another error.
   */
  sync(): Promise<void>;
  close(): Promise<void>;
}

interface FileFacts {
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
  unlink: (path) => fs.unlink(path),
  remove: (path) => fs.rm(path, { recursive: true, force: true }),
  async create(path, mode = 0o600, isExact = false) {
    const file = await fs.open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, mode);
    if (isExact) await file.chmod(mode);
    return openFile(file);
  },
  async syncFolder(path) {
    const folder = await fs.open(path, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  },
};

function openFile(file: fs.FileHandle): OpenFile {
  return {
    write: (bytes) => file.writeFile(bytes),
    sync: () => file.sync(),
    close: () => file.close(),
  };
}
