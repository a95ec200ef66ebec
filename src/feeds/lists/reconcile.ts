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
import { asItIs, ListWriter, type ListWriterOptions } from "./list-writer.js";
import type { DeliveryCounts } from "./log.js";
import { hasIdAndMore } from "./moved-elements.js";
import { compareBytes } from "../../model/order.js";

/**
 * This module merges a delivery into the previous list (`docs/semantics.md` section 3). The result is the new list, the
 * changes, and the number of records carried over for each reason. Both sides are sorted by ID and read in batches, so
 * a single pass is sufficient for lists of any size.
 */

export interface ReconcileSettings {
  /**
   * `full`: records that are not delivered are considered missing. `upsert` (delta or correction): no record is
   * considered missing.
   */
  readonly delivery: "full" | "upsert";
  readonly missing: Missing;
  /** Number of consecutive full deliveries without the record before `missing` applies. 1 means immediately. */
  readonly missingAfter: number;
  /**
   * The delivered part of the feed. Only records from this part can be missing. Empty if the feed has a single part.
   */
  readonly part: string;
  /** Fields that the delivery does not contain, so that existing records keep their values. */
  readonly unmapped?: readonly string[];
  /**
   * If true, elements that are not in the row stay in the record, provided that all elements in both lists have IDs.
   */
  readonly mergesElements?: boolean;
  /**
   * True if the delta was already applied, but some rows were waiting for records from other feeds. Later changes take
   * precedence: a row is used only if its record neither exists nor was removed, or if the existing record has an
   * earlier time from the export and was not deleted.
   */
  readonly isAgain?: boolean;
  readonly succeed?: RecordType["succeed"];
  /** True if the sequence in the file name shows that the delivery is newer, even if its rows contain no times. */
  readonly isLater?: boolean;
  /** Update time for records without a time from the export. Default: the publication time. */
  readonly stamp?: string;
  /** IDs of records that other records refer to. Such records become inactive instead of being removed. */
  readonly protectedIds: ReadonlySet<string>;
}

interface DeliveredRows {
  readonly accepted: OrderedRows;
  readonly rejected: readonly RejectedRecord[];
  readonly deleted?: readonly DeletedRow[];
}

/** Why a record without an accepted row stays in the list. */
export type CarryReason =
  /** The record's row was rejected. */
  | "rejected"
  /** The record's row was older than the published record. */
  | "stale"
  /** The record has been missing from fewer than `missingAfter` consecutive deliveries. */
  | "grace"
  /** A rejected row without an ID may belong to this record. */
  | "suspended"
  /** The record is missing, but the feed keeps missing records. */
  | "kept"
  /** The record belongs to another part of the feed. */
  | "other_part"
  /** The record is not in this delta or correction. */
  | "not_in_delta";

export interface Reconciled {
  readonly list: List;
  /** The compared part of the list. Set if a delta was compared only with the records that it contains. */
  readonly compared?: { readonly before: List; readonly after: List };
  readonly changes: Changes;
  /**
   * Number of accepted records. The list consists of the accepted records, the records carried over, and the inactive
   * records that are kept.
   */
  readonly accepted: number;
  readonly carried: Readonly<Record<CarryReason, number>>;
  readonly keptInactive: number;
  /** Number of rows that request a deletion or that a later deletion overrides. */
  readonly deleted: number;
  /** Number of accepted rows that were stale and are not in the list. */
  readonly stale: number;
  readonly staleWithin: Sums;
  /** Records that were in the last full delivery of this part but are missing from this delivery. */
  readonly gone: { readonly count: number; readonly active: number; readonly traces: readonly Trace[] };
  /** Number of records in the previous list that were in the last delivery for their part. */
  readonly deliveredBefore: number;
  /** Number of these records that were active. */
  readonly activeBefore: number;
  /** True if neither records nor notes differ from the previous list. */
  readonly isSame: boolean;
  readonly issues: readonly Issue[];
}

interface NewListOptions extends ListWriterOptions {
  /** True if the previous list has the same columns, so that its lines can be copied. */
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

/** For small lists. */
export const inMemory = (): NewListOptions => ({ spill: memorySpill(), line: asItIs });

/** Maximum number of milliseconds that a time from an export may be in the future. */
const futureTolerance = 5 * 60_000;

export async function reconcile(
  before: List,
  rows: DeliveredRows,
  settings: ReconcileSettings,
  now: Date,
  drafting: NewListOptions = inMemory(),
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
    activeBefore: 0,
    gone: { count: 0, active: 0, traces: [] as Trace[] },
  };
  const todayBytes = Buffer.from(now.toISOString());
  /** The end of the notes for a delivered record in this part. */
  const present = Buffer.from(`","part":${JSON.stringify(settings.part)},"missed":0}`);
  const staleWithin = new Tally();
  /** Number of rows whose records are deleted by a later row of the same delta. */
  let overruled = 0;

  const accepted = oneByOne(rows.accepted.batches());
  let row = await nextRow();
  for await (const entries of entriesOf(before)) {
    for (const old of entries) {
      while (row !== undefined && compareIds(row, old) < 0) {
        addNew(row);
        row = nextReadyRow() ?? (await nextRow());
      }
      if (row !== undefined && compareIds(row, old) === 0) {
        if (!repeat(old, row)) update(old, row);
        row = nextReadyRow() ?? (await nextRow());
      } else {
        const rejection = rejected.get(old.id);
        const deletion = deleted.get(old.id);
        if (deletion !== undefined) deleteRecord(old, deletion.line);
        else if (rejection !== undefined) carryRejected(old, rejection);
        else carryUndelivered(old);
        countBefore(old);
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

  /**
   * Returns the next row without waiting. Returns undefined if the row is not loaded, if data must be written first, or
   * if a deletion might override the row.
   */
  function nextReadyRow(): AcceptedRow | undefined {
    return deleted.size > 0 || writer.isFull ? undefined : accepted.atHand();
  }

  /** Returns the next row that no later deletion overrides. */
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
   * Copies the published line if the row would produce the same content and notes, as most rows do every night. Returns
   * false if the row must be compared field by field.
   */
  function repeat(old: StoredEntry, { stored }: AcceptedRow): boolean {
    const { line, noted } = old;
    if (drafting.keepsLines !== true || stored === undefined) return false;
    const isIdentical =
      stored.hasSameContent(line) && stored.isUntil(todayBytes) && stored.isNotedIn(noted, present);
    if (!isIdentical) return false;
    writer.keep(old);
    countBefore(old);
    found.accepted += 1;
    return true;
  }

  function countBefore(old: StoredEntry): void {
    if (!old.wasDelivered) return;
    found.deliveredBefore += 1;
    if (old.isActive) found.activeBefore += 1;
  }

  function addNew(row: AcceptedRow): void {
    const id = row.record.external_id;
    const supplied = suppliedTime(row);
    const note = removed.get(id);
    if (note !== undefined && settings.isAgain === true) return skipStale(row);
    removed.delete(id);
    const time = later(
      supplied || (settings.stamp ?? now.toISOString()),
      note && secondAfter(note.updated_at),
    );
    const content = { ...unmappedOf(undefined), ...row.record };
    const record = { ...(settings.succeed?.(content, undefined, true).record ?? content), updated_at: time };
    const kind = note === undefined ? "added" : "revived";
    writer.add(record, { supplied, part: settings.part, missed: 0 }, undefined, { kind, line: row.line });
    found.accepted += 1;
  }

  /**
   * Returns the values of the fields that the delivery does not contain. For a new record, each value is an empty list.
   */
  function unmappedOf(before: AnyRecord | undefined): Record<string, Value> {
    return Object.fromEntries((settings.unmapped ?? []).map((name) => [name, before?.[name] ?? []]));
  }

  function skipStale(row: AcceptedRow): void {
    found.stale += 1;
    staleWithin.addRecord(row.record);
    if (settings.isAgain !== true)
      issues.push(issue("stale_record", { line: row.line, field: "updated_at" }, {}));
  }

  function update(old: StoredEntry, row: AcceptedRow): void {
    countBefore(old);
    const supplied = suppliedTime(row);
    const whole = { ...row.record, ...unmappedOf(old.record) };
    const merged = settings.mergesElements === true ? withElements(old.record, whole) : whole;
    const isLater = supplied !== "" || settings.isLater === true;
    const { record: content, issue: code } = settings.succeed?.(merged, old.record, isLater) ?? {
      record: merged,
    };
    const fields = changedFields(old.record, content);
    const isTimed = supplied !== "" && old.notes.supplied !== "";
    const isOlder =
      settings.isAgain === true
        ? !isTimed || supplied <= old.notes.supplied || old.notes.missed > 0
        : isTimed && supplied < old.notes.supplied;
    if (fields.length > 0 && isOlder) {
      skipStale(row);
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
      // The record is built from the row, so that the record has the columns of the new list.
      writer.add({ ...content, updated_at: old.record.updated_at }, notes, old);
      return;
    }
    const time = later(supplied || (settings.stamp ?? now.toISOString()), secondAfter(old.record.updated_at));
    const record: AnyRecord = { ...content, updated_at: time };
    const wasMissing = old.notes.missed > 0 && old.record["is_active"] === false;
    const kind = wasMissing && record["is_active"] === true ? "revived" : "changed";
    writer.add(record, notes, old, { kind, fields, line: row.line });
  }

  /**
   * A record whose row was rejected is not missing. If the row marks the record as inactive, that change is applied.
   */
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

  /** Applies a deletion from a delta immediately, regardless of `missingAfter`. */
  function deleteRecord(old: StoredEntry, line: number): void {
    leave(old, { ...old.notes, missed: Math.max(1, settings.missingAfter) }, line);
  }

  /**
   * Removes the record if `missing` is `remove` and no other record refers to this record. Otherwise, keeps the record
   * as inactive.
   */
  function leave(old: StoredEntry, notes: Notes, line: number | undefined): void {
    const isProtected = settings.protectedIds.has(old.record.external_id);
    if (settings.missing === "remove" && !isProtected) return remove(old, line);
    if (settings.missing === "remove") {
      issues.push(issue("still_referred_to", { field: "external_id", value: old.record.external_id }, {}));
    }
    keepInactive(old, notes, old.record["is_active"] === true ? deactivation(line) : undefined);
  }

  /** If `notes` is omitted, the old notes are kept. */
  function carry(old: StoredEntry, reason: CarryReason, notes?: Notes): void {
    if (notes === undefined && drafting.keepsLines === true) writer.keep(old);
    else writer.add(old.record, notes ?? old.notes, old);
    found.carried[reason] += 1;
  }

  function keepInactive(old: StoredEntry, notes: Notes, shown?: ShownChange): void {
    // The number of missed deliveries stops at `missingAfter`, because otherwise every delivery would change the notes.
    const missed = Math.min(notes.missed, settings.missingAfter);
    const record = shown === undefined ? old.record : inactive(old.record, now);
    writer.add(record, { ...notes, missed }, old, shown);
    found.keptInactive += 1;
  }

  function remove(old: StoredEntry, line: number | undefined): void {
    removed.set(old.id, removedNote(old.record));
    writer.drop(old, { kind: "removed", line });
  }

  /** Returns the time from the export, or "" if the time is missing or too far in the future. */
  function suppliedTime(row: AcceptedRow): string {
    const future = futureTime(row, now);
    if (future === undefined) return row.record.updated_at;
    issues.push(future);
    return "";
  }
}

/** Returns an issue if the time from the export is more than `futureTolerance` in the future. */
export function futureTime({ line, record }: AcceptedRow, now: Date): Issue | undefined {
  const supplied = record.updated_at;
  if (supplied === "" || Date.parse(supplied) <= now.getTime() + futureTolerance) return undefined;
  return issue("future_time", { line, field: "updated_at", value: supplied }, {});
}

/** Adds the old record's elements that the new record lacks, for each list in which all elements have IDs. */
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

/** Returns a delivery's row counts after reconciliation, in which stale rows no longer count as accepted. */
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

export function listCounts(
  result: Pick<Reconciled, "accepted" | "carried" | "keptInactive">,
): Readonly<Record<"accepted" | CarryReason | "kept_inactive", number>> {
  return { accepted: result.accepted, ...result.carried, kept_inactive: result.keptInactive };
}

function compareIds(row: AcceptedRow, old: StoredEntry): number {
  return row.stored?.compareId(old.line) ?? compareBytes(row.record.external_id, old.id);
}

/** Returns rejected rows by ID. Clears `isActive` if rows with the same ID have different values. */
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

export function removedNote(record: AnyRecord): RemovedNote {
  return { id: record.external_id, updated_at: record.updated_at, hash: contentHash(record) };
}

export function later(a: string, b: string | undefined): string {
  return b !== undefined && b > a ? b : a;
}

export function secondAfter(time: string): string {
  return new Date(Date.parse(time) + 1_000).toISOString();
}
