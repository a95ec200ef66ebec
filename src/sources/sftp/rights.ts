import { randomBytes } from "node:crypto";
import { failure, LadingError } from "../../errors.js";
import { asidePrefix } from "../temporary-names.js";
import { within } from "./after.js";
import type { Connection } from "./connection.js";
import { plain } from "./plain.js";
import { look, makeDirectory, makeEmptyFile, remove, removeDirectory, rename } from "./remote.js";
import type { AfterSftp, SftpSettings } from "./settings.js";
import { upload } from "./upload.js";

/** What this user may do in a directory, tried with an entry of our own, for no file of the partner's is touched. */

/**
 * Goes the way that a file would go and back again, and leaves nothing behind that the server lets us remove.
 *
 * @returns what was found, in words
 * @throws sftp_no_permission and what else the server answers
 */
export async function tryRights(
  connection: Connection,
  { directory, after }: Pick<SftpSettings, "directory" | "after">,
  signal: AbortSignal,
): Promise<string> {
  const actions = [after.published, after.rejected].filter(({ action }) => action !== "none");
  if (actions.length === 0) return "not needed: files stay where they are";
  const probe = await makeProbe(connection, directory, signal);
  const notes = [`tried with an empty ${probe.kind}`];
  try {
    for (const action of actions)
      notes.push(...(await goThere(connection, directory, probe, action, signal)));
  } catch (error) {
    if (connection.usable) await dropProbe(connection, probe, signal).catch(() => undefined);
    throw error;
  }
  try {
    await dropProbe(connection, probe, signal);
  } catch (error) {
    const mustDelete = actions.some(({ action }) => action === "delete");
    if (mustDelete || !isDenied(error)) throw error;
    notes.push(pleaseRemove(probe.path));
  }
  return notes.join("; ");
}

/**
 * Sends an empty file the way that lists are sent, and once more over itself, as the next list will be; then removes it.
 *
 * @returns what was found, in words
 * @throws sftp_no_permission and what else the server answers
 */
export async function tryWriting(
  connection: Connection,
  directory: string,
  signal: AbortSignal,
): Promise<string> {
  const name = ownName();
  const path = within(directory, name);
  try {
    await upload(connection, directory, name, new Uint8Array(), signal);
    await upload(connection, directory, name, new Uint8Array(), signal);
  } catch (error) {
    if (connection.usable) await remove(connection, path, signal).catch(() => undefined);
    throw error;
  }
  const note = "tried with an empty file, which was replaced by another";
  try {
    await remove(connection, path, signal);
    return note;
  } catch (error) {
    if (!isDenied(error)) throw error;
    return `${note}; ${pleaseRemove(path)}`;
  }
}

function ownName(): string {
  return `${asidePrefix}doctor-${randomBytes(6).toString("hex")}`;
}

function pleaseRemove(path: string): string {
  return `the server does not let us remove it: please remove ${plain(path)}`;
}

interface Probe {
  readonly kind: "file" | "directory";
  readonly name: string;
  path: string;
}

/** A file shows best what may be done with files; a user who may not make one may still make a directory. */
async function makeProbe(connection: Connection, directory: string, signal: AbortSignal): Promise<Probe> {
  const name = ownName();
  const path = within(directory, name);
  try {
    await makeEmptyFile(connection, path, signal);
    return { kind: "file", name, path };
  } catch (error) {
    if (!isDenied(error)) throw error;
  }
  try {
    await makeDirectory(connection, path, signal);
    return { kind: "directory", name, path };
  } catch (error) {
    if (!isDenied(error)) throw error;
    const doing = `making anything in ${plain(directory)} to try it with, so files can hardly be moved there either`;
    throw failure("sftp_no_permission", { host: connection.host, doing }, error);
  }
}

/** Where a file would go, and back; with what is worth to be told of it. */
async function goThere(
  connection: Connection,
  directory: string,
  probe: Probe,
  after: AfterSftp,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const home = within(directory, probe.name);
  async function go(to: string): Promise<void> {
    await rename(connection, probe.path, to, signal);
    probe.path = to;
  }
  if (after.action === "rename") {
    await go(home + after.ending);
    await go(home);
  }
  if (after.action !== "move") return [];
  const target = within(directory, after.directory);
  const isMissing = (await look(connection, target, signal)) === undefined;
  if (isMissing) await makeDirectory(connection, target, signal);
  await go(within(target, probe.name));
  await go(home);
  if (!isMissing) return [];
  await removeDirectory(connection, target, signal).catch((error: unknown) => {
    if (!isDenied(error)) throw error;
  });
  return [`${plain(target)} is not there yet and will be made`];
}

async function dropProbe(connection: Connection, probe: Probe, signal: AbortSignal): Promise<void> {
  const drop = probe.kind === "file" ? remove : removeDirectory;
  await drop(connection, probe.path, signal);
}

function isDenied(error: unknown): boolean {
  return error instanceof LadingError && error.code === "sftp_no_permission";
}
