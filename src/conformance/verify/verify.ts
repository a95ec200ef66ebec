import { setTimeout as wait } from "node:timers/promises";
import { isLoopback } from "../../connectors/safe-url.js";
import { receivedBody, jsonValue } from "./body.js";
import { checkResult, type CheckResult } from "./checks.js";
import { hasStatus, type Reply } from "./client.js";
import { checkEntries, checkPulls, checkReferences, type ServedEntry, type ListPath } from "./entries.js";
import { findWrappedList, moreInHeaders } from "./envelope.js";
import { checkPosting } from "./posting.js";
import { checkRecords } from "./records.js";
import { checkRefusals } from "./refusals.js";
import {
  askWithRetries,
  get,
  otherwise,
  withoutSecrets,
  type Note,
  type Session,
  type VerifyOptions,
} from "./session.js";
import { contentType, isJson, signIn, type Method } from "./sign-in.js";

/**
 * This module acts as the platform to test Lading's or a partner's implementation of the interface (`docs/interface.md`
 * sections 4.2, 5 and 7). The test signs in, fetches each list twice, fetches changes, and posts an invoice if
 * permitted. Only violations of the interface are faults. Recommendations are reported as advice.
 */

const paths: readonly ListPath[] = ["/staff", "/charge-codes", "/tax-codes"];

/**
 * Returns all checks with their outcomes, in a fixed order. Faults in the implementation never cause an exception.
 */
export async function verify(options: VerifyOptions): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  const { bearer, oauth } = options;
  const secrets = new Set([bearer, oauth?.clientSecret].filter((secret) => secret !== undefined));
  const note: Note = (check, subject, outcome, detail) => {
    const shown = detail === undefined ? undefined : withoutSecrets(detail, secrets);
    results.push(checkResult(check, subject, outcome, shown));
  };
  const base = options.url.replace(/\/+$/, "");
  const session: Session = {
    options,
    base,
    note,
    judge: (check, subject, wrong, outcome = "fault") =>
      note(check, subject, wrong === undefined ? "conforms" : outcome, wrong),
    ask: askWithRetries(options),
    secrets,
  };

  const bare = new Map<ListPath, Reply>();
  for (const path of paths) bare.set(path, await get(session, path));
  if (!judgeAddress(session, [...bare.values()])) return results;

  const methods = await signIn(session, paths);
  const [method, other] = methods;
  const lists = new Map<ListPath, readonly ServedEntry[]>();
  const absent = new Map<ListPath, number>();
  for (const [path, refused] of bare) {
    const reply = method?.replies.get(path) ?? refused;
    if (hasStatus(reply, 404, 501)) {
      note("status", path, "skipped", `not offered (${reply.status}); the list is optional`);
      absent.set(path, reply.status);
      continue;
    }
    await checkRefusals(session, path, refused, method?.token, true);
    if (method === undefined) {
      note("status", path, "skipped", "not checked: no sign-in succeeded");
      continue;
    }
    const entries = await checkList(session, path, reply, method);
    if (entries === undefined) continue;
    lists.set(path, entries);
    if (other !== undefined) compareMethods(session, path, other, entries);
  }
  const [chargeCodes, taxCodes] = [lists.get("/charge-codes"), lists.get("/tax-codes")];
  if (chargeCodes !== undefined && taxCodes !== undefined) {
    const { outcome, detail } = checkReferences(chargeCodes, taxCodes);
    note("reference", "/charge-codes", outcome, detail);
  } else if (chargeCodes !== undefined) {
    const status = absent.get("/tax-codes");
    const reason = status === undefined ? "could not be read" : `is not offered (${status})`;
    note("reference", "/charge-codes", "skipped", `not checked: /tax-codes ${reason}`);
  }
  const hasLists = absent.size < paths.length;
  const { hasRecords, jobs } = await checkRecords(session, method?.token, !hasLists);
  const nothing = "nothing found (404); specify the address without /staff";
  session.judge("offered", base, hasLists || hasRecords ? undefined : nothing);
  if (hasRecords && method !== undefined) await checkPosting(session, method.token, jobs);
  return results;
}

/** Returns true if at least one response was received. */
function judgeAddress({ base, judge }: Session, replies: readonly Reply[]): boolean {
  const { protocol, hostname } = new URL(base);
  const isPrivate = protocol === "https:" || isLoopback(hostname.replace(/^\[|\]$/g, ""));
  judge(
    "encrypted",
    base,
    isPrivate ? undefined : "the address starts with http://, so requests are not encrypted",
    "advice",
  );
  const failures = replies.flatMap((reply) => ("failed" in reply ? [reply.failed] : []));
  const isReachable = failures.length < replies.length;
  judge("reachable", base, isReachable ? undefined : failures[0]);
  return isReachable;
}

/** Checks a list, fetches the list again after a pause, and compares the two copies. */
async function checkList(
  session: Session,
  path: ListPath,
  reply: Reply,
  { token }: Method,
): Promise<readonly ServedEntry[] | undefined> {
  const { options, note } = session;
  const first = judgeAnswer(session, path, reply);
  if (first === undefined) return undefined;
  const now = options.now?.() ?? new Date();
  for (const { check, outcome, detail } of checkEntries(path, first, options.taxMode, now)) {
    note(check, path, outcome, detail);
  }
  await wait(options.pause, undefined, options.signal && { signal: options.signal });
  const again = await get(session, path, token);
  const second = entriesOf(again, path);
  if (second !== undefined) {
    for (const { check, outcome, detail } of checkPulls(first, second)) note(check, path, outcome, detail);
  } else if (hasStatus(again, 200)) {
    note("stable", path, "fault", "the second request did not return the list");
  } else {
    note("stable", path, ...otherwise(again, session.base));
  }
  return first;
}

function judgeAnswer(
  { base, note, judge }: Session,
  path: ListPath,
  reply: Reply,
): readonly ServedEntry[] | undefined {
  if ("failed" in reply) {
    note("arrives", path, "fault", `no response: ${reply.failed}`);
    return undefined;
  }
  const { status, headers, broken } = reply;
  if (status !== 200) {
    note("status", path, ...otherwise(reply, base));
    return undefined;
  }
  note("status", path, "conforms");
  judge("arrives", path, broken);
  if (broken !== undefined) return undefined;
  const type = `the header Content-Type is ${contentType(headers)}`;
  judge("content_type", path, isJson(headers) ? undefined : type);
  const body = receivedBody(reply.body);
  if (!("value" in body)) {
    const packing = headers.get("content-encoding");
    const unpacked =
      packing === null ? "" : ` after decompression by its header Content-Encoding (${packing})`;
    note("json", path, "fault", body.error + unpacked);
    return undefined;
  }
  note("json", path, "conforms");
  const { entries, where, error, more } = findWrappedList(body.value, path);
  const found = where === undefined ? undefined : `found in ${where}`;
  note("list_shape", path, error === undefined ? "conforms" : "fault", error ?? found);
  if (entries === undefined) return undefined;
  const rest = more ?? moreInHeaders(headers, entries.length);
  judge("full_list", path, rest);
  return entries;
}

function entriesOf(reply: Reply, path: ListPath): readonly ServedEntry[] | undefined {
  return hasStatus(reply, 200) ? findWrappedList(jsonValue(reply.body), path).entries : undefined;
}

function compareMethods(
  { base, note, judge }: Session,
  path: ListPath,
  { name, replies }: Method,
  expected: readonly ServedEntry[],
): void {
  const reply = replies.get(path);
  const entries = reply && entriesOf(reply, path);
  const ids = (of: readonly ServedEntry[]) =>
    of
      .map((entry) => String(entry["external_id"]))
      .sort()
      .join("\n");
  if (entries !== undefined) {
    const other = `the list has different entries with ${name} than with the first sign-in method`;
    judge("same_for_both", path, ids(entries) === ids(expected) ? undefined : other);
  } else if (reply !== undefined) {
    const [outcome, detail] = otherwise(reply, base);
    note("same_for_both", path, outcome, outcome === "fault" ? `with ${name}: ${detail}` : detail);
  }
}
