import { setTimeout as wait } from "node:timers/promises";
import type { TaxMode } from "../../model/account.js";
import type { CheckName, CheckOutcome } from "./checks.js";
import type { RecordPath } from "./entries.js";
import { call, type Call, type Reply } from "./client.js";

/** A verification: its options, its requests, and the outcomes for unexpected responses. */

export interface VerifyOptions {
  /** Base URL, to which paths such as `/staff` are added. */
  readonly url: string;
  readonly bearer?: string | undefined;
  readonly oauth?:
    | { readonly tokenUrl: string; readonly clientId: string; readonly clientSecret: string }
    | undefined;
  readonly taxMode: TaxMode;
  /** IDs of records to fetch if the server does not list any. */
  readonly ids?: Readonly<Partial<Record<RecordPath, string>>>;
  readonly post?: boolean;
  /** Timeout for a response, in seconds. */
  readonly seconds: number;
  /** Milliseconds between the two requests for a list. */
  readonly pause: number;
  readonly now?: () => Date;
  /** Aborts the verification, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each wait that the server requests, with the number of seconds. */
  readonly onWait?: (seconds: number) => void;
}

export interface Session {
  readonly options: VerifyOptions;
  readonly base: string;
  readonly note: Note;
  /**
   * Records the outcome of a check. `wrong` describes the problem. If `wrong` is omitted, the check passes. Otherwise,
   * the result of the check is `outcome`, which is a fault by default.
   */
  readonly judge: (check: CheckName, subject: string, wrong?: string, outcome?: CheckOutcome) => void;
  /**
   * Sends a request. After a response with status 429, waits and tries again, as long as all pauses together do not
   * exceed `patience`.
   */
  readonly ask: (url: string, request: Call) => Promise<Reply>;
  /** Values that must never be displayed. */
  readonly secrets: Set<string>;
}

export type Note = (check: CheckName, subject: string, outcome: CheckOutcome, detail?: string) => void;

/** Maximum total duration, in seconds, of all pauses requested by the server. */
const patience = 65;

export function askWithRetries(options: VerifyOptions): Session["ask"] {
  let left = patience;
  return async (url, request) => {
    for (;;) {
      const reply = await call(url, request, options);
      const seconds = "failed" in reply || reply.status !== 429 ? undefined : requestedPause(reply.headers);
      if (seconds === undefined || seconds > left) return reply;
      left -= seconds;
      options.onWait?.(seconds);
      await wait(seconds * 1000, undefined, options.signal && { signal: options.signal });
    }
  };
}

/**
 * Returns the number of seconds given by `Retry-After`, which contains a number or a date, or undefined if the
 * header is missing or invalid. The result is at least one second, so that a server cannot cause a busy loop.
 */
function requestedPause(headers: Headers): number | undefined {
  const value = headers.get("retry-after");
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 1);
}

export function get({ base, ask }: Session, path: string, token?: string, query = ""): Promise<Reply> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return ask(`${base}${path}${query}`, { headers });
}

/** Returns the outcome and an explanation for an unexpected status or a missing response. */
export function otherwise(reply: Reply, base: string): readonly [CheckOutcome, string] {
  if ("failed" in reply) return ["fault", `no response: ${reply.failed}`];
  const { status, headers } = reply;
  if (status === 429) {
    const reason = headers.has("retry-after")
      ? `and requests pauses of more than ${patience} s in total`
      : "without a Retry-After header";
    return ["skipped", `not checked: the server limits requests (429) ${reason}`];
  }
  const location = headers.get("location");
  if (status < 300 || status > 399 || location === null)
    return ["fault", `the response has status ${status}`];
  if (!URL.canParse(location, base))
    return ["fault", `the response has status ${status}, a redirect without a valid address`];
  // The query is omitted because it may contain credentials.
  const { host, pathname } = new URL(location, base);
  return [
    "fault",
    `the response has status ${status}, a redirect to ${host}${pathname}; redirects are not followed`,
  ];
}

/** Masks secrets and control characters in server messages, which may echo the request. */
export function withoutSecrets(text: string, secrets: ReadonlySet<string>): string {
  let shown = text;
  for (const secret of secrets) {
    // A secret with fewer than six characters may occur in ordinary words.
    if (secret.length < 6) continue;
    shown = shown.replaceAll(secret, "***").replaceAll(encodeURIComponent(secret), "***");
  }
  return shown.replace(/\p{C}/gu, "?");
}
