import { readFile, realpath, statfs } from "node:fs/promises";
import { failure } from "../errors.js";
import { mountOf } from "../system/mounts.js";

/**
 * `statfs` types of network file systems, on which file locks are unreliable. These are NFS, SMB, Ceph, Lustre, GPFS,
 * AFS, Coda, OCFS2 and GFS2.
 */
const networks = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x564c, 0xc36400, 0x0bd00bd0, 0x47504653, 0x5346414f, 0x73757245,
  0x7461636f, 0x01161970,
]);

/** Refuses folders on network file systems, where SQLite databases can become corrupt. */
export async function refuseNetwork(folder: string): Promise<void> {
  const { type } = await statfs(folder);
  const isNetwork =
    networks.has(type) ||
    (type === fuse && isNetworkMount(await readFile("/proc/self/mountinfo", "utf8"), await realpath(folder)));
  if (isNetwork) throw failure("network_folder", { path: folder });
}

const fuse = 0x65735546;

/** FUSE mounts of remote files. */
const fuseNetworks =
  /^fuse\.(?:sshfs|glusterfs|ceph|s3fs|rclone|gcsfuse|davfs|curlftpfs|smb|juicefs|moosefs|goofys)/;

/** True if a path is on a FUSE mount of remote files. `mountinfo` is the content of `/proc/self/mountinfo`. */
export function isNetworkMount(mountinfo: string, path: string): boolean {
  return fuseNetworks.test(mountOf(mountinfo, path)?.kind ?? "");
}
