import { SftpStatus, type Connection } from "../sources/sftp/connection.js";
import { within } from "../sources/sftp/after.js";
import { download } from "../sources/sftp/download.js";
import type { Host } from "../sources/sftp/hosts.js";
import { plain } from "../sources/sftp/plain.js";
import {
  listDirectory,
  look,
  makeDirectory,
  notSupported,
  posixRename,
  refused,
  remove,
  rename,
} from "../sources/sftp/remote.js";
import { standardLimits, type SftpDirectory } from "../sources/sftp/settings.js";
import { write } from "../sources/sftp/upload.js";
import { ownFolder, type HandOverFolder, type Side } from "./hand-over-folder.js";

/**
 * A hand-over folder on an SFTP server. Where the server has `posix-rename@openssh.com` a rename is one step; elsewhere it is
 * a link and the removal of the old name, so that a file under its old name proves nothing.
 */
export async function withSftpFolder<T>(
  {
    host,
    settings,
    own,
  }: { readonly host: Host; readonly settings: SftpDirectory; readonly own?: string | undefined },
  signal: AbortSignal,
  work: (place: HandOverFolder) => Promise<T>,
): Promise<T> {
  const { directory } = settings;
  const taken = await host.take(directory, signal);
  try {
    const { connection } = taken;
    const sides = { final: directory, own: own ?? within(directory, ownFolder) };
    const isAtomic = await hasPosixRename(connection, sides.own, signal);
    const result = await work(placeOf(connection, settings, sides, isAtomic, signal));
    await taken.giveBack();
    return result;
  } catch (error) {
    await taken.giveBack(error);
    throw error;
  }
}

function placeOf(
  connection: Connection,
  { user, host, port, directory }: SftpDirectory,
  sides: Readonly<Record<Side, string>>,
  isAtomic: boolean,
  signal: AbortSignal,
): HandOverFolder {
  const at = (side: Side, name: string): string => within(sides[side], name);
  const inner = (side: Side, folder: string): string =>
    folder === "" ? sides[side] : at(side, folder.replace(/\/$/, ""));
  const listed = async (path: string) =>
    (await look(connection, path, signal)) === undefined
      ? undefined
      : (await listDirectory(connection, path, standardLimits.entries, signal)).filter(
          ({ name }) => name !== "." && name !== "..",
        );
  const moved = (from: string, to: string) =>
    isAtomic
      ? posixRename(connection, from, to, signal).catch((error: unknown) => {
          throw refused(connection, `renaming ${plain(from)} to ${plain(to)}`, error);
        })
      : rename(connection, from, to, signal);
  return {
    key: `sftp://${user}@${host}:${port}/${directory}`,
    isAtomic,
    names: async (side, folder = "") => (await listed(inner(side, folder)))?.map(({ name }) => name),
    async listing(folder, fits) {
      const found = (await listed(inner("final", folder)))?.filter(({ name }) => fits(name));
      return (
        found && new Map(found.map(({ name, attributes: { size, mtime } }) => [name, `${size} ${mtime}`]))
      );
    },
    async makeOwn() {
      if ((await look(connection, sides.own, signal)) === undefined)
        await makeDirectory(connection, sides.own, signal);
    },
    create: (name, bytes) => write(connection, at("own", name), bytes, signal, "durable"),
    async read(side, name) {
      const path = at(side, name);
      const found = await look(connection, path, signal);
      if (found === undefined) return undefined;
      const seen = { name, size: found.size ?? 0, modified: (found.mtime ?? 0) * 1000, identity: "" };
      const pieces: Uint8Array[] = [];
      try {
        for await (const piece of download(connection, host, path, seen, standardLimits.size, signal))
          pieces.push(piece);
      } catch (error) {
        // Whoever takes files may have taken this one meanwhile.
        if (connection.usable && (await look(connection, path, signal)) === undefined) return undefined;
        throw error;
      }
      return Buffer.concat(pieces);
    },
    handOver: (from, to) => moved(at("own", from), at("final", to)),
    async takeBack(from, to) {
      if ((await look(connection, at("final", from), signal)) === undefined) return false;
      try {
        await moved(at("final", from), at("own", to));
        return true;
      } catch (error) {
        if (connection.usable && (await look(connection, at("own", to), signal)) === undefined) return false;
        throw error;
      }
    },
    async remove(name) {
      if ((await look(connection, at("own", name), signal)) !== undefined)
        await remove(connection, at("own", name), signal);
    },
  };
}

/** Asked with a file that is not there. */
async function hasPosixRename(connection: Connection, own: string, signal: AbortSignal): Promise<boolean> {
  try {
    await posixRename(connection, within(own, "nothing"), within(own, "nothing-else"), signal);
    return true;
  } catch (error) {
    if (error instanceof SftpStatus) return error.status !== notSupported;
    throw error;
  }
}
