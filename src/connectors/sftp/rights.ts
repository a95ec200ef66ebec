import { randomBytes } from "node:crypto";
import { LadingError } from "../../errors.js";
import { asidePrefix } from "../temporary-names.js";
import { within } from "./after.js";
import { plain } from "./plain.js";
import type { Remote } from "./remote.js";
import type { AfterSftp, SftpSettings } from "./settings.js";
import { upload } from "./upload.js";

/**
 * This module tests the user's permissions in a directory with an empty file, so that the partner's files remain
 * untouched.
 */

/**
 * Applies the after-actions to an empty file and then removes the file. Returns a description of the result. Throws
 * `sftp_no_permission` or other errors from the server.
 */
export async function tryRights(
  remote: Remote,
  { directory, after }: Pick<SftpSettings, "directory" | "after">,
): Promise<string> {
  const actions = [after.published, after.rejected].filter(({ action }) => action !== "none");
  if (actions.length === 0) return "not required: files stay where they are";
  const name = ownName();
  let path = within(directory, name);
  try {
    await remote.makeEmptyFile(path);
  } catch (error) {
    if (!isDenied(error)) throw error;
    return `not tested: this user cannot create a file in ${plain(directory)}`;
  }
  const notes = ["tested with an empty file"];
  try {
    for (const after of actions) {
      const to = await destination(remote, directory, name, after);
      if (typeof to !== "string") notes.push(`${plain(to.missing)} will be created`);
      else if (to !== path) {
        await remote.rename(path, to);
        path = to;
      }
    }
  } catch (error) {
    if (remote.connection.usable) await remote.remove(path).catch(() => undefined);
    throw error;
  }
  const mustDelete = actions.some(({ action }) => action === "delete");
  return [...notes, ...(await removed(remote, path, mustDelete))].join("; ");
}

/** Returns the path that a file has after the action, or the target directory if the directory does not exist. */
async function destination(
  remote: Remote,
  directory: string,
  name: string,
  after: AfterSftp,
): Promise<string | { readonly missing: string }> {
  if (after.action === "rename") return within(directory, name) + after.ending;
  if (after.action !== "move") return within(directory, name);
  const target = within(directory, after.directory);
  return (await remote.look(target)) === undefined ? { missing: target } : within(target, name);
}

/**
 * Uploads an empty file, replaces it in the same way as the next list would replace the current one, and then removes
 * it. Returns a description of the result. Throws `sftp_no_permission` or other errors from the server.
 */
export async function tryWriting(remote: Remote, directory: string): Promise<string> {
  const name = ownName();
  const path = within(directory, name);
  try {
    // The second upload replaces the first. Only the third upload shows whether an existing file can be deleted.
    for (let times = 0; times < 3; times++) {
      const uploaded = await upload(remote, directory, name, new Uint8Array());
      if (uploaded.refusal === undefined) continue;
      await remote.remove(within(directory, uploaded.name)).catch(() => undefined);
      throw uploaded.refusal.reason;
    }
  } catch (error) {
    if (remote.connection.usable) await remote.remove(path).catch(() => undefined);
    throw error;
  }
  return ["tested by replacing one empty file with another", ...(await removed(remote, path))].join("; ");
}

/** If the server refuses and no after-action needs the permission, returns a request to remove the file manually. */
async function removed(remote: Remote, path: string, isNeeded = false): Promise<readonly string[]> {
  try {
    await remote.remove(path);
    return [];
  } catch (error) {
    if (isNeeded || !isDenied(error)) throw error;
    return [`the server does not allow Lading to remove the file: remove ${plain(path)} manually`];
  }
}

function ownName(): string {
  return `${asidePrefix}doctor-${randomBytes(6).toString("hex")}`;
}

function isDenied(error: unknown): boolean {
  return error instanceof LadingError && error.code === "sftp_no_permission";
}
