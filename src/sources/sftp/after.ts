import { createHash } from "node:crypto";
import { basename } from "node:path/posix";
import { failure } from "../../errors.js";
import type { SeenFile, Source } from "../source.js";
import { asidePrefix } from "../temporary-names.js";
import type { Connection } from "./connection.js";
import type { RemoteAttributes } from "./listing.js";
import { plain } from "./plain.js";
import { look, makeDirectory, remove, rename } from "./remote.js";
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
  connection: Connection,
  directory: string,
  file: SeenFile,
  after: AfterSftp,
  signal: AbortSignal,
): ReturnType<Source["settle"]> {
  if (after.action === "none") return "left";
  const path = within(directory, file.name);
  const aside = within(directory, asideName(file));

  // An aside of an earlier try that was cut off comes first.
  let waiting = await look(connection, aside, signal);
  if (waiting === undefined) {
    const now = await look(connection, path, signal);
    if (now === undefined) return "gone";
    if (!same(now, file)) return "changed";
    await rename(connection, path, aside, signal);
    waiting = await look(connection, aside, signal);
    if (waiting === undefined) return "gone";
  }
  if (!same(waiting, file)) {
    await putBack(connection, aside, path, signal);
    return "changed";
  }

  switch (after.action) {
    case "delete":
      await remove(connection, aside, signal);
      break;
    case "rename":
      await rename(connection, aside, await freeName(connection, path + after.ending, signal), signal);
      break;
    case "move":
      await move(connection, aside, within(directory, after.directory), file.name, signal);
      break;
  }
  return "done";
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

async function move(
  connection: Connection,
  aside: string,
  target: string,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  if ((await look(connection, target, signal)) === undefined) await makeDirectory(connection, target, signal);
  await rename(connection, aside, await freeName(connection, within(target, name), signal), signal);
}

/** A new file came under the name: it goes back, unless yet another one stands there already. */
async function putBack(
  connection: Connection,
  aside: string,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const back = (await look(connection, path, signal)) === undefined ? path : `${path}.${stamp()}`;
  await rename(connection, aside, back, signal);
}

/** The path, or the path with the time in front of its name where a file of that name is archived already. */
async function freeName(connection: Connection, path: string, signal: AbortSignal): Promise<string> {
  if ((await look(connection, path, signal)) === undefined) return path;
  const name = basename(path);
  const other = path.slice(0, path.length - name.length) + `${stamp()}_${name}`;
  if ((await look(connection, other, signal)) === undefined) return other;
  throw failure("sftp_failed", {
    host: connection.host,
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
