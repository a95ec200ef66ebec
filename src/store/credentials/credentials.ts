import { createHash } from "node:crypto";
import type { CredentialKind } from "../states.js";
import type { Queries } from "../store.js";

/**
 * The credentials of a workspace. A bearer token authenticates directly. A client secret is exchanged for
 * short-lived access tokens. Each token and each client secret belongs to one account. An operator is a person who
 * makes decisions for all accounts in the console.
 */

export interface Credential {
  readonly kind: CredentialKind;
  /** Public ID, which appears in the secret, in logs and in lists. */
  readonly id: string;
  /** Empty for an operator. */
  readonly account: string;
  /**
   * The owner's name, for display. Two credentials per kind, account and name may be active at a time, for rotation.
   */
  readonly name: string;
  /** The `client_id` that all secrets of a client share. Only for clients. */
  readonly client_id?: string | undefined;
  readonly digest: string;
  /** All times are in ISO 8601, UTC. */
  readonly created_at: string;
  readonly expires_at?: string | undefined;
  readonly revoked_at?: string | undefined;
}

/** Characters that break lines, change terminal colors or reverse text. */
const hiddenCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Replaces hidden characters, so that the name is a single line of visible text. */
export function shownName(name: string): string {
  return name.replaceAll(hiddenCharacters, "\ufffd");
}

export function whyNoName(name: string): string | undefined {
  if (name.trim() === "" || name.length > 64) return "A name must have 1 to 64 characters.";
  return shownName(name) !== name
    ? "A name must be a single line without control or invisible characters."
    : undefined;
}

/** Returns all credentials, including revoked and expired ones, oldest first. */
export async function readCredentials(db: Queries): Promise<readonly Credential[]> {
  const rows = await db.selectFrom("credentials").selectAll().orderBy("created_at").orderBy("id").execute();
  return rows.map(({ client_id, expires_at, revoked_at, ...row }) => ({
    ...row,
    ...(client_id !== null && { client_id }),
    ...(expires_at !== null && { expires_at }),
    ...(revoked_at !== null && { revoked_at }),
  }));
}

/** Name of the fact whose value changes whenever a credential is created or revoked. */
export const credentialsRevision = "credentials revision";

type Ends = Pick<Credential, "revoked_at" | "expires_at">;

export function stateOf({ revoked_at, expires_at }: Ends, now: Date): "live" | "expired" | "revoked" {
  if (revoked_at !== undefined) return "revoked";
  return expires_at === undefined || new Date(expires_at) > now ? "live" : "expired";
}

export function isLive(credential: Ends, now: Date): boolean {
  return stateOf(credential, now) === "live";
}

export function sameOwner(a: Credential, b: Credential): boolean {
  return a.kind === b.kind && a.account === b.account && a.name === b.name;
}

/** The `client_id` stays the same when the secret is rotated. */
export function clientIdOf(account: string, name: string): string {
  const hash = createHash("sha256").update(`${account}\0${name}`).digest("hex").slice(0, 8);
  return `${account}-${hash}`;
}
