import { failure, wrongUse } from "../../errors.js";
import { randomUUID } from "node:crypto";
import { putRow } from "../bulk.js";
import { writeFact } from "../facts.js";
import type { Queries, Store } from "../store.js";
import {
  clientIdOf,
  credentialsRevision,
  isLive,
  readCredentials,
  sameOwner,
  whyNoName,
  type Credential,
} from "./credentials.js";
import { makeSecret } from "./secret.js";
import type { CredentialKind } from "../states.js";

/** Servers check for changed credentials at each request, so no restart is required. */

export interface NewCredential {
  readonly kind: CredentialKind;
  readonly account: string;
  readonly name: string;
  readonly expiresAt?: Date | undefined;
}

/** Maximum validity in years. A credential may also be created without an expiry. */
const longestYears = 100;

/**
 * Creates a credential and returns its secret, which is not stored. Throws `wrong_use` for an invalid name or expiry,
 * or `too_many_credentials`.
 */
export async function createCredential(
  store: Store,
  wanted: NewCredential,
  now: Date,
): Promise<{ readonly credential: Credential; readonly secret: string }> {
  refuseUnusable(wanted, now);
  const { id, secret, digest } = makeSecret();
  const credential: Credential = {
    kind: wanted.kind,
    id,
    account: wanted.account,
    name: wanted.name,
    ...(wanted.kind === "client" && { client_id: clientIdOf(wanted.account, wanted.name) }),
    digest,
    created_at: now.toISOString(),
    ...(wanted.expiresAt && { expires_at: wanted.expiresAt.toISOString() }),
  };
  await store.transaction(async (tx) => {
    await revise(tx);
    const all = await readCredentials(tx);
    const live = all.filter((other) => isLive(other, now) && sameOwner(other, credential));
    if (live.length >= 2) {
      throw failure("too_many_credentials", {
        kind: wanted.kind,
        name: wanted.name,
        account: wanted.account === "" ? "the workspace" : wanted.account,
        ids: live.map((other) => other.id).join(" and "),
        older: live[0]?.id ?? "",
      });
    }
    await writeCredential(tx, credential);
  });
  return { credential, secret };
}

function refuseUnusable({ name, expiresAt }: NewCredential, now: Date): void {
  const reason = whyNoName(name);
  if (reason !== undefined) throw wrongUse(`--name: ${reason}`);
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + longestYears);
  if (expiresAt !== undefined && expiresAt > last) {
    throw wrongUse(
      `\`--expires\` is more than ${longestYears} years in the future. To create a secret that never expires, omit the option.`,
    );
  }
}

/** Revokes a credential immediately and permanently. Revoking a credential again does not change `revoked_at`. */
export async function revokeCredential(
  store: Store,
  kind: CredentialKind,
  id: string,
  now: Date,
): Promise<Credential> {
  return store.transaction(async (tx) => {
    await revise(tx);
    const found = (await readCredentials(tx)).find((one) => one.kind === kind && one.id === id);
    if (found === undefined) throw failure("unknown_credential", { kind, id });
    const revoked = { ...found, revoked_at: found.revoked_at ?? now.toISOString() };
    await writeCredential(tx, revoked);
    return revoked;
  });
}

/**
 * Writes a new revision, which also locks the credentials until the transaction ends. The revision is a random value,
 * so that it never repeats, even after a restore.
 */
export async function revise(tx: Queries): Promise<void> {
  await writeFact(tx, credentialsRevision, randomUUID());
}

async function writeCredential(tx: Queries, credential: Credential): Promise<void> {
  const { client_id = null, expires_at = null, revoked_at = null, ...row } = credential;
  await putRow(tx, "credentials", { ...row, client_id, expires_at, revoked_at });
}
