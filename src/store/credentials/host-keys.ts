import { createHash, createHmac } from "node:crypto";

/**
 * This module verifies the host keys of SSH servers. Keys are pinned as fingerprints (`SHA256:...`), whole keys
 * (`ssh-ed25519 AAAA...`) or known_hosts files as defined by sshd(8), with hashed names, `[host]:port` and `@revoked`.
 * Certificates (`@cert-authority`) are not supported, and their lines are ignored.
 */

/** A trusted key. If the type is omitted, a key of any type is accepted. */
export interface Pin {
  readonly type?: string;
  /** `SHA256:` and the unpadded base64 of the digest, as printed by ssh-keygen. */
  readonly fingerprint: string;
}

export interface KnownHostsLine {
  readonly revoked: boolean;
  readonly names: string;
  readonly type: string;
  readonly fingerprint: string;
}

export type HostKeyState = "trusted" | "unpinned" | "wrong" | "revoked";

/** Trusted keys, and the fingerprints of revoked keys, for one host. */
export interface HostTrust {
  readonly pins: readonly Pin[];
  readonly revoked: ReadonlySet<string>;
}

/** Host key families and their signature algorithms, strongest first. */
export const hostKeyFamilies = {
  "ssh-ed25519": ["ssh-ed25519"],
  "ecdsa-sha2-nistp256": ["ecdsa-sha2-nistp256"],
  "ecdsa-sha2-nistp384": ["ecdsa-sha2-nistp384"],
  "ecdsa-sha2-nistp521": ["ecdsa-sha2-nistp521"],
  "ssh-rsa": ["rsa-sha2-512", "rsa-sha2-256"],
} as const;

export type HostKeyFamily = keyof typeof hostKeyFamilies;

const fingerprintForm = /^SHA256:[A-Za-z0-9+/]{43}$/;
const blobForm = /^[A-Za-z0-9+/]{40,}={0,2}$/;

/** Returns the fingerprint of a key in SSH wire format. */
export function fingerprint(key: Uint8Array): string {
  return `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
}

/** Returns the type that a key contains, such as `ssh-ed25519`, or "" if the bytes are not a key. */
export function keyType(key: Uint8Array): string {
  const bytes = Buffer.from(key.buffer, key.byteOffset, key.byteLength);
  if (bytes.length < 4) return "";
  const length = bytes.readUInt32BE(0);
  if (length > 64 || bytes.length < 4 + length) return "";
  const type = bytes.toString("latin1", 4, 4 + length);
  return /^[A-Za-z0-9@.-]+$/.test(type) ? type : "";
}

/**
 * Parses a pin from `host_key`, which is a fingerprint, a type and a fingerprint, or a type and a key. Returns
 * undefined for all other strings, including MD5 fingerprints.
 */
export function parsePin(text: string): Pin | undefined {
  const words = text.trim().split(/\s+/);
  const [first = "", second] = words;
  const bare = first.replace(/=+$/, "");
  if (words.length === 1) return fingerprintForm.test(bare) ? { fingerprint: bare } : undefined;
  if (second === undefined || !/^[a-z][a-z0-9@.-]*$/.test(first)) return undefined;
  const stripped = second.replace(/=+$/, "");
  if (fingerprintForm.test(stripped)) return { type: first, fingerprint: stripped };
  const key = keyOf(first, second);
  return key === undefined ? undefined : { type: first, fingerprint: fingerprint(key) };
}

/** Parses a known_hosts file. Ignores comments, lines with a marker other than `@revoked`, and invalid lines. */
export function parseKnownHosts(text: string): KnownHostsLine[] {
  const lines: KnownHostsLine[] = [];
  for (const line of text.split(/\r?\n/)) {
    const words = line.trim().split(/\s+/);
    if (words[0] === "" || words[0]?.startsWith("#")) continue;
    const marker = words[0]?.startsWith("@") ? words.shift() : undefined;
    if (marker !== undefined && marker !== "@revoked") continue;
    const [names, type, blob] = words;
    if (names === undefined || type === undefined || blob === undefined) continue;
    const key = keyOf(type, blob);
    if (key === undefined) continue;
    lines.push({ revoked: marker === "@revoked", names, type, fingerprint: fingerprint(key) });
  }
  return lines;
}

/** Combines pins with the known_hosts lines that match a host and port. */
export function trustOf(
  host: string,
  port: number,
  pins: readonly Pin[],
  knownHosts: readonly KnownHostsLine[],
): HostTrust {
  const own = knownHosts.filter((line) => names(line.names, host, port));
  return {
    pins: [...pins, ...own.filter((line) => !line.revoked)],
    revoked: new Set(own.filter((line) => line.revoked).map((line) => line.fingerprint)),
  };
}

/** Revocation takes precedence over pins. */
export function hostKeyState(trust: HostTrust, key: Uint8Array): HostKeyState {
  const seen = fingerprint(key);
  if (trust.revoked.has(seen)) return "revoked";
  const type = keyType(key);
  const matching = trust.pins.some(
    (pin) => pin.fingerprint === seen && (pin.type === undefined || pin.type === type),
  );
  if (matching) return "trusted";
  return trust.pins.length === 0 ? "unpinned" : "wrong";
}

/**
 * Returns the key families to request from a server in order of preference. Pinned families are first, so that a
 * server with several keys presents the pinned one.
 */
export function familiesToAsk(trust: HostTrust): HostKeyFamily[] {
  const families = Object.keys(hostKeyFamilies) as HostKeyFamily[];
  const pinned = new Set(trust.pins.map((pin) => pin.type));
  return [
    ...families.filter((family) => pinned.has(family)),
    ...families.filter((family) => !pinned.has(family)),
  ];
}

export function knownHostsLine(host: string, port: number, key: Uint8Array): string {
  return `${knownHostsName(host, port)} ${keyType(key)} ${Buffer.from(key).toString("base64")}`;
}

/**
 * Removes the lines that pin keys for this host only. Revocations and lines with patterns or several names are kept.
 */
export function withoutHost(text: string, host: string, port: number): string {
  const lines = text.split(/(?<=\n)/);
  const kept = lines.filter((line) => {
    const [read] = parseKnownHosts(line);
    const isPattern = read !== undefined && /[*?!,]/.test(read.names);
    return read === undefined || read.revoked || isPattern || !names(read.names, host, port);
  });
  return kept.join("");
}

function knownHostsName(host: string, port: number): string {
  const name = host.toLowerCase();
  return port === 22 ? name : `[${name}]:${port}`;
}

/** Returns the decoded key if it is of the given type, and undefined otherwise. */
function keyOf(type: string, base64: string): Buffer | undefined {
  if (!blobForm.test(base64)) return undefined;
  const key = Buffer.from(base64, "base64");
  return keyType(key) === type ? key : undefined;
}

/**
 * True if the first column of a known_hosts line matches the host. The column contains a hashed name, or patterns
 * with `*`, `?` and `!`.
 */
function names(column: string, host: string, port: number): boolean {
  const name = knownHostsName(host, port);
  const hashed = /^\|1\|([^|]+)\|([^|]+)$/.exec(column);
  if (hashed !== null) {
    const [, salt = "", hash = ""] = hashed;
    return createHmac("sha1", Buffer.from(salt, "base64")).update(name).digest("base64") === hash;
  }
  let found = false;
  for (const pattern of column.toLowerCase().split(",")) {
    const negated = pattern.startsWith("!");
    if (!like(name, negated ? pattern.slice(1) : pattern)) continue;
    if (negated) return false;
    found = true;
  }
  return found;
}

/** Matches a pattern with `*` and `?`. The running time is at most proportional to the product of both lengths. */
function like(name: string, pattern: string): boolean {
  let star = -1;
  let resume = 0;
  let at = 0;
  let inPattern = 0;
  while (at < name.length) {
    const wanted = pattern[inPattern];
    if (wanted === "*") {
      star = inPattern++;
      resume = at;
    } else if (wanted === "?" || wanted === name[at]) {
      inPattern++;
      at++;
    } else if (star >= 0) {
      inPattern = star + 1;
      at = ++resume;
    } else {
      return false;
    }
  }
  while (pattern[inPattern] === "*") inPattern++;
  return inPattern === pattern.length;
}
