import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Secrets have the form `lading_<id>_<secret>`, with a public ID and 32 random bytes. Only the SHA-256 digest is
 * stored. A slow hash would not help, because 256 random bits cannot be guessed.
 */

const form = /^lading_([a-z0-9]{12})_[A-Za-z0-9_-]{43}$/;

export interface MadeSecret {
  readonly id: string;
  /** The secret, which is shown only once, to the person who created it. */
  readonly secret: string;
  readonly digest: string;
}

export function makeSecret(): MadeSecret {
  const id = randomId();
  const secret = `lading_${id}_${randomBytes(32).toString("base64url")}`;
  return { id, secret, digest: digestOf(secret) };
}

/** Returns the public ID of a secret, or undefined if the string has a different form. */
export function secretIdOf(secret: string): string | undefined {
  return form.exec(secret)?.[1];
}

/** SHA-256 in hex. */
export function digestOf(secret: string): string {
  return hash("sha256", secret, "hex");
}

export function digestBytes(digest: string): Buffer {
  return Buffer.from(digest, "hex");
}

const noDigest = randomBytes(32);

/**
 * Compares a secret with a digest in constant time. For an unknown ID, the digest is undefined, and the comparison
 * takes the same time.
 */
export function matches(secret: string, digest: Buffer | undefined): boolean {
  const same = timingSafeEqual(hash("sha256", secret, "buffer"), digest ?? noDigest);
  return same && digest !== undefined;
}

function randomId(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz234567";
  return Array.from(randomBytes(12), (byte) => letters[byte % 32]).join("");
}
