import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { fingerprint } from "../../../src/store/credentials/host-keys.js";
import { startFaultyServer, type FaultyServer } from "../../support/faulty-sftp-server.js";
import { password } from "../../support/sftp-settings.js";
import { startSshd, whyNoSshd } from "../../support/sshd.js";
import { readHostStates, writeHostState } from "../../../src/connectors/sftp/host-state.js";
import { openStore } from "../../../src/store/store.js";
import { workdir, type Workdir } from "../../support/workdir.js";

/**
 * Lists are delivered to a directory on a server: complete, once for each change, and never under a temporary
 * name.
 */

const head = "external_id,updated_at,name,email_address,is_active\r\n";
const time = "2026-01-01T00:00:00.000Z";
const petra = `1,${time},Petra Vogel,petra@example.com,true\r\n`;
const jan = `2,${time},Jan Vogel,jan@example.com,true\r\n`;

/** Output of a run without problems. */
const onlyReport = expect.stringMatching(/^Report: lading history --run \S+ --out report\.html\n$/) as string;

function workspace(sftp: string): Promise<Workdir> {
  return workdir({
    "lading.yaml": `lading: 1
accounts:
  acme-us: { country: US }
sources:
  box: { folder: inbox }
feeds:
  acme-us/staff: { source: box, files: staff.csv, settle: final_name, first: publish }
outputs:
  partner:
    formats: [csv, json]
    sftp: ${sftp}
`,
    "inbox/staff.csv": head + petra,
  });
}

describe("an output on a server that can fail", () => {
  let server: FaultyServer;
  let dir: Workdir;
  beforeEach(async () => {
    server = await startFaultyServer({ password });
    dir = await workspace(
      `{ host: 127.0.0.1, port: ${server.port}, user: lading, password: env:SFTP_PASSWORD, directory: /in, host_key: "${fingerprint(server.hostKey)}", deadlines: { request: 2 s, idle: 2 s } }`,
    );
  });
  afterEach(() => server.close());
  const env = { SFTP_PASSWORD: password };
  const run = () => dir.lading(["run"], { env });

  it("sends an unchanged list again if the output gets another server or directory", async () => {
    expect(await run()).toMatchObject({ code: 0 });
    const yaml = await readFile(dir.at("lading.yaml"), "utf8");
    await dir.write({ "lading.yaml": yaml.replace("directory: /in,", "directory: /other,") });
    expect(await run()).toMatchObject({ code: 0 });
    expect([...server.files.keys()].sort()).toEqual([
      "/in/acme-us_staff.csv",
      "/in/acme-us_staff.json",
      "/other/acme-us_staff.csv",
      "/other/acme-us_staff.json",
    ]);

    const moved = await startFaultyServer({ password });
    onTestFinished(() => moved.close());
    const key = fingerprint(moved.hostKey);
    const there = yaml.replace(`${server.port}`, `${moved.port}`).replace(/SHA256:[^"]+/, key);
    await dir.write({ "lading.yaml": there });
    expect(await run()).toMatchObject({ code: 0 });
    expect([...moved.files.keys()].sort()).toEqual(["/in/acme-us_staff.csv", "/in/acme-us_staff.json"]);
  });

  it("sends each format once, and again over the older file when the list changes", async () => {
    expect(await dir.lading(["run"], { env })).toMatchObject({ code: 0, stderr: onlyReport });
    expect([...server.files.keys()].sort()).toEqual(["/in/acme-us_staff.csv", "/in/acme-us_staff.json"]);
    expect(server.files.get("/in/acme-us_staff.csv")?.content.toString()).toBe(head + petra);

    const { connections } = server.seen;
    await run();
    expect(server.seen.connections).toBe(connections);

    await dir.write({ "inbox/staff.csv": head + petra + jan });
    expect((await run()).code).toBe(0);
    expect(server.files.get("/in/acme-us_staff.csv")?.content.toString()).toBe(head + petra + jan);
    expect(server.files.size).toBe(2);
  });

  it.each([
    ["a write that is denied", { deny: ["WRITE"] }, /denied permission while writing/],
    ["a rename that is denied", { deny: ["RENAME"] }, /denied permission while renaming/],
    ["writes that are never answered", { ignore: ["WRITE"] }, /timed out/],
    ["lost bytes", { loseWrites: true }, /0 of \d+ bytes arrived/],
  ] as const)(
    "keeps the publication, shows no partial file and delivers in the next run after %s",
    async (_, faults, words) => {
      server.faults = faults;
      const ran = await run();
      expect(ran.code).toBe(75);
      expect(ran.stderr).toMatch(words);
      expect(server.files.has("/in/acme-us_staff.csv")).toBe(false);
      expect((await dir.lading(["status"])).stdout).toMatch(/acme-us\/staff.*\b1\b/);

      server.faults = {};
      const store = await openStore({ data: dir.at("data") });
      for (const { next_try: _until, ...state } of await readHostStates(store.db))
        await writeHostState(store.db, state);
      await store.close();
      const failed = await dir.lading(["status"]);
      expect(failed.stdout).toMatch(words);
      expect(failed.code).toBe(1);
      expect((await run()).code).toBe(0);
      expect(server.files.get("/in/acme-us_staff.csv")?.content.toString()).toBe(head + petra);
      const fixed = await dir.lading(["status"]);
      expect(fixed.stdout).toMatch(/lading@127\.0\.0\.1:\d+ +\d+ s ago +never +next pass/);
      expect(fixed.code).toBe(0);
    },
  );
});

describe.skipIf(whyNoSshd !== undefined)(
  `an output on OpenSSH${whyNoSshd === undefined ? "" : ` (skipped: ${whyNoSshd})`}`,
  () => {
    it("is replaced in one step, and leaves nothing temporary", async () => {
      const sshd = await startSshd();
      try {
        mkdirSync(join(sshd.home, "out"));
        const dir = await workspace(
          `{ host: 127.0.0.1, port: ${sshd.port}, user: ${sshd.user}, key: "file:${sshd.clientKey}", directory: out, host_key: "${fingerprint(sshd.hostKey)}" }`,
        );
        writeFileSync(join(sshd.home, "out", "acme-us_staff.csv"), "an older one");
        expect(await dir.lading(["run"])).toMatchObject({ code: 0, stderr: onlyReport });
        expect(readdirSync(join(sshd.home, "out")).sort()).toEqual([
          "acme-us_staff.csv",
          "acme-us_staff.json",
        ]);
        expect(readFileSync(join(sshd.home, "out", "acme-us_staff.csv"), "utf8")).toBe(head + petra);
        expect(existsSync(dir.at("out"))).toBe(false);
      } finally {
        await sshd.stop();
      }
    });

    it("is written under new names without temporary files if the server denies deleting", async () => {
      const sshd = await startSshd({ config: ["ForceCommand internal-sftp -P posix-rename,remove"] });
      try {
        const out = join(sshd.home, "out");
        mkdirSync(out);
        const dir = await workspace(
          `{ host: 127.0.0.1, port: ${sshd.port}, user: ${sshd.user}, key: "file:${sshd.clientKey}", directory: ${out}, host_key: "${fingerprint(sshd.hostKey)}" }`,
        );
        writeFileSync(join(out, ".acme-us_staff.csv.replaced"), "one that could not be removed");
        writeFileSync(join(out, "acme-us_staff.csv"), "an older one");
        expect(await dir.lading(["run"])).toMatchObject({ code: 75 });
        expect(readFileSync(join(out, "acme-us_staff.csv"), "utf8")).toBe("an older one");
        const [other = "", ...rest] = readdirSync(out).filter((name) => /^acme-us_staff\.\d/.test(name));
        expect(rest).toEqual([]);
        expect(readFileSync(join(out, other), "utf8")).toBe(head + petra);
        expect(readdirSync(out).filter((name) => name.endsWith(".part"))).toEqual([]);
      } finally {
        await sshd.stop();
      }
    });

    it.each([
      ["", /ok {7}writing: tested by replacing one empty file with another\n$/, 0],
      // Lists can still be sent and replaced there in one step.
      [
        "remove",
        /ok {7}writing: .*; the server does not allow Lading to remove the file: remove \S+\/out\/\.lading\S+ manually/,
        0,
      ],
      ["posix-rename", /ok {7}writing: tested by replacing one empty file with another\n$/, 0],
      ["open", /failed {3}writing: .*denied permission while writing/, 75],
    ])("is tested by lading doctor if the server denies %j", async (denied, words, code) => {
      const config = denied === "" ? [] : [`ForceCommand internal-sftp -P ${denied}`];
      const sshd = await startSshd({ config });
      try {
        const out = join(sshd.home, "out");
        mkdirSync(out);
        const directory = denied === "" ? "out" : out;
        const dir = await workspace(
          `{ host: 127.0.0.1, port: ${sshd.port}, user: ${sshd.user}, key: "file:${sshd.clientKey}", directory: ${directory}, host_key: "${fingerprint(sshd.hostKey)}" }`,
        );
        const ran = await dir.lading(["doctor", "partner"]);
        expect(ran.stdout).toMatch(words);
        expect(ran.code).toBe(code);
        expect(readdirSync(out)).toHaveLength(denied === "remove" ? 1 : 0);
      } finally {
        await sshd.stop();
      }
    });
  },
);
