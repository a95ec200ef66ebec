import { SftpStatus } from "../connectors/sftp/connection.js";
import { within } from "../connectors/sftp/after.js";
import { download } from "../connectors/sftp/download.js";
import type { Host } from "../connectors/sftp/hosts.js";
import { plain } from "../connectors/sftp/plain.js";
import { notSupported, refused, type Remote } from "../connectors/sftp/remote.js";
import { standardLimits, type SftpDirectory } from "../connectors/sftp/settings.js";
import { write } from "../connectors/sftp/upload.js";
import { ownFolder, type OutboxFolder, type Side } from "./outbox-folder.js";

/**
 * An outbox folder on an SFTP server. With `posix-rename@openssh.com`, renames are atomic. Without this extension, a
 * server may create a link and then remove the old name, so a file that still has its old name may already have its new
 * name.
 */
export function withSftpFolder<T>(
  {
    host,
    settings,
    own,
  }: { readonly host: Host; readonly settings: SftpDirectory; readonly own?: string | undefined },
  signal: AbortSignal,
  work: (target: OutboxFolder) => Promise<T>,
): Promise<T> {
  const { directory } = settings;
  return host.use(directory, signal, async (remote) => {
    const sides = { final: directory, own: own ?? within(directory, ownFolder) };
    return work(folderOf(remote, settings, sides, await hasPosixRename(remote, sides.own)));
  });
}

function folderOf(
  remote: Remote,
  { user, host, port, directory }: SftpDirectory,
  sides: Readonly<Record<Side, string>>,
  isAtomic: boolean,
): OutboxFolder {
  const { connection } = remote;
  const at = (side: Side, name: string): string => within(sides[side], name);
  const inner = (side: Side, folder: string): string =>
    folder === "" ? sides[side] : at(side, folder.replace(/\/$/, ""));
  const listed = async (path: string) =>
    (await remote.look(path)) === undefined
      ? undefined
      : (await remote.list(path, standardLimits.entries)).filter(({ name }) => name !== "." && name !== "..");
  const moved = (from: string, to: string) =>
    isAtomic
      ? remote.posixRename(from, to).catch((error: unknown) => {
          throw refused(connection, `renaming ${plain(from)} to ${plain(to)}`, error);
        })
      : remote.rename(from, to);
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
      if ((await remote.look(sides.own)) === undefined) await remote.makeDirectory(sides.own);
    },
    create: (name, bytes) => write(remote, at("own", name), bytes, "durable"),
    async read(side, name) {
      const path = at(side, name);
      const found = await remote.look(path);
      if (found === undefined) return undefined;
      const file = { name, size: found.size ?? 0, modified: (found.mtime ?? 0) * 1000, identity: "" };
      const pieces: Uint8Array[] = [];
      try {
        for await (const piece of download(remote, host, path, file, standardLimits.size)) pieces.push(piece);
      } catch (error) {
        // The FFS may have taken the file during the download.
        if (connection.usable && (await remote.look(path)) === undefined) return undefined;
        throw error;
      }
      return Buffer.concat(pieces);
    },
    send: (from, to) => moved(at("own", from), at("final", to)),
    async takeBack(from, to) {
      if ((await remote.look(at("final", from))) === undefined) return false;
      try {
        await moved(at("final", from), at("own", to));
        return true;
      } catch (error) {
        if (connection.usable && (await remote.look(at("own", to))) === undefined) return false;
        throw error;
      }
    },
    async remove(name) {
      if ((await remote.look(at("own", name))) !== undefined) await remote.remove(at("own", name));
    },
  };
}

/** Tests whether the server supports `posix-rename@openssh.com` by renaming a file that does not exist. */
async function hasPosixRename(remote: Remote, own: string): Promise<boolean> {
  try {
    await remote.posixRename(within(own, "nothing"), within(own, "nothing-else"));
    return true;
  } catch (error) {
    if (error instanceof SftpStatus) return error.status !== notSupported;
    throw error;
  }
}
