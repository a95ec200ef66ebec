import { randomBytes } from "node:crypto";
import { failure, LadingError } from "../../errors.js";
import { asidePrefix } from "../temporary-names.js";
import { within } from "./after.js";
import { plain } from "./plain.js";
import type { Remote } from "./remote.js";
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
  remote: Remote,
  { directory, after }: Pick<SftpSettings, "directory" | "after">,
): Promise<string> {
  const actions = [after.published, after.rejected].filter(({ action }) => action !== "none");
  if (actions.length === 0) return "not needed: files stay where they are";
  const probe = await makeProbe(remote, directory);
  const notes = [`tried with an empty ${probe.kind}`];
  try {
    for (const action of actions) notes.push(...(await goThere(remote, directory, probe, action)));
  } catch (error) {
    if (remote.connection.usable) await dropProbe(remote, probe).catch(() => undefined);
    throw error;
  }
  try {
    await dropProbe(remote, probe);
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
export async function tryWriting(remote: Remote, directory: string): Promise<string> {
  const name = ownName();
  const path = within(directory, name);
  try {
    await upload(remote, directory, name, new Uint8Array());
    await upload(remote, directory, name, new Uint8Array());
  } catch (error) {
    if (remote.connection.usable) await remote.remove(path).catch(() => undefined);
    throw error;
  }
  const note = "tried with an empty file, which was replaced by another";
  try {
    await remote.remove(path);
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
async function makeProbe(remote: Remote, directory: string): Promise<Probe> {
  const name = ownName();
  const path = within(directory, name);
  try {
    await remote.makeEmptyFile(path);
    return { kind: "file", name, path };
  } catch (error) {
    if (!isDenied(error)) throw error;
  }
  try {
    await remote.makeDirectory(path);
    return { kind: "directory", name, path };
  } catch (error) {
    if (!isDenied(error)) throw error;
    const doing = `making anything in ${plain(directory)} to try it with, so files can hardly be moved there either`;
    throw failure("sftp_no_permission", { host: remote.connection.host, doing }, error);
  }
}

/** Where a file would go, and back; with what is worth to be told of it. */
async function goThere(
  remote: Remote,
  directory: string,
  probe: Probe,
  after: AfterSftp,
): Promise<readonly string[]> {
  const home = within(directory, probe.name);
  async function go(to: string): Promise<void> {
    await remote.rename(probe.path, to);
    probe.path = to;
  }
  if (after.action === "rename") {
    await go(home + after.ending);
    await go(home);
  }
  if (after.action !== "move") return [];
  const target = within(directory, after.directory);
  const isMissing = (await remote.look(target)) === undefined;
  if (isMissing) await remote.makeDirectory(target);
  await go(within(target, probe.name));
  await go(home);
  if (!isMissing) return [];
  await remote.removeDirectory(target).catch((error: unknown) => {
    if (!isDenied(error)) throw error;
  });
  return [`${plain(target)} is not there yet and will be made`];
}

function dropProbe(remote: Remote, { kind, path }: Probe): Promise<void> {
  return kind === "file" ? remote.remove(path) : remote.removeDirectory(path);
}

function isDenied(error: unknown): boolean {
  return error instanceof LadingError && error.code === "sftp_no_permission";
}
