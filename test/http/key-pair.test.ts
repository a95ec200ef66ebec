import { statusOf } from "./serving.js";
import { X509Certificate } from "node:crypto";
import { chmod, copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { connect, type ConnectionOptions } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { openLog } from "../../src/log.js";
import { startServer } from "../../src/http/server.js";
import { openStore } from "../../src/store/store.js";
import { serverSettingsSchema } from "../../src/workspace/server-settings.js";
import { makeCertificate, whyNoOpenssl } from "../support/certificate.js";

test.skipIf(whyNoOpenssl !== undefined)(
  "uses a new certificate without a restart, and logs half a pair or a wrong key without changing anything",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "lading-pair-"));
    const first = makeCertificate(folder, "first");
    const second = makeCertificate(folder, "second");
    const tls = { certificate: join(folder, "cert.pem"), key: join(folder, "key.pem") };
    await writeFile(tls.certificate, first.cert);
    await writeFile(tls.key, first.key, { mode: 0o600 });
    let logged = "";
    const stream = new PassThrough().on("data", (chunk: Buffer) => (logged += chunk.toString()));
    const store = await openStore({ data: join(folder, "data") });
    const server = await startServer({
      settings: serverSettingsSchema.parse({ port: "0", operators: { port: "0" }, tls }),
      accounts: [],
      db: store.db,
      horizons: store,
      status: statusOf({ feeds: [], problems: [], runs: [] }),
      log: openLog(stream),
      certificateInterval: 20,
    });
    onTestFinished(async () => {
      await server.close();
      await store.close();
      await rm(folder, { recursive: true });
    });
    const shown = async (options: ConnectionOptions = {}) =>
      new X509Certificate(await certificateAt(server.url, options)).fingerprint256;
    const printOf = (pair: { cert: Buffer }) => new X509Certificate(pair.cert).fingerprint256;
    expect(await shown()).toBe(printOf(first));

    expect(logged).not.toContain("key_exposed");

    await copyFile(join(folder, "second.cert.pem"), tls.certificate);
    await expect.poll(() => logged).toContain("certificate_not_renewed");
    expect(await shown()).toBe(printOf(first));

    await chmod(join(folder, "second.key.pem"), 0o644);
    await copyFile(join(folder, "second.key.pem"), tls.key);
    await expect.poll(() => logged).toContain('"event":"certificate_renewed"');
    expect(await shown()).toBe(printOf(second));
    // The old key was readable only by its owner. This one is readable by all.
    await expect.poll(() => logged).toMatch(/"mode":"0644".*"event":"key_exposed"/);
    await expect(shown({ maxVersion: "TLSv1.1", minVersion: "TLSv1" })).rejects.toThrow();
    // As strict as with the old pair: only ciphers with authentication tags.
    await expect(shown({ maxVersion: "TLSv1.2", ciphers: "ALL:!AESGCM:!CHACHA20" })).rejects.toThrow();

    // A file may have been seen half-copied, so only log lines from here on count.
    logged = "";
    await rm(tls.key);
    await expect.poll(() => logged).toContain("certificate_not_renewed");
    expect(await shown()).toBe(printOf(second));
  },
);

function certificateAt(url: string, options: ConnectionOptions): Promise<Buffer> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: "127.0.0.1", rejectUnauthorized: false, ...options });
    socket.once("secureConnect", () => {
      resolve(socket.getPeerCertificate().raw);
      socket.destroy();
    });
    socket.once("error", reject);
  });
}
