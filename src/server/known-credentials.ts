import { credentialsFile, readCredentials, type Credential } from "../credentials/credentials.js";
import { digestBytes } from "../credentials/secret.js";
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

export type CredentialSource = () => KnownCredentials | Promise<KnownCredentials>;

export function followCredentials(folder: string): CredentialSource {
  const followed = fresh([credentialsFile(folder)], async () => byId(await readCredentials(folder)));
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
