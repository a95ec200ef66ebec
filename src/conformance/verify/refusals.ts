import { randomBytes } from "node:crypto";
import { jsonValue } from "./body.js";
import { hasStatus, type ReceivedAnswer, type Reply } from "./client.js";
import { get, otherwise, type Session } from "./session.js";
import { unlike } from "./sign-in.js";

/** Whether whoever may not ask is refused as the interface says (`docs/interface.md` sections 5 and 7). */

/**
 * What must be 401: nothing, something wrong, something in the wrong place. The last is tried where `inAddress` says so: servers count
 * failures, and a second run within the minute should not be one too many.
 */
export async function checkRefusals(
  session: Session,
  path: string,
  bare: Reply,
  token: string | undefined,
  inAddress: boolean,
  /** Where it is asked, when that is not what the results are told of. */
  at = path,
): Promise<void> {
  judgeRefusal(session, "no_credentials", path, bare);
  const wrong = unlike(token ?? randomBytes(24).toString("base64url"));
  judgeRefusal(session, "wrong_credentials", path, await get(session, at, wrong));
  if (token !== undefined && inAddress) {
    const query = `?access_token=${encodeURIComponent(token)}`;
    judgeRefusal(session, "token_in_address", path, await get(session, at, undefined, query));
  }
  if ("failed" in bare) return;
  if (bare.status === 401) {
    const missing = "the header is missing; write for example WWW-Authenticate: Bearer";
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

/** The shape of error bodies is open; where there is a code, it is lower_snake. */
function judgeErrorCode({ judge }: Session, path: string, { status, body }: ReceivedAnswer): void {
  if (status < 400) return;
  const code = errorCode(body);
  if (code === undefined) return;
  const right = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(code);
  judge("error_code", path, right ? undefined : "the code of the error body is not");
}

export function errorCode(body: Buffer): string | undefined {
  const error = (jsonValue(body) as { error?: unknown } | null | undefined)?.error;
  const code = typeof error === "string" ? error : (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}
