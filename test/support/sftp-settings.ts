import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fingerprint } from "../../src/store/credentials/host-keys.js";
import { readHostStates, type HostState } from "../../src/connectors/sftp/host-state.js";
import { openStore, type Queries } from "../../src/store/store.js";
import { openHosts, type Hosts, type HostsOptions } from "../../src/connectors/sftp/hosts.js";
import { standardLimits, type SftpSettings } from "../../src/connectors/sftp/settings.js";

/** Deadlines short enough for tests and long enough for a busy machine. */
export const shortDeadlines = {
  connect: 2_000,
  request: 600,
  list: 1_000,
  idle: 500,
  grace: 800,
  end: 300,
  slowest: 64 * 1024,
};

/** Settings of a source on this machine with a known host key. */
export function settingsFor(
  server: { port: number; hostKey: Buffer },
  changes: Partial<SftpSettings> = {},
): SftpSettings {
  return {
    host: "127.0.0.1",
    port: server.port,
    user: "lading",
    password: "env:SFTP_PASSWORD",
    directory: "/in",
    hostKeys: [{ fingerprint: fingerprint(server.hostKey) }],
    knownHosts: [],
    legacyAlgorithms: false,
    poll: 60_000,
    settleFor: 0,
    followLinks: false,
    after: { published: { action: "none" }, rejected: { action: "none" } },
    limits: standardLimits,
    deadlines: shortDeadlines,
    ...changes,
  };
}

export const password = "correct-horse-7Q";

export interface TestHosts extends Hosts {
  readonly db: Queries;
  /** Closes them and removes their folder. */
  remove(): Promise<void>;
}

/** Hosts with their own store in memory. */
export async function testHosts(changes: Partial<HostsOptions> = {}): Promise<TestHosts> {
  const folder = mkdtempSync(join(tmpdir(), "lading-sftp-"));
  const store = await openStore({ data: folder, isRead: true });
  const db = changes.db ?? store.db;
  const hosts = openHosts({ folder, env: { SFTP_PASSWORD: password }, ...changes, db });
  const remove = async () => {
    await hosts.close();
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...hosts, db, remove };
}

/** The hosts in the store of a data folder. */
export async function hostStatesIn(data: string): Promise<readonly HostState[]> {
  const store = await openStore({ data, isRead: true });
  try {
    return await readHostStates(store.db);
  } finally {
    await store.close();
  }
}

/** A source or an output on such a server, as in `lading.yaml`. `more` are additional settings. */
export function sftpEntry(name: string, port: number, more: readonly string[] = []): string {
  const settings = [
    "host: 127.0.0.1",
    `port: ${port}`,
    "user: lading",
    "password: env:SFTP_PASSWORD",
    "directory: /in",
    ...more,
  ];
  return [`  ${name}:`, "    sftp:", ...settings.map((line) => `      ${line}`)].join("\n");
}
