import { hostKeyFamilies, type HostKeyFamily } from "../../store/credentials/host-keys.js";

/**
 * Algorithms that may be negotiated. SHA-1 (ssh-rsa, hmac-sha1, group14-sha1) and CBC are offered only if
 * `legacy_algorithms` is set. ChaCha20 and the encrypt-then-MAC modes come last and require strict key exchange,
 * because they are otherwise vulnerable to CVE-2023-48795. Compression is off, because a decompressed response has no
 * size limit.
 */

interface Algorithms {
  kex: string[];
  serverHostKey: string[];
  cipher: string[];
  hmac: string[];
  compress: string[];
}

const kex = [
  "curve25519-sha256",
  "curve25519-sha256@libssh.org",
  "ecdh-sha2-nistp256",
  "ecdh-sha2-nistp384",
  "ecdh-sha2-nistp521",
  "diffie-hellman-group-exchange-sha256",
  "diffie-hellman-group14-sha256",
  "diffie-hellman-group16-sha512",
  "diffie-hellman-group18-sha512",
];
const chacha = "chacha20-poly1305@openssh.com";
const cipher = [
  "aes128-gcm@openssh.com",
  "aes256-gcm@openssh.com",
  "aes128-ctr",
  "aes192-ctr",
  "aes256-ctr",
  chacha,
];
const hmac = [
  "hmac-sha2-256",
  "hmac-sha2-512",
  "hmac-sha2-256-etm@openssh.com",
  "hmac-sha2-512-etm@openssh.com",
];

const oldKex = [
  "diffie-hellman-group-exchange-sha1",
  "diffie-hellman-group14-sha1",
  "diffie-hellman-group1-sha1",
];
const oldHostKeys = ["ssh-rsa", "ssh-dss"];
const oldCipher = ["aes256-cbc", "aes192-cbc", "aes128-cbc", "3des-cbc"];
const oldHmac = ["hmac-sha1"];

/** Host key algorithms follow the order of `families`. With `legacy`, obsolete algorithms follow the secure ones. */
export function algorithms(families: readonly HostKeyFamily[], legacy: boolean): Algorithms {
  const serverHostKey: string[] = families.flatMap((family) => [...hostKeyFamilies[family]]);
  if (!legacy) return { kex, serverHostKey, cipher, hmac, compress: ["none"] };
  return {
    kex: [...kex, ...oldKex],
    serverHostKey: [...serverHostKey, ...oldHostKeys],
    cipher: [...cipher, ...oldCipher],
    hmac: [...hmac, ...oldHmac],
    compress: ["none"],
  };
}

export interface Negotiated {
  readonly kex: string;
  readonly serverHostKey: string;
  /** From Lading to the server. */
  readonly cs: Protection;
  /** From the server to Lading. */
  readonly sc: Protection;
}

interface Protection {
  readonly cipher: string;
  /** Absent if the cipher does not need a MAC. */
  readonly mac?: string;
}

/**
 * Returns the negotiated algorithms that require `legacy_algorithms`. If `isStrict` is false, also returns the
 * algorithms that are unsafe without strict key exchange.
 */
export function weakIn({ kex, serverHostKey, cs, sc }: Negotiated, isStrict: boolean): readonly string[] {
  const old = new Set([...oldKex, ...oldHostKeys, ...oldCipher, ...oldHmac]);
  const names = [kex, serverHostKey, cs.cipher, cs.mac ?? "", sc.cipher, sc.mac ?? ""];
  const weak = names.filter((name) => old.has(name));
  if (!isStrict) {
    const open = [cs, sc].flatMap(unsafeWithoutStrict);
    weak.push(...open.map((name) => `${name} without strict key exchange`));
  }
  return [...new Set(weak)];
}

/** A GCM cipher includes authentication, so its negotiated MAC is ignored. */
function unsafeWithoutStrict({ cipher, mac }: Protection): readonly string[] {
  if (cipher.includes("gcm")) return [];
  return [cipher, mac ?? ""].filter((name) => name === chacha || name.includes("-etm@"));
}
