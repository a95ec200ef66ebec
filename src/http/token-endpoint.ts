import { stateOf } from "../store/credentials/credentials.js";
import { secretIdOf, matches } from "../store/credentials/secret.js";
import { lifetime, type AccessTokens } from "./access-tokens.js";
import type { HttpAnswer, AnswerHeaders, Request, Route } from "./answer.js";
import { because } from "./refusals.js";
import type { WhyNot } from "./caller.js";
import { addressKey, type FailedSignIns } from "./failed-sign-ins.js";
import type { CredentialSource, KnownCredential } from "./known-credentials.js";

/**
 * `POST /oauth/token` implements OAuth 2.0 client credentials (RFC 6749 section 4.4), which is the only grant type in
 * the interface. The client authenticates with HTTP Basic or with form fields. There are no refresh tokens and no
 * scopes, so a requested scope is ignored.
 */

export interface TokenEndpoint {
  readonly credentials: CredentialSource;
  readonly accessTokens: AccessTokens;
  readonly failures: FailedSignIns;
  readonly now: () => Date;
}

interface ClientSecret {
  readonly clientId: string;
  readonly secret: string;
  readonly scheme: "basic" | "body";
}

/** Errors, each with the code from RFC 6749 section 5.2 and a sentence for the client's developer. */
const errors = {
  noForm: [
    "invalid_request",
    "The body must be a form (Content-Type: application/x-www-form-urlencoded), and no parameter may be repeated.",
  ],
  twoNames: [
    "invalid_request",
    "The client must authenticate in exactly one way: HTTP Basic, or client_id and client_secret in the form.",
  ],
  noGrantType: ["invalid_request", "The form must contain grant_type=client_credentials."],
  client: [
    "invalid_client",
    "The client is unknown, or its secret is missing, incorrect, expired or revoked.",
  ],
  failures: [
    "invalid_client",
    "Too many failed sign-ins from this address or client. Try again after the number of seconds in Retry-After.",
  ],
  grantType: ["unsupported_grant_type", "Only the grant type client_credentials is supported."],
} as const;

export function tokenRoute(endpoint: TokenEndpoint): Route {
  return {
    method: "POST",
    path: "/oauth/token",
    async answer(request) {
      const form = formOf(request);
      if (form === undefined) return tokenError(400, "noForm");
      const named = clientOf(request, form);
      if (named === undefined) return tokenError(400, "twoNames");
      if (named === "none")
        return because("no_credentials", refuseClient(request, undefined, endpoint.failures));
      const credential = await authenticateClient(named, endpoint);
      if ("why" in credential) {
        return because(credential.why, refuseClient(request, named, endpoint.failures));
      }

      const grant = form.get("grant_type");
      if (grant === null) return tokenError(400, "noGrantType");
      if (grant !== "client_credentials") return tokenError(400, "grantType");
      const token = await endpoint.accessTokens.give(credential.id, credential.account, endpoint.now());
      return {
        ...jsonAnswer(200, { access_token: token, token_type: "Bearer", expires_in: lifetime }),
        proven: true,
        facts: { credential: credential.id },
      };
    },
  };
}

/** The form in the body. Undefined if the body is not a form, or if a parameter is repeated (RFC 6749 section 3.2). */
function formOf(request: Request): URLSearchParams | undefined {
  const type = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (type !== "application/x-www-form-urlencoded") return undefined;
  const form = new URLSearchParams(request.body);
  const names = [...form.keys()];
  return new Set(names).size === names.length ? form : undefined;
}

/**
 * Returns the client's credentials, or `none` if they are missing or malformed. Undefined if the client authenticates
 * in two ways (RFC 6749 section 2.3) or the header and the form contain different client IDs.
 */
function clientOf(request: Request, form: URLSearchParams): ClientSecret | "none" | undefined {
  const header = request.headers.authorization;
  const secret = form.get("client_secret");
  const clientId = form.get("client_id");
  if (header === undefined) {
    return clientId === null || secret === null ? "none" : { clientId, secret, scheme: "body" };
  }
  if (secret !== null) return undefined;
  const basic = basicOf(header);
  if (basic === undefined) return "none";
  return clientId === null || clientId === basic.clientId ? basic : undefined;
}

/**
 * Returns the client secret from a Basic header, in which the ID and the secret are form-encoded (RFC 6749 section
 * 2.3.1).
 */
function basicOf(header: string): ClientSecret | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=]+)$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  if (colon < 0) return undefined;
  try {
    return {
      clientId: formDecoded(pair.slice(0, colon)),
      secret: formDecoded(pair.slice(colon + 1)),
      scheme: "basic",
    };
  } catch {
    return undefined;
  }
}

function formDecoded(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "));
}

async function authenticateClient(
  named: ClientSecret,
  endpoint: TokenEndpoint,
): Promise<KnownCredential | WhyNot> {
  const known = await endpoint.credentials();
  const credential = known.client(secretIdOf(named.secret));
  if (!matches(named.secret, credential?.digest) || credential === undefined) return { why: "unknown" };
  if (credential.client_id !== named.clientId) return { why: "unknown" };
  const state = stateOf(credential, endpoint.now());
  return state === "live" ? credential : { why: state };
}

function refuseClient(
  request: Request,
  named: ClientSecret | undefined,
  failures: FailedSignIns,
): HttpAnswer {
  const keys = [addressKey(request.address)];
  if (named !== undefined) keys.push(`client ${named.clientId.slice(0, 100)}`);
  const wait = failures.count(keys);
  if (wait !== undefined) return tokenError(429, "failures", { "retry-after": wait });
  return tokenError(401, "client", { "www-authenticate": 'Basic realm="lading", charset="UTF-8"' });
}

function tokenError(status: number, kind: keyof typeof errors, headers: AnswerHeaders = {}): HttpAnswer {
  const [code, sentence] = errors[kind];
  return {
    ...jsonAnswer(status, { error: code, error_description: sentence }, headers),
    facts: { code },
  };
}

function jsonAnswer(status: number, body: object, headers: AnswerHeaders = {}): HttpAnswer {
  return { status, headers: { "cache-control": "no-store", pragma: "no-cache", ...headers }, body };
}
