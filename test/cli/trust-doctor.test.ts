import { chmodSync } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Terminal } from "../../src/cli/command.js";
import { trust } from "../../src/cli/trust.js";
import { fingerprint } from "../../src/store/credentials/host-keys.js";
import { silentLog } from "../../src/log.js";
import { serveWorkspace } from "../../src/http/serve-workspace.js";
import { writeFact } from "../../src/store/facts.js";
import { openStore } from "../../src/store/store.js";
import { loadWorkspace } from "../../src/workspace/load.js";
import { openStoreOf } from "../../src/workspace/open-store.js";
import { makeCertificate, whyNoOpenssl } from "../support/certificate.js";
import { makeKey, startFaultyServer, type FaultyServer } from "../support/faulty-sftp-server.js";
import { hostStatesIn, password, sftpEntry } from "../support/sftp-settings.js";
import { workdir, type Workdir } from "../support/workdir.js";

/** The commands against a server that can fail. */

let server: FaultyServer;
beforeEach(async () => {
  server = await startFaultyServer({ password });
  server.files.set("/in/staff.csv", { content: Buffer.from("id\r\n1\r\n"), mtime: 1_700_000_000 });
});
afterEach(() => server.close());

function workspace(more = ""): Promise<Workdir> {
  return workdir({
    "lading.yaml": `lading: 1
accounts:
  acme-us: { country: US }
sources:
${sftpEntry("acme", server.port)}
${more}
feeds:
  acme-us/staff: { source: acme, files: staff.csv }
server: { port: 0, operators: { port: 0 } }
`,
  });
}

const env = { SFTP_PASSWORD: password };
const pinned = () => fingerprint(server.hostKey);

describe("lading trust", () => {
  it("shows the key and, without a terminal, writes nothing unless the fingerprint is given", async () => {
    const dir = await workspace();
    const ran = await dir.lading(["trust", "127.0.0.1"], { env });
    expect(ran.stderr).toContain(`ssh-ed25519 ${pinned()}`);
    expect(ran.stderr).toContain("--fingerprint");
    expect(ran.code).toBe(2);
    expect(dir.has("known_hosts")).toBe(false);
    expect(server.seen.logins).toEqual([]);
  });

  it("pins the key with a given fingerprint once, so that the source works without further waiting", async () => {
    const dir = await workspace();
    const before = await dir.lading(["doctor", "acme"], { env });
    expect(before.stdout).toMatch(/failed {3}host key: .*not pinned/);
    expect(before.stdout).toContain(`lading trust 127.0.0.1 --port ${server.port}`);
    expect(before.code).toBe(2);
    const refused = await dir.lading(["run"], { env });
    expect(refused.stdout).toMatch(/ {2}.* not pinned/);
    expect(refused.stdout).toMatch(
      /Next: Ask the partner for the fingerprint through another channel.*`host_key: SHA256:.+` in lading\.yaml/,
    );
    expect((await dir.lading(["status"])).stdout).toMatch(/not pinned, so nothing was sent to it/);

    const ran = await dir.lading(["trust", "127.0.0.1", "--fingerprint", pinned()]);
    expect(ran).toMatchObject({ code: 0, stdout: "" });
    expect((await dir.lading(["status"])).stdout).not.toMatch(/not pinned/);
    const line = `[127.0.0.1]:${server.port} ssh-ed25519 ${server.hostKey.toString("base64")}\n`;
    expect(await dir.read("known_hosts")).toBe(line);
    await dir.lading(["trust", "127.0.0.1", "--fingerprint", pinned()]);
    expect(await dir.read("known_hosts")).toBe(line);
    expect((await dir.lading(["doctor", "acme"], { env })).code).toBe(0);
  });

  it("rejects a fingerprint that the server does not have", async () => {
    const dir = await workspace();
    const ran = await dir.lading(["trust", "127.0.0.1", "--fingerprint", fingerprint(makeKey().publicKey)]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(`Its keys: ssh-ed25519 ${pinned()}`);
    expect(dir.has("known_hosts")).toBe(false);
  });

  it("keeps other lines, and removes only the older keys of this host for --replace", async () => {
    const dir = await workspace();
    const old = makeKey().publicKey.toString("base64");
    const others = `# ours\nother.example ssh-ed25519 ${old}\n@revoked * ssh-ed25519 ${old}`;
    const stale = `[127.0.0.1]:${server.port} ssh-ed25519 ${old}`;
    await dir.write({ known_hosts: `${stale}\n${others}` });
    await dir.lading(["trust", "127.0.0.1", "--fingerprint", pinned()]);
    expect(await dir.read("known_hosts")).toContain(stale);
    await dir.lading(["trust", "127.0.0.1", "--fingerprint", pinned(), "--replace"]);
    const text = await dir.read("known_hosts");
    expect(text).not.toContain(stale);
    expect(text).toContain(others);
    expect(text).toContain(server.hostKey.toString("base64"));
  });

  it("never pins a revoked key", async () => {
    const dir = await workspace();
    await dir.write({ known_hosts: `@revoked * ssh-ed25519 ${server.hostKey.toString("base64")}\n` });
    const ran = await dir.lading(["trust", "127.0.0.1", "--fingerprint", pinned()]);
    expect(ran.code).toBe(75);
    expect(ran.stderr).toMatch(/marked @revoked/);
  });

  it.each([
    ["yes\n", 0],
    ["no\n", 1],
    ["\n", 1],
    ["FINGERPRINT\n", 0],
    [`${fingerprint(makeKey().publicKey)}\n`, 1],
  ])("ends after the answer %j on a terminal with exit code %d", async (answer, code) => {
    const dir = await workspace();
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const stderr = new PassThrough();
    stdin.end(answer.replace("FINGERPRINT", pinned()));
    const terminal: Terminal = {
      stdin,
      stdout: new PassThrough(),
      stderr,
      cwd: dir.path,
      env: {},
      signal: new AbortController().signal,
    };
    expect(await trust.run({ host: "127.0.0.1", replace: false }, terminal)).toBe(code);
    expect(dir.has("known_hosts")).toBe(code === 0);
    expect(String(stderr.read())).toContain(pinned());
  });
});

/** An earlier run leaves this state. Doctor does not create it. */
async function makeStore(dir: Workdir): Promise<void> {
  await (await openStore({ data: dir.at("data") })).close();
}

describe("lading doctor", () => {
  it("reports common results of many sources once, and shows all results of a named source", async () => {
    const dir = await workspace(`  here: { folder: gone }\n  there: { folder: gone }`);
    const { stdout } = await dir.lading(["doctor"]);
    expect(stdout).toContain("\nthere\n  same as here\n");
    expect(stdout.match(/^ {2}failed .*gone/gm)).toHaveLength(1);
    expect((await dir.lading(["doctor", "there"])).stdout).toMatch(/^there\n {2}failed .*gone/);
  });

  it("tries a rejected login once, regardless of the number of directories", async () => {
    const more = ["blue", "cargo"].map(
      (name) => `${sftpEntry(name, server.port)}\n      host_key: ${pinned()}\n`,
    );
    const dir = await workspace(`      host_key: ${pinned()}\n${more.join("")}`);
    await makeStore(dir);
    const before = server.seen.logins.length;
    server.faults = { refuseLogin: true };
    const { stdout } = await dir.lading(["doctor"], { env });
    const tries = server.seen.logins.length - before;
    expect(stdout).toContain("\ncargo\n  skipped  connection: the same login failed at acme\n");
    await dir.lading(["doctor", "cargo"], { env });
    expect(server.seen.logins.length - before).toBe(2 * tries);
    expect(await hostStatesIn(dir.at("data"))).toMatchObject([{ failures: 2 }]);
  });

  const after = "      after_success: { move: done }\n      after_failure: { rename: .refused }\n";

  it("tries each step, leaves nothing behind, and records the result in the host's state", async () => {
    const dir = await workspace(`      host_key: ${pinned()}\n${after}`);
    await makeStore(dir);
    const ran = await dir.lading(["doctor", "acme", "--json"], { env });
    expect(ran.stderr).toBe("");
    const [report] = JSON.parse(ran.stdout) as [
      { steps: { what: string; outcome: string; detail: string }[] },
    ];
    expect(report.steps.map(({ what, outcome }) => `${what} ${outcome}`)).toEqual([
      "secrets done",
      "host name done",
      "connection done",
      "host key done",
      "login done",
      "SFTP done",
      "directory done",
      "listing done",
      "permissions for the after-action done",
    ]);
    expect(report.steps.at(-1)?.detail).toContain("/in/done will be created");
    expect([...server.files.keys()]).toEqual(["/in/staff.csv"]);
    expect(server.seen.operations).toMatchObject({ RENAME: 1, REMOVE: 1 });
    expect(ran.stdout).not.toContain(password);
    expect(await hostStatesIn(dir.at("data"))).toMatchObject([{ last_listing: { files: 1 } }]);
  });

  it.each([
    ["login", { refuseLogin: true }, /failed {3}login: .*rejected the login of lading/, 75],
    ["directory", { deny: ["LSTAT"] }, /failed {3}directory: .*denied permission/, 75],
    ["listing", { deny: ["OPENDIR"] }, /failed {3}listing: .*denied permission while listing/, 75],
    ["rights", { deny: ["RENAME"] }, /failed {3}permissions for .*renaming/, 75],
    ["SFTP", { subsystem: "refuse" }, /failed {3}SFTP: .*does not offer SFTP/, 75],
  ] as const)(
    "reports a failing %s with its fix, and does not try the following steps",
    async (_, faults, words, code) => {
      server.faults = faults;
      const dir = await workspace(`      host_key: ${pinned()}\n${after}`);
      const ran = await dir.lading(["doctor"], { env });
      expect(ran.stdout).toMatch(words);
      expect(ran.stdout).toMatch(/Next: \S/);
      expect(ran.stdout.indexOf("failed")).toBeGreaterThan(ran.stdout.lastIndexOf("ok  "));
      expect(ran.code).toBe(code);
    },
  );

  it("reports a missing secret and a missing source", async () => {
    const dir = await workspace();
    const ran = await dir.lading(["doctor", "acme"]);
    expect(ran.stdout).toMatch(/failed {3}secrets: The secret env:SFTP_PASSWORD is missing/);
    expect(ran.code).toBe(2);
    const other = await dir.lading(["doctor", "acm"]);
    expect(other.stderr).toMatch(
      /No source, output or account with an outbox is called "acm"\. Did you mean acme\?/,
    );
    expect(other.code).toBe(2);
  });

  it("reports a changed host key separately, even while the host is paused after a refused login", async () => {
    const dir = await workspace(`      host_key: ${pinned()}`);
    server.faults = { refuseLogin: true };
    expect((await dir.lading(["run"], { env })).code).toBe(75);
    const yaml = await dir.read("lading.yaml");
    await dir.write({ "lading.yaml": yaml.replace(pinned(), `SHA256:${"A".repeat(43)}`) });
    const ran = await dir.lading(["doctor", "acme"], { env });
    expect(ran.stdout).toMatch(/failed {3}host key: .*does not match the pinned key/);
    expect((await dir.lading(["run"], { env })).code).toBe(75);
    const { faults } = JSON.parse((await dir.lading(["status", "--json"], { env })).stdout) as {
      faults: object[];
    };
    expect(faults).toEqual([
      expect.objectContaining({
        where: `127.0.0.1:${server.port}`,
        sentence: expect.stringContaining("does not match the pinned key") as string,
      }),
    ]);
  });

  const destination = (more = "") => `outputs:
${sftpEntry("partner", server.port)}
${more}`;

  it("tests an output on a server the same way, with an empty file that is written, replaced and removed", async () => {
    const dir = await workspace(destination(`      host_key: ${pinned()}\n`));
    await makeStore(dir);
    server.faults = { refuseLogin: true };
    expect((await dir.lading(["doctor", "partner"], { env })).stdout).toMatch(/failed {3}login/);
    server.faults = {};
    const ran = await dir.lading(["doctor", "partner", "--json"], { env });
    expect(ran.code).toBe(0);
    const [report] = JSON.parse(ran.stdout) as [
      { output: string; steps: { what: string; outcome: string }[] },
    ];
    expect(report.output).toBe("partner");
    expect(report.steps.map(({ what, outcome }) => `${what} ${outcome}`)).toEqual([
      "secrets done",
      "host name done",
      "connection done",
      "host key done",
      "login done",
      "SFTP done",
      "directory done",
      "writing done",
    ]);
    expect([...server.files.keys()]).toEqual(["/in/staff.csv"]);
    expect(await hostStatesIn(dir.at("data"))).toMatchObject([{ failures: 0 }]);
    expect(JSON.stringify(await hostStatesIn(dir.at("data")))).not.toContain("last_error");
  });

  it.each([
    ["host key", {}, "", /failed {3}host key: .*not pinned/, 2],
    ["directory", { deny: ["LSTAT"] }, "pin", /failed {3}directory: .*denied permission/, 75],
    ["writing", { deny: ["OPEN"] }, "pin", /failed {3}writing: .*denied permission while writing/, 75],
    ["replacing", { deny: ["RENAME"] }, "pin", /failed {3}writing: .*denied permission while renaming/, 75],
    ["replacing", { deny: ["REMOVE"] }, "pin", /failed {3}writing: .*denied permission while deleting/, 75],
  ] as const)("reports an output whose %s fails, with its fix", async (_, faults, pin, words, code) => {
    server.faults = faults;
    const dir = await workspace(destination(pin === "" ? "" : `      host_key: ${pinned()}\n`));
    const ran = await dir.lading(["doctor", "partner"], { env });
    expect(ran.stdout).toMatch(/^partner \(output\)\n/);
    expect(ran.stdout).toMatch(words);
    expect(ran.stdout).toMatch(/Next: \S/);
    expect(ran.code).toBe(code);
  });

  it("tests an output folder that does not exist, denies writing, or is a file", async () => {
    const dir = await workdir({
      "lading.yaml": `lading: 1
accounts: { acme-us: { country: US } }
sources: { box: { folder: inbox } }
feeds: { acme-us/staff: { source: box, files: staff.csv } }
outputs: { files: { folder: out } }
`,
    });
    expect((await dir.lading(["doctor", "files"])).stdout).toMatch(/ok {7}writing: .* will be created/);
    await dir.write({ "out/acme-us/staff.csv": "x" });
    expect(await dir.lading(["doctor", "files"])).toMatchObject({
      code: 0,
      stdout: `files (output)\n  ok       writing: ${dir.at("out")}\n`,
    });
    expect(await dir.files("out")).toEqual(["out/acme-us/staff.csv"]);
    await dir.write({
      "lading.yaml": (await dir.read("lading.yaml")).replace("folder: out", "folder: out/acme-us/staff.csv"),
    });
    const ran = await dir.lading(["doctor", "files"]);
    expect(ran.stdout).toMatch(
      /failed {3}writing: Lading cannot write to .*\n +Next: Make sure that the path is a folder/,
    );
    expect(ran.code).toBe(75);
  });

  it("reports an output with `mode` in a folder that only its owner can enter", async () => {
    const dir = await workdir({
      "lading.yaml": `lading: 1
accounts: { acme-us: { country: US } }
sources: { box: { folder: inbox } }
feeds: { acme-us/staff: { source: box, files: staff.csv } }
outputs: { files: { folder: for/ffs, mode: "0640" } }
`,
      "for/x": "",
    });
    chmodSync(dir.path, 0o755);
    chmodSync(dir.at("for"), 0o700);
    const ran = await dir.lading(["doctor", "files"]);
    expect(ran.stdout).toContain(`but they cannot enter ${dir.at("for")}.`);
    expect(ran.stdout).toContain(`Allow other users to enter the folder (\`chmod o+x ${dir.at("for")}\``);
    expect(ran.code).toBe(75);
    chmodSync(dir.at("for"), 0o710);
    expect(await dir.lading(["doctor", "files"])).toMatchObject({ code: 0 });
  });

  it("shows the workspace and its machine first without a name, each problem with its fix", async () => {
    const dir = await workdir({
      "lading.yaml": `lading: 1
accounts: { acme-us: { country: US } }
sources: { box: { folder: inbox } }
feeds: { acme-us/staff: { source: box, files: staff.csv, mapping: staff.yaml } }
server: { port: 0, operators: { port: 0 } }
`,
      "staff.yaml":
        "lading: 1\nrecord: staff\nfields: { external_id: Id, name: Name, is_active: { constant: true } }\n",
      "inbox/.keep": "",
      "data/tmp/.keep": "",
    });
    chmodSync(dir.at("data"), 0o755);
    const ran = await dir.lading(["doctor"]);
    expect(ran.stdout).toMatch(/^workspace\n {2}ok {7}machine: Node \d/);
    expect(ran.stdout).toMatch(/failed {3}mappings: The mapping has errors/);
    expect(ran.stdout).toMatch(/failed {3}data folder: Other users can open the folder .* \(mode 0755\)/);
    expect(ran.stdout).toContain("chmod 700");
    expect(ran.stdout).toMatch(/ok {7}disk: \d+ MB free\n {2}ok {7}store: does not exist yet/);
    expect(ran.stdout).toMatch(/\nbox\n/);
    expect(ran.code).toBe(2);
    chmodSync(dir.at("data"), 0o700);
    await dir.write({
      "data/version": "1\n",
      "staff.yaml":
        "lading: 1\nrecord: staff\nfields: { external_id: Id, name: Name, email_address: Mail, is_active: { constant: true } }\n",
    });
    expect((await dir.lading(["doctor"])).stdout).toMatch(
      /failed {3}store: .*which an older version created/,
    );
    await rm(dir.at("data/version"));
    await dir.lading(["token", "list"]);
    const well = await dir.lading(["doctor", "--json"]);
    expect(well.code).toBe(0);
    const [first] = JSON.parse(well.stdout) as [{ workspace: string; steps: { what: string }[] }];
    expect(first.steps.map(({ what }) => what)).toEqual([
      "machine",
      "mappings",
      "data folder",
      "disk",
      "store",
      "backup",
      "clock",
      "tokens and client secrets",
      "expiry",
      "port for lists",
      "console port",
    ]);
  });

  it("accepts a used port only if this workspace is served on it", async () => {
    const [own, other] = [await workdir(), await workdir()];
    const write = (port: number, operators: number) =>
      Promise.all(
        [own, other].map((each) =>
          each.write({
            "lading.yaml": `lading: 1
accounts: { acme: { country: US } }
sources: { box: { folder: inbox } }
feeds: { acme/staff: { source: box, files: staff.csv } }
server: { port: ${port}, operators: { port: ${operators} } }
`,
            "inbox/.keep": "",
          }),
        ),
      );
    await write(0, 0);
    const workspace = await loadWorkspace(own.path);
    const store = await openStoreOf(workspace, {});
    const running = await serveWorkspace(workspace, { log: silentLog, store, env: {} });
    onTestFinished(async () => {
      await running.close();
      await store.close();
    });
    const [port, operators] = [running.url, running.operatorsUrl].map((url) => new URL(url).port);
    await write(Number(port), Number(operators));
    const { stdout } = await own.lading(["doctor"]);
    expect(stdout).toContain(`ok       port for lists: ${port} on 127.0.0.1 is used by this workspace`);
    expect(stdout).toContain(`console port: ${operators} on 127.0.0.1 is used by this workspace`);
    expect((await other.lading(["doctor"])).stdout).toContain(
      `failed   port for lists: Another program is already using port ${port} on 127.0.0.1.`,
    );
  });

  it.skipIf(whyNoOpenssl !== undefined)(
    "reports expiring credentials, a store that cannot be read, and a key that does not match its certificate",
    async () => {
      const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
      const dir = await workdir({
        "lading.yaml": `lading: 1
accounts: { acme-us: { country: US } }
sources: { box: { folder: inbox } }
feeds: { acme-us/staff: { source: box, files: staff.csv } }
server: { port: 0, operators: { port: 0 }, tls: { certificate: a.cert.pem, key: b.key.pem } }
`,
        "inbox/.keep": "",
      });
      const failed = async () => {
        const { stdout, code } = await dir.lading(["doctor", "--json"]);
        const [first] = JSON.parse(stdout) as [{ steps: { what: string; outcome: string; next?: string }[] }];
        const steps = first.steps.filter(({ outcome }) => outcome === "failed");
        return { code, steps: steps.map(({ what, next }) => `${what}: ${next}`) };
      };
      expect((await dir.lading(["token", "create", "--account", "acme-us", "--expires", soon])).code).toBe(0);
      makeCertificate(dir.path, "a", 400);
      makeCertificate(dir.path, "b", 5);
      const found = await failed();
      expect(found.code).toBe(2);
      expect(found.steps).toEqual([
        expect.stringContaining("TLS certificate and key: Provide the certificate chain and its private key"),
        expect.stringContaining("expiry: `lading token create --account acme-us` creates a new secret"),
      ]);
      await copyFile(dir.at("b.cert.pem"), dir.at("a.cert.pem"));
      expect((await failed()).steps).toEqual([
        expect.stringContaining("expiry: `lading token create"),
        expect.stringContaining("expiry: Replace the certificate and key files"),
      ]);
      await dir.write({ "data/lading.db": "no database".repeat(1_000) });
      expect((await failed()).steps[0]).toMatch(
        /^store: Stop all processes that use the store, and make a copy of the store/,
      );
    },
  );

  it("checks that a source folder exists, can be listed, and permits removing files", async () => {
    const dir = await workdir({
      "lading.yaml": `lading: 1
accounts:
  acme-us: { country: US }
sources:
  box: { folder: inbox }
feeds:
  acme-us/staff: { source: box, files: staff.csv }
server: { port: 0, operators: { port: 0 } }
`,
    });
    expect((await dir.lading(["doctor"])).stdout).toMatch(/failed {3}folder: The folder \S+ does not exist/);
    await dir.write({ "inbox/staff.csv": "x", "inbox/half.part": "y" });
    const ran = await dir.lading(["doctor"]);
    expect(ran.stdout).toMatch(/listing: 1 file, 1 ignored \(half\.part: a temporary name\)/);
    expect(ran.code).toBe(0);
    expect(await dir.files("inbox")).toEqual(["inbox/half.part", "inbox/staff.csv"]);
    if (process.getuid?.() === 0) return;
    chmodSync(dir.at("inbox"), 0o555);
    expect((await dir.lading(["doctor"])).code).toBe(75);
    chmodSync(dir.at("inbox"), 0o755);
  });

  it("tests an outbox's layout, folder and marker without creating a file where the FFS reads", async () => {
    const dir = await workdir({
      "to-ffs/.keep": "",
      "layout.yaml": `lading: 1
layout: payables-invoice
format: csv
file: { name: "AP-{external_id}.csv", line_end: lf }
lines: [{ columns: [{ name: Number, field: invoice_number }] }]
`,
      "lading.yaml": `lading: 1
accounts:
  acme-us: { country: US, zone: UTC, outbox: { layout: layout.yaml, folder: to-ffs } }
sources: { box: { folder: inbox } }
feeds: { acme-us/org: { source: box, files: "org*" } }
server: { port: 0, operators: { port: 0 } }
`,
    });
    const ran = await dir.lading(["doctor", "acme-us"]);
    expect(ran.stdout).toMatch(/acme-us \(invoices to the FFS\)\n {2}ok {7}layout: layout\.yaml\n/);
    expect(ran.stdout).toMatch(
      /ok {7}outbox folder: Lading will create its own folder in the outbox folder when it sends the first/,
    );
    expect(ran.code).toBe(0);
    await dir.write({ "to-ffs/.lading/mark-x": "" });
    expect((await dir.lading(["doctor", "acme-us"])).stdout).toMatch(
      /folder: Lading can create files; files are renamed/,
    );
    expect(await dir.files("to-ffs")).toEqual(["to-ffs/.keep", "to-ffs/.lading/mark-x"]);
    const store = await openStore({ data: dir.at("data") });
    await writeFact(store.db, "outbox place to-ffs", "mark-other");
    await store.close();
    const lost = await dir.lading(["doctor", "acme-us"]);
    expect(lost.stdout).toMatch(/failed {3}outbox folder: .* has no Lading marker file/);
    expect(lost.code).toBe(75);
    const part = (name: string) =>
      `{ file: { name: "${name}-{external_id}.csv" }, format: csv, lines: [{ columns: [{ name: N, field: invoice_number }] }] }`;
    await dir.write({
      "layout.yaml": `lading: 1\nlayout: payables-invoice\nfiles: [${part("A")}, ${part("B")}]\n`,
    });
    expect((await dir.lading(["doctor", "acme-us"])).stdout).toMatch(
      /failed {3}layout: layout\.yaml produces 2 files for each invoice, but it must produce exactly one\.\n/,
    );
    await dir.write({ "layout.yaml": "lading: 1" });
    expect((await dir.lading(["doctor", "acme-us"])).stdout).toMatch(/failed {3}layout: /);
  });
});
