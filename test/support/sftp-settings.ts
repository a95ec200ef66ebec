import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fingerprint } from "../../src/credentials/host-keys.js";
import { openHosts, type Hosts, type HostsOptions } from "../../src/sources/sftp/hosts.js";
import { standardLimits, type SftpSettings } from "../../src/sources/sftp/settings.js";

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

/** Settings of a source on this machine, whose host key is known. */
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
    after: { published: { action: "none" }, rejected: { action: "none" } },
    limits: standardLimits,
    deadlines: shortDeadlines,
    ...changes,
  };
}

export const password = "correct-horse-7Q";

export interface TestHosts extends Hosts {
  readonly dataFolder: string;
  /** Closes them and removes their folder. */
  remove(): Promise<void>;
}

/** Hosts with a data folder of their own in the temporary folder. */
export function testHosts(changes: Partial<HostsOptions> = {}): TestHosts {
  const folder = mkdtempSync(join(tmpdir(), "lading-sftp-"));
  const dataFolder = join(folder, "data");
  const hosts = openHosts({ dataFolder, folder, env: { SFTP_PASSWORD: password }, ...changes });
  const remove = async () => {
    await hosts.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...hosts, dataFolder, remove };
}

/** A source or an output on such a server, as `lading.yaml` says it; `more` are further lines of its settings. */
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
