import { randomBytes } from "node:crypto";
import { basename, dirname } from "node:path/posix";
import { failure, LadingError, type ErrorCode } from "../../errors.js";
import { within } from "./after.js";
import { plain } from "./plain.js";
import { refused, type Remote } from "./remote.js";

const writesAhead = 32;
const writeSize = 32 * 1024;

export interface Uploaded {
  readonly name: string;
  /** Undefined if the file has its intended name. */
  readonly refusal?: Refusal;
}

interface Refusal {
  /** The permission that the server denied. */
  readonly right: "rename" | "delete";
  readonly reason: LadingError;
}

/**
 * Uploads a complete file: writes it under a temporary name, compares the size, and renames it. The existing file
 * remains until the new one replaces it. If the server refuses the rename, the new file gets a different name and the
 * existing file remains.
 */
export async function upload(
  remote: Remote,
  directory: string,
  name: string,
  bytes: Uint8Array,
): Promise<Uploaded> {
  const doing = `writing ${plain(name)}`;
  const temporary = within(directory, `.${basename(name)}.${randomBytes(4).toString("hex")}.part`);
  await writeWhole(remote, temporary, bytes, doing);
  try {
    const refusal = await renameOver(remote, temporary, within(directory, name));
    if (refusal === undefined) return { name };
    const other = newName(name);
    const path = within(directory, other);
    // Renaming is tried first, because it leaves no temporary file behind even if the server refuses to delete files.
    if ((await refusalOf("rename", remote.rename(temporary, path))) !== undefined) {
      await writeWhole(remote, path, bytes, doing);
      await remote.remove(temporary).catch(() => undefined);
    }
    return { name: other, refusal };
  } catch (error) {
    if (remote.connection.usable) await remote.remove(temporary).catch(() => undefined);
    throw error;
  }
}

/** Gives a file its intended name if the file was uploaded under a different name. */
export async function renameUploaded(
  remote: Remote,
  directory: string,
  from: string,
  to: string,
): Promise<Uploaded> {
  const path = within(directory, from);
  // If the file no longer exists, the recipient has already picked it up.
  if ((await remote.look(path)) === undefined) return { name: to };
  const refusal = await renameOver(remote, path, within(directory, to));
  return refusal === undefined ? { name: to } : { name: from, refusal };
}

/** Changes `staff.csv` to `staff.20261128T201500123Z.csv`. */
function newName(name: string): string {
  const stamp = new Date().toISOString().replaceAll(/[-:.]/g, "");
  const at = name.lastIndexOf(".");
  return at < 1 ? `${name}.${stamp}` : `${name.slice(0, at)}.${stamp}${name.slice(at)}`;
}

/** Writes a new file and compares its size. After a failure, removes the incomplete file if the server permits it. */
async function writeWhole(remote: Remote, path: string, bytes: Uint8Array, doing: string): Promise<void> {
  try {
    await write(remote, path, bytes);
    const written = await remote.look(path);
    if (written?.size === bytes.length) return;
    const reason = `${written?.size ?? 0} of ${bytes.length} bytes arrived`;
    throw failure("sftp_failed", { host: remote.connection.host, doing, reason });
  } catch (error) {
    if (remote.connection.usable) await remote.remove(path).catch(() => undefined);
    throw error;
  }
}

/**
 * Writes a new file. If `durable` is given and the server supports flushing, the server also flushes the file to disk.
 */
export async function write(
  remote: Remote,
  path: string,
  bytes: Uint8Array,
  durable?: "durable",
): Promise<void> {
  const { connection, signal } = remote;
  const doing = `writing ${plain(path)}`;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const handle = await remote.create(path, doing);
    const waiting: Promise<void>[] = [];
    const awaitFirst = (): Promise<void> =>
      connection.within(
        connection.deadlines.idle,
        "writing a file",
        signal,
        waiting.shift() ?? Promise.resolve(),
      );
    for (let position = 0; position < buffer.length; position += writeSize) {
      if (waiting.length === writesAhead) await awaitFirst();
      const length = Math.min(writeSize, buffer.length - position);
      const sent = connection.send<void>((calls, answer) =>
        calls.write(handle, buffer, position, length, position, (error) => answer(error, undefined)),
      );
      // If an earlier write fails, nothing awaits this one, so its rejection must be handled here.
      sent.catch(() => undefined);
      waiting.push(sent);
    }
    while (waiting.length > 0) await awaitFirst();
    if (durable !== undefined) await sync(remote, handle);
    await remote.close(handle, doing);
  } catch (error) {
    throw refused(connection, doing, error);
  }
}

/** Does nothing if the server does not support the required extension. */
async function sync({ connection, signal }: Remote, handle: Buffer): Promise<void> {
  await connection.request<void>("syncing a file", signal, (calls, answer) => {
    try {
      calls.ext_openssh_fsync(handle, (error) => answer(error, undefined));
    } catch {
      answer(undefined, undefined);
    }
  });
}

/**
 * Renames a file atomically if the server supports it (OpenSSH and most others do). Otherwise, uses a plain rename,
 * which many servers permit even if it replaces an existing file. If the plain rename fails, gives the existing file a
 * temporary name, then renames the new file, and finally deletes the existing file, or restores it if the server
 * refused to rename the new file. Returns undefined on success, or the permission that the server denied.
 */
async function renameOver(remote: Remote, from: string, to: string): Promise<Refusal | undefined> {
  const rename = (before: string, after: string): Promise<Refusal | undefined> =>
    refusalOf("rename", remote.rename(before, after));
  if ((await refusalOf("rename", posixRename(remote, from, to))) === undefined) return undefined;
  const older = within(dirname(to), `.${basename(to)}.replaced`);
  const refusal = await rename(from, to);
  // An earlier upload may have left this file behind, because the connection was lost or the server refused to delete
  // the file.
  const isOlderThere = (await remote.look(older)) !== undefined;
  if (refusal === undefined) {
    if (isOlderThere) await refusalOf("delete", remote.remove(older));
    return undefined;
  }
  if ((await remote.look(to)) === undefined) return refusal;
  const kept = isOlderThere ? await refusalOf("delete", remote.remove(older)) : undefined;
  if (kept !== undefined) return kept;
  const oldRefusal = await rename(to, older);
  if (oldRefusal !== undefined) return oldRefusal;
  const newRefusal = await rename(from, to);
  if (newRefusal !== undefined) {
    await remote.rename(older, to);
    return newRefusal;
  }
  // The new file is already in place, so a refusal to delete the old file is ignored here. The next upload reports it.
  await refusalOf("delete", remote.remove(older));
  return undefined;
}

/**
 * Awaits `change`. Returns undefined if it succeeds, or the denied permission if the server refuses it. Other errors,
 * such as a lost connection, are thrown.
 */
async function refusalOf(right: Refusal["right"], change: Promise<void>): Promise<Refusal | undefined> {
  try {
    await change;
    return undefined;
  } catch (error) {
    if (error instanceof LadingError && refusals.has(error.code)) return { right, reason: error };
    throw error;
  }
}

async function posixRename(remote: Remote, from: string, to: string): Promise<void> {
  try {
    await remote.posixRename(from, to);
  } catch (error) {
    throw refused(remote.connection, `renaming ${plain(from)}`, error);
  }
}

const refusals = new Set<string>(["sftp_no_permission", "sftp_failed"] satisfies ErrorCode[]);
