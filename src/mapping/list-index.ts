import type { AnyRecord } from "../model/record-type.js";
import type { ListEntry, Lookups } from "../model/lookups.js";

/**
 * The index for a field is built on first use. `lists` contains the current list for each record type that has a
 * list.
 */
export function lookupsIn(lists: ReadonlyMap<string, readonly AnyRecord[]>): Lookups {
  const indexes = new Map<string, ReadonlyMap<string, readonly ListEntry[]>>();
  return {
    lists,
    find(target, field, value) {
      const list = lists.get(target);
      if (list === undefined) return undefined;
      const key = `${target}.${field}`;
      let index = indexes.get(key);
      if (index === undefined) {
        index = indexBy(list, field);
        indexes.set(key, index);
      }
      return index.get(value) ?? [];
    },
  };
}

function indexBy(list: readonly AnyRecord[], field: string): ReadonlyMap<string, readonly ListEntry[]> {
  const index = new Map<string, ListEntry[]>();
  for (const record of list) {
    const value = record[field];
    if (typeof value !== "string") continue;
    const entry = { external_id: record.external_id, is_active: record["is_active"] !== false };
    const entries = index.get(value);
    if (entries) entries.push(entry);
    else index.set(value, [entry]);
  }
  return index;
}
