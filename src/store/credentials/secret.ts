import { hash, randomBytes, timingSafeEqual } from "node:crypto";

/**
 * Secrets that Lading makes: `lading_<id>_<secret>`, 32 random bytes behind a public id. Only the SHA-256 digest is
 * ever stored; a slow hash would protect nothing, since 256 random bits cannot be guessed.
 */

const form = /^lading_([a-z0-9]{12})_[A-Za-z0-9_-]{43}$/;

export interface MadeSecret {
  readonly id: string;
  /** Shown once, to the person who made it. */
  readonly secret: string;
  readonly digest: string;
}

export function makeSecret(): MadeSecret {
  const id = randomId();
  const secret = `lading_${id}_${randomBytes(32).toString("base64url")}`;
  return { id, secret, digest: digestOf(secret) };
}

/** The public id inside a secret, or undefined when the text has another form. */
export function secretIdOf(secret: string): string | undefined {
  return form.exec(secret)?.[1];
}

/** SHA-256 in hexadecimal. */
export function digestOf(secret: string): string {
  return hash("sha256", secret, "hex");
}

/** A stored digest, ready to be compared. */
export function digestBytes(digest: string): Buffer {
  return Buffer.from(digest, "hex");
}

const nobody = randomBytes(32);

/**
 * Whether the secret has this digest. Takes the same time wherever they differ, and the same path for an id that nobody
 * has (`undefined`).
 */
export function matches(secret: string, digest: Buffer | undefined): boolean {
  const same = timingSafeEqual(hash("sha256", secret, "buffer"), digest ?? nobody);
  return same && digest !== undefined;
}

function randomId(): string {
  const letters = "abcdefghijklmnopqrstuvwxyz234567";
  return Array.from(randomBytes(12), (byte) => letters[byte % 32]).join("");
}
