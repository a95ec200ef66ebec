import { chmod, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { failure } from "../errors.js";
import {
  clientIdOf,
  credentialsFile,
  isLive,
  readCredentials,
  type Credential,
  type CredentialKind,
} from "./credentials.js";
import { withLock } from "./lock.js";
import { makeSecret } from "./secret.js";

/** The only writer of credentials. Servers read the file again when it changed, so nothing needs a restart. */

export interface NewCredential {
  readonly kind: CredentialKind;
  readonly account: string;
  readonly name: string;
  readonly expiresAt?: Date | undefined;
}

/** Makes a credential; its secret is returned this once and is stored nowhere. */
export async function createCredential(
  folder: string,
  wanted: NewCredential,
  now: Date,
): Promise<{ readonly credential: Credential; readonly secret: string }> {
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
      });
    }
    return [...all, credential];
  });
  return { credential, secret };
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

function sameOwner(a: Credential, b: Credential): boolean {
  return a.kind === b.kind && a.account === b.account && a.name === b.name;
}

async function change(
  folder: string,
  edit: (all: readonly Credential[]) => readonly Credential[],
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await withLock(folder, async () => {
    const all = edit(await readCredentials(folder));
    await replace(credentialsFile(folder), `${JSON.stringify({ lading: 1, credentials: all }, null, 2)}\n`);
  });
}

/** A reader sees the old file or the new one, also after a power cut. */
async function replace(path: string, text: string): Promise<void> {
  const temporary = `${path}.new`;
  try {
    await rm(temporary, { force: true });
    const file = await open(temporary, "wx", 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await chmod(temporary, 0o600);
    await rename(temporary, path);
    const folder = await open(dirname(path), "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    throw failure(
      "storage_failed",
      { path, reason: (error as NodeJS.ErrnoException).code ?? "error" },
      error,
    );
  }
}
