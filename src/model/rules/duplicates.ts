import type { AnyRecord } from "../record-type.js";

/**
 * Rows that share an `external_id` (`docs/semantics.md` section 3.3): equal contents are one record; different contents are all
 * refused, unless the mapping says which one counts.
 */

/** Which of several rows with one id is kept, as `duplicates` in a mapping states. */
export type Duplicates =
  | { readonly keep: "none" }
  | { readonly keep: "active" }
  /** The row with the latest value of a column. */
  | { readonly keep: "newest"; readonly column: string };

/** An accepted row, with the value of the mapping's `prefer newest` column when it has one. */
export interface Candidate {
  readonly line: number;
  readonly record: AnyRecord;
  readonly newest?: string | undefined;
}

/**
 * The row that counts among all rows of one id; the others are merged into it.
 *
 * @param rows in file order
 * @returns undefined when they contradict each other
 */
export function rowThatCounts<C extends Candidate>(rows: readonly C[], rule: Duplicates): C | undefined {
  const [first, ...others] = prefer(rows, rule);
  const contents = JSON.stringify(first?.record);
  return others.every((row) => JSON.stringify(row.record) === contents) ? first : undefined;
}

/** The rows that the rule prefers: all of them where it does not tell them apart. */
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
