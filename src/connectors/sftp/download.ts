import { failure, type LadingError } from "../../errors.js";
import type { SeenFile } from "../sources/source.js";
import { seconds, type Connection } from "./connection.js";
import { kindOf } from "./listing.js";
import { plain } from "./plain.js";
import { refused, type Remote } from "./remote.js";

/** Enough reads on their way to fill the line, as the sftp command does; large ones cost half the work of small ones. */
const readsAhead = 16;
const readSize = 128 * 1024;

/**
 * The bytes of a file, whole or not at all: the file must be as it was seen before and after, the bytes as many as the
 * server said, and the end where it said. Short answers, which the protocol allows, are asked for again. Waits for the
 * server at most `idle` at a time and in all as long as the slowest allowed line; the time that the taker needs is not
 * counted.
 *
 * @throws arrival_changed when the file changed before it was asked for, sftp_file_changed when it ended early or changed
 * meanwhile, sftp_timed_out, sftp_too_slow, sftp_lost
 */
export async function* download(
  remote: Remote,
  source: string,
  path: string,
  seen: SeenFile,
  limit: number,
  followLinks = false,
): AsyncGenerator<Uint8Array> {
  const { connection, signal } = remote;
  const name = plain(seen.name);
  const { host } = connection;
  if (seen.size > limit) throw failure("sftp_too_large", { name, host, size: seen.size, limit });
  const before = await difference(remote, path, seen, followLinks);
  if (before !== undefined) throw failure("arrival_changed", { name, source });

  const handle = await remote.open(path);
  const waiting: Promise<Buffer>[] = [];
  const clock = transferClock(connection, name, seen.size);

  async function next(work: Promise<Buffer>): Promise<Buffer> {
    clock.start();
    const bytes = await connection.within(clock, "fetching a file", signal, work);
    clock.stop();
    return bytes;
  }

  try {
    let asked = 0;
    let received = 0;
    while (received < seen.size) {
      while (waiting.length < readsAhead && asked < seen.size) {
        const length = Math.min(readSize, seen.size - asked);
        waiting.push(quiet(read(connection, handle, asked, length, clock.progress)));
        asked += length;
      }
      const wanted = Math.min(readSize, seen.size - received);
      const bytes = await next(waiting.shift() as Promise<Buffer>);
      received += bytes.length;
      if (bytes.length < wanted) {
        throw changed(connection, name, `it ended after ${received} of ${seen.size} bytes`);
      }
      yield bytes;
    }
    const beyond = await next(read(connection, handle, seen.size, 1, clock.progress));
    if (beyond.length > 0) throw changed(connection, name, `it is longer than ${seen.size} bytes`);
    const after = await difference(remote, path, seen, followLinks);
    if (after !== undefined) throw changed(connection, name, after);
  } catch (error) {
    throw refused(connection, `fetching ${name}`, error);
  } finally {
    // The bytes are judged already; a server that cannot close a file changes nothing about them.
    if (connection.usable) await remote.close(handle, `fetching ${name}`).catch(() => undefined);
  }
}

/** Reads `length` bytes, fewer only where the file ends. */
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
 * How long a transfer may still take: `idle` since the last byte, and in all what the slowest allowed line needs. Only
 * time spent waiting for the server counts, between `start` and `stop`.
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

/** How a file differs from what was seen, in plain words; undefined when it does not. */
async function difference(
  remote: Remote,
  path: string,
  seen: SeenFile,
  followLinks: boolean,
): Promise<string | undefined> {
  const now = await (followLinks ? remote.lookThrough(path) : remote.look(path));
  if (now === undefined) return "it is gone";
  if (kindOf(now) !== "file") return "it is no plain file any more";
  if (now.size !== seen.size) return `it had ${seen.size} bytes and has ${now.size ?? "none"}`;
  return (now.mtime ?? 0) * 1000 === seen.modified ? undefined : "its time is another";
}

function changed(connection: Connection, name: string, reason: string): LadingError {
  return failure("sftp_file_changed", { name, host: connection.host, reason });
}

/** A read that nobody may come to wait for, because an earlier one failed, is no unhandled rejection. */
function quiet<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}
