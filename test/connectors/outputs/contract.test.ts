import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeToFolder } from "../../../src/connectors/outputs/folder.js";
import { writeToSftp } from "../../../src/connectors/outputs/sftp.js";
import { staff } from "../../../src/model/record-types/index.js";
import { contractFormats, outputContract } from "../../contracts/output.js";
import { startFaultyServer } from "../../support/faulty-sftp-server.js";
import { password, settingsFor, testHosts } from "../../support/sftp-settings.js";

outputContract("folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lading-out-"));
  const target = { folder, account: "acme", type: staff, formats: contractFormats };
  return {
    deliver: async (current) => (await writeToFolder(target, current)).length,
    async contents() {
      const names = readdirSync(join(folder, "acme"));
      return new Map(names.map((name) => [name, readFileSync(join(folder, "acme", name))]));
    },
    close: async () => rmSync(folder, { recursive: true }),
  };
});

outputContract("sftp", async () => {
  const server = await startFaultyServer({ password });
  const hosts = await testHosts();
  let delivered = {};
  const memory = { read: async () => delivered, write: async (now: object) => void (delivered = { ...now }) };
  const target = { directory: "/in", account: "acme", type: staff, formats: contractFormats, memory };
  const host = hosts.host(settingsFor(server));
  return {
    deliver: async (current) =>
      (await writeToSftp(target, current, host, new AbortController().signal)).length,
    contents: async () => new Map([...server.files].map(([name, file]) => [name, file.content])),
    async close() {
      await hosts.remove();
      await server.close();
    },
  };
});
