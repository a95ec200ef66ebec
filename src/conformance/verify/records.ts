import { randomUUID } from "node:crypto";
import { jsonValue } from "./body.js";
import { hasStatus, type Reply } from "./client.js";
import { recordFaults, type ServedEntry, type RecordPath } from "./entries.js";
import { findWrappedList } from "./envelope.js";
import { checkRefusals } from "./refusals.js";
import { get, otherwise, type Session } from "./session.js";

/**
 * This module checks records that the platform fetches individually, and the lists of changes (`docs/interface.md`
 * section 4.2).
 */

/**
 * The order is important because an invoice refers to its job, and both refer to organizations. Therefore, even
 * without lists, the other records can be found from the ID of a single invoice.
 */
const recordPaths: readonly RecordPath[] = ["/payables-invoices", "/jobs", "/orgs"];

const recordsPerType = 5;

export interface RecordsResult {
  /** True if a list of changes or a record was found. */
  readonly hasRecords: boolean;
  readonly jobs: readonly Buffer[];
}

interface FetchedRecord {
  readonly record: ServedEntry;
  readonly body: Buffer;
}

export async function checkRecords(
  session: Session,
  token: string | undefined,
  inAddress: boolean,
): Promise<RecordsResult> {
  const { note, options } = session;
  if (token === undefined) {
    for (const path of recordPaths) note("window", path, "skipped", "not checked: no sign-in succeeded");
    return { hasRecords: false, jobs: [] };
  }
  const windows = new Map<RecordPath, Reply>();
  for (const path of recordPaths) windows.set(path, await get(session, path, token));
  const polled = recordPaths.filter((path) => !isAbsent(windows.get(path)));
  const isPolled = [...windows].some(([path, reply]) => itemsOf(reply, path) !== undefined);
  const known = new Map(recordPaths.map((path) => [path, new Set<string>()]));
  const records = new Map<RecordPath, readonly FetchedRecord[]>();
  for (const [path, reply] of windows) {
    const given = options.ids?.[path];
    const ids = new Set([...(given === undefined ? [] : [given]), ...(known.get(path) ?? [])]);
    if (isAbsent(reply)) noteNoWindow(session, path, polled, ids.size > 0);
    else {
      const listed = await checkWindow(session, path, reply, token, inAddress);
      for (const id of listed ?? []) ids.add(id);
      // Faults in the list of changes have already been reported.
      if (ids.size === 0 && listed === undefined) continue;
    }
    const found = await checkSome(session, path, token, [...ids].slice(0, recordsPerType), isAbsent(reply));
    records.set(path, found);
    for (const { record } of found) for (const [to, id] of referencesOf(path, record)) known.get(to)?.add(id);
    const [first] = found;
    if (!isAbsent(reply) && first !== undefined) await checkBounds(session, path, token, first.record);
  }
  const hasRecords = isPolled || [...records.values()].some(({ length }) => length > 0);
  return {
    hasRecords,
    jobs: (records.get("/jobs") ?? []).map(({ body }) => body),
  };
}

function isAbsent(reply: Reply | undefined): boolean {
  return reply !== undefined && hasStatus(reply, 404, 501);
}

/**
 * Reports a missing list of changes. An implementation must provide either all three lists or none of them
 * (`docs/interface.md` section 1).
 */
function noteNoWindow(
  { note }: Session,
  path: RecordPath,
  polled: readonly RecordPath[],
  hasId: boolean,
): void {
  if (polled.length > 0) {
    note(
      "window",
      path,
      "fault",
      `not offered (404), but ${polled.join(" and ")} is; offer either all three or none`,
    );
    return;
  }
  const option = { "/orgs": "--org", "/jobs": "--job", "/payables-invoices": "--invoice" }[path];
  const hint = hasId ? "" : `; to check a record, specify its ID with ${option}`;
  note("window", path, "skipped", `not offered (404), which is correct if events are sent${hint}`);
}

/** Returns the listed IDs, or undefined if the response contains no list. */
async function checkWindow(
  session: Session,
  path: RecordPath,
  reply: Reply,
  token: string,
  inAddress: boolean,
): Promise<readonly string[] | undefined> {
  const { note, judge, base } = session;
  await checkRefusals(session, path, await get(session, path), token, inAddress);
  const items = itemsOf(reply, path);
  if (items === undefined) {
    if (hasStatus(reply, 200)) note("window", path, "fault", "the body is not a list");
    else note("window", path, ...otherwise(reply, base));
    return undefined;
  }
  note("window", path, "conforms");
  const odd = items.findIndex(
    (item) => typeof item["external_id"] !== "string" || Object.keys(item).length !== 1,
  );
  judge("ids_alone", path, odd < 0 ? undefined : `item ${odd + 1} does not consist of an external_id only`);
  await checkParameters(session, path, token);
  return items.map((item) => item["external_id"]).filter((id) => typeof id === "string");
}

/**
 * Requests records and an unknown ID. If there is no list of changes, also checks that unauthorized requests are
 * refused.
 */
async function checkSome(
  session: Session,
  path: RecordPath,
  token: string,
  ids: readonly string[],
  isFirst: boolean,
): Promise<readonly FetchedRecord[]> {
  const [first] = ids;
  if (isFirst && first === undefined) return [];
  if (isFirst && first !== undefined) {
    const at = `${path}/${encodeURIComponent(first)}`;
    await checkRefusals(session, path, await get(session, at), token, false, at);
  }
  await checkUnknownId(session, path, token);
  if (first !== undefined) return fetchSome(session, path, token, ids);
  session.note("record", path, "skipped", "not checked: the list contains no records");
  return [];
}

/** Creditors and jobs to which a record refers (`docs/interface.md` section 1.2, convention 6). */
function referencesOf(path: RecordPath, record: ServedEntry): readonly (readonly [RecordPath, string])[] {
  const elements = [record["accruals"], record["charge_lines"]].flatMap((list) =>
    Array.isArray(list) ? (list as (ServedEntry | null)[]) : [],
  );
  return [record, ...elements].flatMap((each) => {
    const id = (name: string) => (each?.[name] as ServedEntry | null | undefined)?.["external_id"];
    const [creditor, job] = [id("creditor"), path === "/payables-invoices" ? id("job") : undefined];
    return [
      ...(typeof creditor === "string" ? [["/orgs", creditor] as const] : []),
      ...(typeof job === "string" ? [["/jobs", job] as const] : []),
    ];
  });
}

function itemsOf(reply: Reply, path: string): readonly ServedEntry[] | undefined {
  return hasStatus(reply, 200) ? findWrappedList(jsonValue(reply.body), path).entries : undefined;
}

async function checkParameters(session: Session, path: RecordPath, token: string): Promise<void> {
  const time = "2026-03-01T00:00:00Z";
  const faults: string[] = [];
  for (const [what, query] of [
    ["a date without a time as updated_after", "?updated_after=2026-03-01"],
    ["a date without a time as updated_before", `?updated_after=${time}&updated_before=2026-03-02`],
    ["updated_before without updated_after", `?updated_before=${time}`],
    ["updated_after=yesterday", "?updated_after=yesterday"],
    ["updated_after=2026-02-30T00:00:00Z, which does not exist", "?updated_after=2026-02-30T00:00:00Z"],
  ] as const) {
    const reply = await get(session, path, token, query);
    if (hasStatus(reply, 400)) continue;
    faults.push(`${what}: ${otherwise(reply, session.base)[1]}`);
  }
  session.judge("window_refused", path, faults.join("; ") || undefined);
}

async function checkUnknownId(session: Session, path: RecordPath, token: string): Promise<void> {
  const reply = await get(session, `${path}/${randomUUID()}`, token);
  if (hasStatus(reply, 404)) session.note("no_such_record", path, "conforms");
  else session.note("no_such_record", path, ...otherwise(reply, session.base));
}

async function fetchSome(
  session: Session,
  path: RecordPath,
  token: string,
  ids: readonly string[],
): Promise<readonly FetchedRecord[]> {
  const { note, judge, base, options } = session;
  const records: FetchedRecord[] = [];
  const faults = new Set<string>();
  for (const id of ids) {
    const reply = await get(session, `${path}/${encodeURIComponent(id)}`, token);
    const record = hasStatus(reply, 200) ? jsonValue(reply.body) : undefined;
    if (record === undefined || "failed" in reply) {
      note("record", path, ...otherwise(reply, base));
      return records;
    }
    if ((record as ServedEntry | null)?.["external_id"] !== id) {
      note("record", path, "fault", "the body is not the record with this ID");
      return records;
    }
    records.push({ record: record as ServedEntry, body: reply.body });
    for (const fault of recordFaults(path, record as ServedEntry, options.taxMode)) faults.add(fault);
  }
  note("record", path, "conforms");
  judge("record_fields", path, [...faults].join("; ") || undefined);
  return records;
}

/**
 * Checks that a time window starting at a record's time contains the record, and that a window ending at that time
 * does not.
 */
async function checkBounds(
  session: Session,
  path: RecordPath,
  token: string,
  { external_id: id, updated_at: at }: ServedEntry,
): Promise<void> {
  const time = Date.parse(String(at));
  if (Number.isNaN(time)) return;
  const iso = (ms: number): string => new Date(ms).toISOString();
  const has = async (after: number, before: number): Promise<boolean | undefined> => {
    const query = `?updated_after=${iso(after)}&updated_before=${iso(before)}`;
    return itemsOf(await get(session, path, token, query), path)?.some((item) => item["external_id"] === id);
  };
  const [from, until] = [await has(time, time + 1000), await has(time - 1000, time)];
  const again = await get(session, `${path}/${encodeURIComponent(String(id))}`, token);
  const isSame =
    !("failed" in again) && (jsonValue(again.body) as ServedEntry | undefined)?.["updated_at"] === at;
  const { note } = session;
  if (from === true && until === false) note("window_bounds", path, "conforms");
  else if (!isSame)
    note("window_bounds", path, "skipped", "not checked: the record changed during the check");
  else if (from !== true)
    note("window_bounds", path, "fault", "a window that starts at a record's updated_at does not contain it");
  else note("window_bounds", path, "fault", "a window that ends at a record's updated_at contains it");
}
