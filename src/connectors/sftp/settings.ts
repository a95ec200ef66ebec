import type { Pin } from "../../store/credentials/host-keys.js";
import type { Deadlines } from "./connection.js";

/** A directory on an SFTP server and the connection settings for it, from `lading.yaml` with defaults. */
export interface SftpDirectory {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** References to secrets (`env:NAME`, `file:PATH`). Secrets are read for every connection. */
  readonly password?: string | undefined;
  readonly key?: string | undefined;
  readonly passphrase?: string | undefined;
  /** The time at which the key or password expires. */
  readonly expires?: Date | undefined;
  readonly directory: string;
  readonly hostKeys: readonly Pin[];
  /** Paths of additional known_hosts files, relative to the workspace. */
  readonly knownHosts: readonly string[];
  readonly legacyAlgorithms: boolean;
  readonly deadlines: Deadlines;
}

/** A directory where files arrive. */
export interface SftpSettings extends SftpDirectory {
  /** Milliseconds between listings by `lading watch`. */
  readonly poll: number;
  /** Minimum time in milliseconds for which a file must not change before it is considered complete. */
  readonly settleFor: number;
  /**
   * Interval in milliseconds at which files that remain on the server are fetched again to detect changes in their
   * content. If undefined, the files are never fetched again.
   */
  readonly compareEvery?: number | undefined;
  readonly followLinks: boolean;
  readonly after: { readonly published: AfterSftp; readonly rejected: AfterSftp };
  readonly limits: { readonly entries: number; readonly size: number };
}

export type AfterSftp =
  | { readonly action: "none" }
  | { readonly action: "move"; readonly directory: string }
  | { readonly action: "rename"; readonly ending: string }
  | { readonly action: "delete" };

export const standardDeadlines: Deadlines = {
  connect: 20_000,
  request: 30_000,
  list: 60_000,
  idle: 30_000,
  grace: 60_000,
  end: 5_000,
  slowest: 4 * 1024,
};

export const standardLimits = { entries: 100_000, size: 256 * 1024 * 1024 };
