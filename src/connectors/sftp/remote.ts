import { failure } from "../../errors.js";
import {
  noSuchFileCode,
  permissionDenied,
  seconds,
  SftpStatus,
  type Connection,
  type Asked,
  type SftpCalls,
} from "./connection.js";
import type { RemoteAttributes, RemoteEntry } from "./listing.js";
import { plain } from "./plain.js";

/** The few things that Lading asks of a server, each within its deadline, each failure in plain words. */
export type Remote = ReturnType<typeof remoteOn>;

export function remoteOn(connection: Connection, signal: AbortSignal) {
  /** @param doing what a refusal is told of */
  async function ask<T>(what: string, doing: string, question: Asked<T>): Promise<T> {
    try {
      return await connection.request(what, signal, question);
    } catch (error) {
      throw refused(connection, doing, error);
    }
  }

  /** The same where there is no answer but that it is done. */
  function wish(
    what: string,
    doing: string,
    make: (calls: SftpCalls, done: (error: Error | null | undefined) => void) => void,
  ): Promise<void> {
    return ask(what, doing, (calls, answer) => make(calls, (error) => answer(error, undefined)));
  }

  async function attributesAt(
    path: string,
    question: Asked<RemoteAttributes>,
  ): Promise<RemoteAttributes | undefined> {
    try {
      return await connection.request("looking at a file", signal, question);
    } catch (error) {
      if (error instanceof SftpStatus && error.status === noSuchFileCode) return undefined;
      throw refused(connection, `looking at ${plain(path)}`, error);
    }
  }

  const remote = {
    connection,
    signal,

    /** The attributes of a path, links not followed; undefined if there is nothing. */
    look: (path: string) => attributesAt(path, (calls, answer) => calls.lstat(path, answer)),

    /** The attributes of what a path leads to, links followed; undefined if there is nothing. */
    lookThrough: (path: string) => attributesAt(path, (calls, answer) => calls.stat(path, answer)),

    /** The entries of a directory. Stops at `limit` with `sftp_too_many_entries`, before more of them fill the memory. */
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

    /** Renames; never over an existing file (OpenSSH refuses that, and so does the protocol's text). */
    rename: (from: string, to: string) =>
      wish("renaming a file", `renaming ${plain(from)} to ${plain(to)}`, (calls, done) =>
        calls.rename(from, to, done),
      ),

    /** Renames in one step, over an existing file as well. Throws `SftpStatus`: `notSupported` where the server cannot. */
    posixRename: (from: string, to: string) =>
      connection.request<void>("renaming a file", signal, (calls, answer) => {
        try {
          calls.ext_openssh_rename(from, to, (error) => answer(error, undefined));
        } catch {
          // The library throws for a server that does not have this extension; the connection is sound.
          answer(new SftpStatus(notSupported, "not supported"), undefined);
        }
      }),

    remove: (path: string) =>
      wish("deleting a file", `deleting ${plain(path)}`, (calls, done) => calls.unlink(path, done)),

    makeDirectory: (path: string) =>
      wish("making a directory", `making the directory ${plain(path)}`, (calls, done) =>
        calls.mkdir(path, done),
      ),

    /** Makes an empty file where nothing stands. */
    async makeEmptyFile(path: string): Promise<void> {
      const doing = `making the file ${plain(path)}`;
      await remote.close(await remote.create(path, doing), doing);
    },

    /** Opens a new file. */
    create: (path: string, doing: string) =>
      ask<Buffer>("making a file", doing, (calls, answer) => calls.open(path, "wx", answer)),

    open: (path: string) =>
      ask<Buffer>("opening a file", `opening ${plain(path)}`, (calls, answer) =>
        calls.open(path, "r", answer),
      ),

    close: (handle: Buffer, doing: string) =>
      wish("closing a file", doing, (calls, done) => calls.close(handle, done)),
  };
  return remote;
}

/** A long listing may take so many times its deadline, as long as it brings new names. */
const mostListing = 10;

/** A slow server takes more than one deadline to list a huge directory, so each new name begins the deadline anew, up to a limit. */
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
        // A server ends the list with an error of its own.
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

/** A status of the server as one of Lading's errors; anything else stays what it is. */
export function refused(connection: Connection, doing: string, error: unknown): unknown {
  if (!(error instanceof SftpStatus)) return error;
  const { host } = connection;
  if (error.status === permissionDenied) return failure("sftp_no_permission", { host, doing }, error);
  return failure("sftp_failed", { host, doing, reason: error.message }, error);
}
