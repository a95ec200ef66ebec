import { credentialsRevision, readCredentials, type Credential } from "../store/credentials/credentials.js";
import { digestBytes } from "../store/credentials/secret.js";
import type { Log } from "../log.js";
import { readFact } from "../store/facts.js";
import type { Queries, Store } from "../store/store.js";
import { fresh } from "./fresh.js";

/** Current credentials of the workspace, by ID. */
export interface KnownCredentials {
  token(id: string | undefined): KnownCredential | undefined;
  client(id: string | undefined): KnownCredential | undefined;
  operator(id: string | undefined): KnownCredential | undefined;
}

export interface KnownCredential extends Omit<Credential, "digest"> {
  /** The digest is decoded in advance, so that a comparison takes the same time for known and unknown credentials. */
  readonly digest: Buffer;
}

export type CredentialSource = () => Promise<KnownCredentials>;

/**
 * Keeps the credentials up to date. If the store becomes unavailable, an error is logged, and known credentials remain
 * valid for `withoutStore` milliseconds. At startup, an unavailable store is an error. `version` is documented in
 * `Store.version`.
 */
export async function followCredentials(
  db: Queries,
  withoutStore: number,
  log: Log,
  version?: Store["version"],
): Promise<CredentialSource> {
  const followed = fresh(
    async () => String(await readFact(db, credentialsRevision)),
    async () => byId(await readCredentials(db)),
    withoutStore,
    (reason) => log.error("credentials_not_taken", { reason, next: "lading doctor" }),
    version,
  );
  await followed.get();
  return async () => (await followed.get()).value;
}

function byId(all: readonly Credential[]): KnownCredentials {
  const of = (kind: Credential["kind"]) =>
    new Map<string | undefined, KnownCredential>(
      all
        .filter((one) => one.kind === kind)
        .map((one) => [one.id, { ...one, digest: digestBytes(one.digest) }]),
    );
  const [tokens, clients, operators] = [of("token"), of("client"), of("operator")];
  return {
    token: (id) => tokens.get(id),
    client: (id) => clients.get(id),
    operator: (id) => operators.get(id),
  };
}
