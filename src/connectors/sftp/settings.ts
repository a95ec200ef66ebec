import type { Pin } from "../../store/credentials/host-keys.js";
import type { Deadlines } from "./connection.js";

/** A directory on an SFTP server and how to come to it, as `lading.yaml` says it with defaults filled in. */
export interface SftpDirectory {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** References to secrets (`env:NAME`, `file:PATH`), read at every connection. */
  readonly password?: string | undefined;
  readonly key?: string | undefined;
  readonly passphrase?: string | undefined;
  /** When key or password end. */
  readonly expires?: Date | undefined;
  readonly directory: string;
  readonly hostKeys: readonly Pin[];
  /** Paths of known_hosts files, relative to the workspace; the workspace's own `known_hosts` is read in any case. */
  readonly knownHosts: readonly string[];
  readonly legacyAlgorithms: boolean;
  readonly deadlines: Deadlines;
}

/** A place where files arrive. */
export interface SftpSettings extends SftpDirectory {
  /** Milliseconds between two listings by the daemon. */
  readonly poll: number;
  /** Milliseconds that equal observations must span. */
  readonly settleFor: number;
  /** Milliseconds after which the files that stay are fetched again and compared; never when undefined. */
  readonly compareEvery?: number | undefined;
  /** Whether a link counts as the file that it leads to. */
  readonly followLinks: boolean;
  readonly after: { readonly published: AfterSftp; readonly rejected: AfterSftp };
  readonly limits: { readonly entries: number; readonly size: number };
}

/** What becomes of a remote file: it stays, goes into another directory, gets another ending, or is deleted. */
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
