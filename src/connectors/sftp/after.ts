import { createHash } from "node:crypto";
import { basename } from "node:path/posix";
import { failure, LadingError } from "../../errors.js";
import type { SourceFile, Source } from "../sources/source.js";
import { asidePrefix } from "../temporary-names.js";
import type { RemoteAttributes } from "./listing.js";
import { plain } from "./plain.js";
import type { Remote } from "./remote.js";
import type { AfterSftp } from "./settings.js";

/**
 * This module applies the after-action to a remote file. The module first renames the file within its directory and
 * compares the renamed file with the fetched file. If the renamed file turns out to be a new file, the file gets its
 * name back, so that a file is never archived or deleted unread. The temporary name depends only on the fetched file,
 * so the same call after a crash finishes the work.
 */

/** True if Lading created this name: a temporary name, or the result of an after-action. */
export function isOwnName(name: string, actions: readonly AfterSftp[]): boolean {
  if (name.startsWith(asidePrefix)) return true;
  return actions.some(
    (after) =>
      (after.action === "rename" && name.endsWith(after.ending)) ||
      // The archive directory may be inside the watched directory.
      (after.action === "move" && after.directory.split("/")[0] === name),
  );
}

/**
 * Returns `done` if the action was applied, `changed` if a different file now has the file's name, `gone` if the file
 * no longer exists, and `left` if the action is `none`.
 */
export async function applyAction(
  remote: Remote,
  directory: string,
  file: SourceFile,
  after: AfterSftp,
  followLinks: boolean,
): ReturnType<Source["settle"]> {
  try {
    return await act(remote, directory, file, after, followLinks);
  } catch (error) {
    if (!(error instanceof LadingError) || error.code !== "sftp_no_permission" || after.action === "none")
      throw error;
    const { host = "", doing = "" } = error.about;
    const alternative = " A different `after_success` or `after_failure` may not require it.";
    throw failure("sftp_no_permission", { host, doing, alternative }, error);
  }
}

async function act(
  remote: Remote,
  directory: string,
  file: SourceFile,
  after: AfterSftp,
  followLinks: boolean,
): ReturnType<Source["settle"]> {
  const look = (at: string) => (followLinks ? remote.lookThrough(at) : remote.look(at));
  const path = within(directory, file.name);
  const aside = within(directory, asideName(file));

  // An earlier attempt may have been interrupted after the rename.
  let renamed = await look(aside);
  if (after.action === "none") {
    // The file may have been renamed while a different after-action was configured.
    if (renamed !== undefined) await putBack(remote, aside, path);
    return "left";
  }
  if (renamed === undefined) {
    const now = await look(path);
    if (now === undefined) return "gone";
    if (!same(now, file)) return "changed";
    await remote.rename(path, aside);
    renamed = await look(aside);
    if (renamed === undefined) return "gone";
  }
  if (!same(renamed, file)) {
    await putBack(remote, aside, path);
    return "changed";
  }

  try {
    await finishAction(remote, directory, file, { aside, path }, after);
  } catch (error) {
    // The action failed. Restore the file's original name so that a later attempt can find the file.
    if (remote.connection.usable && (await look(path)) === undefined)
      await remote.rename(aside, path).catch(() => undefined);
    throw error;
  }
  return "done";
}

async function finishAction(
  remote: Remote,
  directory: string,
  { name }: SourceFile,
  { aside, path }: { readonly aside: string; readonly path: string },
  after: Exclude<AfterSftp, { action: "none" }>,
): Promise<void> {
  switch (after.action) {
    case "delete":
      return remote.remove(aside);
    case "rename":
      return remote.rename(aside, await freeName(remote, path + after.ending));
    case "move":
      return move(remote, aside, within(directory, after.directory), name);
  }
}

function asideName(file: SourceFile): string {
  const key = createHash("sha256").update(`${file.name}\n${file.size}\n${file.modified}`).digest("hex");
  return asidePrefix + key.slice(0, 24);
}

/** Joins a directory and a name on the server, where paths always use `/`. An absolute name is returned unchanged. */
export function within(directory: string, name: string): string {
  if (name.startsWith("/")) return name;
  return directory.endsWith("/") ? directory + name : `${directory}/${name}`;
}

async function move(remote: Remote, aside: string, target: string, name: string): Promise<void> {
  try {
    if ((await remote.look(target)) === undefined) await remote.makeDirectory(target);
    await remote.rename(aside, await freeName(remote, within(target, name)));
  } catch (error) {
    // `sftp_failed` usually means that the parent directory is missing or is a file, or that the target is on a
    // different disk.
    if (!(error instanceof LadingError) || error.code !== "sftp_failed") throw error;
    const { host } = remote.connection;
    const reason = String(error.about["reason"] ?? "an error");
    throw failure("sftp_not_moved", { host, directory: plain(target), reason }, error);
  }
}

/**
 * Restores a file's original name. If another file has that name by now, the current time is appended to the original
 * name.
 */
async function putBack(remote: Remote, aside: string, path: string): Promise<void> {
  const back = (await remote.look(path)) === undefined ? path : `${path}.${stamp()}`;
  await remote.rename(aside, back);
}

/** Returns the path. If another file already has this path, the file name gets the current time as a prefix. */
async function freeName(remote: Remote, path: string): Promise<string> {
  if ((await remote.look(path)) === undefined) return path;
  const name = basename(path);
  const other = path.slice(0, path.length - name.length) + `${stamp()}_${name}`;
  if ((await remote.look(other)) === undefined) return other;
  throw failure("sftp_failed", {
    host: remote.connection.host,
    doing: `moving ${plain(name)}`,
    reason: "files with this name already exist there",
  });
}

function same(found: RemoteAttributes, file: SourceFile): boolean {
  return found.size === file.size && (found.mtime ?? 0) * 1000 === file.modified;
}

function stamp(): string {
  return new Date().toISOString().replace(/[-:.]/g, "");
}
