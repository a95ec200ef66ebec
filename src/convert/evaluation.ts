import type { Detected } from "../formats/format.js";
import type { Issue, IssueCode } from "../model/issues.js";
import type { StoredLine } from "../formats/output/stored-line.js";
import type { AnyRecord } from "../model/record-type.js";
import type { Balance } from "../model/within.js";
import type { StoredRows } from "./runs.js";

/** What the engine makes of a file. */

/** A row that became a record. */
export interface AcceptedRow {
  readonly line: number;
  /** `updated_at` is the supplied time; empty when the export has none, and reconciling fills it. */
  readonly record: AnyRecord;
  /** The record as a line of a list, where it came as one. */
  readonly stored?: StoredLine;
}

/** Accepted rows, one of each id, ordered by the UTF-8 bytes of `external_id`. */
export interface OrderedRows {
  readonly count: number;
  /** Some at a time; may be gone through more than once. */
  batches(): AsyncIterable<readonly AcceptedRow[]>;
}

/** Accepted rows as the lines of JSON that they were put away as. */
export interface AcceptedRows extends OrderedRows {
  readonly runs: readonly StoredRows[];
}

/** A row of an export of changes that says that a record is gone. */
export interface DeletedRow {
  readonly line: number;
  readonly id: string;
}

/** What a list needs to know of a rejected row. */
export interface RejectedRecord {
  readonly line: number;
  /** Undefined when the row has no readable id. */
  readonly id: string | undefined;
  /** What the row says of `is_active`, when that could be read. */
  readonly isActive: boolean | undefined;
  /** Without line and value, which are the row's: rows that have the same wrong share it. */
  readonly issues: readonly Issue[];
}

export interface RejectedRow extends RejectedRecord {
  /** Those that the mapping reads, as they stood; those that are carried down have what was above them. */
  readonly cells: PackedCells;
  /** The rows that continue it, where they add to the record. */
  readonly continued?: readonly ContinuedRow[] | undefined;
}

/** A row that continues the record of the row before it. */
export interface ContinuedRow {
  readonly line: number;
  readonly cells: PackedCells;
}

/**
 * Cells in the order of `reads`, and what stands beyond the last heading where anything does, as a list in JSON: a file of
 * bad rows would take many times its room as objects. Empty for a row of a further table, which has other columns than a
 * rejects file.
 */
export type PackedCells = string;

export function unpacked(cells: PackedCells): readonly string[] {
  return JSON.parse(cells) as readonly string[];
}

/** Every row that was read is in exactly one of these counts (`docs/semantics.md` section 3, Conservation). */
export interface RowCounts {
  readonly read: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly merged: number;
  /** The same of what stands within the records, where they hold elements or money. */
  readonly within?: readonly Balance[];
}

/** What the file came to. */
export interface Evaluation {
  readonly detected: Detected;
  /** Columns of the list in order. */
  readonly columns: readonly string[];
  /** All headings of the file as they stood; empty when the table has none. */
  readonly headings: readonly string[];
  /** Headings of the columns that the mapping reads, in file order. */
  readonly reads: readonly string[];
  readonly accepted: AcceptedRows;
  /** Records that an export of changes says are gone; counted as accepted. */
  readonly deleted: readonly DeletedRow[];
  readonly rejected: readonly RejectedRow[];
  /** How many rows each rule of the mapping left out, by rule. */
  readonly skipped: ReadonlyMap<string, number>;
  /** Rows left out because they belong to another company, by company. */
  readonly otherCompanies: ReadonlyMap<string, number>;
  readonly counts: RowCounts;
  /** Set when the file as a whole is refused; then nothing is accepted. */
  readonly refused: Issue | undefined;
  /** Issues of the file, of its rejected rows, and warnings and notes of accepted rows: the first of each code. */
  readonly issues: readonly Issue[];
  /** How often each code was raised, the issues that are not kept included. */
  readonly issueCounts: ReadonlyMap<IssueCode, number>;
}

/** The same for those who look at its rows: in the order of the file. */
export type EvaluationInMemory = Omit<Evaluation, "accepted"> & { readonly accepted: readonly AcceptedRow[] };
