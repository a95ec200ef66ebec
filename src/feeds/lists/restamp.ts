import type { AnyRecord, Value } from "../../model/record-type.js";
import { changedFields, entriesOf, oneByOne, type List, type RemovedNote, type StoredEntry } from "./list.js";
import { ListWriter, type Drafting, type WrittenList } from "./list-writer.js";
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

/** Lists that no delivery made: an older one published again, one from a backup, one that a person was taken out of. */

/** What a rollback does not touch. */
export interface Lasting {
  /** Fields that stay as they are. */
  readonly fields: readonly string[];
  /** Ids of records that stay, though the older publication did not have them. */
  readonly ids: ReadonlySet<string>;
  /** Ids of records that others refer to: made inactive instead of removed, as a delivery does. */
  readonly protectedIds?: ReadonlySet<string>;
  /** Whether a record refers to what is gone: it does not come back, as a delivery rejects its row. */
  readonly isBroken?: (record: AnyRecord) => boolean;
}

/** Restamps records of an older publication that differ from the list of now, so that times never go back. */
export async function restamp(
  current: List,
  wanted: List,
  now: Date,
  drafting: Drafting = inMemory(),
  lasting: Lasting = { fields: [], ids: new Set() },
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
        comeBack(old, present);
        present = await others.next();
      } else {
        comeBack(old, undefined);
      }
    }
    await writer.putAway();
  }
  for (; present !== undefined; present = await others.next()) leave(present);
  const carried = { ...noneCarried, rejected };
  return { ...unreconciled(await writer.end(removed)), keptInactive, carried };

  function comeBack({ record: then, notes }: StoredEntry, now: StoredEntry | undefined): void {
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
    const record = { ...old, updated_at: later(at, last && secondAfter(last)) };
    writer.add(record, notes, now, { kind: before === undefined ? "added" : "changed", fields });
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
 * The same list with every time moved on, for a list that comes from a backup: readers may have seen later times than it
 * holds. What was removed keeps up, so that it never comes back with an older time either.
 */
export async function restampAll(
  list: List,
  now: Date,
  drafting: Drafting = inMemory(),
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

/** The list without a record, and without a note of it. Told nowhere as a change: that would name the record. */
export async function without(list: List, id: string, drafting: Drafting = inMemory()): Promise<Reconciled> {
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

/** The list as it is, when nothing can be compared with it. */
export async function untouched(list: List): Promise<Reconciled> {
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
    isSame: false,
    issues: [],
  };
}
