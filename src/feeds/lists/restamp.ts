import type { AnyRecord, Value } from "../../model/record-type.js";
import { changedFields, entriesOf, oneByOne, type List, type RemovedNote, type StoredEntry } from "./list.js";
import { ListWriter, type ListWriterOptions, type WrittenList } from "./list-writer.js";
import { compareBytes } from "../../model/order.js";
import {
  deactivation,
  inactive,
  inMemory,
  later,
  noneCarried,
  removedNote,
  secondAfter,
  type Reconciled,
} from "./reconcile.js";

/**
 * This module produces lists without a delivery: for a rollback, for a restored backup, after a record has been removed
 * permanently, and for an unchanged list.
 */

export interface RetainedData {
  /** Fields that a rollback does not change. */
  readonly fields: readonly string[];
  /** IDs of records that are kept even if the older version does not contain them. */
  readonly ids: ReadonlySet<string>;
  /**
   * IDs of records that other records refer to. Such records become inactive instead of being removed, as in a
   * delivery.
   */
  readonly protectedIds?: ReadonlySet<string>;
  /**
   * True if a record refers to a missing record. Such a record is not restored, just as its row would be rejected in
   * a delivery.
   */
  readonly isBroken?: (record: AnyRecord) => boolean;
}

/**
 * Returns the older list `wanted`, with new times for records that differ from the current list, so that times never
 * decrease.
 */
export async function restamp(
  current: List,
  wanted: List,
  now: Date,
  drafting: ListWriterOptions = inMemory(),
  lasting: RetainedData = { fields: [], ids: new Set() },
): Promise<Reconciled> {
  const writer = new ListWriter(drafting);
  const at = now.toISOString();
  const removed = new Map(current.removed);
  let keptInactive = 0;
  let rejected = 0;
  const others = oneByOne(entriesOf(current));
  let present = await others.next();
  for await (const entries of entriesOf(wanted)) {
    for (const old of entries) {
      while (present !== undefined && compareBytes(present.id, old.id) < 0) {
        leave(present);
        present = await others.next();
      }
      if (present !== undefined && present.id === old.id) {
        restoreRecord(old, present);
        present = await others.next();
      } else {
        restoreRecord(old, undefined);
      }
    }
    await writer.putAway();
  }
  for (; present !== undefined; present = await others.next()) leave(present);
  const carried = { ...noneCarried, rejected };
  return { ...unreconciled(await writer.end(removed)), keptInactive, carried };

  function restoreRecord({ record: then, notes }: StoredEntry, now: StoredEntry | undefined): void {
    const before = now?.record;
    const old = before === undefined ? then : { ...then, ...lastingOf(before) };
    const id = old.external_id;
    const last = before?.updated_at ?? removed.get(id)?.updated_at;
    const fields = before === undefined ? [] : changedFields(before, old);
    if (before !== undefined && fields.length === 0) return writer.add(before, notes, now);
    if (lasting.isBroken?.(old) === true) {
      rejected += 1;
      if (now !== undefined) writer.add(now.record, now.notes, now);
      return;
    }
    removed.delete(id);
    const record: AnyRecord = { ...old, updated_at: later(at, last && secondAfter(last)) };
    const isOff = before?.["is_active"] === true && record["is_active"] !== true;
    const kind = before === undefined ? "added" : isOff ? "deactivated" : "changed";
    writer.add(record, notes, now, { kind, fields });
  }

  function lastingOf(record: AnyRecord): Record<string, Value> {
    return Object.fromEntries(
      lasting.fields.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]] as const])),
    );
  }

  function leave(old: StoredEntry): void {
    const { id, record, notes } = old;
    if (lasting.ids.has(id)) return writer.add(record, notes, old);
    if (lasting.protectedIds?.has(id) === true) {
      keptInactive += 1;
      const missed = { ...notes, missed: Math.max(1, notes.missed) };
      if (record["is_active"] !== true) return writer.add(record, missed, old);
      return writer.add(inactive(record, now), missed, old, deactivation(undefined));
    }
    removed.set(id, removedNote(record));
    writer.drop(old, { kind: "removed" });
  }
}

/**
 * Sets new times for all records in a restored list, because clients may have seen later times. Also updates the
 * notes about removed records, so that those records never return with an older time.
 */
export async function restampAll(
  list: List,
  now: Date,
  drafting: ListWriterOptions = inMemory(),
): Promise<Reconciled> {
  const moved = (time: string): string => later(now.toISOString(), secondAfter(time));
  const writer = new ListWriter(drafting);
  for await (const entries of entriesOf(list)) {
    for (const entry of entries) {
      const { record, notes } = entry;
      writer.add({ ...record, updated_at: moved(record.updated_at) }, notes, entry);
    }
    await writer.putAway();
  }
  const removed = new Map(
    [...list.removed].map(([id, note]) => [id, { ...note, updated_at: moved(note.updated_at) }]),
  );
  return unreconciled(await writer.end(removed));
}

/**
 * Returns the list without a record and its notes. The change history does not contain the removal, because an entry
 * would identify the record.
 */
export async function without(
  list: List,
  id: string,
  drafting: ListWriterOptions = inMemory(),
): Promise<Reconciled> {
  const writer = new ListWriter(drafting);
  for await (const entries of entriesOf(list)) {
    for (const entry of entries) {
      if (entry.id === id) writer.drop(entry);
      else writer.keep(entry);
    }
    await writer.putAway();
  }
  const removed = new Map<string, RemovedNote>(list.removed);
  removed.delete(id);
  return unreconciled(await writer.end(removed));
}

/** Returns the result for a list that is used unchanged, without a comparison. */
export async function unchangedResult(list: List): Promise<Reconciled> {
  const { changes } = await new ListWriter(inMemory()).end(list.removed);
  return unreconciled({ list, changes });
}

function unreconciled({ list, changes }: WrittenList): Reconciled {
  return {
    list,
    changes,
    accepted: list.count,
    carried: noneCarried,
    keptInactive: 0,
    deleted: 0,
    stale: 0,
    staleWithin: new Map(),
    gone: { count: 0, active: 0, traces: [] },
    deliveredBefore: 0,
    activeBefore: 0,
    isSame: false,
    issues: [],
  };
}
