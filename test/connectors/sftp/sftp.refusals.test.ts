import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ssh2 from "ssh2";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { LadingError } from "../../../src/errors.js";
import { sftpSource } from "../../../src/connectors/sources/sftp.js";
import type { SftpSettings } from "../../../src/connectors/sftp/settings.js";
import { makeKey } from "../../support/faulty-sftp-server.js";
import {
  startOddServer,
  startRawServer,
  type OddBehavior,
  type OddServer,
} from "../../support/odd-ssh-server.js";
import { settingsFor, testHosts, type TestHosts } from "../../support/sftp-settings.js";
import { makeUser, startSshd, whyNoRoot, whyNoSshd, type SshdOptions } from "../../support/sshd.js";

/** A server that refuses a login gives a reason, and the error passes it on with a fix. */

const signal = new AbortController().signal;
const secret = "file:secret-key";
let folder: string;
let hosts: TestHosts;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "lading-refusals-"));
  hosts = await testHosts({ folder });
});

afterEach(async () => {
  await hosts.remove();
  rmSync(folder, { recursive: true, force: true });
});

const patient = {
  connect: 10_000,
  request: 5_000,
  list: 5_000,
  idle: 5_000,
  grace: 5_000,
  end: 500,
  slowest: 1,
};

async function refusal(
  server: { readonly port: number; readonly hostKey: Buffer },
  changes: Partial<SftpSettings> = {},
): Promise<LadingError> {
  const settings = settingsFor(server, { deadlines: patient, ...changes });
  const error: unknown = await sftpSource("partner", settings, hosts)
    .list(signal)
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(LadingError);
  return error as LadingError;
}

function withKey(text = makeKey().privateKey): Partial<SftpSettings> {
  writeFileSync(join(folder, "secret-key"), text, { mode: 0o600 });
  return { key: secret, password: undefined };
}

async function odd(behavior: OddBehavior): Promise<OddServer> {
  const server = await startOddServer(behavior);
  onTestFinished(() => server.close());
  return server;
}

const accept = (context: ssh2.AuthContext): void => context.accept();
const both: ssh2.AuthenticationType[] = ["publickey", "password", "keyboard-interactive"];

describe("a second factor", () => {
  const first =
    (method: string, then: ssh2.AuthenticationType[]) =>
    (context: ssh2.AuthContext): void =>
      context.reject(context.method === method ? then : both, context.method === method);

  it.each([
    [
      "password",
      /accepted the key for lading, but it also requires a password/,
      /set `password` in addition to `key`/,
    ],
    [
      "hostbased",
      /also requires another authentication method \(hostbased\)/,
      /exempt this user from the code/,
    ],
  ] as const)("is explained if it is requested after the key: %s", async (then, message, hint) => {
    const server = await odd({ authenticate: first("publickey", [then]) });
    const error = await refusal(server, withKey());
    expect(error.code).toBe("sftp_second_proof");
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(hint);
  });

  it("is explained if the password after the key is wrong", async () => {
    const server = await odd({ authenticate: first("publickey", ["password"]) });
    const error = await refusal(server, { ...withKey(), password: "env:SFTP_PASSWORD" });
    expect(error.message).toMatch(/also requires a password, and rejected the configured password/);
  });

  it("is explained if it is a code after the key, and the password is never sent in its place", async () => {
    const answers: string[][] = [];
    const server = await odd({
      authenticate(context) {
        if (context.method !== "keyboard-interactive")
          return first("publickey", ["keyboard-interactive"])(context);
        context.prompt([{ prompt: "Verification code: ", echo: true }], (given) => {
          answers.push(given);
          context.reject(["keyboard-interactive"]);
        });
      },
    });
    for (const also of [{}, { password: "env:SFTP_PASSWORD" }]) {
      await hosts.host(settingsFor(server, { deadlines: patient })).recordContact("/in");
      const error = await refusal(server, { ...withKey(), ...also });
      expect(error.message).toMatch(/accepted the key for lading, .*an answer to "Verification code:"/);
      expect(error.hint).toMatch(/a program cannot enter it/);
      await new Promise((done) => setImmediate(done));
      rmSync(join(folder, "secret-key"));
    }
    // Not even an empty answer, because it counts as a wrong one.
    expect(answers).toEqual([]);
  });

  it("is explained if it is a key after the password", async () => {
    const server = await odd({ authenticate: first("password", ["publickey"]) });
    const error = await refusal(server);
    expect(error.message).toMatch(/accepted the password for lading, but it also requires a key/);
    expect(error.hint).toMatch(/Set `key` in addition to `password`/);
  });

  it("is explained if it is a code after the password in the same dialog", async () => {
    const server = await odd({
      authenticate(context) {
        if (context.method !== "keyboard-interactive") return context.reject(["keyboard-interactive"]);
        context.prompt("Password: ", () =>
          context.prompt("Enter your one-time passcode: ", () => context.reject(["keyboard-interactive"])),
        );
      },
    });
    const error = await refusal(server);
    expect(error.message).toMatch(/accepted the password for lading, .*"Enter your one-time passcode:"/);
  });

  it("is explained if it is a question for something else after the password", async () => {
    const answers: string[][] = [];
    const server = await odd({
      authenticate(context) {
        if (context.method !== "keyboard-interactive")
          return first("password", ["keyboard-interactive"])(context);
        context.prompt("Name of your first ship: ", (given) => {
          answers.push(given);
          context.reject(["keyboard-interactive"]);
        });
      },
    });
    const error = await refusal(server);
    expect(error.message).toMatch(/accepted the password for lading, .*"Name of your first ship:"/);
    expect(error.hint).toMatch(/exempt this user from this authentication method/);
    expect(answers).toEqual([]);
  });

  it("succeeds if both factors are configured", async () => {
    const server = await odd({
      authenticate: (context) =>
        context.method === "password" ? context.accept() : first("publickey", ["password"])(context),
      subsystem: (channel) => channel.end("not SFTP"),
    });
    const error = await refusal(server, { ...withKey(), password: "env:SFTP_PASSWORD" });
    expect(error.code).toBe("sftp_text_first");
  });
});

describe("a login without the required secret", () => {
  it.each([
    ["publickey", "password", {}, /Set `key`/],
    ["password", "key", undefined, /Set `password`/],
    ["keyboard-interactive", "key", undefined, /Set `password`/],
    ["hostbased", "key", undefined, /Ask the partner to allow/],
  ] satisfies [ssh2.AuthenticationType, string, object | undefined, RegExp][])(
    "is explained if the server accepts only %s and the source has a %s",
    async (method, _has, changes, hint) => {
      const server = await odd({ authenticate: (context) => context.reject([method]) });
      const error = await refusal(server, changes ?? withKey());
      expect(error.code).toBe("sftp_no_login_method");
      expect(error.message).toContain(`accepts only ${method} for lading`);
      expect(error.hint).toMatch(hint);
    },
  );
});

describe("an expired password", () => {
  const dialog =
    (...prompts: string[]) =>
    (context: ssh2.AuthContext): void => {
      if (context.method !== "keyboard-interactive") return context.reject(["keyboard-interactive"]);
      const promptNext = (remaining: string[]): void => {
        const [prompt, ...rest] = remaining;
        if (prompt === undefined) context.reject(["keyboard-interactive"]);
        else context.prompt(prompt, () => promptNext(rest));
      };
      promptNext(prompts);
    };

  it.each([
    [
      "the protocol's request for a new password",
      {
        authenticate: (context) =>
          context.method === "password"
            ? context.requestChange("Your password has expired.", () => undefined)
            : context.reject(["password"]),
      },
    ],
    ["a dialog", { authenticate: dialog("Password: ", "Your password has expired. New password: ") }],
    ["a dialog in German", { authenticate: dialog("Passwort: ", "Passwort ist abgelaufen. Neues: ") }],
    [
      "a banner before a refusal",
      {
        authenticate: (context) => context.reject(["password"]),
        banner: "WARNING: your password has expired\r\n",
      },
    ],
    [
      "a session that ends with a warning",
      {
        authenticate: accept,
        subsystem(channel) {
          channel.stderr.write("WARNING: Your password has expired.\n");
          channel.exit(1);
          channel.end();
        },
      },
    ],
  ] satisfies [string, OddBehavior][])("is recognized from %s", async (_name, behavior) => {
    const error = await refusal(await odd(behavior));
    expect(error.code).toBe("sftp_password_expired");
    expect(error.message).toMatch(/reports that lading's password has expired/);
  });
});

describe("text before SFTP starts", () => {
  it.each([
    ["a greeting of a login script", "Welcome to ACME!\r\n", /"Welcome to ACME!"/],
    ["a blank line first", "\r\n  Alert: all use is logged\r\n", /"Alert: all use is logged"/],
    ["colors", "\u001b[32mhello\u001b[0m\n", /u\{1b\}\[32mhello/],
    ["one letter", "x", /"x"/],
    ["a blank line", "\n", /before SFTP started: blank lines/],
    [
      "a refusal",
      "This account is currently not available.\n",
      /"This account is currently not available\."/,
    ],
  ])("is shown in the error: %s", async (_name, text, message) => {
    const server = await odd({ authenticate: accept, subsystem: (channel) => channel.end(text) });
    const error = await refusal(server);
    expect(error.code).toBe("sftp_text_first");
    expect(error.message).toMatch(message);
  });
});

describe("too many connections", () => {
  const drop = (text: string) => (socket: Socket) => socket.end(text);
  it.each([
    ["hangs up without a message", drop(""), "sftp_no_more_connections", /without a message/],
    ["resets", (socket: Socket) => socket.resetAndDestroy(), "sftp_no_more_connections", /without a message/],
    [
      "OpenSSH's MaxStartups",
      drop("Exceeded MaxStartups\r\n"),
      "sftp_no_more_connections",
      /"Exceeded MaxStartups"/,
    ],
    [
      "OpenSSH's penalty",
      drop("Not allowed at this time\r\n"),
      "sftp_no_more_connections",
      /Not allowed at this time/,
    ],
    [
      "a message of its own",
      drop("Too many connections from your host\r\n"),
      "sftp_no_more_connections",
      /Too many/,
    ],
    [
      "FTP",
      (socket: Socket) => void socket.write("220 ProFTPD ready\r\n"),
      "sftp_not_ssh",
      /"220 ProFTPD ready"/,
    ],
    ["HTTP", drop("HTTP/1.1 400 Bad Request\r\n\r\n"), "sftp_not_ssh", /HTTP\/1\.1 400/],
  ] satisfies [string, (socket: Socket) => unknown, string, RegExp][])(
    "are explained for a server's refusal (%s)",
    async (_name, onConnection, code, message) => {
      const server = await startRawServer(onConnection);
      onTestFinished(() => server.close());
      const deadlines = { ...patient, connect: 1_500 };
      const error = await refusal(server, { deadlines, hostKeys: [] });
      expect(error.message).toMatch(message);
      expect(error.code).toBe(code);
    },
  );

  it.each([
    ["a session that is not opened", { authenticate: accept }],
    [
      "a disconnect during the login",
      {
        authenticate(context, client) {
          if (context.method === "none") return context.reject(["password"]);
          const inside = client as unknown as { _protocol: { disconnect(reason: number): void } };
          inside._protocol.disconnect(12);
        },
      },
    ],
    [
      "a message in the session",
      {
        authenticate: accept,
        subsystem(channel) {
          channel.stderr.write("Too many logins for 'lading'.\n");
          channel.exit(254);
          channel.end();
        },
      },
    ],
  ] satisfies [string, OddBehavior][])("are recognized from %s", async (_name, behavior) => {
    const error = await refusal(await odd(behavior));
    expect(error.code).toBe("sftp_no_more_connections");
  });

  it("are not confused with a greeting before SSH", async () => {
    const server = await odd({
      greeting: "Authorized use only",
      authenticate: (context) => context.reject(both),
    });
    const error = await refusal(server);
    expect(error.message).toMatch(/rejected the login/);
  });
});

/** A key from `puttygen -t rsa --ppk-param version=2`, which is used only here. */
const puttyKey = [
  "PuTTY-User-Key-File-2: ssh-rsa",
  "Encryption: none",
  "Comment: rsa-key-20261130",
  "Public-Lines: 6",
  "AAAAB3NzaC1yc2EAAAADAQABAAABAQCGk1Z2HN8rq20r1we1GvQN8no0f8NXh5Fa",
  "VmrU7UJ0YyydYnMxqv8VX0SZGNIY50PzMLi8C1cP4RF4W6jK1gwGNQlaA44cSDAP",
  "5A1gZMsgH/ykwTkwxQM1aAVzzGdK8K32dNfPluVnze7xDpZiHIMD8WwvoMOWO6wE",
  "YWSUe6ourd2sX8d9rwY8QNkDb1LmPWfwqJ2qyhfQZbzQKFPro/rEWGmTS5a/L+W7",
  "JjJDay4Lutn6BrdZKC/R/y2eSGb2iK4W/QR3YxSoFAJ4opCGni7cVMGeN9ISCI5H",
  "bSZqxzFNd7kEt9aUO5Ye0zFUx32znr3Ei62tAxbpULVOCpzc7Bp7",
  "Private-Lines: 14",
  "AAABAG5nlflUemqTOv9KbBJSSILguQ00/AdlOwRH/WEuPOTLMCD2UdcfmCHqhJat",
  "XD/+CysKf6QWEZj/Zpu9Zt7xd+/ntwJYBFCDkJqY17iLOHHkjBqGQusV1ioMatyz",
  "htJeXfnhpeOywgXFVxAAjbNz/LBRchYo6Azqa5c0Z5XBVr7vxtSpRTkwd6PtfNfZ",
  "W6ZDbE2FVEzmEMJ/eWwG0qfnAae6p3WQCvpCGF98oyjGCvl94wKjzI1XYOKmc1mH",
  "4MyKgbbJ/Kc0hCaA+dZ+RQUyzNxRjP154Jerrh9bstOfyGU5zzDq6LdQDcz6Ak5f",
  "NdKvYBlqlKVxU9hBrgVooCEUbuEAAACBAM2ey9+YEZpjwtjI/Nz6LWrPaXc0tdnW",
  "HAqwyKUMKeOf2waQ8ZxEiQCEFVoR4ij4soK6LX5LaRHIsYC+pq2RD1f/sMYd29lB",
  "QS3HeQG0iQZHwHT3EbOlqQcMrHElZHZyyDD40D0+rRqfwQWqIaIL1v3SX2ubUmQ8",
  "I30H5Ws6FnHDAAAAgQCnjF9l4XR4Md4IvDtOqWELMMLQBa4rXhg8Kqqklb5v8EtN",
  "DHeNswfwTTONRXXrG6f1beMcf8NCNo8FN1cERZEJhZ7KFLE4jKvOE4WzylxNfDfY",
  "q6Ym30X4XUOY7M/LOBMDehUXQw9Kkreht+CVeSa09mXSokFSw+3CSDCJpY4w6QAA",
  "AIEAtrXe5p1MfRS68qPD0o9sp5MGaP06+PN/3Fhiczn4wYvy1KTbKRolDn50jNZG",
  "XQTipzQxL3LaP8J8DfVC4ebcx7CRH9NpBfzPwjPKaFPbSKdXR4Pv7lG0NOYe4hOl",
  "c6heIefZFtrSZXVWMe8NCE8tbcl9oZmgRax3b0qF3pHmor0=",
  "Private-MAC: 7dc8dc6d87b7d469f1322660d65af2f09a190cc3",
  "",
].join("\n");

describe("private keys", () => {
  const openssl = (...args: string[]): string =>
    execFileSync("openssl", args, { encoding: "utf8", stdio: ["pipe", "pipe", "ignore"] });
  const made = (...args: string[]): string => openssl("genpkey", ...args);
  const sshKeygen = (passphrase: string, cipher = "aes256-cbc"): string =>
    ssh2.utils.generateKeyPairSync("ed25519", { passphrase, cipher, rounds: 1 }).private;
  /** The beginning of an encrypted key, up to the name of the cipher. */
  const openSshKey = (cipher: string): string => {
    const length = Buffer.from([0, 0, 0, cipher.length]);
    const bytes = Buffer.concat([Buffer.from("openssh-key-v1\0"), length, Buffer.from(cipher)]);
    const [start, end] = ["BEGIN", "END"].map((word) => `-----${word} OPENSSH PRIVATE KEY-----`);
    return `${start}\n${bytes.toString("base64")}\n${end}\n`;
  };
  const encrypted = ["-aes-256-cbc", "-pass", "pass:open sesame"];
  const passphrase = "env:PASSPHRASE";

  async function login(text: string, more: Partial<SftpSettings> = {}): Promise<string> {
    const server = await startOddServer({
      authenticate: (context) =>
        context.method === "publickey" ? context.accept() : context.reject(["publickey"]),
      subsystem: (channel) => channel.end("reached"),
    });
    try {
      const its = await testHosts({ folder, env: { PASSPHRASE: "open sesame" } });
      hosts = its;
      const error = await refusal(server, { ...withKey(text), ...more });
      return error.code === "sftp_text_first" ? "in" : `${error.message} ${error.hint}`;
    } finally {
      await server.close();
    }
  }

  it.each([
    ["PKCS#8, RSA", () => made("-algorithm", "RSA"), {}],
    ["PKCS#8, Ed25519", () => made("-algorithm", "ED25519"), {}],
    ["PKCS#8, P-384", () => made("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-384"), {}],
    ["PKCS#8, encrypted, RSA", () => made("-algorithm", "RSA", ...encrypted), { passphrase }],
    ["PKCS#8, encrypted, Ed25519", () => made("-algorithm", "ED25519", ...encrypted), { passphrase }],
    ["parameters before the key", () => openssl("ecparam", "-name", "prime256v1", "-genkey"), {}],
    [
      "parameters of the curve in place of its name",
      () =>
        made(..."-algorithm EC -pkeyopt ec_paramgen_curve:P-256 -pkeyopt ec_param_enc:explicit".split(" ")),
      {},
    ],
    ["indented, as in YAML", () => made("-algorithm", "ED25519").replace(/^/gm, "    "), {}],
    ["PuTTY, version 2, not encrypted, a passphrase", () => puttyKey, { passphrase }],
    ["Windows line ends", () => made("-algorithm", "ED25519").replaceAll("\n", "\r\n"), {}],
    ["line breaks written as \\n", () => makeKey().privateKey.trim().replaceAll("\n", "\\n"), {}],
    ["spaces in place of line breaks", () => made("-algorithm", "RSA").replaceAll("\n", " "), {}],
    ["spaces in OpenSSH's format", () => makeKey().privateKey.replaceAll("\n", " "), {}],
    ["no line breaks", () => made("-algorithm", "ED25519").replaceAll("\n", ""), {}],
    ["Base64", () => Buffer.from(made("-algorithm", "ED25519")).toString("base64"), {}],
    ["UTF-16", () => Buffer.from(`\uFEFF${made("-algorithm", "RSA")}`, "utf16le").toString("utf8"), {}],
    ["a byte order mark and a note in front", () => `\uFEFFBag Attributes\n${made("-algorithm", "RSA")}`, {}],
  ] satisfies [string, () => string, Partial<SftpSettings>][])(
    "are accepted in this form: %s",
    async (_name, key, more) => {
      expect(await login(key(), more)).toBe("in");
    },
  );

  it.each([
    [
      "encrypted, no passphrase",
      () => made("-algorithm", "RSA", ...encrypted),
      {},
      /encrypted, and `passphrase` is not set.*Set `passphrase`/,
    ],
    [
      "encrypted, a wrong passphrase",
      () => made("-algorithm", "ED25519", "-aes-256-cbc", "-pass", "pass:other"),
      { passphrase },
      /the passphrase is wrong.*openssl pkey -in/,
    ],
    [
      "OpenSSH's format, encrypted, no passphrase",
      () => sshKeygen("other"),
      {},
      /encrypted, and `passphrase` is not set.*Set `passphrase`/,
    ],
    [
      "OpenSSH's format, encrypted, a wrong passphrase",
      () => sshKeygen("other"),
      { passphrase },
      /the passphrase is wrong, or the file is damaged.*ssh-keygen -y/,
    ],
    [
      "OpenSSH's format, AES-GCM, a wrong passphrase",
      () => sshKeygen("other", "aes256-gcm@openssh.com"),
      { passphrase },
      /the passphrase is wrong, or the file is damaged/,
    ],
    [
      "OpenSSH's format, ChaCha20",
      () => openSshKey("chacha20-poly1305@openssh.com"),
      { passphrase },
      /encrypted with ChaCha20.*ssh-keygen -p -Z aes256-ctr/,
    ],
    [
      "a curve that SSH does not support",
      () => made("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:secp256k1"),
      {},
      /type secp256k1, which SSH does not use.*ssh-keygen -t ed25519/,
    ],
    ["the first lines of a key", () => made("-algorithm", "RSA").slice(0, 400), {}, /the file is damaged/],
    [
      "DER",
      () => execFileSync("openssl", ["genpkey", "-algorithm", "ED25519", "-outform", "DER"]).toString(),
      {},
      /binary format.*openssl pkey -inform DER/,
    ],
    [
      "a type that SSH does not support",
      () => made("-algorithm", "X25519"),
      {},
      /type x25519, which SSH does not use.*ssh-keygen -t ed25519/,
    ],
    [
      "PuTTY, version 3",
      () => "PuTTY-User-Key-File-3: ssh-ed25519\r\nEncryption: none\r\n",
      {},
      /PuTTY's format, version 3.*puttygen KEY\.ppk -O private-openssh-new -o KEY/,
    ],
    [
      "PuTTY, version 2, Ed25519",
      () => "PuTTY-User-Key-File-2: ssh-ed25519\r\nEncryption: none\r\n",
      {},
      /PuTTY's format, version 2.*puttygen/,
    ],
    [
      "ssh.com",
      () => "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nAAAA\n---- END SSH2 ENCRYPTED PRIVATE KEY ----\n",
      {},
      /ssh\.com.*ssh-keygen -i -f KEY/,
    ],
    [
      "the public key",
      () => "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA someone",
      {},
      /it is the public key.*without `\.pub`/,
    ],
    ["half a key", () => made("-algorithm", "RSA").replace(/\n.*\n/, "\n"), {}, /the file is damaged/],
    ["no key at all", () => "correct horse battery staple", {}, /not a private key in a known format/],
  ] satisfies [string, () => string, Partial<SftpSettings>, RegExp][])(
    "are refused with a fix: %s",
    async (_name, key, more, expected) => {
      const result = await login(key(), more);
      expect(result).toMatch(expected);
      expect(result).not.toMatch(/correct horse/);
    },
  );
});

describe.skipIf(whyNoSshd !== undefined)("a refused login to OpenSSH", () => {
  async function refusedBy(
    options: SshdOptions,
    more: (sshd: { clientKey: string; user: string }) => Partial<SftpSettings> = () => ({}),
  ): Promise<LadingError> {
    const sshd = await startSshd(options);
    onTestFinished(() => sshd.stop());
    const own = { user: sshd.user, password: undefined, key: `file:${sshd.clientKey}` };
    return refusal(sshd, { ...own, ...more(sshd) });
  }

  it("is explained if the server requires a password after the key", async () => {
    const error = await refusedBy({
      config: ["AuthenticationMethods publickey,password", "PasswordAuthentication yes"],
    });
    expect(error.message).toMatch(/accepted the key for .*, but it also requires a password/);
  });

  it.skipIf(whyNoRoot !== undefined)("is explained if the server asks a question after the key", async () => {
    const methods = "AuthenticationMethods publickey,keyboard-interactive";
    const error = await refusedBy({ config: [methods, "KbdInteractiveAuthentication yes", "UsePAM yes"] });
    expect(error.message).toMatch(/accepted the key for .*, but it also requires an answer to "Password:"/);
    expect(error.hint).toMatch(/set `password` in addition to `key`/);
  });

  it("is explained if a login script prints text", async () => {
    const error = await refusedBy({
      config: ["ForceCommand echo Hello from ACME; exec /usr/lib/openssh/sftp-server"],
    });
    expect(error).toMatchObject({
      code: "sftp_text_first",
      message: expect.stringMatching(/"Hello from ACME"/) as string,
    });
  });

  it("is explained if a program that gives the reason runs instead of SFTP", async () => {
    const error = await refusedBy({ config: ["ForceCommand echo This account is closed.; exit 1"] });
    expect(error.message).toMatch(/This account is closed\./);
  });

  it("is explained if no session is allowed", async () => {
    expect((await refusedBy({ config: ["MaxSessions 0"] })).code).toBe("sftp_no_more_connections");
  });

  it("is explained if no more unauthenticated connections are allowed", async () => {
    const sshd = await startSshd({ config: ["MaxStartups 1", "LoginGraceTime 600"] });
    onTestFinished(() => sshd.stop());
    // The server may still count the connection that waited for its start, and then refuses this one.
    for (let greeting = ""; !greeting.startsWith("SSH-");) {
      const first = connect(sshd.port, "127.0.0.1").on("error", () => undefined);
      onTestFinished(() => void first.destroy());
      greeting = await new Promise((done) => {
        first.once("data", (bytes) => done(bytes.toString())).once("close", () => done(""));
      });
    }
    const error = await refusal(sshd, {
      user: sshd.user,
      password: undefined,
      key: `file:${sshd.clientKey}`,
    });
    expect(error.code).toBe("sftp_no_more_connections");
  });

  describe.skipIf(whyNoRoot !== undefined)("a login of an expired user", () => {
    let remove: () => void;
    beforeAll(() => {
      remove = makeUser("lading-expired", "correct-horse-7Q");
      execFileSync("chage", ["-d", "0", "lading-expired"]);
    });
    afterAll(() => remove());

    it("is explained if an expired password is accepted without SFTP or an explanation", async () => {
      const error = await refusedBy(
        { config: ["PasswordAuthentication yes"], user: "lading-expired" },
        () => ({
          key: undefined,
          password: "env:SFTP_PASSWORD",
        }),
      );
      expect(error).toMatchObject({
        code: "sftp_no_sftp",
        hint: expect.stringMatching(/expired password/) as string,
      });
    });

    it("is explained if the account has expired and the connection is closed", async () => {
      execFileSync("chage", ["-E", "2020-01-01", "lading-expired"]);
      onTestFinished(() => void execFileSync("chage", ["-E", "-1", "lading-expired"]));
      const config = ["PasswordAuthentication yes", "UsePAM yes"];
      const error = await refusedBy({ config, user: "lading-expired" }, () => ({
        key: undefined,
        password: "env:SFTP_PASSWORD",
      }));
      expect(error.code).toBe("sftp_login_cut");
      expect(error.hint).toMatch(/has expired, is locked, or is not permitted/);
    });
  });

  it("accepts a key that OpenSSL created", async () => {
    const sshd = await startSshd();
    onTestFinished(() => sshd.stop());
    mkdirSync(join(sshd.home, "in"));
    const text = readFileSync(sshd.rsaClientKey, "utf8");
    const path = join(folder, "pkcs8");
    writeFileSync(path, text, { mode: 0o600 });
    execFileSync("ssh-keygen", ["-p", "-q", "-m", "PKCS8", "-P", "", "-N", "open sesame", "-f", path]);
    expect(readFileSync(path, "utf8")).toMatch(/BEGIN ENCRYPTED PRIVATE KEY/);
    chmodSync(path, 0o600);
    const its = await testHosts({ folder, env: { PASSPHRASE: "open sesame" } });
    const own = { user: sshd.user, password: undefined, key: `file:${path}`, passphrase: "env:PASSPHRASE" };
    const source = sftpSource(
      "partner",
      settingsFor(sshd, { ...own, directory: "in", deadlines: patient }),
      its,
    );
    expect(await source.list(signal)).toEqual({ files: [], ignored: [] });
    await source.close();
  });
});
