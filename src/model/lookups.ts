import type { AnyRecord } from "./record-type.js";

/** What a look-up by code finds in the current list of another record type. */
export interface Lookups {
  /**
   * Entries of the list of `target` whose `field` equals `value`, byte for byte; undefined when there is no such list yet.
   * `external_id` is a field like any other.
   */
  find(target: string, field: string, value: string): readonly ListEntry[] | undefined;
  /** The lists by target, as records or as the path of an index file (`system/list-files.ts`), for other processes and threads. */
  readonly lists?: ReadonlyMap<string, readonly AnyRecord[] | string>;
}

export interface ListEntry {
  readonly external_id: string;
  readonly is_active: boolean;
}

/** The fields by which entries can be found. */
export const lookupFields = ["external_id", "code", "name", "email_address"] as const;
