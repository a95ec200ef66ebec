import type { AnyRecord } from "./record-type.js";

/** Finds entries in the current lists of other record types. */
export interface Lookups {
  /**
   * Returns the entries in the `target` list whose `field` is exactly equal to `value`. Returns undefined if the list
   * does not exist yet. `field` may also be `external_id`.
   */
  find(target: string, field: string, value: string): readonly ListEntry[] | undefined;
  /**
   * Lists by target. A list is given as its records or, for other processes and threads, as the path of an index file
   * (`system/list-files.ts`).
   */
  readonly lists?: ReadonlyMap<string, readonly AnyRecord[] | string>;
}

export interface ListEntry {
  readonly external_id: string;
  readonly is_active: boolean;
}

export const lookupFields = ["external_id", "code", "name", "email_address"] as const;
