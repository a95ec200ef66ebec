import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openStore } from "../../../src/store/store.js";
import { openHosts, type Hosts } from "../../../src/connectors/sftp/hosts.js";
import type { SftpDirectory } from "../../../src/connectors/sftp/settings.js";
import { startFaultyServer } from "../../support/faulty-sftp-server.js";
import { settingsFor } from "../../support/sftp-settings.js";
import { startSshd, whyNoSshd } from "../../support/sshd.js";
import { workdir } from "../../support/workdir.js";

/** Replaced keys and passwords are used for the next connection, without a restart. */

const signal = new AbortController().signal;

async function hostsIn(folder: string): Promise<Hosts> {
  const store = await openStore({ data: folder, isRead: true });
  onTestFinished(() => store.close());
  return openHosts({ folder, db: store.db, env: {} });
}

/** Connects, and then disconnects so that the next connection logs in again. */
async function logIn(hosts: Hosts, place: SftpDirectory): Promise<void> {
  const taken = await hosts.host(place).reserve("/in", signal);
  await taken.remote.connection.close();
  await taken.release();
}

function secret(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
}

describe("rotation of credentials without a restart", () => {
  it("uses a new password", async () => {
    const { path: folder } = await workdir();
    const account = { password: "spring-2026" };
    const server = await startFaultyServer(account);
    const hosts = await hostsIn(folder);
    try {
      const place = settingsFor(server, { password: "file:password" });
      secret(join(folder, "password"), "spring-2026\n");
      await logIn(hosts, place);
      account.password = "autumn-2026";
      secret(join(folder, "password"), "autumn-2026\n");
      await logIn(hosts, place);
      expect(server.seen.secrets).toEqual(["spring-2026", "autumn-2026"]);
    } finally {
      await hosts.close();
      await server.close();
    }
  });

  it.skipIf(whyNoSshd !== undefined)("uses a new key with its passphrase", async () => {
    const { path: folder } = await workdir();
    const sshd = await startSshd();
    const hosts = await hostsIn(folder);
    try {
      const login = { user: sshd.user, password: undefined, key: "file:key", passphrase: "file:passphrase" };
      const deadlines = { ...settingsFor(sshd).deadlines, connect: 20_000 };
      const place = settingsFor(sshd, { ...login, deadlines });
      secret(join(folder, "passphrase"), sshd.passphrase);
      secret(join(folder, "key"), readFileSync(sshd.clientKey, "utf8"));
      await logIn(hosts, place);
      // The server now accepts only the other key.
      copyFileSync(`${sshd.lockedClientKey}.pub`, join(dirname(sshd.clientKey), "authorized_keys"));
      await expect(logIn(hosts, place)).rejects.toMatchObject({ code: "sftp_login_failed" });
      secret(join(folder, "key"), readFileSync(sshd.lockedClientKey, "utf8"));
      await hosts.host(place).recordContact("/in");
      await logIn(hosts, place);
    } finally {
      await hosts.close();
      await sshd.stop();
    }
  });
});
