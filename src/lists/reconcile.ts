import { issue, type Issue } from "../issues.js";
import type { Missing } from "../mapping/mapping.js";
import type { AnyRecord } from "../records/record-type.js";
import {
  changedFields,
  contentHash,
  type ListEntry,
  type ListState,
  type Notes,
  type RemovedNote,
} from "./list.js";
import { compareBytes } from "./order.js";

/**
 * A delivery against the list before it (`semantics.md` section 3): what the new list is, what changed, and why each
 * record that was not delivered is still there. Pure: the clock is given.
 */

export interface ReconcileSettings {
  /** `full`: what is not delivered is missing. `upsert` (a delta, an amendment): nothing is missing. */
  readonly delivery: "full" | "upsert";
  readonly missing: Missing;
  /** From how many full deliveries in a row a record is missing before `missing` applies; 1: at once. */
  readonly missingAfter: number;
  /** The part of the feed that was delivered; missing is judged inside it. Empty when the feed has one part. */
  readonly part: string;
  /** Time of records that the export gave none; the publication time when omitted. */
  readonly stamp?: string;
  /** Records that others refer to: made inactive instead of removed. */
  readonly protectedIds: ReadonlySet<string>;
}

/** A row that became a record. Its `updated_at` is the supplied time; empty when the export has none. */
export interface AcceptedRow {
  readonly line: number;
  readonly record: AnyRecord;
}

export interface RejectedRow {
  readonly line: number;
  /** Undefined when the row has no readable id. */
  readonly id: string | undefined;
  /** What the row says of `is_active`, when that could be read. */
  readonly isActive: boolean | undefined;
  readonly issues: readonly Issue[];
}

/** The rows of a delivery, as the engine decided them. */
export interface DeliveredRows {
  readonly accepted: readonly AcceptedRow[];
  readonly rejected: readonly RejectedRow[];
  /** Records that an export of changes says are gone. */
  readonly deleted?: readonly DeletedRow[];
}

export interface DeletedRow {
  readonly line: number;
  readonly id: string;
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

export type ChangeKind = "added" | "changed" | "revived" | "deactivated" | "removed";

export interface Change {
  readonly kind: ChangeKind;
  readonly id: string;
  readonly fields: readonly string[];
  readonly before: AnyRecord | undefined;
  readonly after: AnyRecord | undefined;
  /** Line of the file that caused it; undefined when the record was missing. */
  readonly line: number | undefined;
}

export interface Reconciled {
  readonly list: ListState;
  readonly changes: readonly Change[];
  /** list = accepted + carried (by reason) + kept inactive. */
  readonly accepted: number;
  readonly carried: Readonly<Record<CarryReason, number>>;
  readonly keptInactive: number;
  /** Accepted rows that say that a record is gone, or that a later such row made void. */
  readonly deleted: number;
  /** Accepted rows of the engine that were stale and did not reach the list. */
  readonly stale: number;
  /** Records of the last delivery that are missing from this one, whatever becomes of them. */
  readonly gone: readonly AnyRecord[];
  readonly issues: readonly Issue[];
}

/** How far in the future a supplied time may lie, in milliseconds. */
const futureTolerance = 5 * 60_000;

/** The new list, from the list before, the rows delivered and the publication time. */
export function reconcile(
  before: ListState,
  rows: DeliveredRows,
  settings: ReconcileSettings,
  now: Date,
): Reconciled {
  const { accepted, deleted } = lastWord(rows);
  const rejected = new Map<string, RejectedRow>();
  for (const row of rows.rejected) if (row.id !== undefined) rejected.set(row.id, row);
  const isSuspended = rows.rejected.some((row) => row.id === undefined);

  const entries: ListEntry[] = [];
  const removed = new Map(before.removed);
  const changes: Change[] = [];
  const issues: Issue[] = [];
  const carried: Record<CarryReason, number> = {
    rejected: 0,
    stale: 0,
    grace: 0,
    suspended: 0,
    kept: 0,
    other_part: 0,
    not_in_delta: 0,
  };
  const gone: AnyRecord[] = [];
  let acceptedCount = 0;
  let keptInactive = 0;
  let stale = 0;

  // Both sides are ordered by id: one merge, in the order of the new list.
  let next = 0;
  for (const old of before.entries) {
    for (; next < accepted.length; next++) {
      const row = accepted[next] as AcceptedRow;
      if (compareBytes(row.record.external_id, old.record.external_id) >= 0) break;
      addNew(row);
    }
    const row = accepted[next];
    if (row !== undefined && row.record.external_id === old.record.external_id) {
      next += 1;
      update(old, row);
    } else {
      const rejection = rejected.get(old.record.external_id);
      const deletion = deleted.get(old.record.external_id);
      if (deletion !== undefined) deleteRecord(old, deletion.line);
      else if (rejection !== undefined) carryRejected(old, rejection);
      else carryUndelivered(old);
    }
  }
  for (const row of accepted.slice(next)) addNew(row);

  return {
    list: { entries, removed },
    changes,
    accepted: acceptedCount,
    carried,
    keptInactive,
    deleted: rows.accepted.length + (rows.deleted?.length ?? 0) - accepted.length,
    stale,
    gone,
    issues,
  };

  function addNew(row: AcceptedRow): void {
    const id = row.record.external_id;
    const supplied = suppliedTime(row);
    const note = removed.get(id);
    removed.delete(id);
    const time = later(
      supplied || (settings.stamp ?? now.toISOString()),
      note && secondAfter(note.updated_at),
    );
    const record = { ...row.record, updated_at: time };
    entries.push({ record, notes: { supplied, part: settings.part, missed: 0 } });
    acceptedCount += 1;
    changes.push({
      kind: note === undefined ? "added" : "revived",
      id,
      fields: [],
      before: undefined,
      after: record,
      line: row.line,
    });
  }

  function update(old: ListEntry, row: AcceptedRow): void {
    const supplied = suppliedTime(row);
    const fields = changedFields(old.record, row.record);
    const isOlder = supplied !== "" && old.notes.supplied !== "" && supplied < old.notes.supplied;
    if (fields.length > 0 && isOlder) {
      issues.push(issue("stale_record", { line: row.line, field: "updated_at" }, {}));
      stale += 1;
      carry(old, "stale", { ...old.notes, part: settings.part, missed: 0 });
      return;
    }
    const notes: Notes = {
      supplied: isOlder || supplied === "" ? old.notes.supplied : supplied,
      part: settings.part,
      missed: 0,
    };
    acceptedCount += 1;
    if (fields.length === 0) {
      // Rebuilt from the row, so that its columns are those of the list of now.
      entries.push({ record: { ...row.record, updated_at: old.record.updated_at }, notes });
      return;
    }
    const time = later(supplied || (settings.stamp ?? now.toISOString()), secondAfter(old.record.updated_at));
    const record: AnyRecord = { ...row.record, updated_at: time };
    entries.push({ record, notes });
    const wasMissing = old.notes.missed > 0 && old.record["is_active"] === false;
    const kind = wasMissing && record["is_active"] === true ? "revived" : "changed";
    changes.push({
      kind,
      id: record.external_id,
      fields,
      before: old.record,
      after: record,
      line: row.line,
    });
  }

  /** Rejected is not missing; but a row that says "no longer active" in so many words is believed. */
  function carryRejected(old: ListEntry, row: RejectedRow): void {
    const notes = { ...old.notes, part: settings.part, missed: 0 };
    if (row.isActive === false && old.record["is_active"] === true) {
      const record = inactive(old.record);
      carry({ record, notes }, "rejected", notes);
      changes.push(deactivation(old.record, record, row.line));
    } else {
      carry(old, "rejected", notes);
    }
  }

  function carryUndelivered(old: ListEntry): void {
    if (settings.delivery === "upsert") return carry(old, "not_in_delta");
    if (old.notes.part !== settings.part) return carry(old, "other_part");
    if (old.notes.missed === 0) gone.push(old.record);
    if (settings.missing === "keep") return carry(old, "kept", { ...old.notes, missed: 1 });
    const isActive = old.record["is_active"] === true;
    if (isSuspended) return isActive ? carry(old, "suspended") : keepInactive(old, old.notes);

    const notes = { ...old.notes, missed: old.notes.missed + 1 };
    if (notes.missed < settings.missingAfter) return carry(old, "grace", notes);
    leave(old, notes, undefined);
  }

  /** An export of changes says that the record is gone. */
  function deleteRecord(old: ListEntry, line: number): void {
    leave(old, { ...old.notes, missed: Math.max(1, settings.missingAfter) }, line);
  }

  /** The record leaves: removed, or kept inactive because the feed says so or others refer to it. */
  function leave(old: ListEntry, notes: Notes, line: number | undefined): void {
    const isProtected = settings.protectedIds.has(old.record.external_id);
    if (settings.missing === "remove" && !isProtected) return remove(old, line);
    if (settings.missing === "remove") {
      issues.push(issue("still_referred_to", { field: "external_id", value: old.record.external_id }, {}));
    }
    if (old.record["is_active"] !== true) return keepInactive(old, notes);
    const record = inactive(old.record);
    keepInactive({ record, notes }, notes);
    changes.push(deactivation(old.record, record, line));
  }

  function carry(entry: ListEntry, reason: CarryReason, notes: Notes = entry.notes): void {
    entries.push({ record: entry.record, notes });
    carried[reason] += 1;
  }

  function keepInactive(entry: ListEntry, notes: Notes): void {
    // Counting on for ever would make every delivery differ from the one before.
    const missed = Math.min(notes.missed, settings.missingAfter);
    entries.push({ record: entry.record, notes: { ...notes, missed } });
    keptInactive += 1;
  }

  function remove(old: ListEntry, line: number | undefined): void {
    const id = old.record.external_id;
    const note: RemovedNote = { id, updated_at: old.record.updated_at, hash: contentHash(old.record) };
    removed.set(id, note);
    changes.push({ kind: "removed", id, fields: [], before: old.record, after: undefined, line });
  }

  function inactive(record: AnyRecord): AnyRecord {
    const time = later(now.toISOString(), secondAfter(record.updated_at));
    return { ...record, updated_at: time, is_active: false };
  }

  /** The time that the export gave the record; empty when it gave none, or one that cannot be true yet. */
  function suppliedTime(row: AcceptedRow): string {
    const supplied = row.record.updated_at;
    if (supplied === "" || Date.parse(supplied) <= now.getTime() + futureTolerance) return supplied;
    issues.push(issue("future_time", { line: row.line, field: "updated_at", value: supplied }, {}));
    return "";
  }
}

/** Where an export of changes names a record more than once, the last row counts. */
function lastWord(rows: DeliveredRows): {
  readonly accepted: readonly AcceptedRow[];
  readonly deleted: ReadonlyMap<string, DeletedRow>;
} {
  const deleted = new Map((rows.deleted ?? []).map((row) => [row.id, row]));
  const accepted = rows.accepted.filter((row) => {
    const deletion = deleted.get(row.record.external_id);
    if (deletion === undefined) return true;
    if (deletion.line > row.line) return false;
    deleted.delete(row.record.external_id);
    return true;
  });
  accepted.sort((a, b) => compareBytes(a.record.external_id, b.record.external_id));
  return { accepted, deleted };
}

/** Restamps records of an older publication that differ from the list of now, so that times never go back. */
export function restamp(current: ListState, wanted: ListState, now: Date): Reconciled {
  const present = new Map(current.entries.map((entry) => [entry.record.external_id, entry]));
  const entries: ListEntry[] = [];
  const changes: Change[] = [];
  const removed = new Map(current.removed);
  for (const old of wanted.entries) {
    const id = old.record.external_id;
    const now_ = present.get(id);
    present.delete(id);
    const last = now_?.record.updated_at ?? removed.get(id)?.updated_at;
    removed.delete(id);
    const fields = now_ === undefined ? [] : changedFields(now_.record, old.record);
    if (now_ !== undefined && fields.length === 0) {
      entries.push({ record: now_.record, notes: old.notes });
      continue;
    }
    const updated_at = later(now.toISOString(), last && secondAfter(last));
    const record = { ...old.record, updated_at };
    entries.push({ record, notes: old.notes });
    const kind = now_ === undefined ? "added" : "changed";
    changes.push({ kind, id, fields, before: now_?.record, after: record, line: undefined });
  }
  for (const [id, { record }] of present) {
    removed.set(id, { id, updated_at: record.updated_at, hash: contentHash(record) });
    changes.push({
      kind: "removed",
      id,
      fields: [],
      before: record,
      after: undefined,
      line: undefined,
    });
  }
  return unreconciled({ entries, removed }, changes);
}

/**
 * The same list with every time moved on, for a list that comes from a backup: readers may have seen later times than it
 * holds. What was removed keeps up, so that it never comes back with an older time either.
 */
export function restampAll(list: ListState, now: Date): Reconciled {
  const moved = (time: string) => later(now.toISOString(), secondAfter(time));
  const entries = list.entries.map(({ record, notes }) => ({
    record: { ...record, updated_at: moved(record.updated_at) },
    notes,
  }));
  const removed = new Map(
    [...list.removed].map(([id, note]) => [id, { ...note, updated_at: moved(note.updated_at) }]),
  );
  return unreconciled({ entries, removed }, []);
}

/** A list that no delivery made. */
function unreconciled(list: ListState, changes: readonly Change[]): Reconciled {
  return {
    list,
    changes,
    accepted: list.entries.length,
    carried: { rejected: 0, stale: 0, grace: 0, suspended: 0, kept: 0, other_part: 0, not_in_delta: 0 },
    keptInactive: 0,
    deleted: 0,
    stale: 0,
    gone: [],
    issues: [],
  };
}

function deactivation(before: AnyRecord, after: AnyRecord, line: number | undefined): Change {
  return { kind: "deactivated", id: before.external_id, fields: ["is_active"], before, after, line };
}

function later(a: string, b: string | undefined): string {
  return b !== undefined && b > a ? b : a;
}

function secondAfter(time: string): string {
  return new Date(Date.parse(time) + 1_000).toISOString();
}
