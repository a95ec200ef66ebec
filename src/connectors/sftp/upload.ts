import { randomBytes } from "node:crypto";
import { basename } from "node:path/posix";
import { failure } from "../../errors.js";
import { within } from "./after.js";
import { SftpStatus } from "./connection.js";
import { plain } from "./plain.js";
import { notSupported, refused, type Remote } from "./remote.js";

const writesAhead = 32;
const writeSize = 32 * 1024;

/**
 * Writes a whole file to a server or none: under a temporary name, then its size is compared, then it is renamed. Over an
 * older file the rename is one step where the server can (OpenSSH and most others); else the older one is removed just
 * before. What remains of a failed try is removed where the server lets us.
 */
export async function upload(
  remote: Remote,
  directory: string,
  name: string,
  bytes: Uint8Array,
): Promise<void> {
  const path = within(directory, name);
  const temporary = within(directory, `.${basename(name)}.${randomBytes(4).toString("hex")}.part`);
  try {
    await write(remote, temporary, bytes);
    const written = await remote.look(temporary);
    if (written?.size !== bytes.length) {
      const reason = `${written?.size ?? 0} of ${bytes.length} bytes arrived`;
      throw failure("sftp_failed", { host: remote.connection.host, doing: `writing ${plain(name)}`, reason });
    }
    await renameOver(remote, temporary, path);
  } catch (error) {
    if (remote.connection.usable) await remote.remove(temporary).catch(() => undefined);
    throw error;
  }
}

/**
 * Writes a new file.
 *
 * @param durable whether the server is asked to bring it to its disk, as far as it can be asked
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
    const settleFirst = (): Promise<void> =>
      connection.within(
        connection.deadlines.idle,
        "writing a file",
        signal,
        waiting.shift() ?? Promise.resolve(),
      );
    for (let position = 0; position < buffer.length; position += writeSize) {
      if (waiting.length === writesAhead) await settleFirst();
      const length = Math.min(writeSize, buffer.length - position);
      const sent = connection.send<void>((calls, answer) =>
        calls.write(handle, buffer, position, length, position, (error) => answer(error, undefined)),
      );
      // One that failed before this one was waited for ends the work; this one's failure is then nobody's news.
      sent.catch(() => undefined);
      waiting.push(sent);
    }
    while (waiting.length > 0) await settleFirst();
    if (durable !== undefined) await sync(remote, handle);
    await remote.close(handle, doing);
  } catch (error) {
    throw refused(connection, doing, error);
  }
}

/** A server without this extension writes when it does. */
async function sync({ connection, signal }: Remote, handle: Buffer): Promise<void> {
  await connection.request<void>("syncing a file", signal, (calls, answer) => {
    try {
      calls.ext_openssh_fsync(handle, (error) => answer(error, undefined));
    } catch {
      answer(undefined, undefined);
    }
  });
}

async function renameOver(remote: Remote, from: string, to: string): Promise<void> {
  try {
    await remote.posixRename(from, to);
  } catch (error) {
    if (!(error instanceof SftpStatus) || error.status !== notSupported) {
      throw refused(remote.connection, `renaming ${plain(from)}`, error);
    }
    if ((await remote.look(to)) !== undefined) await remote.remove(to);
    await remote.rename(from, to);
  }
}
