import { changedFields } from "../../feeds/lists/list.js";
import { compareBytes } from "../../model/order.js";
import type { AnyRecord, Value } from "../../model/record-type.js";

/** This module compares two lists by `external_id`. */

interface FieldDifference {
  readonly field: string;
  /** Null if the old version does not have the record or the field. */
  readonly old: Value;
  readonly new: Value;
}

export interface RecordDifference {
  readonly kind: "added" | "removed" | "changed";
  readonly external_id: string;
  readonly fields: readonly FieldDifference[];
}

export interface Comparison {
  /** Ordered by the UTF-8 bytes of `external_id`. */
  readonly differences: readonly RecordDifference[];
  readonly equal: number;
}

/** `updated_at` is ignored because it only shows when a record changed. */
export function compareRecords(old: readonly AnyRecord[], now: readonly AnyRecord[]): Comparison {
  const before = byId(old);
  const after = byId(now);
  const ids = [...new Set([...before.keys(), ...after.keys()])].sort(compareBytes);
  const differences = ids.flatMap((id) => differenceOf(id, before.get(id), after.get(id)) ?? []);
  return { differences, equal: ids.length - differences.length };
}

function byId(records: readonly AnyRecord[]): ReadonlyMap<string, AnyRecord> {
  return new Map(records.map((record) => [record.external_id, record]));
}

function differenceOf(
  id: string,
  before: AnyRecord | undefined,
  after: AnyRecord | undefined,
): RecordDifference | undefined {
  // If a record is missing on one side, every field that is set on the other side is counted as a difference.
  const nothing: AnyRecord = { external_id: id, updated_at: "" };
  const fields = changedFields(before ?? nothing, after ?? nothing).map((field) => ({
    field,
    old: before?.[field] ?? null,
    new: after?.[field] ?? null,
  }));
  if (before === undefined) return { kind: "added", external_id: id, fields };
  if (after === undefined) return { kind: "removed", external_id: id, fields };
  return fields.length === 0 ? undefined : { kind: "changed", external_id: id, fields };
}
