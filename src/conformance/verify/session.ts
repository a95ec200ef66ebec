import { setTimeout as wait } from "node:timers/promises";
import type { TaxMode } from "../../model/account.js";
import type { CheckName, CheckOutcome } from "./checks.js";
import type { RecordPath } from "./entries.js";
import { call, type Call, type Reply } from "./client.js";

/** One verification: what it was given, its calls, and what an answer other than the expected one amounts to. */

export interface VerifyOptions {
  /** The base address; `/staff` is added to it. */
  readonly url: string;
  readonly bearer?: string | undefined;
  readonly oauth?:
    | { readonly tokenUrl: string; readonly clientId: string; readonly clientSecret: string }
    | undefined;
  readonly taxMode: TaxMode;
  /** Ids of what is fetched one by one, for where none are listed. */
  readonly ids?: Readonly<Partial<Record<RecordPath, string>>>;
  /** Whether an invoice may be posted. */
  readonly post?: boolean;
  /** Seconds that one answer may take. */
  readonly seconds: number;
  /** Milliseconds between the two pulls of a list. */
  readonly pause: number;
  readonly now?: () => Date;
  /** Ends the verification; it then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Told before it waits so many seconds, because the server limits calls. */
  readonly onWait?: (seconds: number) => void;
}

export interface Session {
  readonly options: VerifyOptions;
  readonly base: string;
  readonly note: Note;
  /** Notes that it conforms where nothing is wrong; else what that amounts to, a fault when omitted. */
  readonly judge: (check: CheckName, subject: string, wrong?: string, amountsTo?: CheckOutcome) => void;
  /** One call; an answer of 429 is waited for as long as there is patience. */
  readonly ask: (url: string, request: Call) => Promise<Reply>;
  /** What must never be shown, whoever says it. */
  readonly secrets: Set<string>;
}

export type Note = (check: CheckName, subject: string, outcome: CheckOutcome, detail?: string) => void;

/** Seconds that all pauses together may take which the server asks for: a minute's window, and a little. */
const patience = 65;

export function askPatiently(options: VerifyOptions): Session["ask"] {
  let left = patience;
  return async (url, request) => {
    for (;;) {
      const reply = await call(url, request, options);
      const seconds = "failed" in reply || reply.status !== 429 ? undefined : pauseAsked(reply.headers);
      if (seconds === undefined || seconds > left) return reply;
      left -= seconds;
      options.onWait?.(seconds);
      await wait(seconds * 1000, undefined, options.signal && { signal: options.signal });
    }
  };
}

/** Seconds of `Retry-After`, which has a number of them or a date; at least one, so that no server makes us spin. */
function pauseAsked(headers: Headers): number | undefined {
  const asked = headers.get("retry-after");
  if (asked === null) return undefined;
  const seconds = /^\d+$/.test(asked) ? Number(asked) : Math.ceil((Date.parse(asked) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 1);
}

export function get({ base, ask }: Session, path: string, token?: string, query = ""): Promise<Reply> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return ask(`${base}${path}${query}`, { headers });
}

/** What a reply amounts to whose status is not the one that a rule demands. */
export function otherwise(reply: Reply, base: string): readonly [CheckOutcome, string] {
  if ("failed" in reply) return ["fault", `no answer: ${reply.failed}`];
  const { status, headers } = reply;
  if (status === 429) {
    const reason = headers.has("retry-after")
      ? `and asks for a longer pause than ${patience} s in all`
      : "and does not say for how long (no Retry-After)";
    return ["skipped", `not looked at: the server limits calls (429) ${reason}`];
  }
  const location = headers.get("location");
  if (status < 300 || status > 399 || location === null) return ["fault", `answered with ${status}`];
  if (!URL.canParse(location, base)) return ["fault", `answered with ${status}, a redirect to no address`];
  // Not the query: there may be something in it that signs in.
  const { host, pathname } = new URL(location, base);
  return ["fault", `answered with ${status}, a redirect to ${host}${pathname}; no redirect is followed`];
}

/** Texts of the other side may bring along what it was sent, and signs that terminals obey. */
export function withoutSecrets(text: string, secrets: ReadonlySet<string>): string {
  let shown = text;
  for (const secret of secrets) {
    // A shorter one stands in ordinary words.
    if (secret.length < 6) continue;
    shown = shown.replaceAll(secret, "***").replaceAll(encodeURIComponent(secret), "***");
  }
  return shown.replace(/\p{C}/gu, "?");
}
