import { failure } from "../../errors.js";
import { noSuchFileCode, permissionDenied, SftpStatus, type Connection } from "./connection.js";
import type { RemoteAttributes, RemoteEntry } from "./listing.js";
import { plain } from "./plain.js";

/** The few things that Lading asks of a server, each within its deadline, each failure in plain words. */

/** What the server says of a path, links not followed; undefined when there is nothing. */
export async function look(
  connection: Connection,
  path: string,
  signal: AbortSignal,
): Promise<RemoteAttributes | undefined> {
  try {
    return await connection.request<RemoteAttributes>("looking at a file", signal, (calls, answer) =>
      calls.lstat(path, answer),
    );
  } catch (error) {
    if (error instanceof SftpStatus && error.status === noSuchFileCode) return undefined;
    throw refused(connection, `looking at ${plain(path)}`, error);
  }
}

/** The entries of a directory. Stops at `limit` with `sftp_too_many_entries`, before more of them fill the memory. */
export async function listDirectory(
  connection: Connection,
  path: string,
  limit: number,
  signal: AbortSignal,
): Promise<RemoteEntry[]> {
  const entries: RemoteEntry[] = [];
  async function readAll(): Promise<void> {
    const handle = await connection.send<Buffer>((calls, answer) => calls.opendir(path, answer));
    for (;;) {
      const names = await connection.send<Names>((calls, answer) =>
        calls.readdir(handle, (error: unknown, list) => {
          // A server ends the list with an error of its own.
          if ((error as { code?: number } | undefined)?.code === endOfList) answer(undefined, undefined);
          else answer(error as Error | undefined, list);
        }),
      );
      if (names === undefined) break;
      for (const { filename, attrs } of names) entries.push({ name: filename, attributes: attrs });
      if (entries.length > limit) {
        throw failure("sftp_too_many_entries", { path: plain(path), host: connection.host, limit });
      }
    }
    await connection.send<void>((calls, answer) => calls.close(handle, (error) => answer(error, undefined)));
  }
  try {
    await connection.within(connection.deadlines.list, "listing", signal, readAll());
  } catch (error) {
    if (error instanceof SftpStatus && error.status === noSuchFileCode) {
      throw failure("sftp_no_directory", { host: connection.host, path: plain(path) }, error);
    }
    throw refused(connection, `listing ${plain(path)}`, error);
  }
  return entries;
}

type Names = readonly { readonly filename: string; readonly attrs: RemoteAttributes }[] | undefined;

const endOfList = 1;

/** Renames; never over an existing file (OpenSSH refuses that, and so does the protocol's text). */
export async function rename(
  connection: Connection,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await connection.request<void>("renaming a file", signal, (calls, answer) =>
      calls.rename(from, to, (error) => answer(error, undefined)),
    );
  } catch (error) {
    throw refused(connection, `renaming ${plain(from)} to ${plain(to)}`, error);
  }
}

/** Renames in one step, over an existing file as well. Throws `SftpStatus`: `notSupported` where the server cannot. */
export function posixRename(
  connection: Connection,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  return connection.request<void>("renaming a file", signal, (calls, answer) => {
    try {
      calls.ext_openssh_rename(from, to, (error) => answer(error, undefined));
    } catch {
      // The library throws for a server that does not have this extension; the connection is sound.
      answer(new SftpStatus(notSupported, "not supported"), undefined);
    }
  });
}

export const notSupported = 8;

export async function remove(connection: Connection, path: string, signal: AbortSignal): Promise<void> {
  try {
    await connection.request<void>("deleting a file", signal, (calls, answer) =>
      calls.unlink(path, (error) => answer(error, undefined)),
    );
  } catch (error) {
    throw refused(connection, `deleting ${plain(path)}`, error);
  }
}

export async function removeDirectory(
  connection: Connection,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await connection.request<void>("removing a directory", signal, (calls, answer) =>
      calls.rmdir(path, (error) => answer(error, undefined)),
    );
  } catch (error) {
    throw refused(connection, `removing the directory ${plain(path)}`, error);
  }
}

/** Makes an empty file where nothing stands. */
export async function makeEmptyFile(
  connection: Connection,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    const handle = await connection.request<Buffer>("making a file", signal, (calls, answer) =>
      calls.open(path, "wx", answer),
    );
    await connection.request<void>("closing a file", signal, (calls, answer) =>
      calls.close(handle, (error) => answer(error, undefined)),
    );
  } catch (error) {
    throw refused(connection, `making the file ${plain(path)}`, error);
  }
}

export async function makeDirectory(
  connection: Connection,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await connection.request<void>("making a directory", signal, (calls, answer) =>
      calls.mkdir(path, (error) => answer(error, undefined)),
    );
  } catch (error) {
    throw refused(connection, `making the directory ${plain(path)}`, error);
  }
}

/** A status of the server as one of Lading's errors; anything else stays what it is. */
export function refused(connection: Connection, doing: string, error: unknown): unknown {
  if (!(error instanceof SftpStatus)) return error;
  const { host } = connection;
  if (error.status === permissionDenied) return failure("sftp_no_permission", { host, doing }, error);
  return failure("sftp_failed", { host, doing, reason: error.message }, error);
}
