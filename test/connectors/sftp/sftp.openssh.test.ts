import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { LadingError } from "../../../src/errors.js";
import { sftpSource } from "../../../src/connectors/sources/sftp.js";
import { examineSftp } from "../../../src/connectors/sftp/examine.js";
import type { AfterSftp, SftpSettings } from "../../../src/connectors/sftp/settings.js";
import { sourceContract } from "../../contracts/source.js";
import { settingsFor, testHosts, type TestHosts } from "../../support/sftp-settings.js";
import { makeUser, startSshd, whyNoRoot, whyNoSshd, type Sshd } from "../../support/sshd.js";

/** Tests with OpenSSH's own server. Skipped tests have the reason in their title. */

const signal = new AbortController().signal;
const none: AfterSftp = { action: "none" };

function settingsOf(sshd: Sshd, changes: Partial<SftpSettings> = {}): SftpSettings {
  return settingsFor(sshd, {
    user: sshd.user,
    password: undefined,
    key: `file:${sshd.clientKey}`,
    directory: "in",
    deadlines: {
      connect: 20_000,
      request: 10_000,
      list: 10_000,
      idle: 10_000,
      grace: 10_000,
      end: 2_000,
      slowest: 1000,
    },
    ...changes,
  });
}

async function errorOf(work: Promise<unknown>): Promise<LadingError> {
  const error: unknown = await work.catch((error: unknown) => error);
  expect(error).toBeInstanceOf(LadingError);
  return error as LadingError;
}

const skipped = (why: string | undefined, name: string): string =>
  why === undefined ? name : `${name} (skipped: ${why})`;

describe.skipIf(whyNoSshd !== undefined)(skipped(whyNoSshd, "OpenSSH"), () => {
  let sshd: Sshd;
  let hosts: TestHosts;
  beforeAll(async () => {
    hosts = await testHosts();
    sshd = await startSshd();
  });
  afterAll(async () => {
    await hosts.remove();
    await sshd.stop();
  });

  /** A new directory for every use, with its name relative to the user's home. */
  function inbox(): { folder: string; directory: string } {
    const directory = randomBytes(6).toString("hex");
    mkdirSync(join(sshd.home, directory));
    return { folder: join(sshd.home, directory), directory };
  }

  sourceContract("sftp", async () => {
    const { folder, directory } = inbox();
    const at = (name: string): string => join(folder, name);
    const move: AfterSftp = { action: "move", directory: "done" };
    const rename: AfterSftp = { action: "rename", ending: ".refused" };
    return {
      refusedEnding: ".refused",
      taking: sftpSource(
        "taking",
        settingsOf(sshd, { directory, after: { published: move, rejected: rename } }),
        hosts,
      ),
      leaving: sftpSource(
        "leaving",
        settingsOf(sshd, { directory, after: { published: none, rejected: none } }),
        hosts,
      ),
      async put(name, bytes, modified) {
        writeFileSync(at(name), bytes);
        utimesSync(at(name), modified, modified);
      },
      drop: async (name) => rmSync(at(name)),
      read: async (name) => (existsSync(at(name)) ? readFileSync(at(name)) : undefined),
      link: async (name, target) => symlinkSync(target, at(name)),
      close: async () => rmSync(folder, { recursive: true }),
    };
  });

  it("counts links as the file that they point to if the source is configured so", async () => {
    const { folder, directory } = inbox();
    const at = (name: string): string => join(folder, name);
    mkdirSync(at("elsewhere"));
    writeFileSync(at("elsewhere/staff.csv"), "linked");
    symlinkSync("elsewhere/staff.csv", at("staff.csv"));
    symlinkSync("elsewhere", at("folder.csv"));
    symlinkSync("gone.csv", at("broken.csv"));
    symlinkSync("circle.csv", at("circle.csv"));
    const after = { published: { action: "move", directory: "done" }, rejected: none } as const;
    const settings = settingsOf(sshd, { directory, after });
    expect((await sftpSource("x", settings, hosts).list(signal)).files).toEqual([]);

    const source = sftpSource("x", { ...settings, followLinks: true }, hosts);
    const { files, ignored } = await source.list(signal);
    expect(files.map(({ name, size }) => `${name} ${size}`)).toEqual(["staff.csv 6"]);
    const never = ignored.filter(({ isUsual }) => isUsual !== true);
    expect(never.map(({ name }) => name).toSorted()).toEqual(["broken.csv", "circle.csv"]);
    expect(new Set(never.map(({ reason }) => reason))).toEqual(
      new Set(["it is a link that does not point to a file"]),
    );
    const bytes: Uint8Array[] = [];
    for await (const piece of source.fetch(files[0]!, signal)) bytes.push(piece);
    expect(Buffer.concat(bytes).toString()).toBe("linked");
    expect(await source.settle(files[0]!, "published", signal)).toBe("done");
    expect(existsSync(at("staff.csv"))).toBe(false);
    expect(readFileSync(at("elsewhere/staff.csv"), "utf8")).toBe("linked");
  });

  describe("after-actions", () => {
    const file = async (after: AfterSftp, prepare: (folder: string) => void = () => undefined) => {
      const { folder, directory } = inbox();
      writeFileSync(join(folder, "staff.csv"), "id\r\n1\r\n");
      prepare(folder);
      const source = sftpSource(
        "x",
        settingsOf(sshd, { directory, after: { published: after, rejected: none } }),
        hosts,
      );
      const { files } = await source.list(signal);
      return { folder, source, seen: files[0]!, again: () => source.list(signal) };
    };

    it("create the directory for move and never overwrite an older file of the same name", async () => {
      const { folder, source, seen } = await file({ action: "move", directory: "done" });
      expect(await source.settle(seen, "published", signal)).toBe("done");
      writeFileSync(join(folder, "staff.csv"), "newer");
      const [newer] = (await source.list(signal)).files;
      expect(await source.settle(newer!, "published", signal)).toBe("done");
      const kept = readdirSync(join(folder, "done"));
      expect(kept).toHaveLength(2);
      expect(readFileSync(join(folder, "done", "staff.csv"), "utf8")).toBe("id\r\n1\r\n");
      expect(kept.find((name) => name !== "staff.csv")).toMatch(/^\d{8}T\d{9}Z_staff\.csv$/);
    });

    it("add the extension for rename and do not receive the renamed file again", async () => {
      const { folder, source, seen, again } = await file({ action: "rename", ending: ".taken" });
      expect(await source.settle(seen, "published", signal)).toBe("done");
      expect(readdirSync(folder)).toEqual(["staff.csv.taken"]);
      expect(await again()).toEqual({ files: [], ignored: [] });
    });

    it("remove the file for delete", async () => {
      const { folder, source, seen } = await file({ action: "delete" });
      expect(await source.settle(seen, "published", signal)).toBe("done");
      expect(readdirSync(folder)).toEqual([]);
    });

    it("are completed after a crash", async () => {
      for (const after of [{ action: "delete" }, { action: "move", directory: "done" }] as const) {
        const { folder, source, seen } = await file(after);
        const stop = new AbortController();
        // The first step is the rename aside. Then the connection dies.
        const settling = source.settle(seen, "published", stop.signal);
        settling.catch(() => undefined);
        while (existsSync(join(folder, "staff.csv"))) await new Promise((resolve) => setImmediate(resolve));
        stop.abort(new Error("killed"));
        await settling.catch(() => undefined);
        const again = await source.settle(seen, "published", signal);
        expect(["done", "gone"]).toContain(again);
        expect(readdirSync(folder)).toEqual(after.action === "move" ? ["done"] : []);
        if (after.action === "move") expect(readdirSync(join(folder, "done"))).toEqual(["staff.csv"]);
      }
    });
  });

  describe("logins", () => {
    it("succeed with a key and its passphrase", async () => {
      const { directory } = inbox();
      const own = await testHosts({ env: { PASSPHRASE: sshd.passphrase } });
      const settings = settingsOf(sshd, {
        directory,
        key: `file:${sshd.lockedClientKey}`,
        passphrase: "env:PASSPHRASE",
      });
      expect((await sftpSource("x", settings, own).list(signal)).files).toEqual([]);
      await own.remove();
    });

    it.each([
      ["no passphrase for a locked key", undefined, /`passphrase` is not set/],
      ["a wrong passphrase", "env:PASSPHRASE", /the passphrase is wrong/],
    ])("fail with %s", async (_name, passphrase, words) => {
      const own = await testHosts({ env: { PASSPHRASE: "wrong" } });
      const settings = settingsOf(sshd, { key: `file:${sshd.lockedClientKey}`, passphrase });
      const error = await errorOf(sftpSource("x", settings, own).list(signal));
      expect(error.code).toBe("sftp_wrong_private_key");
      expect(error.message).toMatch(words);
      await own.remove();
    });

    it("fail if a secret is missing or others can read it", async () => {
      const open = `${sshd.clientKey}.open`;
      writeFileSync(open, readFileSync(sshd.clientKey));
      chmodSync(open, 0o644);
      const exposed = await errorOf(
        sftpSource("x", settingsOf(sshd, { key: `file:${open}` }), hosts).list(signal),
      );
      expect(exposed.code).toBe("secret_exposed");
      const unset = settingsOf(sshd, { key: undefined, password: "env:NOT_SET" });
      const own = await testHosts();
      expect((await errorOf(sftpSource("x", unset, own).list(signal))).code).toBe("secret_missing");
      await own.remove();
    });
  });

  it("does not log in to a server with a changed key", async () => {
    const other = await startSshd({ hostKeyType: "rsa" });
    const own = await testHosts();
    const error = await errorOf(sftpSource("x", settingsOf(sshd, { port: other.port }), own).list(signal));
    expect(error.code).toBe("sftp_wrong_host_key");
    expect(other.log()).not.toMatch(/publickey|Accepted|Failed/);
    const trusting = settingsOf(other, { directory: "." });
    await own.host(trusting).recordContact("/in");
    expect((await sftpSource("x", trusting, own).list(signal)).files).toEqual([]);
    await own.remove();
    await other.stop();
  });

  it("works without old algorithms if the server has strict, modern settings", async () => {
    const modern = await startSshd({
      config: [
        "KexAlgorithms curve25519-sha256",
        "Ciphers aes256-gcm@openssh.com",
        "MACs hmac-sha2-512-etm@openssh.com",
      ],
    });
    const own = await testHosts();
    expect((await sftpSource("x", settingsOf(modern, { directory: "." }), own).list(signal)).files).toEqual(
      [],
    );
    await own.remove();
    await modern.stop();
  });

  it.each([
    ["ChaCha20", ["Ciphers chacha20-poly1305@openssh.com"]],
    ["encrypt-then-mac 256", ["Ciphers aes128-ctr", "MACs hmac-sha2-256-etm@openssh.com"]],
    ["encrypt-then-mac 512", ["Ciphers aes256-ctr", "MACs hmac-sha2-512-etm@openssh.com"]],
  ])("reaches a server that supports only %s, with strict key exchange", async (_name, config) => {
    const server = await startSshd({ config });
    const weak: string[] = [];
    const own = await testHosts({ onWeak: (_host, names) => weak.push(...names) });
    const content = randomBytes(300_000);
    writeFileSync(join(server.home, "a.csv"), content);
    const source = sftpSource("x", settingsOf(server, { directory: "." }), own);
    const [file] = (await source.list(signal)).files;
    const bytes: Uint8Array[] = [];
    for await (const piece of source.fetch(file!, signal)) bytes.push(piece);
    expect(Buffer.concat(bytes).equals(content)).toBe(true);
    expect(weak).toEqual([]);
    await own.remove();
    await server.stop();
  });

  describe("Lading's RSA key", () => {
    const login = async (accepted: string) => {
      const server = await startSshd({
        config: [`PubkeyAcceptedAlgorithms ${accepted}`, "LogLevel DEBUG2", "RequiredRSASize 1024"],
      });
      const weak: string[] = [];
      const own = await testHosts({ onWeak: (_host, names) => weak.push(...names) });
      const settings = settingsOf(server, {
        directory: ".",
        key: `file:${server.rsaClientKey}`,
      });
      const outcome = await sftpSource("x", settings, own)
        .list(signal)
        .then(
          () => "in",
          (error: LadingError) => error.code,
        );
      await own.remove();
      const log = server.log();
      await server.stop();
      return { outcome, weak, log };
    };

    it.each(["rsa-sha2-512", "rsa-sha2-256"])(
      "signs with %s if the server accepts only that",
      async (name) => {
        expect(await login(name)).toMatchObject({ outcome: "in", weak: [] });
      },
    );

    it("never signs with SHA-1, even if the server accepts nothing else", async () => {
      const { outcome, log } = await login("ssh-rsa");
      expect(outcome).toBe("sftp_login_failed");
      expect(log).toMatch(/rsa-sha2-256/);
      expect(log).not.toMatch(/(?:alg|type) ssh-rsa\b/);
    });
  });

  it("refuses a server that supports only CBC and SHA-1", async () => {
    const old = await startSshd({ config: ["Ciphers aes128-cbc", "MACs hmac-sha1"] });
    const own = await testHosts();
    const error = await errorOf(sftpSource("x", settingsOf(old, { directory: "." }), own).list(signal));
    expect(error.code).toBe("sftp_weak_algorithms");
    await own.remove();
    const legacy = settingsOf(old, { directory: ".", legacyAlgorithms: true });
    const lenient = await testHosts();
    expect((await sftpSource("x", legacy, lenient).list(signal)).files).toEqual([]);
    await lenient.remove();
    await old.stop();
  });
});

describe.skipIf(whyNoRoot !== undefined)(skipped(whyNoRoot, "OpenSSH with users of its own"), () => {
  const user = `lading${process.pid}`;
  const password = "correct-horse-7Q";
  let sshd: Sshd;
  let removeUser: () => void;
  beforeAll(async () => {
    removeUser = makeUser(user, password);
    sshd = await startSshd({ user, chroot: true, config: ["PasswordAuthentication yes"] });
  });
  afterAll(async () => {
    await sshd.stop();
    removeUser();
  });

  const settings = (changes: Partial<SftpSettings> = {}): SftpSettings =>
    settingsOf(sshd, { key: undefined, password: "env:SFTP_PASSWORD", directory: "/in", ...changes });

  it("logs in with a password and stays in a chroot", async () => {
    mkdirSync(join(sshd.home, "in"));
    writeFileSync(join(sshd.home, "in", "a.csv"), "one");
    const own = await testHosts();
    const { files } = await sftpSource("x", settings(), own).list(signal);
    expect(files.map((file) => file.name)).toEqual(["a.csv"]);
    expect((await errorOf(sftpSource("x", settings({ directory: "/etc" }), own).list(signal))).code).toBe(
      "sftp_no_directory",
    );
    await own.remove();
  });

  const asksInTwoWays = async (given: "right" | "wrong") => {
    const logsIn = async (methods: string) => {
      const twice = await startSshd({
        user,
        chroot: true,
        config: [
          `AuthenticationMethods ${methods}`,
          "PasswordAuthentication yes",
          "KbdInteractiveAuthentication yes",
          "UsePAM yes",
        ],
      });
      onTestFinished(() => twice.stop());
      const own = await testHosts(given === "right" ? undefined : { env: { SFTP_PASSWORD: "wrong" } });
      const key = methods.startsWith("publickey") ? `file:${twice.clientKey}` : undefined;
      const login = { key, password: "env:SFTP_PASSWORD", directory: "/" };
      const listed = sftpSource("x", settingsOf(twice, login), own).list(signal);
      if (given === "right") expect((await listed).files, methods).toEqual([]);
      else await errorOf(listed);
      const failures = twice
        .log()
        .match(/Failed (?:password|keyboard-interactive)|PAM: Authentication failure/g);
      expect(failures ?? [], methods).toHaveLength(given === "right" ? 0 : 1);
      await own.remove();
    };
    // Refusing a wrong password takes seconds, so all servers are tried at once.
    const results = await Promise.allSettled(
      [
        "password,keyboard-interactive",
        "keyboard-interactive,password",
        "publickey,password,keyboard-interactive",
      ].map(logsIn),
    );
    const failed = results.find((result) => result.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  };
  it("logs in to a server that asks for the password in two ways", () => asksInTwoWays("right"));
  it("tries a wrong password once if a server asks for it in two ways", { tags: ["long"] }, () =>
    asksInTwoWays("wrong"),
  );

  it("tries a wrong password once, and then not again until the next attempt is due", async () => {
    const own = await testHosts({ env: { SFTP_PASSWORD: "wrong" } });
    const source = sftpSource("x", settings(), own);
    const error = await errorOf(source.list(signal));
    expect(error.code).toBe("sftp_login_failed");
    expect(error.message).not.toContain("wrong-");
    expect((await errorOf(source.list(signal))).code).toBe("sftp_waiting");
    const tries = sshd.log().match(/Failed password/g) ?? [];
    expect(tries).toHaveLength(1);
    await own.remove();
  });

  it("explains the refused move in a directory without write permission, and leaves the file there", async () => {
    const folder = join(sshd.home, "readonly");
    mkdirSync(folder);
    writeFileSync(join(folder, "a.csv"), "one");
    const own = await testHosts();
    const move: AfterSftp = { action: "move", directory: "done" };
    const source = sftpSource(
      "x",
      settings({ directory: "/readonly", after: { published: move, rejected: none } }),
      own,
    );
    const { files } = await source.list(signal);
    const error = await errorOf(source.settle(files[0]!, "published", signal));
    expect(error.code).toBe("sftp_no_permission");
    expect(error.message).toContain("renaming /readonly/a.csv");
    expect(error.hint).toMatch(/A different `after_success`/);
    expect(readdirSync(folder)).toEqual(["a.csv"]);
    await own.remove();
  });

  describe("lading doctor", () => {
    const steps = async (changes: Partial<SftpSettings>) => {
      const places = { root: "/", db: undefined, env: { SFTP_PASSWORD: password } };
      const found: string[] = [];
      for await (const { what, outcome, detail } of examineSftp(
        { ...settings(), ...changes },
        places,
        signal,
      )) {
        found.push(`${what} ${outcome}: ${detail}`);
      }
      return found;
    };
    const move: AfterSftp = { action: "move", directory: "done" };
    const inFolder = (name: string, owner: "user" | "root"): string => {
      const folder = join(sshd.home, name);
      mkdirSync(folder, { mode: 0o755 });
      if (owner === "user") execFileSync("chown", [user, folder]);
      return folder;
    };

    it("passes in a chroot, and leaves nothing behind", async () => {
      const folder = inFolder("well", "user");
      writeFileSync(join(folder, "a.csv"), "one");
      const rename: AfterSftp = { action: "rename", ending: ".refused" };
      const found = await steps({ directory: "/well", after: { published: move, rejected: rename } });
      expect(found.map((step) => step.replace(/:.*/, ""))).toEqual(
        [
          "secrets",
          "host name",
          "connection",
          "host key",
          "login",
          "SFTP",
          "directory",
          "listing",
          "permissions for the after-action",
        ].map((what) => `${what} done`),
      );
      expect(found.at(-1)).toContain("tested with an empty file; /well/done will be created");
      expect(readdirSync(folder)).toEqual(["a.csv"]);
    });

    it.each([
      [
        "a read-only folder",
        "closed-to-writing",
        "root",
        /^permissions for .* done: not tested: this user cannot create a file in/,
      ],
      ["files that may stay where they are", "left", "root", /^permissions for .* done: not required/],
    ] as const)("tests the rights for %s", async (_name, name, owner, words) => {
      inFolder(name, owner);
      const action = name === "left" ? none : move;
      const found = await steps({ directory: `/${name}`, after: { published: action, rejected: none } });
      expect(found.at(-1)).toMatch(words);
    });

    it.each([
      [
        "directory",
        { directory: "/nowhere" },
        /^directory failed: The directory \/nowhere does not exist on 127\.0\.0\.1/,
      ],
      ["login", { password: "env:WRONG" }, /^secrets failed: The secret env:WRONG is missing/],
      ["host key", { hostKeys: [] }, /^host key failed: The host key of 127\.0\.0\.1 is not pinned/],
      ["connection", { port: 1 }, /^connection failed: 127\.0\.0\.1 refused the connection on port 1/],
      [
        "host name",
        { host: "nobody.invalid" },
        /^host name failed: The host name nobody\.invalid cannot be resolved/,
      ],
    ] as const)(
      "reports a failing %s and does not try the following steps",
      async (_name, changes, words) => {
        const found = await steps(changes);
        const failed = found.findIndex((step) => words.test(step));
        expect(failed, found.join("\n")).toBeGreaterThanOrEqual(0);
        expect(found.slice(0, failed).every((step) => step.includes(" done: "))).toBe(true);
        expect(found.slice(failed + 1).every((step) => step.includes(" not tried: "))).toBe(true);
      },
    );
  });

  it("reports a directory without read permission", async () => {
    mkdirSync(join(sshd.home, "closed"), { mode: 0o700 });
    const own = await testHosts();
    const error = await errorOf(sftpSource("x", settings({ directory: "/closed" }), own).list(signal));
    expect(error.code).toBe("sftp_no_permission");
    await own.remove();
  });
});
