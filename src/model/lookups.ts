/** What a look-up by code finds in the current list of another record type. */
export interface Lookups {
  /**
   * Entries of the list of `target` whose `field` equals `value`; undefined when there is no such list yet.
   * `external_id` is a field like any other.
   */
  find(
    target: string,
    field: string,
    value: string,
  ): readonly { readonly external_id: string; readonly is_active: boolean }[] | undefined;
}
