import { failure, type LadingError } from "../../errors.js";
import type { SourceFile } from "../sources/source.js";
import { seconds, type Connection } from "./connection.js";
import { kindOf } from "./listing.js";
import { plain } from "./plain.js";
import { refused, type Remote } from "./remote.js";

/**
 * Number of parallel reads. With this number of reads, a download uses the full bandwidth, as the sftp command does.
 * Large reads need half as much CPU time as small ones.
 */
const readsAhead = 16;
const readSize = 128 * 1024;

/**
 * Yields the bytes of a complete file, or throws. The file must be unchanged before and after the transfer, and its
 * size must match the listing. The protocol permits a server to return fewer bytes than requested, so the rest is
 * requested with further reads. A single wait for the server lasts at most `idle`, and all waits together last at most
 * `grace` plus the time required at the minimum speed. The time during which the consumer processes data is not
 * included. Throws `sftp_too_large` if the file is larger than `limit`, `arrival_changed` if the file changed before
 * the transfer, and `sftp_file_changed` if it changed during the transfer. May also throw `sftp_timed_out`,
 * `sftp_too_slow` or `sftp_lost`.
 */
export async function* download(
  remote: Remote,
  source: string,
  path: string,
  file: SourceFile,
  limit: number,
  followLinks = false,
): AsyncGenerator<Uint8Array> {
  const { connection, signal } = remote;
  const name = plain(file.name);
  const { host } = connection;
  if (file.size > limit) throw failure("sftp_too_large", { name, host, size: file.size, limit });
  const before = await difference(remote, path, file, followLinks);
  if (before !== undefined) throw failure("arrival_changed", { name, source });

  const handle = await remote.open(path);
  const waiting: Promise<Buffer>[] = [];
  const clock = transferClock(connection, name, file.size);

  async function next(work: Promise<Buffer>): Promise<Buffer> {
    clock.start();
    const bytes = await connection.within(clock, "fetching a file", signal, work);
    clock.stop();
    return bytes;
  }

  try {
    let requested = 0;
    let received = 0;
    while (received < file.size) {
      while (waiting.length < readsAhead && requested < file.size) {
        const length = Math.min(readSize, file.size - requested);
        waiting.push(withoutUnhandled(read(connection, handle, requested, length, clock.progress)));
        requested += length;
      }
      const wanted = Math.min(readSize, file.size - received);
      const bytes = await next(waiting.shift() as Promise<Buffer>);
      received += bytes.length;
      if (bytes.length < wanted) {
        throw changed(connection, name, `it ended after ${received} of ${file.size} bytes`);
      }
      yield bytes;
    }
    const beyond = await next(read(connection, handle, file.size, 1, clock.progress));
    if (beyond.length > 0) throw changed(connection, name, `it is longer than ${file.size} bytes`);
    const after = await difference(remote, path, file, followLinks);
    if (after !== undefined) throw changed(connection, name, after);
  } catch (error) {
    throw refused(connection, `fetching ${name}`, error);
  } finally {
    // The download has already succeeded or failed, so an error while closing the file does not matter.
    if (connection.usable) await remote.close(handle, `fetching ${name}`).catch(() => undefined);
  }
}

/** Reads `length` bytes, or fewer at the end of the file. */
async function read(
  connection: Connection,
  handle: Buffer,
  position: number,
  length: number,
  progress: () => void,
): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const count = await connection.send<number>((calls, answer) =>
      calls.read(handle, buffer, filled, length - filled, position + filled, (error, bytes) =>
        answer(error, bytes),
      ),
    );
    if (count === 0) break;
    progress();
    filled += count;
  }
  return buffer.subarray(0, filled);
}

/**
 * Time limits for a transfer: `idle` for the time since the last byte, and a total based on the minimum speed. Only
 * the time spent waiting for the server is counted, which is the time between `start` and `stop`.
 */
function transferClock(connection: Connection, name: string, size: number) {
  const { host, deadlines } = connection;
  const allowed = deadlines.grace + (size / deadlines.slowest) * 1000;
  let waited = 0;
  let since = 0;
  let lastByte = 0;
  const now = (): number => performance.now();
  const idleLeft = (): number => Math.ceil(lastByte + deadlines.idle - now());
  const allLeft = (): number => Math.ceil(allowed - waited - (now() - since));
  return {
    start(): void {
      since = lastByte = now();
    },
    stop(): void {
      waited += now() - since;
    },
    progress: (): void => {
      lastByte = now();
    },
    left: () => Math.min(idleLeft(), allLeft()),
    over(): LadingError {
      if (allLeft() <= 0) return failure("sftp_too_slow", { host, name, size, seconds: seconds(allowed) });
      return failure("sftp_timed_out", { host, doing: "fetching a file", seconds: seconds(deadlines.idle) });
    },
  };
}

/** Describes how a file differs from its entry in the listing. Returns undefined if there is no difference. */
async function difference(
  remote: Remote,
  path: string,
  file: SourceFile,
  followLinks: boolean,
): Promise<string | undefined> {
  const now = await (followLinks ? remote.lookThrough(path) : remote.look(path));
  if (now === undefined) return "it no longer exists";
  if (kindOf(now) !== "file") return "it is no longer a plain file";
  if (now.size !== file.size) return `it had ${file.size} bytes and now has ${now.size ?? "none"}`;
  return (now.mtime ?? 0) * 1000 === file.modified ? undefined : "its modification time changed";
}

function changed(connection: Connection, name: string, reason: string): LadingError {
  return failure("sftp_file_changed", { name, host: connection.host, reason });
}

/** Prevents an unhandled rejection if an earlier read fails and nothing awaits `work`. */
function withoutUnhandled<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}
