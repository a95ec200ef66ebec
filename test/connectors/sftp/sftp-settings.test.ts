import { describe, expect, it } from "vitest";
import { sftpSettings } from "../../../src/connectors/sources/sftp-settings.js";
import { loadWorkspace } from "../../../src/workspace/load.js";
import { workdir } from "../../support/workdir.js";

const fingerprint = "SHA256:uNiVztksCsDhcc0u9e8BrrQXVUpKZIDTMczCvj3tD2s";
const least = { host: "sftp.acme.example", user: "lading", password: "env:PW", directory: "/out" };

const read = (changes: Record<string, unknown>) =>
  sftpSettings.parse({ sftp: { ...least, ...changes } }).sftp;

describe("the settings of an SFTP source", () => {
  it("leave the partner's files unchanged by default", () => {
    expect(read({})).toMatchObject({
      port: 22,
      poll: 300_000,
      settleFor: 60_000,
      legacyAlgorithms: false,
      after: { published: { action: "none" }, rejected: { action: "none" } },
      limits: { entries: 100_000, size: 268_435_456 },
      deadlines: { connect: 20_000, idle: 30_000, end: 5_000, slowest: 4096 },
      hostKeys: [],
      knownHosts: [],
    });
  });

  it.each([
    [{ port: "2222" }, { port: 2222 }],
    [{ host_key: fingerprint }, { hostKeys: [{ fingerprint }] }],
    [
      { host_key: [fingerprint, `ssh-rsa ${fingerprint}`] },
      { hostKeys: [{ fingerprint }, { type: "ssh-rsa", fingerprint }] },
    ],
    [{ directory: "./out/" }, { directory: "out" }],
    [{ directory: "/" }, { directory: "/" }],
    [{ directory: "." }, { directory: "." }],
    [{ after_success: { move: "./done/" } }, { after: { published: { action: "move", directory: "done" } } }],
    [{ after_failure: { rename: ".no" } }, { after: { rejected: { action: "rename", ending: ".no" } } }],
    [{ after_success: "delete" }, { after: { published: { action: "delete" } } }],
    [
      { deadlines: { idle: "90 s", slowest: "1 kB" } },
      { deadlines: { idle: 90_000, slowest: 1024, end: 5_000 } },
    ],
    [{ limits: { size: "64 MB" } }, { limits: { size: 64 * 1024 ** 2, entries: 100_000 } }],
    [{ legacy_algorithms: "true" }, { legacyAlgorithms: true }],
  ])("are read from %j", (stated, meaning) => {
    expect(read(stated)).toMatchObject(meaning);
  });

  it.each([
    [{ password: "hunter2" }],
    [{ password: undefined }],
    [{ passphrase: "env:PP" }],
    [{ port: "0" }],
    [{ port: "65536" }],
    [{ host: "sftp.acme.example/out" }],
    [{ host_key: "MD5:16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48" }],
    [{ directory: "" }],
    [{ directory: "out\u0000" }],
    [{ limits: { size: "512 MB" } }],
    [{ after_success: "archive" }],
    [{ after_success: { rename: "../x" } }],
    [{ unknown: "word" }],
  ])("are refused for %j", (stated) => {
    expect(sftpSettings.safeParse({ sftp: { ...least, ...stated } }).success).toBe(false);
  });

  it("report a mistake with its line in lading.yaml, and never show a secret from that line", async () => {
    const dir = await workdir({
      "lading.yaml": `lading: 1
accounts:
  acme-us: { country: US }
sources:
  acme:
    sftp:
      host: sftp.acme.example
      usr: lading
      password: hunter2
      directory: /out
feeds:
  acme-us/staff: { source: acme, files: staff.csv }
`,
    });
    const error = (await loadWorkspace(dir.path).catch((error: unknown) => error)) as Error;
    expect(error.message).toMatch(/lading\.yaml:8:7[\s\S]*user/);
    expect(error.message).toMatch(/env:NAME or file:PATH/);
    expect(error.message).not.toContain("is not known: sftp");
  });
});
