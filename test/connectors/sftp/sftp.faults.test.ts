import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fingerprint } from "../../../src/store/credentials/host-keys.js";
import { LadingError } from "../../../src/errors.js";
import { sftpSource } from "../../../src/connectors/sources/sftp.js";
import { readHostStates, waitAfter, writeHostState } from "../../../src/connectors/sftp/host-state.js";
import type { SftpSettings } from "../../../src/connectors/sftp/settings.js";
import type { SourceFile, Source } from "../../../src/connectors/sources/source.js";
import { makeKey, startFaultyServer, type FaultyServer } from "../../support/faulty-sftp-server.js";
import {
  password,
  settingsFor,
  shortDeadlines,
  testHosts,
  type TestHosts,
} from "../../support/sftp-settings.js";

/**
 * Every fault causes a specific error within its deadline and accepts no file. Afterwards everything works as
 * before.
 */

const content = Buffer.from(
  Array.from({ length: 20_000 }, (_, line) => `S${line},Name ${line}\r\n`).join(""),
);
const signal = new AbortController().signal;

let server: FaultyServer;
let hosts: TestHosts;
const createdHosts: TestHosts[] = [];

beforeEach(async () => {
  server = await startFaultyServer({ password });
  server.files.set("/in/staff.csv", { content, mtime: 1_700_000_000 });
  hosts = await testHosts();
  createdHosts.push(hosts);
});

afterEach(async () => {
  await Promise.all(createdHosts.splice(0).map((hosts) => hosts.remove()));
  await server.close();
});

function source(changes: Partial<SftpSettings> = {}): Source {
  return sftpSource("partner", settingsFor(server, changes), hosts);
}

async function bytesOf(from: Source, file: SourceFile): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of from.fetch(file, signal)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function only(from: Source): Promise<SourceFile> {
  const { files } = await from.list(signal);
  expect(files).toHaveLength(1);
  return files[0] as SourceFile;
}

/** Returns the error of the work. If the work hangs, the test times out. */
async function errorOf(work: Promise<unknown>): Promise<LadingError> {
  const error: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(LadingError);
  return error as LadingError;
}

describe("a source on a healthy server", () => {
  it("lists files and returns their complete bytes", async () => {
    const from = source();
    const file = await only(from);
    expect(file).toEqual({
      name: "staff.csv",
      size: content.length,
      modified: 1_700_000_000_000,
      identity: "",
    });
    expect((await bytesOf(from, file)).equals(content)).toBe(true);
    expect(server.seen.connections).toBe(1);
    expect(server.seen.open).toBe(0);
  });

  it("requests the rest after a short response", async () => {
    server.faults = { shortReads: 1000 };
    const from = source();
    expect((await bytesOf(from, await only(from))).equals(content)).toBe(true);
  });

  it("returns an empty file", async () => {
    server.files.set("/in/staff.csv", { content: Buffer.alloc(0), mtime: 1 });
    const from = source();
    expect(await bytesOf(from, await only(from))).toHaveLength(0);
  });

  it("is ready for the next operation when the reader stops halfway", async () => {
    const from = source();
    const file = await only(from);
    for await (const piece of from.fetch(file, signal)) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    expect((await from.list(signal)).files).toHaveLength(1);
    expect(server.seen.open).toBe(0);
    expect(server.seen.connections).toBe(1);
  });

  it("shares one connection with other sources of the same login", async () => {
    const one = source();
    const two = sftpSource("other", settingsFor(server), hosts);
    await Promise.all([one.list(signal), two.list(signal), one.list(signal)]);
    expect(server.seen.connections).toBe(1);
  });

  it("answers the only question of a keyboard-interactive login", async () => {
    const asking = await startFaultyServer({ password, asks: "keyboard-interactive" });
    try {
      const from = sftpSource("partner", settingsFor(asking), hosts);
      expect((await from.list(signal)).files).toHaveLength(0);
    } finally {
      await asking.close();
    }
  });
});

describe("a download", () => {
  const faults: [string, FaultyServer["faults"], LadingError["code"], RegExp][] = [
    ["reset", { dropAtRead: { read: 5, how: "reset" } }, "sftp_lost", /while fetching a file/],
    ["closed", { dropAtRead: { read: 5, how: "close" } }, "sftp_lost", /while fetching a file/],
    ["early end", { endAt: 100_000 }, "sftp_file_changed", /ended after 100000 of \d+ bytes/],
    ["stall", { stallAtRead: 3 }, "sftp_timed_out", /0\.5 s while fetching/],
    ["stall at the first read", { stallAtRead: 1 }, "sftp_timed_out", /while fetching/],
    [
      "trickle",
      { trickle: 20, trickleReads: 4_000 },
      "sftp_too_slow",
      /staff\.csv \(\d+ bytes\) was not complete after/,
    ],
    ["opening never answered", { ignore: ["OPEN"] }, "sftp_timed_out", /while opening a file/],
    ["stat never answered", { ignore: ["LSTAT"] }, "sftp_timed_out", /while checking a file/],
    ["opening denied", { deny: ["OPEN"] }, "sftp_no_permission", /opening \/in\/staff\.csv/],
  ];

  it.each(faults)("fails with the reason, and reconnects: %s", async (_name, fault, code, message) => {
    // A larger file has more time, so a trickling one must be small.
    const whole = fault.trickle === undefined ? content : content.subarray(0, 64 * 1024);
    server.files.set("/in/staff.csv", { content: whole, mtime: 1_700_000_000 });
    const from = source();
    const file = await only(from);
    server.faults = fault;
    const error = await errorOf(bytesOf(from, file));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);

    // Then a new connection works as before. The host's failure must be cleared first.
    server.faults = {};
    await hosts.host(settingsFor(server)).recordContact("/in");
    expect((await bytesOf(from, await only(from))).equals(whole)).toBe(true);
  });

  it("fails if the file grew beyond its listed size", async () => {
    const from = source();
    const file = await only(from);
    server.files.set("/in/staff.csv", { content, mtime: 1_700_000_000, claims: content.length - 10 });
    expect((await errorOf(bytesOf(from, file))).code).toBe("arrival_changed");
    const claimed = await only(from);
    expect((await errorOf(bytesOf(from, claimed))).message).toMatch(/it is longer than/);
  });

  it("fails if the file is replaced meanwhile, which is never accepted", async () => {
    const from = source();
    const file = await only(from);
    server.faults = {
      atRead: (read) => {
        if (read === 4)
          server.files.set("/in/staff.csv", { content: Buffer.from(content).fill(65), mtime: 1_700_000_060 });
      },
    };
    const error = await errorOf(bytesOf(from, file));
    expect(error.code).toBe("sftp_file_changed");
    expect(error.message).toMatch(/its modification time changed/);
  });

  it("fails if the file disappeared or became a link", async () => {
    const from = source();
    const file = await only(from);
    server.files.set("/in/staff.csv", { content, mtime: 1_700_000_000, mode: 0o120777 });
    expect((await errorOf(bytesOf(from, file))).code).toBe("arrival_changed");
    server.files.delete("/in/staff.csv");
    expect((await errorOf(bytesOf(from, file))).code).toBe("arrival_changed");
    expect(server.seen.operations.OPEN).toBeUndefined();
  });

  it("does not fail because of a slow reader", async () => {
    const from = source();
    const file = await only(from);
    let size = 0;
    let paused = false;
    for await (const piece of from.fetch(file, signal)) {
      size += piece.length;
      if (!paused) await new Promise((resolve) => setTimeout(resolve, shortDeadlines.grace + 500));
      paused = true;
    }
    expect(size).toBe(content.length);
  });

  it("does not delay a requested stop", async () => {
    const from = source();
    const file = await only(from);
    server.faults = { stallAtRead: 1 };
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error("stopped")), 50);
    const reading = (async () => {
      for await (const piece of from.fetch(file, stop.signal)) expect(piece.length).toBeGreaterThan(0);
    })();
    await expect(reading).rejects.toThrow("stopped");
  });
});

describe("faults while connecting to a server", () => {
  const faults: [string, FaultyServer["faults"], LadingError["code"], RegExp][] = [
    ["silent", { silent: true }, "sftp_timed_out", /0\.7 s while greeting/],
    ["silent after its greeting", { silentAfterGreeting: true }, "sftp_timed_out", /while greeting/],
    ["no answer to the login", { ignoreLogin: true }, "sftp_timed_out", /while logging in \(password\)/],
    ["no SFTP", { subsystem: "refuse" }, "sftp_no_sftp", /accepted lading, but does not offer SFTP/],
    ["no answer to the request for SFTP", { subsystem: "ignore" }, "sftp_timed_out", /while opening SFTP/],
    ["login refused", { refuseLogin: true }, "sftp_login_failed", /the server accepts: password, publickey/],
  ];

  it.each(faults)("are reported, and a new connection works: %s", async (_name, fault, code, message) => {
    server.faults = fault;
    const error = await errorOf(source({ deadlines: { ...shortDeadlines, connect: 700 } }).list(signal));
    expect(error.message).toMatch(message);
    expect(error.code).toBe(code);
    server.faults = {};
    await hosts.host(settingsFor(server)).recordContact("/in");
    await only(source());
  });

  it("do not include a shutdown that never completes", async () => {
    server.faults = { neverEnds: true };
    const from = source();
    await only(from);
    await from.close();
    await only(from);
    expect(server.seen.connections).toBe(2);
  });

  it("include a closed port and an invalid host name", async () => {
    const closed = await startFaultyServer();
    await closed.close();
    const refused = await errorOf(source({ port: closed.port }).list(signal));
    expect(refused.code).toBe("sftp_refused");
    const unknown = await errorOf(source({ host: "no-such-host.invalid" }).list(signal));
    expect(unknown.code).toBe("sftp_unknown_host");
  });
});

describe("the host key", () => {
  it.each([
    ["not pinned", [], "sftp_no_pin"],
    ["wrong", [{ fingerprint: fingerprint(makeKey().publicKey) }], "sftp_wrong_host_key"],
  ] as const)("is refused without sending credentials if it is %s", async (_, hostKeys, code) => {
    const error = await errorOf(source({ hostKeys }).list(signal));
    expect(error.code).toBe(code);
    expect(error.message).toContain(`ssh-ed25519 ${fingerprint(server.hostKey)}`);
    expect(error.hint).toContain(`lading trust 127.0.0.1 --port ${server.port}`);
    expect(server.seen.logins).toEqual([]);
    expect(server.seen.secrets).toEqual([]);
  });

  it("is refused before the login if it changed since the last connection", async () => {
    const settings = settingsFor(server);
    await sftpSource("partner", settings, hosts).list(signal);
    await hosts.close();
    const port = server.port;
    const imposter = await startFaultyServer({ password });
    try {
      const error = await errorOf(
        sftpSource("partner", { ...settings, port: imposter.port }, hosts).list(signal),
      );
      expect(error.code).toBe("sftp_wrong_host_key");
      expect(imposter.seen.logins).toEqual([]);
      expect(port).not.toBe(imposter.port);
    } finally {
      await imposter.close();
    }
  });

  it("may be one of several pinned keys during rotation", async () => {
    const hostKeys = [
      { fingerprint: fingerprint(makeKey().publicKey) },
      { type: "ssh-ed25519", fingerprint: fingerprint(server.hostKey) },
    ];
    await only(source({ hostKeys }));
  });

  it("is requested as pinned from a server with several keys", async () => {
    const rsa = makeKey("rsa");
    const two = await startFaultyServer({ password, moreKeys: [rsa.privateKey] });
    try {
      for (const pin of [
        { fingerprint: fingerprint(rsa.publicKey) },
        { type: "ssh-rsa", fingerprint: fingerprint(rsa.publicKey) },
      ]) {
        const from = sftpSource("partner", settingsFor(two, { hostKeys: [pin] }), hosts);
        expect((await from.list(signal)).files).toEqual([]);
      }
      // The pin with its type was found at once, the other one in a second attempt.
      expect(two.seen.connections).toBe(3);
    } finally {
      await two.close();
    }
  });
});

describe("connection algorithms", () => {
  it("are refused if all are old, unless they are permitted, and this is reported", async () => {
    const old = await startFaultyServer({
      password,
      keyType: "rsa",
      algorithms: { serverHostKey: ["ssh-rsa"], kex: ["diffie-hellman-group14-sha1"], hmac: ["hmac-sha1"] },
    });
    try {
      const settings = settingsFor(old);
      const error = await errorOf(sftpSource("old", settings, hosts).list(signal));
      expect(error.code).toBe("sftp_weak_algorithms");
      expect(old.seen.logins).toEqual([]);

      const weak: string[] = [];
      const lenient = await testHosts({ onWeak: (_host, names) => weak.push(...names) });
      createdHosts.push(lenient);
      await sftpSource("old", { ...settings, legacyAlgorithms: true }, lenient).list(signal);
      expect(weak).toEqual(["diffie-hellman-group14-sha1", "ssh-rsa"]);
      const [state] = await readHostStates(lenient.db);
      expect(state?.weak_algorithms).toEqual(weak);
    } finally {
      await old.close();
    }
  });

  it.each([
    ["chacha20-poly1305@openssh.com", { cipher: ["chacha20-poly1305@openssh.com"] }],
    ["hmac-sha2-256-etm@openssh.com", { cipher: ["aes128-ctr"], hmac: ["hmac-sha2-256-etm@openssh.com"] }],
  ] as const)("include %s only if the server supports strict key exchange", async (name, offered) => {
    const algorithms = structuredClone(offered) as never;
    const old = await startFaultyServer({ password, isOld: true, algorithms });
    try {
      const settings = settingsFor(old);
      const error = await errorOf(sftpSource("old", settings, hosts).list(signal));
      expect(error.code).toBe("sftp_weak_algorithms");
      expect(error.message).toContain(`${name} without strict key exchange`);
      expect(old.seen.logins).toEqual([]);
      const weak: string[] = [];
      const lenient = await testHosts({ onWeak: (_host, names) => weak.push(...names) });
      createdHosts.push(lenient);
      await sftpSource("old", { ...settings, legacyAlgorithms: true }, lenient).list(signal);
      expect(weak).toEqual([`${name} without strict key exchange`]);
    } finally {
      await old.close();
    }
  });
});

describe("Lading's RSA key at a server that supports only SHA-1", () => {
  it("signs nothing, unless old algorithms are permitted, which is reported", async () => {
    const old = await startFaultyServer({ password, isOld: true });
    const folder = mkdtempSync(join(tmpdir(), "lading-key-"));
    try {
      writeFileSync(join(folder, "key"), makeKey("rsa").privateKey, { mode: 0o600 });
      const settings = settingsFor(old, { password: undefined, key: `file:${join(folder, "key")}` });
      expect((await errorOf(sftpSource("old", settings, hosts).list(signal))).code).toBe("sftp_login_failed");
      expect(old.seen.signatures).not.toContain("sha1");
      const weak: string[] = [];
      const lenient = await testHosts({ onWeak: (_host, names) => weak.push(...names) });
      createdHosts.push(lenient);
      await sftpSource("old", { ...settings, legacyAlgorithms: true }, lenient).list(signal);
      expect(old.seen.signatures).toContain("sha1");
      expect(weak).toEqual(["ssh-rsa of Lading's own key"]);
    } finally {
      await old.close();
      rmSync(folder, { recursive: true });
    }
  });
});

describe("listings", () => {
  it("are cut off after a million names or if they are endless", async () => {
    server.faults = { names: 1_000_000 };
    const error = await errorOf(source({ limits: { entries: 5_000, size: 1000 } }).list(signal));
    expect(error.code).toBe("sftp_too_many_entries");
    expect(error.message).toContain("/in");
    server.faults = { endlessList: true };
    expect((await errorOf(source().list(signal))).code).toBe("sftp_timed_out");
  });

  it("include the files that the source does not take", async () => {
    const file = { content, mtime: 1 };
    server.files.clear();
    server.files.set("/in/good.csv", file);
    server.files.set("/in/link.csv", { ...file, mode: 0o120777 });
    server.files.set("/in/pipe.csv", { ...file, mode: 0o010644 });
    server.files.set("/in/huge.csv", { ...file, claims: 4 * 1024 ** 3 });
    server.files.set("/in/new\nline.csv", file);
    server.files.set("/in/right\u202eto-left.csv", file);
    server.files.set(`/in/${"long".repeat(60)}.csv`, file);
    server.files.set("/in/-rf", file);
    const { files, ignored } = await source().list(signal);
    // A file that is too large is a delivery that is rejected by its size. `source.largest` is that size.
    expect(files.map((file) => file.name)).toEqual(["good.csv", "huge.csv", "-rf"]);
    expect(ignored.map((entry) => entry.reason)).toEqual([
      "it is a link; `follow_links: true` accepts links that point to files",
      "it is a device, a pipe or a socket",
      "the name contains invisible characters",
      "the name contains invisible characters",
      "the name is longer than 200 bytes",
    ]);
    expect(JSON.stringify(ignored)).not.toMatch(/\\n|\u202e/);
  });

  it("fail with the reason if the directory does not exist or cannot be read", async () => {
    const missing = await errorOf(source({ directory: "/out" }).list(signal));
    expect(missing.code).toBe("sftp_no_directory");
    server.faults = { deny: ["OPENDIR"] };
    const denied = await errorOf(source().list(signal));
    expect(denied.code).toBe("sftp_no_permission");
    expect(denied.hint).toBe("Ask the partner for this permission.");
    expect(server.seen.connections).toBe(1);
  });
});

describe("the action after the decision", () => {
  const move = { action: "move", directory: "done" } as const;
  const moving = (): Source => source({ after: { published: move, rejected: move } });

  it.each([
    ["denied", { deny: ["RENAME"] }, "sftp_no_permission", /renaming \/in\/staff\.csv/],
    ["never answered", { ignore: ["RENAME"] }, "sftp_timed_out", /while renaming a file/],
    [
      "to a directory that cannot be created",
      { deny: ["MKDIR"] },
      "sftp_no_permission",
      /creating the directory/,
    ],
  ] as const)(
    "is reported as an error and succeeds later if its rename is %s",
    async (_name, faults, code, message) => {
      const from = moving();
      const file = await only(from);
      server.faults = faults;
      const error = await errorOf(from.settle(file, "published", signal));
      expect(error.code).toBe(code);
      expect(error.message).toMatch(message);

      server.faults = {};
      await hosts.host(settingsFor(server)).recordContact("/in");
      expect(await from.settle(file, "published", signal)).toBe("done");
      expect([...server.files.keys()]).toEqual(["/in/done/staff.csv"]);
      expect(await from.settle(file, "published", signal)).toBe("gone");
    },
  );

  it("lists a file with a temporary name as ignored, and restores its name if files now stay", async () => {
    const from = moving();
    const file = await only(from);
    // This happens between two disks, where a server cannot rename.
    server.faults = { rename: { status: 4, from: 2 } };
    const error = await errorOf(from.settle(file, "published", signal));
    expect(error.code).toBe("sftp_not_moved");
    expect(error.message).toMatch(/could not move a file to \/in\/done: /);
    expect(error.hint).toMatch(/on the same disk/);
    server.faults = {};
    const [aside] = [...server.files.keys()];
    expect(aside).toMatch(/^\/in\/\.lading-aside-[0-9a-f]{24}$/);
    const staying = source();
    expect((await staying.list(signal)).ignored).toEqual([
      {
        name: aside?.slice(4),
        reason: expect.stringMatching(/could neither archive nor put back/) as string,
      },
    ]);
    expect(await staying.settle(file, "published", signal)).toBe("left");
    expect([...server.files.keys()]).toEqual(["/in/staff.csv"]);
    expect((await staying.list(signal)).ignored).toEqual([]);
  });

  it("restores the name of a file at once if its move is denied", async () => {
    const from = moving();
    const file = await only(from);
    const done = [...server.files.keys()];
    // Only the second rename is refused. The third restores the file.
    server.faults = {};
    server.faults.atOperation = () => {
      const { operations } = server.seen;
      server.faults.rename = (operations["RENAME"] ?? 0) === 2 ? { status: 3 } : (undefined as never);
    };
    expect((await errorOf(from.settle(file, "published", signal))).code).toBe("sftp_no_permission");
    expect([...server.files.keys()]).toEqual(done);
    server.faults = {};
    expect(await from.settle(file, "published", signal)).toBe("done");
  });

  it("may list beyond the deadline as long as names arrive", async () => {
    for (let n = 0; n < 12; n++) server.files.set(`/in/n${n}.csv`, { content, mtime: 1_700_000_000 });
    server.faults = { slowList: 150 };
    const { files } = await source().list(signal);
    expect(files).toHaveLength(13);
  });

  it("completely restores a new file that arrives during the rename", async () => {
    const from = moving();
    const file = await only(from);
    // The rename moves a different file than the one that was checked immediately before.
    const newer = { content: Buffer.from("newer"), mtime: 1_700_000_099 };
    const before = server.files.get("/in/staff.csv");
    server.files.set("/in/staff.csv", {
      get content() {
        return before?.content ?? Buffer.alloc(0);
      },
      get mtime() {
        // The file is checked once. After that, the newer file is there.
        queueMicrotask(() => server.files.set("/in/staff.csv", newer));
        return before?.mtime ?? 0;
      },
    });
    expect(await from.settle(file, "published", signal)).toBe("changed");
    expect([...server.files]).toEqual([["/in/staff.csv", newer]]);
  });
});

describe("connections to many hosts", () => {
  it("are not delayed by a slow host", async () => {
    const slow = await startFaultyServer({ password });
    slow.faults = { silent: true };
    try {
      const patient = { ...shortDeadlines, connect: 1_500 };
      const stuck = sftpSource("slow", settingsFor(slow, { deadlines: patient }), hosts).list(signal);
      const failed = errorOf(stuck);
      let isOver = false;
      void failed.then(() => (isOver = true));
      await only(source());
      expect(isOver).toBe(false);
      expect((await failed).code).toBe("sftp_timed_out");
    } finally {
      await slow.close();
    }
  });

  it("are limited in number and processed in order of arrival", async () => {
    const few = await testHosts({ atOnce: 1 });
    createdHosts.push(few);
    const second = await startFaultyServer({ password });
    try {
      const first = await few.host(settingsFor(server)).reserve("/in", signal);
      let isIn = false;
      const taking = few.host(settingsFor(second)).reserve("/in", signal);
      void taking.then(() => (isIn = true));
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(isIn).toBe(false);
      await first.release();
      await (await taking).release();
      expect(second.seen.connections).toBe(1);
    } finally {
      await second.close();
    }
  });

  it("can be canceled while they wait", async () => {
    const reserved = await hosts.host(settingsFor(server)).reserve("/in", signal);
    const stop = new AbortController();
    const waiting = source().list(stop.signal);
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    await reserved.release();
    await only(source());
  });
});

describe("the stored state of a host", () => {
  it("has the last contact, listing and error and the next attempt, but no secrets", async () => {
    await only(source());
    const [good] = await readHostStates(hosts.db);
    expect(good).toMatchObject({
      host: "127.0.0.1",
      port: server.port,
      user: "lading",
      failures: 0,
      last_listing: { directory: "/in", files: 1, ignored: 0 },
    });
    expect(good).not.toHaveProperty("last_error");
    await hosts.close();

    server.faults = { refuseLogin: true };
    const error = await errorOf(source().list(signal));
    const logins = server.seen.logins.length;
    const waiting = await errorOf(source().list(signal));
    expect(waiting.code).toBe("sftp_waiting");
    expect(waiting.message).toContain(error.message);
    // One attempt. Nothing more was sent before the next try was due.
    expect(server.seen.logins).toHaveLength(logins);
    const [bad] = await readHostStates(hosts.db);
    expect(bad).toMatchObject({
      failures: 1,
      last_error: { code: "sftp_login_failed", message: error.message },
    });
    expect(bad?.last_contact).toBe(good?.last_listing?.at);
    const wait = Date.parse(bad?.next_try ?? "") - Date.parse(bad?.last_error?.at ?? "");
    expect(wait).toBeGreaterThanOrEqual(150_000);
    expect(wait).toBeLessThanOrEqual(300_000);
    expect(JSON.stringify(bad)).not.toContain(password);
  });

  it("keeps the problem of one directory while another directory of the host works", async () => {
    const lost = source({ directory: "/out" });
    await errorOf(lost.list(signal));
    await source().list(signal);
    const [state] = await readHostStates(hosts.db);
    expect(state).toMatchObject({
      last_error: { code: "sftp_no_directory", directory: "/out" },
      last_listing: { directory: "/in" },
    });
    server.faults = { refuseLogin: true };
    await hosts.close();
    await errorOf(lost.list(signal));
    server.faults = {};
    await hosts.host(settingsFor(server)).recordContact("/in");
    await source().list(signal);
    expect((await readHostStates(hosts.db))[0]?.last_error, "the host itself is well").toBeUndefined();
  });

  it("makes another process wait too, but not forever after a clock jump", async () => {
    server.faults = { refuseLogin: true };
    await errorOf(source().list(signal));
    const [state] = await readHostStates(hosts.db);
    const other = await testHosts({ db: hosts.db });
    createdHosts.push(other);
    const there = sftpSource("partner", settingsFor(server), other);
    expect((await errorOf(there.list(signal))).code).toBe("sftp_waiting");
    server.faults = {};
    await writeHostState(hosts.db, { ...state!, next_try: "2099-01-01T00:00:00.000Z" });
    await only(there);
  });
});

describe("the wait after failures", () => {
  it.each([
    [1, false, 1, 30_000],
    [1, false, 0, 15_000],
    [2, false, 1, 60_000],
    [5, false, 1, 480_000],
    [6, false, 1, 900_000],
    [60, false, 1, 900_000],
    [1, true, 1, 300_000],
    [3, true, 1, 900_000],
  ])(
    "is calculated from %d failures, careful %s and chance %d as %d ms",
    (failures, careful, chance, milliseconds) => {
      expect(waitAfter(failures, careful, chance)).toBe(milliseconds);
    },
  );
});
