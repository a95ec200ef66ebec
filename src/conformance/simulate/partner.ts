import { newDeadline } from "../../connectors/platform/deadline.js";
import { digitsOf, parseExact } from "./exact-json.js";
import { isEntity } from "./invoices.js";

/** The partner as the platform calls it: its two ways to sign in (`docs/interface.md` section 5), and what comes back. */

export type PartnerSignIn =
  | { readonly token: string }
  | { readonly tokenUrl: string; readonly id: string; readonly secret: string };

export interface PartnerAnswer {
  /** 0 when nobody answered, or not in time. */
  readonly status: number;
  /** What came as JSON, numbers with their digits; undefined for anything else. */
  readonly body: unknown;
  /** Milliseconds that it asks to be left alone. */
  readonly retryAfter: number | undefined;
}

interface PartnerCall {
  readonly body?: string;
  /** Milliseconds after which nobody listens any more. */
  readonly patience?: number;
}

export type CallPartner = (path: string, call?: PartnerCall) => Promise<PartnerAnswer>;

/** Signs in when it has to, and once anew after a 401, for an access token may have been revoked. */
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

  /** An access token, or the answer that refused it. */
  async function accessToken(isAnew: boolean): Promise<string | PartnerAnswer> {
    if ("token" in signIn) return signIn.token;
    if (!isAnew && access !== undefined && access.until > Date.now()) return access.token;
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
    // Asked for again shortly before it ends.
    const life = Number(digitsOf(seconds) ?? "60") * 1000;
    access = { token, until: Date.now() + life - Math.min(10_000, life / 2) };
    return token;
  }

  return async (path, { body, patience = usualPatience } = {}) => {
    for (const isAnew of [false, true]) {
      const token = await accessToken(isAnew);
      if (typeof token !== "string") return token;
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      };
      const init = { headers, ...(body !== undefined && { method: "POST", body }) };
      const answer = await send(base + path, init, patience);
      if (answer.status !== 401 || "token" in signIn || isAnew) return answer;
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
