import { newDeadline } from "../../connectors/platform/deadline.js";
import { digitsOf, parseExact } from "./exact-json.js";
import { isEntity } from "./invoices.js";

/** Calls the partner in the same way as the platform, with either sign-in method (`docs/interface.md` section 5). */

export type PartnerSignIn =
  | { readonly token: string }
  | { readonly tokenUrl: string; readonly id: string; readonly secret: string };

export interface PartnerAnswer {
  /** 0 if no response was received. */
  readonly status: number;
  /** Parsed JSON that keeps the exact digits of numbers. Undefined for any other content. */
  readonly body: unknown;
  /** Milliseconds to wait, as requested by the partner. */
  readonly retryAfter: number | undefined;
}

interface PartnerCall {
  readonly body?: string;
  /** Timeout in milliseconds. */
  readonly patience?: number;
}

export type CallPartner = (path: string, call?: PartnerCall) => Promise<PartnerAnswer>;

/**
 * Returns a function that calls the partner and signs in if necessary. If an access token gets status 401, the function
 * requests a new token and tries once more, because the access token may have been revoked.
 */
export function callPartner(url: string, signIn: PartnerSignIn, closing: AbortSignal): CallPartner {
  const base = url.replace(/\/+$/, "");
  let access: { readonly token: string; readonly until: number } | undefined;

  async function send(to: string, init: RequestInit, patience: number): Promise<PartnerAnswer> {
    const deadline = newDeadline(patience, closing);
    try {
      const response = await fetch(to, { ...init, redirect: "error", signal: deadline.signal });
      const text = await response.text();
      const seconds = Number(response.headers.get("retry-after") ?? "none");
      const retryAfter = Number.isNaN(seconds) ? undefined : seconds * 1000;
      return { status: response.status, body: jsonOf(text), retryAfter };
    } catch {
      return { status: 0, body: undefined, retryAfter: undefined };
    } finally {
      deadline.end();
    }
  }

  /** Returns an access token, or the partner's response if it does not contain a token. */
  async function accessToken(isRefresh: boolean): Promise<string | PartnerAnswer> {
    if ("token" in signIn) return signIn.token;
    if (!isRefresh && access !== undefined && access.until > Date.now()) return access.token;
    const pair = [signIn.id, signIn.secret].map((text) =>
      new URLSearchParams([["", text]]).toString().slice(1),
    );
    const answer = await send(
      signIn.tokenUrl,
      {
        method: "POST",
        headers: { authorization: `Basic ${Buffer.from(pair.join(":")).toString("base64")}` },
        body: new URLSearchParams({ grant_type: "client_credentials" }),
      },
      usualPatience,
    );
    const { access_token: token, expires_in: seconds } = isEntity(answer.body) ? answer.body : {};
    if (answer.status !== 200 || typeof token !== "string") return answer;
    // A new token is requested shortly before the current token expires.
    const life = Number(digitsOf(seconds) ?? "60") * 1000;
    access = { token, until: Date.now() + life - Math.min(10_000, life / 2) };
    return token;
  }

  return async (path, { body, patience = usualPatience } = {}) => {
    for (const isRetry of [false, true]) {
      const token = await accessToken(isRetry);
      if (typeof token !== "string") return token;
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      };
      const init = { headers, ...(body !== undefined && { method: "POST", body }) };
      const answer = await send(base + path, init, patience);
      if (answer.status !== 401 || "token" in signIn || isRetry) return answer;
    }
    throw new Error("unreachable");
  };
}

const usualPatience = 30_000;

function jsonOf(text: string): unknown {
  try {
    return parseExact(text);
  } catch {
    return undefined;
  }
}
