import { setTimeout as wait } from "node:timers/promises";
import { failure, LadingError } from "../errors.js";
import { realDisk } from "../storage/disk.js";
import { ensureFolder, replaceFile } from "../storage/durable.js";
import { takeLock, type Lock } from "../storage/lock.js";
import {
  clientIdOf,
  credentialsFile,
  credentialsText,
  isLive,
  readCredentials,
  sameOwner,
  whyNoName,
  type Credential,
  type CredentialKind,
} from "./credentials.js";
import { makeSecret } from "./secret.js";

/** The only writer of credentials. Servers read the file again when it changed, so nothing needs a restart. */

/** Milliseconds that a command waits for another one. */
const patience = 5000;

export interface NewCredential {
  readonly kind: CredentialKind;
  readonly account: string;
  readonly name: string;
  readonly expiresAt?: Date | undefined;
}

/** Nobody keeps a secret for longer; one that shall not end has no end. */
const longestYears = 100;

/**
 * Makes a credential; its secret is returned this once and is stored nowhere.
 *
 * @throws wrong_use for a name or an end that is not allowed, too_many_credentials
 */
export async function createCredential(
  folder: string,
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
  await change(folder, (all) => {
    const live = all.filter((other) => isLive(other, now) && sameOwner(other, credential));
    if (live.length >= 2) {
      throw failure("too_many_credentials", {
        kind: wanted.kind,
        name: wanted.name,
        account: wanted.account,
        ids: live.map((other) => other.id).join(" and "),
        older: live[0]?.id ?? "",
      });
    }
    return [...all, credential];
  });
  return { credential, secret };
}

function refuseUnusable({ name, expiresAt }: NewCredential, now: Date): void {
  const reason = whyNoName(name);
  if (reason !== undefined) throw failure("wrong_use", { reason: `--name: ${reason}` });
  const last = new Date(now);
  last.setUTCFullYear(last.getUTCFullYear() + longestYears);
  if (expiresAt !== undefined && expiresAt > last) {
    throw failure("wrong_use", {
      reason: `--expires lies more than ${longestYears} years ahead; without it, the secret does not end.`,
    });
  }
}

/** Ends a credential at once, for ever. Revoking twice changes nothing. */
export async function revokeCredential(
  folder: string,
  kind: CredentialKind,
  id: string,
  now: Date,
): Promise<Credential> {
  let revoked: Credential | undefined;
  await change(folder, (all) =>
    all.map((credential) => {
      if (credential.kind !== kind || credential.id !== id) return credential;
      revoked = { ...credential, revoked_at: credential.revoked_at ?? now.toISOString() };
      return revoked;
    }),
  );
  if (revoked === undefined) throw failure("unknown_credential", { kind, id });
  return revoked;
}

async function change(
  folder: string,
  edit: (all: readonly Credential[]) => readonly Credential[],
): Promise<void> {
  const path = credentialsFile(folder);
  try {
    await ensureFolder(realDisk, folder);
    const lock = await waitForLock(folder);
    try {
      await replaceFile(realDisk, path, credentialsText(edit(await readCredentials(folder))));
    } finally {
      await lock.release();
    }
  } catch (error) {
    if (error instanceof LadingError) throw error;
    throw failure(
      "storage_failed",
      { path, reason: (error as NodeJS.ErrnoException).code ?? "error" },
      error,
    );
  }
}

/** Another command holds the lock for milliseconds only, so this waits a little for its turn. */
async function waitForLock(folder: string): Promise<Lock> {
  const start = performance.now();
  for (;;) {
    try {
      return await takeLock(realDisk, folder, "credentials");
    } catch (error) {
      const locked = error instanceof LadingError && error.code === "locked";
      if (!locked || performance.now() - start > patience) throw error;
      await wait(20 + Math.random() * 30);
    }
  }
}
