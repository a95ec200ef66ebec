import { issue, type Issue } from "../../model/issues.js";
import type { Missing } from "../../mapping/mapping.js";
import type { AnyRecord, ObjectValue, RecordType, Value } from "../../model/record-type.js";
import { memorySpill } from "../../convert/spill.js";
import { Tally, withStale, type Sums } from "../../model/within.js";
import { traceOf, type Changes, type ShownChange, type Trace } from "./changes.js";
import { idOf } from "../../convert/accepted-rows.js";
import type {
  AcceptedRow,
  DeletedRow,
  OrderedRows,
  RejectedRecord,
  RowCounts,
} from "../../convert/evaluation.js";
import {
  changedFields,
  contentHash,
  entriesOf,
  oneByOne,
  type List,
  type Notes,
  type RemovedNote,
  type StoredEntry,
} from "./list.js";
import { asItIs, ListWriter, type Drafting } from "./list-writer.js";
import type { DeliveryCounts } from "./log.js";
import { hasIdAndMore } from "./moved-elements.js";
import { compareBytes } from "../../model/order.js";

/**
 * A delivery against the list before it (`docs/semantics.md` section 3): what the new list is, what changed, and why each
 * record that was not delivered is still there. Both sides are ordered by id and come some records at a time, so that one
 * walk along them makes the new list, whatever its size. The clock is given.
 */

export interface ReconcileSettings {
  /** `full`: what is not delivered is missing. `upsert` (a delta, an amendment): nothing is missing. */
  readonly delivery: "full" | "upsert";
  readonly missing: Missing;
  /** From how many full deliveries in a row a record is missing before `missing` applies; 1: at once. */
  readonly missingAfter: number;
  /** The part of the feed that was delivered; missing is judged inside it. Empty when the feed has one part. */
  readonly part: string;
  /** Lists that the delivery says nothing of: they stay as they are. */
  readonly unsaid?: readonly string[];
  /** Elements with ids that a row does not name stay in its record. */
  readonly mergesElements?: boolean;
  /**
   * Changes that were applied before, of which some waited for records of other feeds: whatever came after them stays, so a row
   * counts where there is nothing, or something older by the time that the export gives.
   */
  readonly isAgain?: boolean;
  /** What counts of a record when a row says something new of it, where its type has a word in that. */
  readonly succeed?: RecordType["succeed"];
  /** Whether the delivery is known to be later than those before it, whatever its rows say. */
  readonly isLater?: boolean;
  /** Time of records that the export gave none; the publication time when omitted. */
  readonly stamp?: string;
  /** Records that others refer to: made inactive instead of removed. */
  readonly protectedIds: ReadonlySet<string>;
}

/** The rows of a delivery, as the engine evaluated them. */
interface DeliveredRows {
  readonly accepted: OrderedRows;
  readonly rejected: readonly RejectedRecord[];
  /** Records that an export of changes says are gone. */
  readonly deleted?: readonly DeletedRow[];
}

/** Why a record that is not among the accepted rows is still in the list as it was. */
export type CarryReason =
  /** Its row was rejected. */
  | "rejected"
  /** Its row was older than what is published. */
  | "stale"
  /** Missing, but not yet often enough. */
  | "grace"
  /** A rejected row without an id may have been it. */
  | "suspended"
  /** Missing, and the feed keeps what is missing. */
  | "kept"
  /** Delivered by another part. */
  | "other_part"
  /** Not in this delta or amendment. */
  | "not_in_delta";

export interface Reconciled {
  readonly list: List;
  /** The compared part of the list, when a delivery of changes was compared with the records that it names only. */
  readonly compared?: { readonly before: List; readonly after: List };
  readonly changes: Changes;
  /** list = accepted + carried (by reason) + kept inactive. */
  readonly accepted: number;
  readonly carried: Readonly<Record<CarryReason, number>>;
  readonly keptInactive: number;
  /** Accepted rows that say that a record is gone, or that a later such row made void. */
  readonly deleted: number;
  /** Accepted rows of the engine that were stale and did not reach the list. */
  readonly stale: number;
  /** What stood within them. */
  readonly staleWithin: Sums;
  /** Records of the last delivery that are missing from this one, whatever becomes of them. */
  readonly gone: { readonly count: number; readonly active: number; readonly traces: readonly Trace[] };
  /** How many records of the list before were in the last delivery of their part. */
  readonly deliveredBefore: number;
  /** Whether nothing differs from the list before, what is remembered of the records included. */
  readonly isSame: boolean;
  readonly issues: readonly Issue[];
}

/** A list that may take over lines of the one before. */
interface DraftingAnew extends Drafting {
  /** Whether the list before has the same columns, so that its lines may be taken over as they are. */
  readonly keepsLines?: boolean;
}

export const noneCarried: Readonly<Record<CarryReason, number>> = {
  rejected: 0,
  stale: 0,
  grace: 0,
  suspended: 0,
  kept: 0,
  other_part: 0,
  not_in_delta: 0,
};

/** For lists that are small. */
export const inMemory = (): DraftingAnew => ({ spill: memorySpill(), line: asItIs });

/** How far in the future a supplied time may lie, in milliseconds. */
const futureTolerance = 5 * 60_000;

/** The new list, from the list before, the rows delivered and the publication time. */
export async function reconcile(
  before: List,
  rows: DeliveredRows,
  settings: ReconcileSettings,
  now: Date,
  drafting: DraftingAnew = inMemory(),
): Promise<Reconciled> {
  const rejected = rejectedById(rows.rejected);
  const isSuspended = rows.rejected.some((row) => row.id === undefined);
  const deletions = settings.isAgain === true ? [] : (rows.deleted ?? []);
  const deleted = new Map(deletions.map((row) => [row.id, row]));

  const writer = new ListWriter(drafting, before.count > 0);
  const removed = new Map(before.removed);
  const issues: Issue[] = [];
  const found = {
    accepted: 0,
    carried: { ...noneCarried } as Record<CarryReason, number>,
    keptInactive: 0,
    stale: 0,
    deliveredBefore: 0,
    gone: { count: 0, active: 0, traces: [] as Trace[] },
  };
  const todayBytes = Buffer.from(now.toISOString());
  /** End of the notes of a record of this part that is present. */
  const present = Buffer.from(`","part":${JSON.stringify(settings.part)},"missed":0}`);
  const staleWithin = new Tally();
  /** Rows that an export of changes made void by saying later that the record is gone. */
  let overruled = 0;

  const accepted = oneByOne(rows.accepted.batches());
  let row = await nextRow();
  for await (const entries of entriesOf(before)) {
    for (const old of entries) {
      while (row !== undefined && compareIds(row, old) < 0) {
        addNew(row);
        row = rowAtHand() ?? (await nextRow());
      }
      if (row !== undefined && compareIds(row, old) === 0) {
        if (!repeat(old, row)) update(old, row);
        row = rowAtHand() ?? (await nextRow());
      } else {
        const rejection = rejected.get(old.id);
        const deletion = deleted.get(old.id);
        if (deletion !== undefined) deleteRecord(old, deletion.line);
        else if (rejection !== undefined) carryRejected(old, rejection);
        else carryUndelivered(old);
        if (old.wasDelivered) found.deliveredBefore += 1;
      }
      if (writer.isFull) await writer.putAway();
    }
  }
  for (; row !== undefined; row = await nextRow()) addNew(row);

  const { list, changes } = await writer.end(removed);
  return {
    ...found,
    list,
    changes,
    deleted: overruled + (rows.deleted?.length ?? 0),
    staleWithin: staleWithin.take(),
    isSame: changes.rows.length === 0,
    issues,
  };

  /** The next row, when it can be had without putting anything away, and nothing may overrule it. */
  function rowAtHand(): AcceptedRow | undefined {
    return deleted.size > 0 || writer.isFull ? undefined : accepted.atHand();
  }

  /** The next row that no later row of an export of changes overrules. */
  async function nextRow(): Promise<AcceptedRow | undefined> {
    if (writer.isFull) await writer.putAway();
    for (;;) {
      const next = await accepted.next();
      const deletion = next && deleted.get(idOf(next));
      if (next === undefined || deletion === undefined) return next;
      if (deletion.line <= next.line) {
        deleted.delete(idOf(next));
        return next;
      }
      overruled += 1;
    }
  }

  /**
   * Takes over what is published when a row says it to the letter, with the time that is remembered: most rows of most
   * nights. It shows in the bytes of both.
   *
   * @returns false when that does not show
   */
  function repeat(old: StoredEntry, { stored }: AcceptedRow): boolean {
    const { line, noted } = old;
    if (drafting.keepsLines !== true || stored === undefined) return false;
    const isSaid =
      stored.hasSameContent(line) && stored.isUntil(todayBytes) && stored.isNotedIn(noted, present);
    if (!isSaid) return false;
    writer.keep(old);
    found.deliveredBefore += 1;
    found.accepted += 1;
    return true;
  }

  function addNew(row: AcceptedRow): void {
    const id = row.record.external_id;
    const supplied = suppliedTime(row);
    const note = removed.get(id);
    if (note !== undefined && settings.isAgain === true) return passOver(row);
    removed.delete(id);
    const time = later(
      supplied || (settings.stamp ?? now.toISOString()),
      note && secondAfter(note.updated_at),
    );
    const said = { ...unsaidOf(undefined), ...row.record };
    const record = { ...(settings.succeed?.(said, undefined, true).record ?? said), updated_at: time };
    const kind = note === undefined ? "added" : "revived";
    writer.add(record, { supplied, part: settings.part, missed: 0 }, undefined, { kind, line: row.line });
    found.accepted += 1;
  }

  /** What stays of a record because the delivery says nothing of it. */
  function unsaidOf(before: AnyRecord | undefined): Record<string, Value> {
    return Object.fromEntries((settings.unsaid ?? []).map((name) => [name, before?.[name] ?? []]));
  }

  /** The row is older than what became of the record since. */
  function passOver(row: AcceptedRow): void {
    found.stale += 1;
    staleWithin.addRecord(row.record);
    if (settings.isAgain !== true)
      issues.push(issue("stale_record", { line: row.line, field: "updated_at" }, {}));
  }

  function update(old: StoredEntry, row: AcceptedRow): void {
    if (old.wasDelivered) found.deliveredBefore += 1;
    const supplied = suppliedTime(row);
    const whole = { ...row.record, ...unsaidOf(old.record) };
    const merged = settings.mergesElements === true ? withElements(old.record, whole) : whole;
    const isLater = supplied !== "" || settings.isLater === true;
    const { record: said, issue: code } = settings.succeed?.(merged, old.record, isLater) ?? {
      record: merged,
    };
    const fields = changedFields(old.record, said);
    const isTimed = supplied !== "" && old.notes.supplied !== "";
    const isOlder =
      settings.isAgain === true
        ? !isTimed || supplied <= old.notes.supplied || old.notes.missed > 0
        : isTimed && supplied < old.notes.supplied;
    if (fields.length > 0 && isOlder) {
      passOver(row);
      carry(old, "stale", { ...old.notes, part: settings.part, missed: 0 });
      return;
    }
    const notes: Notes = {
      supplied: isOlder || supplied === "" ? old.notes.supplied : supplied,
      part: settings.part,
      missed: 0,
    };
    found.accepted += 1;
    if (code !== undefined) issues.push(issue(code, { line: row.line, field: "status" }, {}));
    if (fields.length === 0) {
      // Rebuilt from the row, so that its columns are those of the list of now.
      writer.add({ ...said, updated_at: old.record.updated_at }, notes, old);
      return;
    }
    const time = later(supplied || (settings.stamp ?? now.toISOString()), secondAfter(old.record.updated_at));
    const record: AnyRecord = { ...said, updated_at: time };
    const wasMissing = old.notes.missed > 0 && old.record["is_active"] === false;
    const kind = wasMissing && record["is_active"] === true ? "revived" : "changed";
    writer.add(record, notes, old, { kind, fields, line: row.line });
  }

  /** Rejected is not missing; but a row that says "no longer active" in so many words is believed. */
  function carryRejected(old: StoredEntry, row: RejectedRecord): void {
    const notes = { ...old.notes, part: settings.part, missed: 0 };
    if (row.isActive !== false || old.record["is_active"] !== true) return carry(old, "rejected", notes);
    writer.add(inactive(old.record, now), notes, old, deactivation(row.line));
    found.carried.rejected += 1;
  }

  function carryUndelivered(old: StoredEntry): void {
    if (settings.delivery === "upsert") return carry(old, "not_in_delta");
    if (old.notes.part !== settings.part) return carry(old, "other_part");
    if (old.notes.missed === 0) {
      found.gone.count += 1;
      if (old.record["is_active"] === true) found.gone.active += 1;
      found.gone.traces.push(traceOf(old.record));
    }
    if (settings.missing === "keep") return carry(old, "kept", { ...old.notes, missed: 1 });
    const isActive = old.record["is_active"] === true;
    if (isSuspended) return isActive ? carry(old, "suspended") : keepInactive(old, old.notes);

    const notes = { ...old.notes, missed: old.notes.missed + 1 };
    if (notes.missed < settings.missingAfter) return carry(old, "grace", notes);
    leave(old, notes, undefined);
  }

  /** An export of changes says that the record is gone. */
  function deleteRecord(old: StoredEntry, line: number): void {
    leave(old, { ...old.notes, missed: Math.max(1, settings.missingAfter) }, line);
  }

  /** The record leaves: removed, or kept inactive because the feed says so or others refer to it. */
  function leave(old: StoredEntry, notes: Notes, line: number | undefined): void {
    const isProtected = settings.protectedIds.has(old.record.external_id);
    if (settings.missing === "remove" && !isProtected) return remove(old, line);
    if (settings.missing === "remove") {
      issues.push(issue("still_referred_to", { field: "external_id", value: old.record.external_id }, {}));
    }
    keepInactive(old, notes, old.record["is_active"] === true ? deactivation(line) : undefined);
  }

  /** @param notes those that it had when omitted */
  function carry(old: StoredEntry, reason: CarryReason, notes?: Notes): void {
    if (notes === undefined && drafting.keepsLines === true) writer.keep(old);
    else writer.add(old.record, notes ?? old.notes, old);
    found.carried[reason] += 1;
  }

  function keepInactive(old: StoredEntry, notes: Notes, told?: ShownChange): void {
    // The count stops at the limit, else every delivery would differ from the one before.
    const missed = Math.min(notes.missed, settings.missingAfter);
    const record = told === undefined ? old.record : inactive(old.record, now);
    writer.add(record, { ...notes, missed }, old, told);
    found.keptInactive += 1;
  }

  function remove(old: StoredEntry, line: number | undefined): void {
    removed.set(old.id, removedNote(old.record));
    writer.drop(old, { kind: "removed", line });
  }

  /** The time that the export gave the record; empty when it gave none, or one that cannot be true yet. */
  function suppliedTime(row: AcceptedRow): string {
    const future = futureTime(row, now);
    if (future === undefined) return row.record.updated_at;
    issues.push(future);
    return "";
  }
}

/** What is told of a record whose time cannot be true yet. */
export function futureTime({ line, record }: AcceptedRow, now: Date): Issue | undefined {
  const supplied = record.updated_at;
  if (supplied === "" || Date.parse(supplied) <= now.getTime() + futureTolerance) return undefined;
  return issue("future_time", { line, field: "updated_at", value: supplied }, {});
}

/** A record with the elements that it had before, as far as they have ids and it does not say them anew. */
function withElements(before: AnyRecord, now: AnyRecord): AnyRecord {
  const lists = Object.entries(now).flatMap(([name, value]) => {
    const was = before[name];
    if (!Array.isArray(value) || !Array.isArray(was)) return [];
    const [earlier, later] = [was as readonly ObjectValue[], value as readonly ObjectValue[]];
    if (![...earlier, ...later].every(hasIdAndMore)) return [];
    const byId = new Map([...earlier, ...later].map((element) => [element["external_id"], element]));
    return [[name, [...byId.values()]] as const];
  });
  return { ...now, ...Object.fromEntries(lists) };
}

/** What became of the rows of a delivery, once it was compared with the list before. */
export function deliveryCounts(
  counts: RowCounts,
  { stale, staleWithin }: Pick<Reconciled, "stale" | "staleWithin">,
): DeliveryCounts {
  const { within } = counts;
  return {
    ...counts,
    accepted: counts.accepted - stale,
    stale,
    ...(within === undefined ? {} : { within: withStale(within, staleWithin) }),
  };
}

/** How many records the list has by why they are in it, for reports. */
export function listCounts(
  result: Pick<Reconciled, "accepted" | "carried" | "keptInactive">,
): Readonly<Record<"accepted" | CarryReason | "kept_inactive", number>> {
  return { accepted: result.accepted, ...result.carried, kept_inactive: result.keptInactive };
}

function compareIds(row: AcceptedRow, old: StoredEntry): number {
  return row.stored?.compareId(old.line) ?? compareBytes(row.record.external_id, old.id);
}

/** Rows of one id that say different things of `is_active` say nothing of it. */
function rejectedById(rows: readonly RejectedRecord[]): ReadonlyMap<string, RejectedRecord> {
  const byId = new Map<string, RejectedRecord>();
  for (const row of rows) {
    if (row.id === undefined) continue;
    const other = byId.get(row.id);
    const isAgreed = other === undefined || other.isActive === row.isActive;
    byId.set(row.id, isAgreed ? row : { ...row, isActive: undefined });
  }
  return byId;
}

export function inactive(record: AnyRecord, now: Date): AnyRecord {
  const time = later(now.toISOString(), secondAfter(record.updated_at));
  return { ...record, updated_at: time, is_active: false };
}

export const deactivation = (line: number | undefined): ShownChange => ({
  kind: "deactivated",
  fields: ["is_active"],
  line,
});

/** What stays of a record that is removed. */
export function removedNote(record: AnyRecord): RemovedNote {
  return { id: record.external_id, updated_at: record.updated_at, hash: contentHash(record) };
}

export function later(a: string, b: string | undefined): string {
  return b !== undefined && b > a ? b : a;
}

export function secondAfter(time: string): string {
  return new Date(Date.parse(time) + 1_000).toISOString();
}
