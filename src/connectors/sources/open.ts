import type { Log } from "../../log.js";
import { folderSource } from "./folder.js";
import type { Queries } from "../../store/store.js";
import type { SourceSettings } from "./index.js";
import { openHosts, type Hosts } from "../sftp/hosts.js";
import { sftpSource } from "./sftp.js";
import type { Source } from "./source.js";

export interface SourceContext {
  /** Folder of `lading.yaml`. */
  readonly root: string;
  /** The database that stores the state of each host. */
  readonly db: Queries;
  /** Environment variables, for `env:` references to secrets. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}

/**
 * Creates the sources of a workspace, by name. A source connects when it is listed for the first time. The caller
 * must close each source. Returns the sources and their hosts, which are shared with outputs on the same servers.
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
