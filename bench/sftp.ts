import { execFileSync } from "node:child_process";
import { createHash, randomFillSync } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fingerprint } from "../src/store/credentials/host-keys.js";
import { openStore } from "../src/store/store.js";
import { openHosts } from "../src/connectors/sftp/hosts.js";
import { standardDeadlines, standardLimits, type SftpSettings } from "../src/connectors/sftp/settings.js";
import { sftpSource } from "../src/connectors/sources/sftp.js";
import { startSshd, whyNoSshd } from "../test/support/sshd.js";

/**
 * Measures one file of 50 MB from a real OpenSSH server on this machine, fetched by an SFTP source of Lading,
 * hashed and written as in the pipeline, and fetched by the `sftp` command. Both connect anew each time and take
 * turns.
 * npx tsx bench/sftp.ts
 */

const size = 50 * 1024 * 1024;
const rounds = 11;

if (whyNoSshd !== undefined) {
  console.log(`not run: ${whyNoSshd}`);
} else {
  const sshd = await startSshd();
  const folder = mkdtempSync(join(tmpdir(), "lading-bench-"));
  const store = await openStore({ data: folder, isRead: true });
  try {
    const bytes = randomFillSync(Buffer.alloc(size));
    mkdirSync(join(sshd.home, "in"));
    writeFileSync(join(sshd.home, "in", "big.bin"), bytes);
    const expected = createHash("sha256").update(bytes).digest("hex");
    const settings: SftpSettings = {
      host: "127.0.0.1",
      port: sshd.port,
      user: sshd.user,
      key: `file:${sshd.clientKey}`,
      directory: "in",
      hostKeys: [{ fingerprint: fingerprint(sshd.hostKey) }],
      knownHosts: [],
      legacyAlgorithms: false,
      poll: 60_000,
      settleFor: 0,
      followLinks: false,
      after: { published: { action: "none" }, rejected: { action: "none" } },
      limits: standardLimits,
      deadlines: standardDeadlines,
    };

    const byLading = async (): Promise<number> => {
      const start = performance.now();
      const hosts = openHosts({ db: store.db, folder, env: {} });
      const source = sftpSource("bench", settings, hosts);
      const { signal } = new AbortController();
      const { files } = await source.list(signal);
      const [file] = files;
      if (file === undefined) throw new Error("nothing was listed");
      const hash = createHash("sha256");
      const target = await open(join(folder, "by-lading"), "w");
      for await (const piece of source.fetch(file, signal)) {
        hash.update(piece);
        await target.write(piece);
      }
      await target.close();
      await source.close();
      const took = performance.now() - start;
      if (hash.digest("hex") !== expected) throw new Error("the bytes differ");
      return took;
    };
    const bySftp = (): number => {
      const start = performance.now();
      const quiet = ["-q", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null"];
      const login = ["-i", sshd.clientKey, "-P", String(sshd.port)];
      const from = `${sshd.user}@127.0.0.1:in/big.bin`;
      execFileSync("sftp", [...quiet, ...login, from, join(folder, "by-sftp")], { stdio: "ignore" });
      return performance.now() - start;
    };

    const lading: number[] = [];
    const sftp: number[] = [];
    await byLading(); // Loads the library.
    for (let round = 0; round < rounds; round++) {
      lading.push(await byLading());
      sftp.push(bySftp());
    }
    const [ours, theirs] = [median(lading), median(sftp)];
    console.log(`lading  ${line(lading)}`);
    console.log(`sftp    ${line(sftp)}`);
    // On a busy machine the best times are more meaningful than medians, which include waiting for a
    // processor.
    const best = Math.min(...lading) / Math.min(...sftp);
    console.log(
      `ratio   ${(ours / theirs).toFixed(2)} of the medians, ${best.toFixed(2)} of the best (at most 1.3)`,
    );
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
    await sshd.stop();
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function line(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const speed = size / 1024 / 1024 / (median(values) / 1000);
  return `median ${median(values).toFixed(0)} ms, ${sorted[0]?.toFixed(0)} to ${sorted.at(-1)?.toFixed(0)} ms, ${speed.toFixed(0)} MB/s`;
}
