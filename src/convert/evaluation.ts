import type { Detected } from "../formats/format.js";
import type { Issue, IssueCode } from "../model/issues.js";
import type { StoredLine } from "../formats/output/stored-line.js";
import type { AnyRecord } from "../model/record-type.js";
import type { Balance } from "../model/within.js";
import type { StoredRows } from "./runs.js";

/** The result of evaluating a file. */

/** A row that was accepted as a record. */
export interface AcceptedRow {
  readonly line: number;
  /** `updated_at` is the time in the export. If the export has none, it is empty and set during reconciliation. */
  readonly record: AnyRecord;
  /** The record as a line of JSON, if the record was parsed from one. */
  readonly stored?: StoredLine;
}

/** Accepted rows, one per ID, ordered by the UTF-8 bytes of `external_id`. */
export interface OrderedRows {
  readonly count: number;
  /** Can be iterated more than once. */
  batches(): AsyncIterable<readonly AcceptedRow[]>;
}

/** Accepted rows, stored as lines of JSON. */
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
  /** The value of `is_active`, if it could be read. */
  readonly isActive: boolean | undefined;
  /** Issues without line and value, which the row has. Rows with the same issues share one array. */
  readonly issues: readonly Issue[];
}

export interface RejectedRow extends RejectedRecord {
  /** Cells of the columns that the mapping reads, unchanged. Cells that are filled down have the value from above. */
  readonly cells: PackedCells;
  /** The continuation rows, if they add to the row's record. */
  readonly continued?: readonly ContinuedRow[] | undefined;
}

/** A row that continues the record of the previous row. */
export interface ContinuedRow {
  readonly line: number;
  readonly cells: PackedCells;
}

/**
 * JSON array of the cells in the order of `reads`, followed by the text beyond the last heading, if any. Objects
 * would take many times as much memory. Empty for a row from another table, whose columns are not in the rejects
 * file.
 */
export type PackedCells = string;

export function unpacked(cells: PackedCells): readonly string[] {
  return JSON.parse(cells) as readonly string[];
}

/** Every row is in exactly one of these counts (`docs/semantics.md` section 3, Conservation). */
export interface RowCounts {
  readonly read: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly merged: number;
  /** The same counts for elements and money within records, if the record type has any. */
  readonly within?: readonly Balance[];
}

/** The result of evaluating one file. */
export interface Evaluation {
  readonly detected: Detected;
  /** Columns of the list in order. */
  readonly columns: readonly string[];
  /** All headings of the file, unchanged. Empty if the table has none. */
  readonly headings: readonly string[];
  /** Headings of the columns that the mapping reads, in file order. */
  readonly reads: readonly string[];
  readonly accepted: AcceptedRows;
  /** Records that a delta export deletes. They are included in the accepted rows. */
  readonly deleted: readonly DeletedRow[];
  readonly rejected: readonly RejectedRow[];
  /** Number of skipped rows, by rule. */
  readonly skipped: ReadonlyMap<string, number>;
  /** Number of rows skipped because they belong to another company, by company. */
  readonly otherCompanies: ReadonlyMap<string, number>;
  readonly counts: RowCounts;
  /** Set if the whole file is refused, in which case no row is accepted. */
  readonly refused: Issue | undefined;
  /** Issues in the file and its rows. Only the first thousand per code are kept. */
  readonly issues: readonly Issue[];
  /** Number of issues by code, including those that are not in `issues`. */
  readonly issueCounts: ReadonlyMap<IssueCode, number>;
}

/** An evaluation with its records in memory and in file order. */
export type EvaluationInMemory = Omit<Evaluation, "accepted"> & { readonly accepted: readonly AcceptedRow[] };
