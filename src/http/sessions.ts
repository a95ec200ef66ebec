import { randomBytes } from "node:crypto";
import { isLive } from "../store/credentials/credentials.js";
import { digestOf, matches, secretIdOf } from "../store/credentials/secret.js";
import type { AnswerHeaders, Request } from "./answer.js";
import { addressKey, type FailedSignIns } from "./failed-sign-ins.js";
import type { CredentialSource } from "./known-credentials.js";
import { hour } from "../model/time-spans.js";

/**
 * Sessions of people on the operators' port. A person signs in with the access key of `lading operator create`; the browser then
 * has a cookie that scripts cannot read and other sites cannot send. Sessions are kept in this process only, and end with the key.
 */

export interface Operator {
  /** Public id of the credential. */
  readonly credential: string;
  readonly name: string;
}

export interface Sessions {
  /** Who asks; undefined for nobody who is signed in. */
  operatorOf(request: Request): Promise<Operator | undefined>;
  signIn(secret: string, request: Request): Promise<SignedIn>;
  signOut(request: Request): AnswerHeaders;
}

type SignedIn =
  | { readonly operator: Operator; readonly headers: AnswerHeaders }
  /** Seconds to wait, where somebody tried too often. */
  | { readonly refused: number | undefined };

/** A working day; whoever works on signs in once more. */
const longest = 12 * hour;

/** Somebody who signs in again and again fills no memory. */
const mostSessions = 1_000;

export function openSessions(
  credentials: CredentialSource,
  failures: FailedSignIns,
  now: () => Date,
): Sessions {
  const sessions = new Map<string, { readonly credential: string; readonly until: number }>();
  return {
    async operatorOf(request) {
      const session = sessions.get(digestOf(cookieOf(request)));
      if (session === undefined || session.until <= now().getTime()) return undefined;
      const known = (await credentials()).operator(session.credential);
      if (known === undefined || !isLive(known, now())) return undefined;
      return { credential: known.id, name: known.name };
    },
    async signIn(secret, request) {
      const known = (await credentials()).operator(secretIdOf(secret));
      if (!matches(secret, known?.digest) || known === undefined || !isLive(known, now())) {
        return { refused: failures.count([addressKey(request.address)]) };
      }
      const session = randomBytes(32).toString("base64url");
      const oldest = sessions.keys().next();
      if (sessions.size >= mostSessions && oldest.done !== true) sessions.delete(oldest.value);
      sessions.set(digestOf(session), { credential: known.id, until: now().getTime() + longest });
      const operator = { credential: known.id, name: known.name };
      return { operator, headers: { "set-cookie": `${cookieName(request)}=${session}${guards(request)}` } };
    },
    signOut(request) {
      sessions.delete(digestOf(cookieOf(request)));
      return { "set-cookie": `${cookieName(request)}=${guards(request)}; Max-Age=0` };
    },
  };
}

/**
 * Why a request that would change something is not taken; undefined when it comes from a page of ours. A browser says with each
 * form from which page it is, and no page can make it say another.
 */
export function isForged({ headers }: Request): boolean {
  const { origin, host } = headers;
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin") return true;
  return origin === undefined || !URL.canParse(origin) || new URL(origin).host !== host;
}

/** Cookies know no ports: two servers on one machine keep theirs apart by the name. */
function cookieName({ headers }: Request): string {
  return `lading_operator_${/:(\d+)$/.exec(headers.host ?? "")?.[1] ?? "80"}`;
}

function guards({ headers }: Request): string {
  const isSecure = headers.origin?.startsWith("https:") === true;
  return `; Path=/; HttpOnly; SameSite=Strict${isSecure ? "; Secure" : ""}`;
}

function cookieOf(request: Request): string {
  const name = `${cookieName(request)}=`;
  const cookies = (request.headers.cookie ?? "").split(/;\s*/);
  return cookies.find((each) => each.startsWith(name))?.slice(name.length) ?? "";
}
