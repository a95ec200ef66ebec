import { timingSafeEqual } from "node:crypto";
import { isLive, stateOf } from "../credentials/credentials.js";
import { idOf, matches } from "../credentials/secret.js";
import type { AccessTokens } from "./access-tokens.js";
import { because, refusal, type Answer, type Request } from "./answer.js";
import { addressKey, type Failures } from "./failures.js";
import type { Caller, WhyNot } from "./caller.js";
import type { Issuer } from "./issuer.js";
import type { CredentialSource, KnownCredential, KnownCredentials } from "./known-credentials.js";

/** From a request to the account it may read (`docs/interface.md` section 5), or to the answer that refuses it. */

export interface Refused {
  readonly refused: Answer;
}

/** Answers at once where nothing has to be read or asked. */
export type Authenticate = (request: Request) => Caller | Refused | Promise<Caller | Refused>;

export interface SignIn {
  readonly credentials: CredentialSource;
  readonly bearerTokens: boolean;
  readonly accessTokens: AccessTokens | undefined;
  readonly issuer: Issuer | undefined;
  /** Names of the accounts that are served; credentials of any other open nothing. */
  readonly accounts: ReadonlySet<string>;
  readonly failures: Failures;
  readonly now: () => Date;
}

/** Longer tokens are not looked at; the longest real ones, JWTs with many claims, stay below. */
const longestToken = 8192;

type Found = Caller | WhyNot | "unavailable";

export function authenticator(signIn: SignIn): Authenticate {
  const judge = (request: Request, token: string | undefined, found: Found): Caller | Refused => {
    if (found === "unavailable") return { refused: refusal("issuer_unavailable", { "retry-after": 30 }) };
    if ("account" in found && signIn.accounts.has(found.account)) return found;
    const why = "why" in found ? found.why : "unknown_account";
    return { refused: refuse(request, token, why, signIn.failures) };
  };
  const connections = provenConnections();

  function signInWith(
    request: Request,
    known: KnownCredentials,
  ): Caller | Refused | Promise<Caller | Refused> {
    const header = request.headers.authorization;
    const again = connections.find(request.connection, header, known, signIn.now());
    if (again !== undefined) return again;
    const token = bearerToken(header);
    if (header === undefined || token === undefined) {
      return judge(request, undefined, { why: header === undefined ? "no_credentials" : "malformed" });
    }
    const found = callerOf(token, known, signIn);
    if (found instanceof Promise) return found.then((caller) => judge(request, token, caller));
    const caller = judge(request, token, found);
    const credential = known.token(idOf(token));
    if (credential !== undefined && !("refused" in caller))
      connections.keep(request.connection, {
        header: Buffer.from(header, "latin1"),
        given: Buffer.alloc(header.length),
        known,
        credential,
        caller,
      });
    return caller;
  }

  return (request) => {
    const known = signIn.credentials();
    return known instanceof Promise
      ? known.then((all) => signInWith(request, all))
      : signInWith(request, known);
  };
}

interface Proven {
  readonly header: Buffer;
  /** Where the header of the next request is put, to be compared. */
  readonly given: Buffer;
  /** The credentials of that moment: when any of them changes, nothing that they proved counts. */
  readonly known: KnownCredentials;
  readonly credential: KnownCredential;
  readonly caller: Caller;
}

/**
 * A client that keeps its connection sends the same bearer token with each request. What the connection proved last is
 * remembered with it, and compared in constant time, so that its next request costs no digest.
 */
function provenConnections() {
  const held = new WeakMap<object, Proven>();
  return {
    keep(connection: object, proven: Proven): void {
      held.set(connection, proven);
    },
    find(
      connection: object,
      header: string | undefined,
      known: KnownCredentials,
      now: Date,
    ): Caller | undefined {
      const last = held.get(connection);
      if (last === undefined || header?.length !== last.header.length || last.known !== known)
        return undefined;
      last.given.write(header, "latin1");
      return timingSafeEqual(last.given, last.header) && isLive(last.credential, now)
        ? last.caller
        : undefined;
    },
  };
}

/** The token of `Authorization: Bearer TOKEN`; the scheme's case does not matter (RFC 9110 section 11.1). */
function bearerToken(header: string | undefined): string | undefined {
  const token = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header ?? "")?.[1];
  return token === undefined || token.length > longestToken ? undefined : token;
}

function callerOf(token: string, known: KnownCredentials, signIn: SignIn): Found | Promise<Found> {
  const now = signIn.now();
  const access = signIn.accessTokens?.find(token, now);
  if (access !== undefined) {
    const client = known.client(access.credential);
    const state = client === undefined ? "revoked" : stateOf(client, now);
    return state === "live" ? { account: access.account, credential: access.credential } : { why: state };
  }
  if (signIn.issuer !== undefined && token.split(".").length === 3) return signIn.issuer.callerOf(token, now);
  if (!signIn.bearerTokens) return { why: "unknown" };
  const credential = known.token(idOf(token));
  if (!matches(token, credential?.digest) || credential === undefined) return { why: "unknown" };
  const state = stateOf(credential, now);
  return state === "live" ? { account: credential.account, credential: credential.id } : { why: state };
}

/** The client is told nothing of why; the log is. */
function refuse(request: Request, token: string | undefined, why: WhyNot["why"], failures: Failures): Answer {
  return because(why, refusalOf(request, token, failures));
}

function refusalOf(request: Request, token: string | undefined, failures: Failures): Answer {
  const id = token === undefined ? undefined : idOf(token);
  const wait = failures.count([addressKey(request.address), ...(id === undefined ? [] : [`token ${id}`])]);
  if (wait !== undefined) return refusal("too_many_failures", { "retry-after": wait });
  // A request that tried nothing gets the bare challenge; one that tried gets told that it failed (RFC 6750 section 3).
  const tried = request.headers.authorization !== undefined;
  return refusal("unauthorized", {
    "www-authenticate": `Bearer realm="lading"${tried ? ', error="invalid_token"' : ""}`,
  });
}
