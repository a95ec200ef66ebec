import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.js";

/**
 * A real OpenSSH server on loopback with its own keys, for the duration of a test. If sshd is not installed,
 * `whyNoSshd` states it, and the titles of skipped tests contain it.
 */

const binary = ["/usr/sbin/sshd", "/usr/local/sbin/sshd", "/usr/bin/sshd"].find((path) => existsSync(path));
const isRoot = process.getuid?.() === 0;

/** Why no server can be started here. Undefined if it can. */
export const whyNoSshd: string | undefined =
  binary === undefined ? "sshd is not installed (apt-get install openssh-server)" : undefined;

/** Why password logins and chroot cannot be tested here. */
export const whyNoRoot: string | undefined =
  whyNoSshd ?? (isRoot ? undefined : "passwords and chroot need root");

export interface Sshd {
  readonly port: number;
  readonly user: string;
  /** The host's key in SSH wire format. */
  readonly hostKey: Buffer;
  /** Paths of the client's private keys: without and with a passphrase, and RSA. */
  readonly clientKey: string;
  readonly lockedClientKey: string;
  readonly rsaClientKey: string;
  readonly passphrase: string;
  /** Local path of a client's home directory. */
  readonly home: string;
  readonly log: () => string;
  stop(): Promise<void>;
}

export interface SshdOptions {
  /** Lines before the configuration. The first value of a keyword counts. */
  readonly config?: readonly string[];
  readonly hostKeyType?: "ed25519" | "rsa" | "ecdsa";
  /** Root only: clients see nothing above this folder, which is created below /srv. */
  readonly chroot?: boolean;
  /** User to log in. Default: the current user. */
  readonly user?: string;
}

export async function startSshd(options: SshdOptions = {}): Promise<Sshd> {
  if (binary === undefined) throw new Error(whyNoSshd);
  // All parents of a chroot must belong to root, which the temporary folder does not.
  if (options.chroot === true) mkdirSync("/srv", { recursive: true });
  const folder = mkdtempSync(join(options.chroot === true ? "/srv" : tmpdir(), "lading-sshd-"));
  chmodSync(folder, 0o755);
  const home = join(folder, "home");
  mkdirSync(home);
  const at = (name: string): string => join(folder, name);
  keygen(at("host_key"), options.hostKeyType ?? "ed25519", "");
  for (const name of readdirSync(clientKeys())) copyFileSync(join(clientKeys(), name), at(name));
  writeFileSync(
    at("authorized_keys"),
    ["client", "locked", "rsa"].map((name) => readFileSync(at(`${name}.pub`), "utf8")).join(""),
  );
  if (isRoot) mkdirSync("/run/sshd", { recursive: true, mode: 0o755 });

  const port = await freePort();
  writeFileSync(
    at("sshd_config"),
    [
      ...(options.config ?? []),
      `Port ${port}`,
      "ListenAddress 127.0.0.1",
      `HostKey ${at("host_key")}`,
      `PidFile ${at("sshd.pid")}`,
      `AuthorizedKeysFile ${at("authorized_keys")}`,
      "StrictModes no",
      "UsePAM no",
      "PasswordAuthentication no",
      "KbdInteractiveAuthentication no",
      "AllowTcpForwarding no",
      "PermitTTY no",
      "PermitRootLogin yes",
      "Subsystem sftp internal-sftp",
      ...(options.chroot === true
        ? [`ChrootDirectory ${home}`, "ForceCommand internal-sftp"]
        : [`ForceCommand internal-sftp -d ${home}`]),
      "",
    ].join("\n"),
  );
  // Absolute paths, because sshd starts itself again from /.
  const child = spawn(binary, ["-D", "-f", at("sshd_config"), "-E", at("log")], { stdio: "ignore" });
  const log = (): string => (existsSync(at("log")) ? readFileSync(at("log"), "utf8") : "");
  await listening(port, child, log);
  return {
    port,
    user: options.user ?? userInfo().username,
    hostKey: Buffer.from(readFileSync(at("host_key.pub"), "utf8").split(" ")[1] ?? "", "base64"),
    clientKey: at("client"),
    lockedClientKey: at("locked"),
    rsaClientKey: at("rsa"),
    passphrase,
    home,
    log,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Creates a user who can only log in with this password. Returns a function that removes the user. Root only.
 */
export function makeUser(name: string, password: string): () => void {
  execFileSync("useradd", ["--no-create-home", "--shell", "/bin/sh", name]);
  execFileSync("chpasswd", { input: `${name}:${password}\n` });
  return () => void execFileSync("userdel", [name], { stdio: "ignore" });
}

const passphrase = "open sesame";
let keys: string | undefined;

/** A folder with the client's keys, which are the same for all servers. An RSA key takes a second to create. */
function clientKeys(): string {
  if (keys !== undefined) return keys;
  const folder = mkdtempSync(join(tmpdir(), "lading-client-keys-"));
  keygen(join(folder, "client"), "ed25519", "");
  keygen(join(folder, "locked"), "ed25519", passphrase);
  keygen(join(folder, "rsa"), "rsa", "");
  return (keys = folder);
}

function keygen(path: string, type: string, passphrase: string): void {
  execFileSync("ssh-keygen", ["-q", "-t", type, "-N", passphrase, "-f", path]);
}

async function listening(port: number, child: ChildProcess, log: () => string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (child.exitCode !== null) break;
    const open = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.on("connect", () => {
        socket.destroy();
        resolve(true);
      });
      socket.on("error", () => resolve(false));
    });
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  child.kill();
  throw new Error(`sshd did not start:\n${log()}`);
}
