import { failure } from "../../errors.js";
import {
  noSuchFileCode,
  permissionDenied,
  seconds,
  SftpStatus,
  type Connection,
  type Operation,
  type SftpCalls,
} from "./connection.js";
import type { RemoteAttributes, RemoteEntry } from "./listing.js";
import { plain } from "./plain.js";

/** Lading's operations on an SFTP server. Each operation has a deadline. */
export type Remote = ReturnType<typeof remoteOn>;

export function remoteOn(connection: Connection, signal: AbortSignal) {
  /** `doing` describes the operation in error messages. */
  async function ask<T>(what: string, doing: string, operation: Operation<T>): Promise<T> {
    try {
      return await connection.request(what, signal, operation);
    } catch (error) {
      throw refused(connection, doing, error);
    }
  }

  /** Sends a request whose response contains no data. */
  function command(
    what: string,
    doing: string,
    make: (calls: SftpCalls, done: (error: Error | null | undefined) => void) => void,
  ): Promise<void> {
    return ask(what, doing, (calls, answer) => make(calls, (error) => answer(error, undefined)));
  }

  async function attributesAt(
    path: string,
    operation: Operation<RemoteAttributes>,
  ): Promise<RemoteAttributes | undefined> {
    try {
      return await connection.request("checking a file", signal, operation);
    } catch (error) {
      if (error instanceof SftpStatus && error.status === noSuchFileCode) return undefined;
      throw refused(connection, `checking ${plain(path)}`, error);
    }
  }

  const remote = {
    connection,
    signal,

    /** Returns the attributes of a path without following links. Undefined if the path does not exist. */
    look: (path: string) => attributesAt(path, (calls, answer) => calls.lstat(path, answer)),

    /** Returns the attributes of a path, following links. Undefined if the path does not exist. */
    lookThrough: (path: string) => attributesAt(path, (calls, answer) => calls.stat(path, answer)),

    /**
     * Lists a directory. Throws `sftp_too_many_entries` if there are more than `limit` entries, before a huge listing
     * fills the memory.
     */
    async list(path: string, limit: number): Promise<RemoteEntry[]> {
      try {
        const clock = listingClock(connection);
        const listing = entriesIn(connection, path, limit, clock.progress);
        return await connection.within(clock, "listing", signal, listing);
      } catch (error) {
        if (error instanceof SftpStatus && error.status === noSuchFileCode) {
          throw failure("sftp_no_directory", { host: connection.host, path: plain(path) }, error);
        }
        throw refused(connection, `listing ${plain(path)}`, error);
      }
    },

    /**
     * Renames a file. The protocol forbids replacing an existing file, but many servers other than OpenSSH replace it.
     */
    rename: (from: string, to: string) =>
      command("renaming a file", `renaming ${plain(from)} to ${plain(to)}`, (calls, done) =>
        calls.rename(from, to, done),
      ),

    /**
     * Renames a file atomically, even if that replaces an existing file. Throws `SftpStatus` with `notSupported` if
     * the server does not support this operation.
     */
    posixRename: (from: string, to: string) =>
      connection.request<void>("renaming a file", signal, (calls, answer) => {
        try {
          calls.ext_openssh_rename(from, to, (error) => answer(error, undefined));
        } catch {
          // ssh2 throws if the server lacks this extension. The connection still works.
          answer(new SftpStatus(notSupported, "not supported"), undefined);
        }
      }),

    remove: (path: string) =>
      command("deleting a file", `deleting ${plain(path)}`, (calls, done) => calls.unlink(path, done)),

    makeDirectory: (path: string) =>
      command("creating a directory", `creating the directory ${plain(path)}`, (calls, done) =>
        calls.mkdir(path, done),
      ),

    async makeEmptyFile(path: string): Promise<void> {
      const doing = `creating the file ${plain(path)}`;
      await remote.close(await remote.create(path, doing), doing);
    },

    create: (path: string, doing: string) =>
      ask<Buffer>("creating a file", doing, (calls, answer) => calls.open(path, "wx", answer)),

    open: (path: string) =>
      ask<Buffer>("opening a file", `opening ${plain(path)}`, (calls, answer) =>
        calls.open(path, "r", answer),
      ),

    close: (handle: Buffer, doing: string) =>
      command("closing a file", doing, (calls, done) => calls.close(handle, done)),
  };
  return remote;
}

/** As long as the server keeps returning names, a listing may take up to this many times the deadline. */
const mostListing = 10;

/**
 * Deadline for a listing. Each new name restarts the deadline, up to a limit, because a huge directory may need
 * several times the deadline.
 */
function listingClock({ host, deadlines }: Connection) {
  const begun = performance.now();
  let last = begun;
  return {
    progress: (): void => void (last = performance.now()),
    left: () =>
      Math.ceil(Math.min(last + deadlines.list, begun + mostListing * deadlines.list) - performance.now()),
    over: () =>
      failure("sftp_timed_out", { host, seconds: seconds(performance.now() - begun), doing: "listing" }),
  };
}

async function entriesIn(
  connection: Connection,
  path: string,
  limit: number,
  progress: () => void,
): Promise<RemoteEntry[]> {
  const entries: RemoteEntry[] = [];
  const handle = await connection.send<Buffer>((calls, answer) => calls.opendir(path, answer));
  for (;;) {
    const names = await connection.send<Names>((calls, answer) =>
      calls.readdir(handle, (error: unknown, list) => {
        // The protocol reports the end of a listing as an error status.
        if ((error as { code?: number } | undefined)?.code === endOfList) answer(undefined, undefined);
        else answer(error as Error | undefined, list);
      }),
    );
    if (names === undefined) break;
    if (names.length > 0) progress();
    for (const { filename, attrs } of names) entries.push({ name: filename, attributes: attrs });
    if (entries.length > limit) {
      throw failure("sftp_too_many_entries", { path: plain(path), host: connection.host, limit });
    }
  }
  await connection.send<void>((calls, answer) => calls.close(handle, (error) => answer(error, undefined)));
  return entries;
}

type Names = readonly { readonly filename: string; readonly attrs: RemoteAttributes }[] | undefined;

const endOfList = 1;
export const notSupported = 8;

/** Converts the server's error status to a Lading error. All other errors are returned unchanged. */
export function refused(connection: Connection, doing: string, error: unknown): unknown {
  if (!(error instanceof SftpStatus)) return error;
  const { host } = connection;
  if (error.status === permissionDenied)
    return failure("sftp_no_permission", { host, doing, alternative: "" }, error);
  return failure("sftp_failed", { host, doing, reason: error.message }, error);
}
