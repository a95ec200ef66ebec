import { randomBytes } from "node:crypto";
import { basename } from "node:path/posix";
import { failure } from "../../errors.js";
import { within } from "./after.js";
import { SftpStatus, type Connection } from "./connection.js";
import { plain } from "./plain.js";
import { look, notSupported, posixRename, refused, remove, rename } from "./remote.js";

const writesAhead = 32;
const writeSize = 32 * 1024;

/**
 * Writes a whole file to a server or none: under a temporary name, then its size is compared, then it is renamed. Over an
 * older file the rename is one step where the server can (OpenSSH and most others); else the older one is removed just
 * before. What remains of a failed try is removed where the server lets us.
 */
export async function upload(
  connection: Connection,
  directory: string,
  name: string,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  const path = within(directory, name);
  const temporary = within(directory, `.${basename(name)}.${randomBytes(4).toString("hex")}.part`);
  try {
    await write(connection, temporary, bytes, signal);
    const written = await look(connection, temporary, signal);
    if (written?.size !== bytes.length) {
      const reason = `${written?.size ?? 0} of ${bytes.length} bytes arrived`;
      throw failure("sftp_failed", { host: connection.host, doing: `writing ${plain(name)}`, reason });
    }
    await renameOver(connection, temporary, path, signal);
  } catch (error) {
    if (connection.usable) await remove(connection, temporary, signal).catch(() => undefined);
    throw error;
  }
}

/**
 * Writes a new file.
 *
 * @param durable whether the server is asked to bring it to its disk, as far as it can be asked
 */
export async function write(
  connection: Connection,
  path: string,
  bytes: Uint8Array,
  signal: AbortSignal,
  durable?: "durable",
): Promise<void> {
  const { deadlines } = connection;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const handle = await connection.request<Buffer>("making a file", signal, (calls, answer) =>
      calls.open(path, "wx", answer),
    );
    const waiting: Promise<void>[] = [];
    const settleFirst = (): Promise<void> =>
      connection.within(deadlines.idle, "writing a file", signal, waiting.shift() ?? Promise.resolve());
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
    if (durable !== undefined) await sync(connection, handle, signal);
    await connection.request<void>("closing a file", signal, (calls, answer) =>
      calls.close(handle, (error) => answer(error, undefined)),
    );
  } catch (error) {
    throw refused(connection, `writing ${plain(path)}`, error);
  }
}

/** A server without this extension writes when it does. */
async function sync(connection: Connection, handle: Buffer, signal: AbortSignal): Promise<void> {
  await connection.request<void>("syncing a file", signal, (calls, answer) => {
    try {
      calls.ext_openssh_fsync(handle, (error) => answer(error, undefined));
    } catch {
      answer(undefined, undefined);
    }
  });
}

async function renameOver(
  connection: Connection,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  try {
    await posixRename(connection, from, to, signal);
  } catch (error) {
    if (!(error instanceof SftpStatus) || error.status !== notSupported) {
      throw refused(connection, `renaming ${plain(from)}`, error);
    }
    if ((await look(connection, to, signal)) !== undefined) await remove(connection, to, signal);
    await rename(connection, from, to, signal);
  }
}
