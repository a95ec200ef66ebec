import { randomBytes } from "node:crypto";
import { isLive } from "../store/credentials/credentials.js";
import { digestOf, matches, secretIdOf } from "../store/credentials/secret.js";
import type { AnswerHeaders, Request } from "./answer.js";
import { addressKey, type FailedSignIns } from "./failed-sign-ins.js";
import type { CredentialSource, KnownCredentials } from "./known-credentials.js";
import { hour } from "../model/time-spans.js";

/**
 * Sessions on the operators' port. A person signs in with the access key from `lading operator create`. In return, the
 * browser receives a cookie that scripts cannot read and other sites cannot send. Sessions exist only in this process
 * and end after 12 hours or when the key is revoked.
 */

export interface Operator {
  /** Public ID of the credential. */
  readonly credential: string;
  readonly name: string;
  /** ID of the session. This ID cannot be used to sign in. */
  readonly session: string;
}

export interface Sessions {
  operatorOf(request: Request): Promise<Operator | undefined>;
  signIn(secret: string, request: Request): Promise<SignedIn>;
  signOut(request: Request): AnswerHeaders;
  /** Ends sessions that have expired or whose key was revoked. */
  endOld(): Promise<void>;
  /** Replaces the function that receives the ID of each session that ends. */
  onEnd(ended: (session: string) => void): void;
}

type SignedIn =
  | { readonly operator: Operator; readonly headers: AnswerHeaders }
  /** Number of seconds to wait after too many failed attempts. Undefined if no wait is required. */
  | { readonly refused: number | undefined };

/** Lifetime of a session in milliseconds, long enough for a working day. */
const lifetime = 12 * hour;

/** Maximum number of sessions, so that repeated sign-ins cannot fill the memory. */
const mostSessions = 1_000;

export function openSessions(
  credentials: CredentialSource,
  failures: FailedSignIns,
  now: () => Date,
): Sessions {
  const sessions = new Map<string, { readonly credential: string; readonly until: number }>();
  let ended: (session: string) => void = () => undefined;
  const end = (session: string): void => {
    if (sessions.delete(session)) ended(session);
  };
  const operatorIn = (session: string, credentialsNow: KnownCredentials): Operator | undefined => {
    const found = sessions.get(session);
    if (found === undefined || found.until <= now().getTime()) return undefined;
    const known = credentialsNow.operator(found.credential);
    if (known === undefined || !isLive(known, now())) return undefined;
    return { credential: known.id, name: known.name, session };
  };
  return {
    async operatorOf(request) {
      const session = digestOf(cookieOf(request));
      return sessions.has(session) ? operatorIn(session, await credentials()) : undefined;
    },
    async signIn(secret, request) {
      const known = (await credentials()).operator(secretIdOf(secret));
      if (!matches(secret, known?.digest) || known === undefined || !isLive(known, now())) {
        return { refused: failures.count([addressKey(request.address)]) };
      }
      const cookie = randomBytes(32).toString("base64url");
      const session = digestOf(cookie);
      const oldest = sessions.keys().next();
      if (sessions.size >= mostSessions && oldest.done !== true) end(oldest.value);
      sessions.set(session, { credential: known.id, until: now().getTime() + lifetime });
      return {
        operator: { credential: known.id, name: known.name, session },
        headers: { "set-cookie": `${cookieName(request)}=${cookie}${cookieAttributes(request)}` },
      };
    },
    signOut(request) {
      end(digestOf(cookieOf(request)));
      return { "set-cookie": `${cookieName(request)}=${cookieAttributes(request)}; Max-Age=0` };
    },
    async endOld() {
      if (sessions.size === 0) return;
      const known = await credentials();
      for (const session of [...sessions.keys()]) {
        if (operatorIn(session, known) === undefined) end(session);
      }
    },
    onEnd(listener) {
      ended = listener;
    },
  };
}

/**
 * True if a request to change something came or may have come from another site. Browsers send the origin of the page
 * that contains the form, which pages cannot forge.
 */
export function isForged({ headers }: Request): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return true;
  return origin === undefined || !URL.canParse(origin) || new URL(origin).host !== host;
}

/** Cookies ignore ports, so two servers on one machine must use different names. */
function cookieName({ headers }: Request): string {
  return `lading_operator_${/:(\d+)$/.exec(headers.host ?? "")?.[1] ?? "80"}`;
}

function cookieAttributes({ headers }: Request): string {
  const isSecure = headers.origin?.startsWith("https:") === true;
  return `; Path=/; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
}

function cookieOf(request: Request): string {
  const name = `${cookieName(request)}=`;
  const cookies = (request.headers.cookie ?? "").split(/;\s*/);
  return cookies.find((each) => each.startsWith(name))?.slice(name.length) ?? "";
}
