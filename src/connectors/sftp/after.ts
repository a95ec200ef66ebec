import { createHash } from "node:crypto";
import { basename } from "node:path/posix";
import { failure } from "../../errors.js";
import type { SeenFile, Source } from "../sources/source.js";
import { asidePrefix } from "../temporary-names.js";
import type { RemoteAttributes } from "./listing.js";
import { plain } from "./plain.js";
import type { Remote } from "./remote.js";
import type { AfterSftp } from "./settings.js";

/**
 * What becomes of a remote file once it is decided. The file is first renamed aside within its directory and compared
 * with what was fetched: a new file that came under the same name in that moment is put back, never archived or
 * deleted unread. The aside name follows from what was fetched, so that after a crash the same call finishes the work.
 */

/** Whether Lading made this name: an aside, or a file renamed after it was decided. */
export function isOwnName(name: string, actions: readonly AfterSftp[]): boolean {
  if (name.startsWith(asidePrefix)) return true;
  return actions.some(
    (after) =>
      (after.action === "rename" && name.endsWith(after.ending)) ||
      // The archive may lie inside the watched directory; it is no arrival.
      (after.action === "move" && after.directory.split("/")[0] === name),
  );
}

/** Does the action. `changed`: another file stands under the name; `gone`: nothing stands there any more. */
export async function takeAway(
  remote: Remote,
  directory: string,
  file: SeenFile,
  after: AfterSftp,
  followLinks: boolean,
): ReturnType<Source["settle"]> {
  const look = (at: string) => (followLinks ? remote.lookThrough(at) : remote.look(at));
  const path = within(directory, file.name);
  const aside = within(directory, asideName(file));

  // An aside of an earlier try that was cut off comes first.
  let waiting = await look(aside);
  if (after.action === "none") {
    // An earlier setting moved it aside.
    if (waiting !== undefined) await putBack(remote, aside, path);
    return "left";
  }
  if (waiting === undefined) {
    const now = await look(path);
    if (now === undefined) return "gone";
    if (!same(now, file)) return "changed";
    await remote.rename(path, aside);
    waiting = await look(aside);
    if (waiting === undefined) return "gone";
  }
  if (!same(waiting, file)) {
    await putBack(remote, aside, path);
    return "changed";
  }

  try {
    await takeAside(remote, directory, file, { aside, path }, after);
  } catch (error) {
    // The partner finds the file under its own name until the action is allowed.
    if (remote.connection.usable && (await look(path)) === undefined)
      await remote.rename(aside, path).catch(() => undefined);
    throw error;
  }
  return "done";
}

async function takeAside(
  remote: Remote,
  directory: string,
  { name }: SeenFile,
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

function asideName(file: SeenFile): string {
  const key = createHash("sha256").update(`${file.name}\n${file.size}\n${file.modified}`).digest("hex");
  return asidePrefix + key.slice(0, 24);
}

/** `name` in a directory of the server, whose paths always use `/`; an absolute name stays. */
export function within(directory: string, name: string): string {
  if (name.startsWith("/")) return name;
  return directory.endsWith("/") ? directory + name : `${directory}/${name}`;
}

async function move(remote: Remote, aside: string, target: string, name: string): Promise<void> {
  if ((await remote.look(target)) === undefined) await remote.makeDirectory(target);
  await remote.rename(aside, await freeName(remote, within(target, name)));
}

/** A new file came under the name: it goes back, unless yet another one stands there already. */
async function putBack(remote: Remote, aside: string, path: string): Promise<void> {
  const back = (await remote.look(path)) === undefined ? path : `${path}.${stamp()}`;
  await remote.rename(aside, back);
}

/** The path, or the path with the time in front of its name where a file of that name is archived already. */
async function freeName(remote: Remote, path: string): Promise<string> {
  if ((await remote.look(path)) === undefined) return path;
  const name = basename(path);
  const other = path.slice(0, path.length - name.length) + `${stamp()}_${name}`;
  if ((await remote.look(other)) === undefined) return other;
  throw failure("sftp_failed", {
    host: remote.connection.host,
    doing: `moving ${plain(name)}`,
    reason: "files of this name stand there already",
  });
}

function same(found: RemoteAttributes, file: SeenFile): boolean {
  return found.size === file.size && (found.mtime ?? 0) * 1000 === file.modified;
}

function stamp(): string {
  return new Date().toISOString().replace(/[-:.]/g, "");
}
