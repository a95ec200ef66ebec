import type { ValueIssue } from "./value-issue.js";
import type { TraceStep } from "./mapping.js";

/** The current row. For issues, sources record which column they read last. */
export interface Cursor {
  cells: readonly string[];
  /** Cells of the header row of the current record, once it was read. */
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
