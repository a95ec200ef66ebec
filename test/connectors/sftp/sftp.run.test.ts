import { chmodSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { fingerprint } from "../../../src/store/credentials/host-keys.js";
import { openStore } from "../../../src/store/store.js";
import { startFaultyServer, type FaultyServer } from "../../support/faulty-sftp-server.js";
import { hostStatesIn, password, sftpEntry } from "../../support/sftp-settings.js";
import { workdir, type Workdir } from "../../support/workdir.js";

/** From a server to a published list, with the real command. */

const rows = Array.from(
  { length: 2000 },
  (_, n) => `${n},2026-01-01T00:00:00.000Z,Name ${n},n${n}@example.com,true`,
);
const staff = Buffer.from(`external_id,updated_at,name,email_address,is_active\r\n${rows.join("\r\n")}\r\n`);

let server: FaultyServer;
beforeEach(async () => {
  server = await startFaultyServer({ password });
  server.files.set("/in/staff.csv", { content: staff, mtime: 1_700_000_000 });
});
afterEach(() => server.close());

function workspace(after = "after_success: { move: done }"): Promise<Workdir> {
  return workdir({
    "lading.yaml": `lading: 1
accounts:
  acme-us: { country: US }
sources:
${sftpEntry("acme", server.port, [
  `host_key: ${fingerprint(server.hostKey)}`,
  after,
  "deadlines: { connect: 10 s, request: 2 s, idle: 2 s, grace: 5 s, end: 1 s }",
])}
feeds:
  acme-us/staff: { source: acme, files: staff.csv, settle: final_name, first: publish }
`,
  });
}

const env = { SFTP_PASSWORD: password };
const run = (dir: Workdir) => dir.lading(["run"], { env });
/** `feed number` of every version. */
async function publications(dir: Workdir): Promise<string[]> {
  const store = await openStore({ data: dir.at("data"), isRead: true });
  try {
    const rows = await store.db
      .selectFrom("publications")
      .innerJoin("feeds", "feeds.id", "publications.feed")
      .select(["feeds.name", "publications.number"])
      .execute();
    return rows.map(({ name, number }) => `${name} ${number}`);
  } finally {
    await store.close();
  }
}

describe("lading run with an SFTP source", () => {
  it("publishes the file before moving it", async () => {
    const dir = await workspace();
    const ran = await run(dir);
    expect(ran.stderr).toMatch(/^Report: lading history --run \S+ --out report\.html\n$/);
    expect(ran.code).toBe(0);
    expect(await publications(dir)).toHaveLength(1);
    expect([...server.files.keys()]).toEqual(["/in/done/staff.csv"]);
    const status = await dir.lading(["status", "--json"]);
    expect(status.code).toBe(0);
    expect(JSON.parse(status.stdout)).toMatchObject({
      hosts: [{ host: "127.0.0.1", failures: 0, last_listing: { directory: "/in", files: 1 } }],
    });
    const order = Object.keys(server.seen.operations);
    expect(order.indexOf("RENAME")).toBeGreaterThan(order.indexOf("READ"));
  });

  it("publishes a file once after a denied rename, reports it each time, and moves the file once permitted", async () => {
    const dir = await workspace();
    server.faults = { deny: ["RENAME"] };
    for (let round = 1; round <= 2; round++) {
      const ran = await run(dir);
      expect(ran.code).toBe(75);
      expect(ran.stdout + ran.stderr).toMatch(/denied permission while renaming \/in\/staff\.csv/);
      expect(await publications(dir)).toHaveLength(1);
      expect(server.seen.operations["OPEN"]).toBe(1);
    }
    server.faults = {};
    expect((await run(dir)).code).toBe(0);
    expect([...server.files.keys()]).toEqual(["/in/done/staff.csv"]);
    expect(await publications(dir)).toHaveLength(1);
    expect(server.seen.operations["OPEN"]).toBe(1);
  });

  it("downloads a file that stays at the source once", async () => {
    const dir = await workspace("after_success: none");
    for (let round = 1; round <= 2; round++) expect((await run(dir)).code).toBe(0);
    expect(server.seen.operations["OPEN"]).toBe(1);
    expect(await publications(dir)).toHaveLength(1);
    server.files.set("/in/staff.csv", { content: staff, mtime: 1_700_000_500 });
    expect((await run(dir)).code).toBe(0);
    expect(server.seen.operations["OPEN"]).toBe(2);
    expect(await publications(dir)).toHaveLength(1);
  });

  it("downloads a held file once, and moves it when it is released", async () => {
    const dir = await workspace();
    expect((await run(dir)).code).toBe(0);
    const few = Buffer.from(staff.subarray(0, staff.indexOf("\r\n", 30_000) + 2));
    server.files.set("/in/staff.csv", { content: few, mtime: 1_700_000_900 });
    for (let round = 1; round <= 2; round++) {
      expect((await run(dir)).code).toBe(1);
      expect(server.seen.operations["OPEN"]).toBe(2);
      expect(server.seen.operations["RENAME"]).toBe(2);
      expect([...server.files.keys()].sort()).toEqual(["/in/done/staff.csv", "/in/staff.csv"]);
      expect(await publications(dir)).toHaveLength(1);
    }
    const released = await dir.lading(["release", "acme-us/staff", "--reason", "half of them left"], {
      env,
    });
    expect(released.code).toBe(0);
    expect((await run(dir)).code).toBe(0);
    expect(await publications(dir)).toHaveLength(2);
    expect(server.seen.operations["OPEN"]).toBe(2);
    const moved = [...server.files.values()].map(({ content }) => content.length);
    expect(moved.sort()).toEqual([few.length, staff.length].sort());
    expect([...server.files.keys()].every((path) => path.startsWith("/in/done/"))).toBe(true);
  });

  it("never publishes a truncated file, and publishes the complete file in the next run", async () => {
    const dir = await workspace();
    server.faults = { endAt: 40_000 };
    const ran = await run(dir);
    expect(ran.code).toBe(75);
    expect(ran.stdout + ran.stderr).toMatch(/it ended after 40000 of \d+ bytes/);
    expect(await publications(dir)).toEqual([]);
    expect([...server.files.keys()]).toEqual(["/in/staff.csv"]);
    server.faults = {};
    expect((await run(dir)).code).toBe(0);
    expect(await publications(dir)).toHaveLength(1);
  });

  it.each(["run", "watch"])("does not delay other feeds in %s if a host never answers", async (verb) => {
    server.faults = { silent: true };
    const dir = await workdir({
      "inbox/staff.csv": staff,
      "lading.yaml": `lading: 1
accounts: { acme-us: { country: US }, slow-us: { country: US } }
sources:
  slow:
    sftp:
      host: 127.0.0.1
      port: ${server.port}
      user: lading
      password: env:SFTP_PASSWORD
      directory: /in
      host_key: ${fingerprint(server.hostKey)}
      deadlines: { connect: ${verb === "run" ? "3 s" : "10 min"}, end: 1 s }
  inbox: { folder: inbox }
feeds:
  slow-us/staff: { source: slow, files: staff.csv, first: publish }
  acme-us/staff: { source: inbox, files: staff.csv, settle: { for: 1 s }, first: publish }
`,
    });
    if (verb === "run") {
      const ran = await run(dir);
      expect(ran.stdout).toMatch(/127\.0\.0\.1[^]*127\.0\.0\.1 timed out[^]*slow-us\/staff/);
      expect(ran.code).toBe(75);
    } else {
      const daemon = dir.start(["watch"], { env });
      await daemon.waitFor(/"feed":"acme-us\/staff","state":"PUBLISHED"/);
      expect((await daemon.stop()).code).toBe(0);
    }
    expect(await publications(dir)).toEqual(["acme-us/staff 1"]);
  });

  it("tries a wrong password once, exits with 75 and shows no secret", async () => {
    const dir = await workspace();
    const wrong = "canary-4711";
    const ran = await dir.lading(["run"], { env: { SFTP_PASSWORD: wrong } });
    expect(ran.code).toBe(75);
    expect(ran.stdout + ran.stderr).toMatch(/rejected the login of lading/);
    const again = await dir.lading(["run", "--json"], { env: { SFTP_PASSWORD: wrong } });
    expect(again.stdout).toMatch(/"reason": "Lading will not connect to [^"]* again before /);
    expect(server.seen.secrets).toEqual([wrong]);
    for (const file of await dir.files("data")) expect(await dir.read(file)).not.toContain(wrong);
    expect(ran.stdout + ran.stderr + again.stdout + again.stderr).not.toContain(wrong);
    expect(await hostStatesIn(dir.at("data"))).toMatchObject([{ last_error: { code: "sftp_login_failed" } }]);
  });
});

/** A workspace with one feed from the server. `more` adds lines to it. */
function other(more: {
  readonly source?: readonly string[];
  readonly feed?: string;
  readonly rest?: string;
}): Promise<Workdir> {
  const own = [`host_key: ${fingerprint(server.hostKey)}`, ...(more.source ?? [])];
  const feed = more.feed ?? 'files: "staff*.csv", settle: final_name';
  return workdir({
    "lading.yaml": `lading: 1
accounts:
  acme-us: { country: US }
sources:
${sftpEntry("acme", server.port, own)}
feeds:
  acme-us/staff: { source: acme, first: publish, ${feed} }
${more.rest ?? ""}`,
  });
}

describe("one login for several uses", () => {
  const isShared = async (more: readonly string[]) => {
    server.faults = { onlyOne: true };
    const own = [`host_key: ${fingerprint(server.hostKey)}`, ...more];
    const output = sftpEntry("partner", server.port, own).replace(
      "    sftp:",
      "    formats: [csv]\n    sftp:",
    );
    const dir = await other({ rest: `outputs:\n${output}\n` });
    await dir.write({ more_hosts: "" });
    const ran = await run(dir);
    expect(ran.stderr).not.toMatch(/further connection/);
    expect(ran.code).toBe(0);
    expect(server.files.has("/in/acme-us_staff.csv")).toBe(true);
    expect(server.seen.most).toBe(1);
  };
  it("is shared by source and output with other deadlines", () => isShared(["deadlines: { request: 9 s }"]));
  it.each([
    ["the same settings", []],
    ["another way to pin the key", ["known_hosts: more_hosts"]],
  ])("is shared by source and output with %s", { tags: ["long"] }, (_, more) => isShared(more));
});

describe("files that are never processed", () => {
  it("are reported once by run, listed by status, and cause one alert", async () => {
    const dir = await other({ rest: "notify: { command: [./alert] }\n" });
    await dir.write({ alert: "#!/bin/sh\ncat >> alerts\n" });
    chmodSync(dir.at("alert"), 0o755);
    const alerts = async () =>
      (await dir.read("alerts"))
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { event: string; summary: string });
    server.files.set("/in/staff-\u0007.csv", { content: staff, mtime: 1 });
    server.files.set("/in/staff\\1.csv", { content: staff, mtime: 1 });
    server.files.set("/in/staff-link.csv", { content: staff, mtime: 1, mode: 0o120777 });
    server.files.set("/in/staff-\ufffd.csv", { content: staff, mtime: 1 });
    server.files.set("/in/staff.csv.part", { content: staff, mtime: 1 });
    const ran = await run(dir);
    expect(ran.stderr).toMatch(
      /source acme: ignored\n {2}4 files will never be processed\.[^]*invisible characters[^]*backslash/,
    );
    expect(ran.stderr).toMatch(/Next: Ask the partner to rename the file or send a regular file/);
    expect(ran.code).toBe(0);
    expect((await run(dir)).stderr).not.toMatch(/never be processed/);
    const status = await dir.lading(["status"]);
    expect(status.stdout).toMatch(/"staff-link\.csv": it is a link/);
    expect(status.stdout).toMatch(/4 files will never be processed\. First seen \d+ (?:ms|s|min) ago\./);
    expect(status.stdout).toMatch(/not UTF-8/);
    expect(status.stdout).not.toMatch(/\.part/);
    expect(status.code).toBe(0);
    const [first, ...others] = await alerts();
    expect(others).toEqual([]);
    expect(first?.event).toBe("rejected");
    expect(first?.summary).toMatch(/source acme: 4 files will never be processed/);

    server.files.set("/in/staff-two\nlines.csv", { content: staff, mtime: 1 });
    expect((await run(dir)).stderr).toMatch(/1 file will never be processed:/);
    expect(await alerts()).toHaveLength(2);
    for (const path of server.files.keys()) if (path !== "/in/staff.csv") server.files.delete(path);
    await run(dir);
    expect((await dir.lading(["status"])).stdout).not.toMatch(/never be processed/);
  });

  it("are logged once by watch without their names", async () => {
    server.files.set("/in/staff-link.csv", { content: staff, mtime: 1, mode: 0o120777 });
    const dir = await other({});
    const daemon = dir.start(["watch"], { env });
    await daemon.waitFor(/"publication":1/);
    await daemon.waitFor(/A file at the source acme will never be processed/);
    await daemon.stop();
    expect(daemon.output()).not.toMatch(/staff-link/);
    expect((await dir.lading(["status"])).stdout).toMatch(
      /1 file will never be processed: "staff-link\.csv" \(it is a link/,
    );
    // Later processes know that the file was reported.
    expect((await run(dir)).stderr).not.toMatch(/never be processed/);
  });
});

describe("a file that an after-action left behind", () => {
  const moving = ["after_success: { move: done }"];

  it("is shown as a problem in status, and gets its name back if files now stay", async () => {
    const dir = await other({ source: moving });
    // The rename aside works. The move and the restoring rename do not.
    server.faults = { rename: { status: 4, from: 2 } };
    expect((await run(dir)).code).toBe(75);
    const [aside = ""] = [...server.files.keys()];
    expect(aside).toMatch(/^\/in\/\.lading-aside-/);
    const ran = await run(dir);
    expect(ran.code).toBe(75);
    expect(ran.stdout).toMatch(/could neither archive nor put back/);
    const shown = await dir.lading(["status"]);
    expect(shown.code).toBe(1);
    expect(shown.stdout).toMatch(
      /1 file could not be archived or restored: "\.lading-aside-[^]*could neither archive nor put back/,
    );

    server.faults = {};
    const settings = await dir.read("lading.yaml");
    await dir.write({ "lading.yaml": settings.replace(moving[0] as string, "after_success: none") });
    const restoring = await run(dir);
    expect([restoring.code, restoring.stdout]).toEqual([0, expect.not.stringContaining("restored")]);
    expect([...server.files.keys()]).toEqual(["/in/staff.csv"]);
    expect((await dir.lading(["status"])).code).toBe(0);
    expect(await publications(dir)).toHaveLength(1);
  });

  it("is moved by the next run if the setting is unchanged", async () => {
    const dir = await other({ source: moving });
    server.faults = { rename: { status: 4, from: 2 } };
    expect((await run(dir)).code).toBe(75);
    // The next run reports the problem again if the rename still fails.
    expect((await run(dir)).stdout).toContain("could not be archived or restored");
    server.faults = {};
    const moved = await run(dir);
    expect([moved.code, moved.stdout]).toEqual([0, expect.not.stringContaining("restored")]);
    expect([...server.files.keys()]).toEqual(["/in/done/staff.csv"]);
  });
});

describe("a file that cannot be read", () => {
  it("does not block a newer full delivery, and is reported", async () => {
    const dir = await other({});
    server.files.set("/in/staff-1.csv", { content: staff, mtime: 1_700_000_100 });
    const nina = "9999,2026-01-01T00:00:00.000Z,Nina,n@example.com,true\r\n";
    server.files.set("/in/staff-2.csv", {
      content: Buffer.concat([staff, Buffer.from(nina)]),
      mtime: 1_700_000_200,
    });
    server.faults = { denyPath: "/in/staff-1.csv" };
    const ran = await run(dir);
    expect(ran.stdout).toMatch(/staff-2\.csv +PUBLISHED/);
    expect(ran.stdout).toMatch(/denied permission while opening \/in\/staff-1\.csv/);
    expect(ran.code).toBe(1);
    expect((await dir.lading(["status"])).stdout).toMatch(
      /denied permission while opening \/in\/staff-1\.csv/,
    );
    expect(await publications(dir)).toHaveLength(1);
  });

  it("blocks later deliveries in a feed of changes", async () => {
    const dir = await other({ feed: 'files: "staff-{sequence}.csv", settle: final_name, delivery: delta' });
    server.files.clear();
    server.files.set("/in/staff-1.csv", { content: staff, mtime: 1_700_000_100 });
    server.files.set("/in/staff-2.csv", { content: staff, mtime: 1_700_000_200 });
    server.faults = { denyPath: "/in/staff-1.csv" };
    expect((await run(dir)).code).toBe(75);
    expect(await publications(dir)).toEqual([]);
  });

  it("does not replace the newer list once it can be read", async () => {
    const dir = await other({});
    server.files.clear();
    const both = Buffer.concat([
      staff,
      Buffer.from("9999,2026-01-01T00:00:00.000Z,Nina,n@example.com,true\r\n"),
    ]);
    server.files.set("/in/staff-1.csv", { content: staff, mtime: 1_700_000_100 });
    server.files.set("/in/staff-2.csv", { content: both, mtime: 1_700_000_200 });
    server.faults = { denyPath: "/in/staff-1.csv" };
    expect((await run(dir)).code).toBe(1);
    // A pass in between changes nothing.
    expect((await run(dir)).code).toBe(1);
    server.faults = {};
    const ran = await run(dir);
    expect(ran.stdout).toMatch(/staff-1\.csv +SUPERSEDED/);
    expect(ran.code).toBe(0);
    expect(await publications(dir)).toHaveLength(1);
    expect((await dir.lading(["status"])).code).toBe(0);
  });

  it("is processed once it can be read, if nothing newer was accepted", async () => {
    const dir = await other({});
    server.faults = { denyPath: "/in/staff.csv" };
    expect((await run(dir)).code).toBe(1);
    server.faults = {};
    expect((await run(dir)).stdout).toMatch(/staff\.csv +PUBLISHED/);
  });
});

describe("the interval between listings of a server", () => {
  it("does not delay a directory whose listing takes longer than the settle time", async () => {
    const dir = await other({ feed: 'files: "staff*.csv", settle: { for: 1 s }' });
    for (let n = 0; n < 5; n++) server.files.set(`/in/other${n}.txt`, { content: staff, mtime: 1 });
    server.faults = { slowList: 200 };
    const ran = await run(dir);
    expect(ran.stdout).toMatch(/staff\.csv +PUBLISHED/);
    expect(ran.code).toBe(0);
  });

  it("may be set below 30 s with `poll`, but not to 0 s", async () => {
    const dir = await other({ source: ["poll: 1 s"] });
    const daemon = dir.start(["watch"], { env });
    const output = await daemon.waitFor(/"event":"next_poll".*\n/);
    await daemon.stop();
    const logged = output.split("\n").find((line) => line.includes('"next_poll"')) ?? "";
    const { time, at } = JSON.parse(logged) as { readonly time: string; readonly at: string };
    expect(Date.parse(at) - Date.parse(time)).toBeLessThanOrEqual(1_000);
    await dir.write({ "lading.yaml": (await dir.read("lading.yaml")).replace("poll: 1 s", "poll: 0 s") });
    const checked = await dir.lading(["check"]);
    expect(checked.code).toBe(2);
    expect(checked.stdout + checked.stderr).toMatch(/1 s or more/);
  });
});

describe("changed content under the same name, size and time", () => {
  it("is not noticed if files stay, which `check` reports", async () => {
    const dir = await other({});
    const checked = await dir.lading(["check"]);
    expect(checked.stdout + checked.stderr).toMatch(/leaves its files on the server[^]*compare_every: 24 h/);
    expect(checked.code).toBe(0);
  });

  it("is noticed once with `compare_every`", async () => {
    const dir = await other({ source: ["compare_every: 1 h"] });
    const checked = await dir.lading(["check"]);
    expect(checked.stdout + checked.stderr).not.toMatch(/leaves its files/);
    onTestFinished(() => void vi.useRealTimers());
    // The hours are added to the real time, so that the fake time never goes backward.
    const at = (hours: number) => {
      vi.useRealTimers();
      vi.useFakeTimers({
        toFake: ["Date"],
        now: Date.now() + hours * 3_600_000,
        shouldAdvanceTime: true,
      });
      return run(dir);
    };
    expect((await at(0)).code).toBe(0);
    const changed = Buffer.from(staff.toString().replace("Name 7,", "Name X,"));
    server.files.set("/in/staff.csv", { content: changed, mtime: 1_700_000_000 });
    // Nothing is downloaded within the first hour.
    await at(0.01);
    expect(server.seen.operations["OPEN"]).toBe(1);
    expect((await at(1.5)).stdout).toMatch(/staff\.csv +PUBLISHED/);
    const downloads = server.seen.operations["OPEN"];
    await at(1.6);
    expect(server.seen.operations["OPEN"]).toBe(downloads);
    expect((await at(3)).stdout).not.toMatch(/PUBLISHED/);
    expect(await publications(dir)).toHaveLength(2);
  });
});
