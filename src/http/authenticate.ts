import { stateOf } from "../store/credentials/credentials.js";
import { secretIdOf, matches } from "../store/credentials/secret.js";
import type { AccessTokens } from "./access-tokens.js";
import type { HttpAnswer, Request, Route } from "./answer.js";
import { because, refusal } from "./refusals.js";
import { addressKey, type FailedSignIns } from "./failed-sign-ins.js";
import type { Caller, WhyNot } from "./caller.js";
import type { CredentialSource, KnownCredentials } from "./known-credentials.js";

/**
 * This module determines which account a request may read (`docs/interface.md` section 5), or returns a response that
 * refuses the request.
 */

interface SignInRefused {
  readonly refused: HttpAnswer;
}

export type Authenticate = (request: Request) => Promise<Caller | SignInRefused>;

/** Wraps a route so that the route handles only requests from signed-in callers. */
export function signedIn(
  authenticate: Authenticate,
  answerFor: (account: string, request: Request) => HttpAnswer | Promise<HttpAnswer>,
): Route["answer"] {
  return async (request) => {
    const caller = await authenticate(request);
    if ("refused" in caller) return caller.refused;
    const answer = await answerFor(caller.account, request);
    return { ...answer, proven: true, facts: { ...answer.facts, ...caller } };
  };
}

export interface SignIn {
  readonly credentials: CredentialSource;
  readonly bearerTokens: boolean;
  readonly accessTokens: AccessTokens | undefined;
  /** Names of the served accounts. Credentials for other accounts are refused. */
  readonly accounts: ReadonlySet<string>;
  readonly failures: FailedSignIns;
  readonly now: () => Date;
  readonly pause: (ms: number) => Promise<unknown>;
}

/** Delay of the 401 response, in milliseconds, for a client with too many authentication failures. */
const refusalDelay = 2_000;

/**
 * Maximum length of a token. Longer tokens are rejected without a lookup. Lading's tokens have fewer than 100
 * characters.
 */
const longestToken = 1024;

type SignInResult = Caller | WhyNot;

export function authenticator(signIn: SignIn): Authenticate {
  const judge = async (
    request: Request,
    token: string | undefined,
    found: SignInResult,
  ): Promise<Caller | SignInRefused> => {
    if ("account" in found && signIn.accounts.has(found.account)) return found;
    const why = "why" in found ? found.why : "unknown_account";
    return { refused: because(why, await refuse(request, token, signIn)) };
  };
  return async (request) => {
    const known = await signIn.credentials();
    const header = request.headers.authorization;
    if (header === undefined) return judge(request, undefined, { why: "no_credentials" });
    const token = bearerToken(header);
    if (token === undefined) return judge(request, undefined, { why: "malformed" });
    return judge(request, token, await callerOf(token, known, signIn));
  };
}

/** Returns the token in `Authorization: Bearer TOKEN`. The scheme is case-insensitive (RFC 9110 section 11.1). */
function bearerToken(header: string): string | undefined {
  const token = /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(header)?.[1];
  return token === undefined || token.length > longestToken ? undefined : token;
}

async function callerOf(token: string, known: KnownCredentials, signIn: SignIn): Promise<SignInResult> {
  const now = signIn.now();
  const access = await signIn.accessTokens?.find(token, now);
  if (access !== undefined) {
    const client = known.client(access.credential);
    const state = client === undefined ? "revoked" : stateOf(client, now);
    return state === "live" ? { account: access.account, credential: access.credential } : { why: state };
  }
  if (!signIn.bearerTokens) return { why: "unknown" };
  const credential = known.token(secretIdOf(token));
  if (!matches(token, credential?.digest) || credential === undefined) return { why: "unknown" };
  const state = stateOf(credential, now);
  return state === "live" ? { account: credential.account, credential: credential.id } : { why: state };
}

/**
 * Returns the 401 response to a request without valid credentials (`docs/interface.md` section 5). After too many
 * failures, the response is delayed.
 */
async function refuse(request: Request, token: string | undefined, signIn: SignIn): Promise<HttpAnswer> {
  const id = token === undefined ? undefined : secretIdOf(token);
  const keys = [addressKey(request.address), ...(id === undefined ? [] : [`token ${id}`])];
  if (signIn.failures.count(keys) !== undefined) await signIn.pause(refusalDelay);
  // The challenge includes the error `invalid_token` only if the request has credentials (RFC 6750 section 3).
  const tried = request.headers.authorization !== undefined;
  return refusal("unauthorized", {
    "www-authenticate": `Bearer realm="lading"${tried ? ', error="invalid_token"' : ""}`,
  });
}
