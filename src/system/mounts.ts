/** A mount, as listed in `/proc/self/mountinfo` (proc(5)). */
export interface Mount {
  /** The file system type, such as `ext4` or `fuse.sshfs`. */
  readonly kind: string;
  readonly isReadOnly: boolean;
}

/** Returns the mount that contains `path`, which must be an absolute path without symbolic links. */
export function mountOf(mountinfo: string, path: string): Mount | undefined {
  let nearest: (Mount & { readonly at: string }) | undefined;
  for (const line of mountinfo.split("\n")) {
    const [, escaped = "", options = "", kind = "", fileSystemOptions = ""] =
      /^(?:\S+ ){4}(\S+) (\S+) .*?- (\S+) \S+ (\S+)/.exec(line) ?? [];
    const at = escaped.replace(/\\(\d{3})/g, (_, code: string) => String.fromCharCode(parseInt(code, 8)));
    if (at === "" || (at !== "/" && path !== at && !path.startsWith(`${at}/`))) continue;
    // A later mount at the same path hides an earlier one.
    if (nearest !== undefined && at.length < nearest.at.length) continue;
    const isReadOnly = [options, fileSystemOptions].some((list) => list.split(",").includes("ro"));
    nearest = { at, kind, isReadOnly };
  }
  return nearest;
}
