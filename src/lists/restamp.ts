import type { AnyRecord, Value } from "../records/record-type.js";
import { memorySpill } from "../evaluation/spill.js";
import { ChangeCollector, type Changes } from "./changes.js";
import {
  changedFields,
  contentHash,
  entriesOf,
  ListWriter,
  oneByOne,
  type List,
  type ListEntry,
  type RemovedNote,
} from "./list.js";
import { compareBytes } from "../records/order.js";
import { inMemory, later, secondAfter, type Drafting, type Reconciled } from "./reconcile.js";

/** Lists that no delivery made: an older one published again, one from a backup, one that a person was taken out of. */

/** What a rollback does not touch. */
export interface Lasting {
  /** Fields that stay as they are. */
  readonly fields: readonly string[];
  /** Ids of records that stay, though the older publication did not have them. */
  readonly ids: ReadonlySet<string>;
}

/** Restamps records of an older publication that differ from the list of now, so that times never go back. */
export async function restamp(
  current: List,
  wanted: List,
  now: Date,
  drafting: Drafting = inMemory(),
  lasting: Lasting = { fields: [], ids: new Set() },
): Promise<Reconciled> {
  const list = new ListWriter(drafting.spill, drafting.line);
  const changes = new ChangeCollector(drafting.spill, false);
  const removed = new Map(current.removed);
  const others = oneByOne(entriesOf(current));
  let present = await others.next();
  for await (const entries of entriesOf(wanted)) {
    for (const old of entries) {
      while (present !== undefined && compareBytes(idOf(present), idOf(old)) < 0) {
        leave(present);
        present = await others.next();
      }
      if (present !== undefined && idOf(present) === idOf(old)) {
        comeBack(old, present.record);
        present = await others.next();
      } else {
        comeBack(old, undefined);
      }
    }
    await putAway();
  }
  for (; present !== undefined; present = await others.next()) leave(present);
  return unreconciled(await list.end(removed), changes.end());

  function comeBack({ record: then, notes }: ListEntry, before: AnyRecord | undefined): void {
    const old = before === undefined ? then : { ...then, ...lastingOf(before) };
    const id = old.external_id;
    const last = before?.updated_at ?? removed.get(id)?.updated_at;
    removed.delete(id);
    const fields = before === undefined ? [] : changedFields(before, old);
    if (before !== undefined && fields.length === 0) return list.add(before, notes);
    const record = { ...old, updated_at: later(now.toISOString(), last && secondAfter(last)) };
    list.add(record, notes);
    const kind = before === undefined ? "added" : "changed";
    changes.add({ kind, id, fields, before, after: record, line: undefined });
  }

  function lastingOf(record: AnyRecord): Record<string, Value> {
    return Object.fromEntries(
      lasting.fields.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]] as const])),
    );
  }

  function leave({ record, notes }: ListEntry): void {
    if (lasting.ids.has(record.external_id)) return list.add(record, notes);
    const { external_id: id, updated_at } = record;
    removed.set(id, { id, updated_at, hash: contentHash(record) });
    changes.add({ kind: "removed", id, fields: [], before: record, after: undefined, line: undefined });
  }

  async function putAway(): Promise<void> {
    await list.putAway();
    await changes.putAway();
  }
}

function idOf({ record }: ListEntry): string {
  return record.external_id;
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
  const writer = new ListWriter(drafting.spill, drafting.line);
  for await (const entries of entriesOf(list)) {
    for (const { record, notes } of entries) {
      writer.add({ ...record, updated_at: moved(record.updated_at) }, notes);
    }
    await writer.putAway();
  }
  const removed = new Map(
    [...list.removed].map(([id, note]) => [id, { ...note, updated_at: moved(note.updated_at) }]),
  );
  return untouched(await writer.end(removed));
}

/** The list without a record, and without a note of it. Told nowhere as a change: that would name the record. */
export async function without(list: List, id: string, drafting: Drafting = inMemory()): Promise<Reconciled> {
  const writer = new ListWriter(drafting.spill, drafting.line);
  for await (const entries of entriesOf(list)) {
    for (const entry of entries) if (idOf(entry) !== id) writer.add(entry.record, entry.notes);
    await writer.putAway();
  }
  const removed = new Map<string, RemovedNote>(list.removed);
  removed.delete(id);
  return untouched(await writer.end(removed));
}

/** The list as it is, when nothing can be compared with it. */
export function untouched(list: List): Reconciled {
  return unreconciled(list, new ChangeCollector(memorySpill(), false).end());
}

function unreconciled(list: List, changes: Changes): Reconciled {
  return {
    list,
    changes,
    accepted: list.count,
    carried: { rejected: 0, stale: 0, grace: 0, suspended: 0, kept: 0, other_part: 0, not_in_delta: 0 },
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
