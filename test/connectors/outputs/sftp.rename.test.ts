import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readHostStates, writeHostState } from "../../../src/connectors/sftp/host-state.js";
import { fingerprint } from "../../../src/store/credentials/host-keys.js";
import { openStore } from "../../../src/store/store.js";
import { startFaultyServer, type FaultyServer } from "../../support/faulty-sftp-server.js";
import { password } from "../../support/sftp-settings.js";
import { workdir, type Workdir } from "../../support/workdir.js";

/**
 * The receiver's last good file stays until the new one is in place, even if the server refuses to rename.
 */

const head = "external_id,updated_at,name,email_address,is_active\r\n";
const person = (n: number) => `${n},2026-01-01T00:00:00.000Z,Name ${n},p${n}@example.com,true\r\n`;
const name = "/in/acme-us_staff.csv";
const env = { SFTP_PASSWORD: password };

let server: FaultyServer;
let dir: Workdir;
beforeEach(async () => {
  server = await startFaultyServer({ password });
  const sftp = `{ host: 127.0.0.1, port: ${server.port}, user: lading, password: env:SFTP_PASSWORD, directory: /in, host_key: "${fingerprint(server.hostKey)}", deadlines: { request: 2 s, idle: 2 s } }`;
  dir = await workdir({
    "lading.yaml": `lading: 1
accounts:
  acme-us: { country: US }
sources:
  box: { folder: inbox }
feeds:
  acme-us/staff: { source: box, files: staff.csv, settle: final_name, first: publish }
outputs:
  partner: { formats: [csv], sftp: ${sftp} }
`,
    "inbox/staff.csv": head + person(1),
  });
  expect((await run()).code).toBe(0);
  expect(content()).toBe(head + person(1));
  await dir.write({ "inbox/staff.csv": head + person(1) + person(2) });
});
afterEach(() => server.close());

const run = () => dir.lading(["run"], { env });
const content = (path = name) => server.files.get(path)?.content.toString();
const both = head + person(1) + person(2);

describe("a server that does not rename", () => {
  const getsOtherName = async (_name: string, status: number) => {
    server.faults = { rename: { status } };
    const ran = await run();
    expect(ran.code).toBe(75);
    expect(ran.stderr).toMatch(
      /does not allow Lading to rename files\. The new acme-us_staff\.csv was saved as acme-us_staff\.\d{8}T\d{9}Z\.csv/,
    );
    expect(content()).toBe(head + person(1));
    const others = [...server.files.keys()].filter((path) => path !== name);
    expect(others).toHaveLength(1);
    expect(content(others[0])).toBe(both);

    // Nothing is written again, and the problem remains.
    const writes = server.seen.operations["WRITE"];
    expect((await run()).code).toBe(75);
    expect(server.seen.operations["WRITE"]).toBe(writes);
    const shown = await dir.lading(["status"]);
    expect(shown.code).toBe(1);
    expect(shown.stdout).toMatch(/does not allow Lading to rename files/);

    server.faults = {};
    expect((await run()).code).toBe(0);
    expect([...server.files.keys()]).toEqual([name]);
    expect(content()).toBe(both);
    expect((await dir.lading(["status"])).code).toBe(0);
  };
  const title = "gets the new list under a different name if it answers: %s";
  it.each([
    ["no such operation", 8],
    ["no permission", 3],
  ])(title, getsOtherName);
  it.each([
    ["a failure", 4],
    ["a bad message", 5],
    ["no such file", 2],
  ])(title, { tags: ["long"] }, getsOtherName);

  it("causes no further problem once the receiver took the new file under its other name", async () => {
    server.faults = { rename: { status: 3 } };
    await run();
    const [other = ""] = [...server.files.keys()].filter((path) => path !== name);
    server.files.delete(other);
    expect((await run()).code).toBe(0);
    expect([...server.files.keys()]).toEqual([name]);
    expect((await dir.lading(["status"])).code).toBe(0);
  });
});

describe("a server that cannot rename over an existing file", () => {
  it("has the old or the new list after each step", async () => {
    const good = new Set([head + person(1), both]);
    const steps: boolean[] = [];
    server.faults = {
      atOperation: () =>
        steps.push([...server.files.values()].some((file) => good.has(file.content.toString()))),
    };
    expect((await run()).code).toBe(0);
    expect(steps.length).toBeGreaterThan(5);
    expect(steps).not.toContain(false);
    expect([...server.files.keys()]).toEqual([name]);
    expect(content()).toBe(both);
  });

  it("gets the second new list under a different name if it cannot delete either, and the missing right is reported", async () => {
    server.faults = { deny: ["REMOVE"] };
    expect((await run()).code).toBe(0);
    expect(content()).toBe(both);
    await dir.write({ "inbox/staff.csv": both + person(3) });
    const ran = await run();
    expect(ran.code).toBe(75);
    expect(ran.stderr).toMatch(
      /does not allow Lading to delete files\. The new .* was saved as acme-us_staff\.\d/,
    );
    const { stdout } = await dir.lading(["status"]);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("allow this user to delete files");
    expect(content()).toBe(both);
    expect([...server.files.values()].map((file) => file.content.toString())).toContain(both + person(3));

    server.faults = {};
    expect((await run()).code).toBe(0);
    expect(content()).toBe(both + person(3));
    expect(visible()).toEqual([name]);
  });

  /** Cuts off an upload by not answering renames from number `at` on. The next run retries without a delay. */
  async function cutOffAt(at: number): Promise<void> {
    const before = server.seen.operations["RENAME"] ?? 0;
    server.faults = {
      atOperation() {
        const isThen = (server.seen.operations["RENAME"] ?? 0) >= before + at;
        server.faults.ignore = isThen ? ["RENAME"] : [];
      },
    };
    expect((await run()).code).toBe(75);
    server.faults = {};
    const store = await openStore({ data: dir.at("data") });
    for (const { next_try: _until, ...state } of await readHostStates(store.db))
      await writeHostState(store.db, state);
    await store.close();
  }
  const visible = () => [...server.files.keys()].filter((path) => !path.endsWith(".part"));

  const continuesAfter = async (at: number) => {
    await cutOffAt(at);
    const contents = [...server.files.values()].map((file) => file.content.toString());
    expect(contents.some((text) => text === head + person(1) || text === both)).toBe(true);
    expect((await run()).code).toBe(0);
    expect(visible()).toEqual([name]);
    expect(content()).toBe(both);
  };
  const title =
    "still has a complete list if it hangs at rename %d, and receives the new list in the next run";
  // The third rename is the one during which no file has the list's name.
  it.each([3])(title, continuesAfter);
  it.each([1, 2])(title, { tags: ["long"] }, continuesAfter);

  it("receives the new list in the next run if Lading is killed between the two renames", async () => {
    const before = server.seen.operations["RENAME"] ?? 0;
    const between = new Promise<void>((resolve) => {
      server.faults = {
        atOperation() {
          if ((server.seen.operations["RENAME"] ?? 0) < before + 3) return;
          server.faults.ignore = ["RENAME"];
          resolve();
        },
      };
    });
    const killed = dir.start(["run"], { env });
    await between;
    await killed.stop("SIGKILL");
    server.faults = {};
    expect(visible()).toEqual(["/in/.acme-us_staff.csv.replaced"]);
    expect((await run()).code).toBe(0);
    expect(visible()).toEqual([name]);
    expect(content()).toBe(both);
  });

  it("receives the old list again after a rollback if the upload of the new list was cut off between the two renames", async () => {
    await cutOffAt(3);
    expect(visible()).toEqual(["/in/.acme-us_staff.csv.replaced"]);
    expect((await dir.lading(["rollback", "acme-us/staff", "--reason", "wrong"], { env })).code).toBe(0);
    expect((await run()).code).toBe(0);
    expect(visible()).toEqual([name]);
    expect(content()).toContain("Name 1");
    expect(content()).not.toContain("Name 2");
  });
});
