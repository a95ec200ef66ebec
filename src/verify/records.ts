import { randomUUID } from "node:crypto";
import { valueOf } from "./body.js";
import type { Reply } from "./client.js";
import { recordFaults, type ListEntry, type RecordPath } from "./entries.js";
import { findWrappedList } from "./envelope.js";
import { checkRefusals } from "./refusals.js";
import { get, otherwise, type Session } from "./session.js";

/** What the platform fetches one by one, and the lists that tell what changed (`docs/interface.md` section 4.2). */

export const recordPaths: readonly RecordPath[] = ["/orgs", "/jobs", "/payables-invoices"];

/** How many records are fetched of each type. */
const fetched = 5;

export async function checkRecords(
  session: Session,
  path: RecordPath,
  token: string | undefined,
  inAddress: boolean,
): Promise<void> {
  const { note, base } = session;
  if (token === undefined) {
    note("window", path, "skipped", "not looked at: no way of signing in worked");
    return;
  }
  const bare = await get(session, path);
  const reply = await get(session, path, token);
  if (!("failed" in reply) && (reply.status === 404 || reply.status === 501)) {
    note("window", path, "skipped", `not offered (${reply.status}); where events are sent, it need not be`);
    return;
  }
  await checkRefusals(session, path, bare, token, inAddress);
  const items = itemsOf(reply, path);
  if (items === undefined) {
    const isRight = !("failed" in reply) && reply.status === 200;
    note("window", path, ...(isRight ? (["fault", "the body is no list"] as const) : otherwise(reply, base)));
    return;
  }
  note("window", path, "conforms");
  const odd = items.findIndex(
    (item) => typeof item["external_id"] !== "string" || Object.keys(item).length !== 1,
  );
  note("ids_alone", path, odd < 0 ? "conforms" : "fault", odd < 0 ? undefined : `item ${odd + 1} does not`);
  await checkParameters(session, path, token);
  await checkNobody(session, path, token);
  const ids = items.map((item) => item["external_id"]).filter((id) => typeof id === "string");
  if (ids.length === 0) {
    note("record", path, "skipped", "not looked at: nothing is listed");
    return;
  }
  const records = await fetchSome(session, path, token, ids.slice(0, fetched));
  const [first] = records;
  if (first !== undefined) await checkBounds(session, path, token, first);
}

function itemsOf(reply: Reply, path: string): readonly ListEntry[] | undefined {
  if ("failed" in reply || reply.status !== 200) return undefined;
  return findWrappedList(valueOf(reply.body), path).entries;
}

async function checkParameters(session: Session, path: RecordPath, token: string): Promise<void> {
  const time = "2026-03-01T00:00:00Z";
  const faults: string[] = [];
  for (const [what, query] of [
    ["a date alone as updated_after", "?updated_after=2026-03-01"],
    ["a date alone as updated_before", `?updated_after=${time}&updated_before=2026-03-02`],
    ["updated_before without updated_after", `?updated_before=${time}`],
    ["updated_after=yesterday", "?updated_after=yesterday"],
    ["updated_after=2026-02-30T00:00:00Z, which is no day", "?updated_after=2026-02-30T00:00:00Z"],
  ] as const) {
    const reply = await get(session, path, token, query);
    if (!("failed" in reply) && reply.status === 400) continue;
    faults.push(`${what}: ${otherwise(reply, session.base)[1]}`);
  }
  const isRight = faults.length === 0;
  session.note(
    "window_refused",
    path,
    isRight ? "conforms" : "fault",
    isRight ? undefined : faults.join("; "),
  );
}

async function checkNobody(session: Session, path: RecordPath, token: string): Promise<void> {
  const reply = await get(session, `${path}/${randomUUID()}`, token);
  if (!("failed" in reply) && reply.status === 404) session.note("no_such_record", path, "conforms");
  else session.note("no_such_record", path, ...otherwise(reply, session.base));
}

async function fetchSome(
  session: Session,
  path: RecordPath,
  token: string,
  ids: readonly string[],
): Promise<readonly ListEntry[]> {
  const { note, base } = session;
  const records: ListEntry[] = [];
  const faults = new Set<string>();
  for (const id of ids) {
    const reply = await get(session, `${path}/${encodeURIComponent(id)}`, token);
    const record = "failed" in reply || reply.status !== 200 ? undefined : valueOf(reply.body);
    if (record === undefined) {
      note("record", path, ...otherwise(reply, base));
      return records;
    }
    if ((record as ListEntry | null)?.["external_id"] !== id) {
      note("record", path, "fault", "the body is not the record of the id");
      return records;
    }
    records.push(record as ListEntry);
    for (const fault of recordFaults(path, record as ListEntry)) faults.add(fault);
  }
  note("record", path, "conforms");
  const isRight = faults.size === 0;
  note("record_fields", path, isRight ? "conforms" : "fault", isRight ? undefined : [...faults].join("; "));
  return records;
}

/** A window that begins at the time of a record has it, and one that ends there has not. */
async function checkBounds(
  session: Session,
  path: RecordPath,
  token: string,
  { external_id: id, updated_at: at }: ListEntry,
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
    !("failed" in again) && (valueOf(again.body) as ListEntry | undefined)?.["updated_at"] === at;
  const { note } = session;
  if (from === true && until === false) note("window_bounds", path, "conforms");
  else if (!isSame) note("window_bounds", path, "skipped", "not looked at: the record changed meanwhile");
  else if (from !== true)
    note("window_bounds", path, "fault", "a window that begins at a record's updated_at lacks it");
  else note("window_bounds", path, "fault", "a window that ends at a record's updated_at has it");
}
