import type { Log } from "../../log.js";
import { folderSource } from "./folder.js";
import type { Queries } from "../../store/store.js";
import type { SourceSettings } from "./index.js";
import { openHosts, type Hosts } from "../sftp/hosts.js";
import { sftpSource } from "./sftp.js";
import type { Source } from "./source.js";

/** What sources need to know of the workspace around them. */
export interface SourceContext {
  /** Folder of `lading.yaml`. */
  readonly root: string;
  /** Where what is known of hosts is kept. */
  readonly db: Queries;
  /** Where `env:` references to secrets are looked up. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}

/**
 * Opens the sources of a workspace, by name; nothing is connected before it is listed. Close each of them.
 *
 * @returns their hosts as well, for outputs that go to the same servers
 */
export function openSources(
  settings: ReadonlyMap<string, SourceSettings>,
  context: SourceContext,
): { readonly sources: ReadonlyMap<string, Source>; readonly hosts: Hosts } {
  const { root, db, env, log } = context;
  const hosts = openHosts({
    db,
    folder: root,
    env,
    onWeak: (host, algorithms) =>
      log.warn("sftp_legacy_algorithms", { host, algorithms: algorithms.join(" ") }),
  });
  const sources = new Map<string, Source>();
  for (const [name, stated] of settings) {
    const source =
      "sftp" in stated ? sftpSource(name, stated.sftp, hosts) : folderSource(name, stated, root, log);
    sources.set(name, source);
  }
  return { sources, hosts };
}
