import { createHash } from "node:crypto";
import { z } from "zod";
import type { Queries } from "../store.js";

/**
 * The credentials of a workspace. A bearer token signs in by itself; a client's secret buys short-lived access tokens at
 * the token endpoint. Both belong to one account. An operator is a person who decides on the operators' page, for all accounts.
 */

const instant = z.iso.datetime({ precision: 3 });

export const credentialSchema = z.strictObject({
  kind: z.enum(["token", "client", "operator"]),
  /** Public: stands in the secret, in logs and in lists. */
  id: z.string().regex(/^[a-z0-9]{12}$/),
  /** Empty for an operator. */
  account: z.string(),
  /** Whose it is, for people. Two of a kind with one account and name may live at a time, for rotation. */
  name: z.string().min(1).max(64),
  /** For a client: the `client_id` that its secrets share. */
  client_id: z.string().optional(),
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  created_at: instant,
  expires_at: instant.optional(),
  revoked_at: instant.optional(),
});

export type Credential = z.infer<typeof credentialSchema>;
export type CredentialKind = Credential["kind"];

/** Signs that break a line, colour a terminal or turn text around; who writes one may not know of them. */
const hiddenSigns = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A name as one line of text. */
export function shownName(name: string): string {
  return name.replaceAll(hiddenSigns, "\ufffd");
}

/** Why nobody can be called so, as a sentence; undefined for a good name. */
export function whyNoName(name: string): string | undefined {
  if (name.trim() === "" || name.length > 64) return "A name has 1 to 64 characters.";
  return shownName(name) !== name ? "A name is one line without control characters." : undefined;
}

/** All credentials, revoked and expired ones too, the oldest first. */
export async function readCredentials(db: Queries): Promise<readonly Credential[]> {
  const rows = await db
    .selectFrom("credentials")
    .select("credential")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ credential }) => credentialSchema.parse(JSON.parse(credential)));
}

/** Changes whenever a credential is made or revoked. */
export const credentialsRevision = "credentials revision";

type Ends = Pick<Credential, "revoked_at" | "expires_at">;

export function stateOf({ revoked_at, expires_at }: Ends, now: Date): "live" | "expired" | "revoked" {
  if (revoked_at !== undefined) return "revoked";
  return expires_at === undefined || new Date(expires_at) > now ? "live" : "expired";
}

export function isLive(credential: Ends, now: Date): boolean {
  return stateOf(credential, now) === "live";
}

/** Two of an owner may live at a time, for rotation. */
export function sameOwner(a: Credential, b: Credential): boolean {
  return a.kind === b.kind && a.account === b.account && a.name === b.name;
}

/** The `client_id` of an account and name: the same for all its secrets, so that rotating one changes only the secret. */
export function clientIdOf(account: string, name: string): string {
  const hash = createHash("sha256").update(`${account}\0${name}`).digest("hex").slice(0, 8);
  return `${account}-${hash}`;
}
