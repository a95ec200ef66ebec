import type { Detected } from "../formats/format.js";
import type { Issue, IssueCode } from "../model/issues.js";
import type { StoredLine } from "../formats/output/stored-line.js";
import type { AnyRecord } from "../model/record-type.js";
import type { Balance } from "../model/within.js";
import type { StoredRows } from "./runs.js";

export interface AcceptedRow {
  readonly line: number;
  /**
   * The record. `updated_at` is the time given in the export. If the export does not contain a time, the value is the
   * job's `stamp`, or is empty until reconciliation sets the time.
   */
  readonly record: AnyRecord;
  /** The line of JSON that contains the record, if the record is stored as a line. */
  readonly stored?: StoredLine;
}

/** Accepted rows with unique IDs, ordered by the UTF-8 bytes of `external_id`. */
export interface OrderedRows {
  readonly count: number;
  /** Returns the rows in batches. The rows can be iterated more than once. */
  batches(): AsyncIterable<readonly AcceptedRow[]>;
}

export interface AcceptedRows extends OrderedRows {
  readonly runs: readonly StoredRows[];
}

/** A row in a delta export that deletes a record. */
export interface DeletedRow {
  readonly line: number;
  readonly id: string;
}

/** A rejected row, without its cells. */
export interface RejectedRecord {
  readonly line: number;
  /** Undefined if the row has no readable ID. */
  readonly id: string | undefined;
  /** The value of `is_active`. Undefined if the value could not be read. */
  readonly isActive: boolean | undefined;
  /**
   * Issues without line numbers and values, which the row already contains. Rows with the same issues share one array.
   */
  readonly issues: readonly Issue[];
}

export interface RejectedRow extends RejectedRecord {
  /**
   * Cells of the columns that the mapping reads, unchanged. A filled-down cell contains the value from the row above.
   */
  readonly cells: PackedCells;
  /** Continuation rows that contribute to the record. */
  readonly continued?: readonly ContinuedRow[] | undefined;
}

/** A row that continues the record of an earlier row. */
export interface ContinuedRow {
  readonly line: number;
  readonly cells: PackedCells;
}

/**
 * JSON array of the cells in the order of `reads`. Any text beyond the last heading is the last item. The cells are
 * stored as text, because objects would require many times as much memory. The array is empty for rows from other
 * tables, because the columns of those tables are not in the rejects file.
 */
export type PackedCells = string;

export function unpacked(cells: PackedCells): readonly string[] {
  return JSON.parse(cells) as readonly string[];
}

/**
 * Numbers of rows. Every row in `read` is also counted as accepted, rejected, skipped or merged, but only once
 * (`docs/semantics.md` section 3, Conservation).
 */
export interface RowCounts {
  readonly read: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly merged: number;
  /** The same counts for list elements and amounts of money in the records, if the record type has any. */
  readonly within?: readonly Balance[];
}

export interface Evaluation {
  readonly detected: Detected;
  /** Columns of the resulting list, in output order. */
  readonly columns: readonly string[];
  /** All headings in the file, unchanged. Empty if the table has no headings. */
  readonly headings: readonly string[];
  /** Headings of the columns that the mapping reads, in file order. */
  readonly reads: readonly string[];
  readonly accepted: AcceptedRows;
  /** Records that a delta export deletes. `counts.accepted` includes these records, but `accepted` does not. */
  readonly deleted: readonly DeletedRow[];
  readonly rejected: readonly RejectedRow[];
  /** Number of skipped rows, by rule. */
  readonly skipped: ReadonlyMap<string, number>;
  /** Number of rows skipped because they belong to another company, by company. */
  readonly otherCompanies: ReadonlyMap<string, number>;
  readonly counts: RowCounts;
  /** Set if the whole file is refused, in which case no row is accepted. */
  readonly refused: Issue | undefined;
  /** At most one thousand issues are kept per code. */
  readonly issues: readonly Issue[];
  /** Number of issues by code, including issues that were not kept. */
  readonly issueCounts: ReadonlyMap<IssueCode, number>;
}

/** An evaluation with its records in memory and in file order. */
export type EvaluationInMemory = Omit<Evaluation, "accepted"> & { readonly accepted: readonly AcceptedRow[] };
