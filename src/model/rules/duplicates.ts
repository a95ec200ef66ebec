import type { AnyRecord } from "../record-type.js";

/**
 * Rows that share an `external_id` (`docs/semantics.md` section 3.3). Equal rows become one record. If the rows are
 * different, all of them are rejected, unless the mapping defines which one to keep.
 */

/** The rule under `duplicates` in the mapping. */
export type Duplicates =
  | { readonly keep: "none" }
  | { readonly keep: "active" }
  /** Keeps the row with the latest value of a column. */
  | { readonly keep: "newest"; readonly column: string };

/**
 * An accepted row. If the mapping has `prefer newest`, the candidate includes the row's value in the specified
 * column.
 */
export interface Candidate {
  readonly line: number;
  readonly record: AnyRecord;
  readonly newest?: string | undefined;
}

/**
 * Chooses one of several rows with the same ID. The other rows count as merged. The rows must be in file order.
 * Returns undefined if the rows contradict each other.
 */
export function rowThatCounts<C extends Candidate>(rows: readonly C[], rule: Duplicates): C | undefined {
  const [first, ...others] = prefer(rows, rule);
  const contents = JSON.stringify(first?.record);
  return others.every((row) => JSON.stringify(row.record) === contents) ? first : undefined;
}

/** Returns the rows that the rule prefers, or all rows if the rule does not distinguish them. */
function prefer<C extends Candidate>(rows: readonly C[], rule: Duplicates): readonly C[] {
  switch (rule.keep) {
    case "none":
      return rows;
    case "active": {
      const active = rows.filter((row) => row.record["is_active"] === true);
      return active.length > 0 ? active : rows;
    }
    case "newest": {
      const times = rows.map((row) => row.newest ?? "");
      const newest = times.reduce((latest, time) => (time > latest ? time : latest), "");
      return rows.filter((_, i) => times[i] === newest);
    }
  }
}
