import { createHash } from "node:crypto";
import type { AnyRecord, Value } from "../records/record-type.js";
import { compareBytes } from "./order.js";

/** A list with what is kept of each record in private. */

/** What a feed remembers of a record besides the record itself. Never served. */
export interface Notes {
  /** Newest time that an export gave the record; empty when none did. Only ever compared with supplied times. */
  readonly supplied: string;
  /** The part of the feed that delivered it last; empty when the feed has one part. */
  readonly part: string;
  /** How many full deliveries in a row it was missing from; 0: it was in the last one. */
  readonly missed: number;
}

export interface ListEntry {
  readonly record: AnyRecord;
  readonly notes: Notes;
}

/** What stays of a removed record, so that it never comes back with an older time. */
export interface RemovedNote {
  readonly id: string;
  readonly updated_at: string;
  readonly hash: string;
}

export interface ListState {
  /** Ordered by the UTF-8 bytes of `external_id`. */
  readonly entries: readonly ListEntry[];
  readonly removed: ReadonlyMap<string, RemovedNote>;
}

export const emptyList: ListState = { entries: [], removed: new Map() };

/**
 * A list that somebody else made, as `convert --previous` reads it: nothing private is known, so its times stand for those
 * that an export gave.
 */
export function listOfRecords(records: readonly AnyRecord[]): ListState {
  const entries = records.map((record) => ({
    record,
    notes: { supplied: record.updated_at, part: "", missed: 0 },
  }));
  entries.sort((a, b) => compareBytes(a.record.external_id, b.record.external_id));
  return { entries, removed: new Map() };
}

/** The fields that differ, `updated_at` aside. A field that one side lacks differs from any value but null. */
export function changedFields(before: AnyRecord, after: AnyRecord): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  names.delete("updated_at");
  return [...names].filter((name) => !sameValue(before[name], after[name]));
}

function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  const x = a ?? null;
  const y = b ?? null;
  if (x !== null && y !== null && typeof x === "object" && typeof y === "object") {
    return x.external_id === y.external_id;
  }
  return x === y;
}

/** sha256 of the contents, `updated_at` aside, hex. */
export function contentHash(record: AnyRecord): string {
  return createHash("sha256")
    .update(JSON.stringify({ ...record, updated_at: "" }))
    .digest("hex");
}
