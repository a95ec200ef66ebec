import { hostKeyFamilies, type HostKeyFamily } from "../../credentials/host-keys.js";

/**
 * What may be negotiated. Left out on purpose: SHA-1 (ssh-rsa, hmac-sha1, group14-sha1), CBC, and, because a server without
 * strict key exchange could be attacked through them (CVE-2023-48795), chacha20-poly1305 and the encrypt-then-mac forms.
 * Compression is off, since an unpacked answer has no limit.
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
const cipher = ["aes128-gcm@openssh.com", "aes256-gcm@openssh.com", "aes128-ctr", "aes192-ctr", "aes256-ctr"];
const hmac = ["hmac-sha2-256", "hmac-sha2-512"];

const oldKex = [
  "diffie-hellman-group-exchange-sha1",
  "diffie-hellman-group14-sha1",
  "diffie-hellman-group1-sha1",
];
const oldHostKeys = ["ssh-rsa", "ssh-dss"];
const oldCipher = ["chacha20-poly1305@openssh.com", "aes256-cbc", "aes192-cbc", "aes128-cbc", "3des-cbc"];
const oldHmac = ["hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com", "hmac-sha1"];

/** The algorithms to offer, host keys in the order of the families; with `legacy` the old ones behind the safe ones. */
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

/** The negotiated algorithms that are offered only with `legacy_algorithms`, for the log. */
export function weakOnes(negotiated: readonly string[]): string[] {
  const old = new Set([...oldKex, ...oldHostKeys, ...oldCipher, ...oldHmac]);
  return negotiated.filter((name) => old.has(name));
}
