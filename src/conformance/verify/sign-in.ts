import { jsonValue } from "./body.js";
import { hasStatus, type ReceivedAnswer, type Reply } from "./client.js";
import type { ListPath } from "./entries.js";
import { get, otherwise, type Session, type VerifyOptions } from "./session.js";

/** This module signs in with each available method and fetches the lists for the first time. */

/** A sign-in method that was not refused, with the responses to its requests. */
export interface Method {
  readonly name: "bearer token" | "OAuth 2.0";
  readonly token: string;
  readonly replies: ReadonlyMap<ListPath, Reply>;
}

export async function signIn(session: Session, paths: readonly ListPath[]): Promise<readonly Method[]> {
  const { bearer, oauth } = session.options;
  const methods: Method[] = [];
  const tried = async (name: Method["name"], token: string) => {
    const replies = new Map<ListPath, Reply>();
    for (const path of paths) replies.set(path, await get(session, path, token));
    const method = { name, token, replies };
    if (judgeMethod(session, method)) methods.push(method);
  };
  if (bearer !== undefined) await tried("bearer token", bearer);
  if (oauth !== undefined) {
    const token = await requestAccessToken(session, oauth);
    if (token !== undefined) await tried("OAuth 2.0", token);
  }
  return methods;
}

/**
 * True if the checks can continue with this method. Responses with statuses other than 401 and 403 do not indicate a
 * problem with the credentials.
 */
function judgeMethod({ note }: Session, { name, replies }: Method): boolean {
  const check = name === "bearer token" ? "bearer_token" : "oauth_access";
  const statuses = [...replies.values()].flatMap((reply) => ("failed" in reply ? [] : [reply.status]));
  if (statuses.some((status) => status >= 200 && status < 300)) {
    note(check, name, "conforms");
    return true;
  }
  if (statuses.some((status) => status === 401 || status === 403)) {
    note(check, name, "fault", `the response has status ${[...new Set(statuses)].join(", ")}`);
    return false;
  }
  note(check, name, "skipped", "not checked: no request for a list got status 200");
  return true;
}

async function requestAccessToken(
  session: Session,
  { tokenUrl, clientId, clientSecret }: NonNullable<VerifyOptions["oauth"]>,
): Promise<string | undefined> {
  const { note, judge, secrets } = session;
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const grant = { grant_type: "client_credentials" };
  const encode = (text: string) => new URLSearchParams({ text }).toString().slice("text=".length);
  const ask = (headers: Record<string, string>, values: Record<string, string>) =>
    session.ask(tokenUrl, {
      method: "POST",
      headers: { ...form, ...headers },
      body: new URLSearchParams(values).toString(),
    });
  const inHeader = (secret: string) => {
    const pair = Buffer.from(`${encode(clientId)}:${encode(secret)}`).toString("base64");
    return ask({ authorization: `Basic ${pair}` }, grant);
  };
  const inForm = (secret: string) => ask({}, { ...grant, client_id: clientId, client_secret: secret });

  // The interface does not define how the client authenticates, so credentials in the header and credentials in the
  // body are both accepted.
  let way = inHeader;
  let reply = await way(clientSecret);
  if (!("failed" in reply) && !hasStatus(reply, 200, 429)) {
    way = inForm;
    reply = await way(clientSecret);
  }
  if (!hasStatus(reply, 200)) {
    note("oauth_token", "OAuth 2.0", ...otherwise(reply, tokenUrl));
    if (!("failed" in reply)) judgeWrongSecret(session, await way(invalidSecret(clientSecret)), tokenUrl);
    return undefined;
  }
  judgeWrongSecret(session, await way(invalidSecret(clientSecret)), tokenUrl);
  const { token, error } = accessTokenIn(reply);
  judge("oauth_token", "OAuth 2.0", error);
  if (token === undefined) return undefined;
  secrets.add(token);
  const isKept = !/\bno-store\b/i.test(reply.headers.get("cache-control") ?? "");
  judge("oauth_not_stored", "OAuth 2.0", isKept ? "the header is missing" : undefined, "advice");
  return token;
}

function judgeWrongSecret({ note }: Session, reply: Reply, tokenUrl: string): void {
  if (hasStatus(reply, 400, 401)) note("oauth_wrong_secret", "OAuth 2.0", "conforms");
  else note("oauth_wrong_secret", "OAuth 2.0", ...otherwise(reply, tokenUrl));
}

/** Returns an invalid secret with the same length. */
export function invalidSecret(secret: string): string {
  return `${secret.slice(0, -2)}${secret.endsWith("zz") ? "yy" : "zz"}`;
}

/** Returns the token if it is usable, and the error if the response violates RFC 6749 section 5.1. */
function accessTokenIn(answer: ReceivedAnswer): { token?: string; error?: string } {
  if (answer.broken !== undefined) return { error: answer.broken };
  const value = jsonValue(answer.body);
  if (value === undefined || typeof value !== "object" || value === null)
    return { error: "the response is not a JSON object" };
  const { access_token: token, token_type: type, expires_in: expires } = value as Record<string, unknown>;
  if (typeof token !== "string" || token === "") return { error: "the response has no access_token" };
  if (!fitsHeader(token))
    return {
      error: "access_token contains a space, a line break or another character that a header cannot contain",
    };
  if (typeof type !== "string" || type.toLowerCase() !== "bearer")
    return { error: "token_type is not Bearer" };
  if (!isJson(answer.headers))
    return {
      token,
      error: `the content type of the response is ${contentType(answer.headers)}, not application/json`,
    };
  // Many servers send the number as a string, and clients accept strings.
  if (expires !== undefined && expires !== null && !(Number(expires) > 0))
    return { token, error: "expires_in is not a positive number of seconds" };
  return { token };
}

/** True if a token can be sent in the Authorization header: visible ASCII without spaces. */
export function fitsHeader(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

export function isJson(headers: Headers): boolean {
  return /^application\/json\s*(?:;.*)?$/i.test(headers.get("content-type") ?? "");
}

export function contentType(headers: Headers): string {
  return headers.get("content-type") ?? "missing";
}
