import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { TaxMode } from "../records/account.js";
import { isLoopback } from "../workspace/server-settings.js";
import { finding, type CheckName, type Finding, type Outcome } from "./checks.js";
import { call, CallFailed, type Called } from "./client.js";
import { checkEntries, checkPulls, checkReferences, type Entry, type ListPath } from "./entries.js";

/**
 * Plays the platform against an implementation of the three lists, ours or a partner's own (`interface.md` sections 4.2, 5
 * and 7): signs in, pulls each list twice, and judges what the interface shows, nothing else.
 */

export interface VerifyOptions {
  /** The base address; `/staff` is added to it. */
  readonly url: string;
  readonly bearer?: string | undefined;
  readonly oauth?:
    { readonly tokenUrl: string; readonly clientId: string; readonly clientSecret: string } | undefined;
  readonly taxMode: TaxMode;
  /** Seconds that one answer may take. */
  readonly seconds: number;
  /** Milliseconds between the two pulls of a list. */
  readonly pause: number;
  readonly now?: () => Date;
}

const paths: readonly ListPath[] = ["/staff", "/charge-codes", "/tax-codes"];

/** Every check with its outcome, in a fixed order. Never throws for what the implementation does wrong. */
export async function verify(options: VerifyOptions): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const note = (check: CheckName, subject: string, outcome: Outcome, detail?: string) => {
    findings.push(finding(check, subject, outcome, detail));
  };
  const session: Session = { options, note, base: options.url.replace(/\/+$/, "") };

  if (!(await checkReachable(session))) return findings;
  const methods = await signIn(session);
  const lists = new Map<ListPath, readonly Entry[]>();
  let offered = 0;
  for (const path of paths) {
    const [method, other] = methods;
    const answered = await checkRefusals(session, path, method?.token);
    if (answered === "not offered") continue;
    offered += 1;
    if (method === undefined) {
      note("status", path, "skipped", "no way of signing in worked");
      continue;
    }
    const entries = await checkList(session, path, method);
    if (entries === undefined) continue;
    lists.set(path, entries);
    if (other !== undefined) await checkOtherMethod(session, path, other, entries);
  }
  note(
    "offered",
    "the lists",
    offered > 0 ? "conforms" : "fault",
    offered > 0 ? undefined : "all three are 404",
  );
  const [chargeCodes, taxCodes] = [lists.get("/charge-codes"), lists.get("/tax-codes")];
  if (chargeCodes !== undefined && taxCodes !== undefined) {
    const { outcome, detail } = checkReferences(chargeCodes, taxCodes);
    note("reference", "/charge-codes", outcome, detail);
  } else if (chargeCodes !== undefined) {
    note("reference", "/charge-codes", "skipped", "/tax-codes could not be read");
  }
  return findings;
}

interface Session {
  readonly options: VerifyOptions;
  readonly base: string;
  readonly note: (check: CheckName, subject: string, outcome: Outcome, detail?: string) => void;
}

/** A way of signing in that was handed over, with its token. */
interface Method {
  readonly name: "bearer token" | "OAuth 2.0";
  readonly token: string;
}

async function checkReachable({ options, base, note }: Session): Promise<boolean> {
  const { protocol, hostname } = new URL(base);
  const isPrivate = protocol === "https:" || isLoopback(hostname.replace(/^\[|\]$/g, ""));
  note(
    "encrypted",
    base,
    isPrivate ? "conforms" : "advice",
    isPrivate ? undefined : "the address is plain http",
  );
  try {
    await call(`${base}/staff`, {}, options.seconds);
    note("reachable", base, "conforms");
    return true;
  } catch (error) {
    note("reachable", base, "fault", failedBecause(error));
    return false;
  }
}

async function signIn(session: Session): Promise<readonly Method[]> {
  const { bearer, oauth } = session.options;
  const methods: Method[] = [];
  if (bearer !== undefined) methods.push({ name: "bearer token", token: bearer });
  if (oauth !== undefined) {
    const token = await buyAccessToken(session, oauth);
    if (token !== undefined) methods.push({ name: "OAuth 2.0", token });
  }
  const works: Method[] = [];
  for (const method of methods) {
    const check = method.name === "bearer token" ? "bearer_token" : "oauth_access";
    const statuses: number[] = [];
    const failures: string[] = [];
    for (const path of paths) {
      const answer = await attempt(session, path, authorization(method.token));
      if (typeof answer === "string") failures.push(answer);
      else statuses.push(answer.status);
    }
    if (statuses.includes(401) || statuses.length === 0) {
      const detail = statuses.length === 0 ? failures[0] : `answered with ${statuses.join(", ")}`;
      session.note(check, method.name, "fault", detail);
    } else {
      session.note(check, method.name, "conforms");
      works.push(method);
    }
  }
  return works;
}

async function buyAccessToken(
  { options, note }: Session,
  { tokenUrl, clientId, clientSecret }: NonNullable<VerifyOptions["oauth"]>,
): Promise<string | undefined> {
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const grant = { grant_type: "client_credentials" };
  const encode = (text: string) => new URLSearchParams({ text }).toString().slice("text=".length);
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`${encode(clientId)}:${encode(secret)}`).toString("base64")}`,
  });
  const ask = (headers: Record<string, string>, values: Record<string, string>) =>
    call(
      tokenUrl,
      { method: "POST", headers: { ...form, ...headers }, body: new URLSearchParams(values).toString() },
      options.seconds,
    );
  try {
    // The interface leaves open how the client names itself, so either way will do.
    let answer = await ask(basic(clientSecret), grant);
    let inForm = false;
    if (answer.status !== 200) {
      answer = await ask({}, { ...grant, client_id: clientId, client_secret: clientSecret });
      inForm = true;
    }
    const wrong = `${clientSecret.slice(0, -1)}${clientSecret.endsWith("x") ? "y" : "x"}`;
    const refused = inForm
      ? await ask({}, { ...grant, client_id: clientId, client_secret: wrong })
      : await ask(basic(wrong), grant);
    const isRefused = refused.status === 401 || refused.status === 400;
    note(
      "oauth_wrong_secret",
      "OAuth 2.0",
      isRefused ? "conforms" : "fault",
      isRefused ? undefined : `answered with ${refused.status}`,
    );

    const token = accessTokenOf(answer);
    if ("problem" in token) {
      note("oauth_token", "OAuth 2.0", "fault", token.problem);
      return undefined;
    }
    note("oauth_token", "OAuth 2.0", "conforms");
    const stored = !/\bno-store\b/i.test(answer.headers.get("cache-control") ?? "");
    note(
      "oauth_not_stored",
      "OAuth 2.0",
      stored ? "advice" : "conforms",
      stored ? "the header is missing" : undefined,
    );
    return token.token;
  } catch (error) {
    note("oauth_token", "OAuth 2.0", "fault", failedBecause(error));
    return undefined;
  }
}

function accessTokenOf(answer: Called): { token: string } | { problem: string } {
  if (answer.status !== 200) return { problem: `the token URL answered with ${answer.status}` };
  const value = parsed(answer);
  if (value === undefined || typeof value !== "object" || value === null)
    return { problem: "the answer is not a JSON object" };
  const { access_token: token, token_type: type } = value as Record<string, unknown>;
  if (typeof token !== "string" || token === "") return { problem: "the answer has no access_token" };
  if (typeof type !== "string" || type.toLowerCase() !== "bearer")
    return { problem: "token_type is not Bearer" };
  return { token };
}

/** What must be 401: nothing, something wrong, something in the wrong place. */
async function checkRefusals(
  session: Session,
  path: ListPath,
  token: string | undefined,
): Promise<"offered" | "not offered"> {
  const bare = await attempt(session, path, {});
  const known = token === undefined ? bare : await attempt(session, path, authorization(token));
  if (isAbsent(known)) {
    session.note("status", path, "skipped", "not offered (404); the list is optional");
    return "not offered";
  }
  const like = token ?? randomBytes(24).toString("base64url");
  const wrong = `${like.slice(0, -2)}${like.endsWith("zz") ? "yy" : "zz"}`;
  judgeRefusal(session, "no_credentials", path, bare);
  judgeRefusal(session, "wrong_credentials", path, await attempt(session, path, authorization(wrong)));
  if (token !== undefined) {
    const query = `?access_token=${encodeURIComponent(token)}`;
    judgeRefusal(session, "token_in_address", path, await attempt(session, path + query, {}));
  }
  judgeErrorCode(session, path, bare);
  return "offered";
}

function isAbsent(answer: Called | string): boolean {
  return typeof answer !== "string" && (answer.status === 404 || answer.status === 501);
}

function judgeRefusal({ note }: Session, check: CheckName, path: ListPath, answer: Called | string): void {
  if (typeof answer === "string") note(check, path, "fault", answer);
  else if (answer.status === 401) note(check, path, "conforms");
  else note(check, path, "fault", `answered with ${answer.status}`);
}

/** The shape of error bodies is open; where there is a code, it is lower_snake. */
function judgeErrorCode({ note }: Session, path: ListPath, answer: Called | string): void {
  if (typeof answer === "string" || answer.status < 400) return;
  const body = parsed(answer);
  const error = (body as { error?: unknown } | null | undefined)?.error;
  const code = typeof error === "string" ? error : (error as { code?: unknown } | null | undefined)?.code;
  if (typeof code !== "string") return;
  const right = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(code);
  note(
    "error_code",
    path,
    right ? "conforms" : "fault",
    right ? undefined : "the code of the error body is not",
  );
}

async function checkList(
  session: Session,
  path: ListPath,
  method: Method,
): Promise<readonly Entry[] | undefined> {
  const { options, note } = session;
  const now = options.now?.() ?? new Date();
  const answer = await attempt(session, path, authorization(method.token));
  const first = judgeAnswer(session, path, answer);
  if (first === undefined) return undefined;
  for (const { check, outcome, detail } of checkEntries(path, first, options.taxMode, now)) {
    note(check, path, outcome, detail);
  }
  await wait(options.pause);
  const again = await attempt(session, path, authorization(method.token));
  const second = typeof again === "string" ? undefined : listIn(parsed(again)).entries;
  if (second === undefined) note("stable", path, "fault", "the second call did not show the list");
  else for (const { check, outcome, detail } of checkPulls(first, second)) note(check, path, outcome, detail);
  return first;
}

function judgeAnswer(
  { note }: Session,
  path: ListPath,
  answer: Called | string,
): readonly Entry[] | undefined {
  if (typeof answer === "string") {
    note("status", path, "fault", answer);
    return undefined;
  }
  if (answer.status !== 200) {
    note("status", path, "fault", `answered with ${answer.status}`);
    return undefined;
  }
  note("status", path, "conforms");
  const type = answer.headers.get("content-type") ?? "";
  const isJson = /^application\/json\s*(?:;.*)?$/i.test(type);
  note(
    "content_type",
    path,
    isJson ? "conforms" : "fault",
    isJson ? undefined : `the type is ${type || "missing"}`,
  );
  const value = parsed(answer);
  if (value === undefined) {
    note("json", path, "fault", "the body cannot be read as JSON in UTF-8");
    return undefined;
  }
  note("json", path, "conforms");
  const { entries, problem, paging } = listIn(value);
  note("list_shape", path, problem === undefined ? "conforms" : "fault", problem);
  const next = /;\s*rel="?next\b/i.test(answer.headers.get("link") ?? "")
    ? "the Link header names a next page"
    : paging;
  note("full_list", path, next === undefined ? "conforms" : "fault", next);
  return entries;
}

interface ListIn {
  readonly entries?: readonly Entry[];
  readonly problem?: string;
  readonly paging?: string;
}

/** The list in an answer: the array itself, or the one array of the object that wraps it. */
function listIn(value: unknown): ListIn {
  if (Array.isArray(value)) return entriesIn(value);
  if (typeof value !== "object" || value === null)
    return { problem: "the body is neither a list nor an object" };
  const arrays = Object.values(value).filter((member) => Array.isArray(member));
  const [list] = arrays;
  if (list === undefined) return { problem: "the object has no list in it" };
  if (arrays.length > 1) return { problem: "the object has more than one list in it" };
  const more = Object.entries(value).find(
    ([key, member]) =>
      /next|cursor|has_?more/i.test(key) && member !== null && member !== false && member !== "",
  );
  return { ...entriesIn(list), ...(more && { paging: `the wrapping object announces more (${more[0]})` }) };
}

function entriesIn(list: readonly unknown[]): ListIn {
  const isObject = (entry: unknown) => typeof entry === "object" && entry !== null && !Array.isArray(entry);
  const odd = list.findIndex((entry) => !isObject(entry));
  return odd < 0 ? { entries: list as Entry[] } : { problem: `entry ${odd + 1} is not an object` };
}

async function checkOtherMethod(
  session: Session,
  path: ListPath,
  method: Method,
  expected: readonly Entry[],
): Promise<void> {
  const answer = await attempt(session, path, authorization(method.token));
  const other = typeof answer === "string" ? undefined : listIn(parsed(answer)).entries;
  const ids = (entries: readonly Entry[]) =>
    entries
      .map((entry) => String(entry["external_id"]))
      .sort()
      .join("\n");
  const same = other !== undefined && ids(other) === ids(expected);
  session.note(
    "same_for_both",
    path,
    same ? "conforms" : "fault",
    same ? undefined : `with ${method.name} the list has other entries`,
  );
}

function authorization(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** The answer, or why there is none. */
async function attempt(
  { base, options }: Session,
  path: string,
  headers: Record<string, string>,
): Promise<Called | string> {
  try {
    return await call(base + path, { headers }, options.seconds);
  } catch (error) {
    return failedBecause(error);
  }
}

function failedBecause(error: unknown): string {
  if (error instanceof CallFailed) return `no answer: ${error.message}`;
  throw error;
}

/** Undefined when the body is not JSON in UTF-8; a byte order mark is not allowed in JSON (RFC 8259 section 8.1). */
function parsed(answer: Called): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(answer.body);
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
