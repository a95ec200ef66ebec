import { credentialsFile, readCredentials, type Credential } from "../credentials/credentials.js";
import { digestBytes } from "../credentials/secret.js";
import type { Log } from "../log.js";
import { fresh } from "./fresh.js";

/** The credentials of the workspace by their ids, read again when another process changed them. */
export interface KnownCredentials {
  token(id: string | undefined): KnownCredential | undefined;
  client(id: string | undefined): KnownCredential | undefined;
}

export interface KnownCredential extends Omit<Credential, "digest"> {
  /** Decoded once, so that comparing with it takes no other work than comparing with nobody's. */
  readonly digest: Buffer;
}

export type CredentialSource = () => Promise<KnownCredentials>;

/**
 * While the file is damaged or cannot be read, those who were known before go on signing in, and the log says so.
 *
 * @throws damaged_credentials, credentials_not_read when it is so from the start
 */
export async function followCredentials(folder: string, log: Log): Promise<CredentialSource> {
  const followed = fresh(
    [credentialsFile(folder)],
    async () => byId(await readCredentials(folder)),
    (reason) => log.error("credentials_not_taken", { reason, next: "lading doctor" }),
  );
  await followed.begin();
  return () => followed.get();
}

function byId(all: readonly Credential[]): KnownCredentials {
  const of = (kind: Credential["kind"]) =>
    new Map<string | undefined, KnownCredential>(
      all
        .filter((one) => one.kind === kind)
        .map((one) => [one.id, { ...one, digest: digestBytes(one.digest) }]),
    );
  const [tokens, clients] = [of("token"), of("client")];
  return { token: (id) => tokens.get(id), client: (id) => clients.get(id) };
}
