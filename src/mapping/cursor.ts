import type { ValueIssue } from "./value-issue.js";
import type { TraceStep } from "./mapping.js";

/** The current row. Sources record the column that they read last, for use in issues. */
export interface Cursor {
  cells: readonly string[];
  /** Cells of the current record's header row, once it has been read. */
  header?: readonly string[] | undefined;
  /** Indexes of cells that the file stores as numbers with a decimal point or exponent. */
  numbers?: readonly number[] | undefined;
  headerNumbers?: readonly number[] | undefined;
  /** Index of the column that was read last. Initially -1. */
  column: number;
  /** Warnings and notes. The value is still used. */
  notes: ValueIssue[];
  /** Collects all steps if a trace was requested. */
  trace?: TraceStep[] | undefined;
}
