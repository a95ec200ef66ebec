import { randomBytes } from "node:crypto";
import { jsonValue } from "./body.js";
import { hasStatus, type ReceivedAnswer, type Reply } from "./client.js";
import { get, otherwise, type Session } from "./session.js";
import { invalidSecret } from "./sign-in.js";

/** This module checks that unauthorized requests are refused (`docs/interface.md` sections 5 and 7). */

/**
 * Checks that requests are refused with 401: without credentials (`bare` is the response), with an invalid token, and
 * with a token in the URL. The request with a token in the URL is sent only if `inAddress` is true. The number of
 * requests is small because servers count failures, and a second run within a minute should not exceed their limit.
 */
export async function checkRefusals(
  session: Session,
  path: string,
  bare: Reply,
  token: string | undefined,
  inAddress: boolean,
  /** The requested path, if it differs from the path in the results. */
  at = path,
): Promise<void> {
  judgeRefusal(session, "no_credentials", path, bare);
  const wrong = invalidSecret(token ?? randomBytes(24).toString("base64url"));
  judgeRefusal(session, "wrong_credentials", path, await get(session, at, wrong));
  if (token !== undefined && inAddress) {
    const query = `?access_token=${encodeURIComponent(token)}`;
    judgeRefusal(session, "token_in_address", path, await get(session, at, undefined, query));
  }
  if ("failed" in bare) return;
  if (bare.status === 401) {
    const missing = "the header is missing; for example, send WWW-Authenticate: Bearer";
    session.judge("challenge", path, bare.headers.has("www-authenticate") ? undefined : missing, "advice");
  }
  judgeErrorCode(session, path, bare);
}

export function judgeRefusal(
  { base, note }: Session,
  check: "no_credentials" | "wrong_credentials" | "token_in_address",
  path: string,
  reply: Reply,
): void {
  if (hasStatus(reply, 401)) note(check, path, "conforms");
  else note(check, path, ...otherwise(reply, base));
}

/**
 * The interface does not define the format of error bodies, but if a body contains a code, the code must be in snake
 * case.
 */
function judgeErrorCode({ judge }: Session, path: string, { status, body }: ReceivedAnswer): void {
  if (status < 400) return;
  const code = errorCode(body);
  if (code === undefined) return;
  const right = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(code);
  judge("error_code", path, right ? undefined : "the code in the error body is not");
}

export function errorCode(body: Buffer): string | undefined {
  const error = (jsonValue(body) as { error?: unknown } | null | undefined)?.error;
  const code = typeof error === "string" ? error : (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}
