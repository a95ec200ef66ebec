import type { ValueIssue } from "./value-issue.js";
import type { TraceStep } from "./mapping.js";

/** The current row. Each source records the column that it read last, so that issues can refer to this column. */
export interface Cursor {
  cells: readonly string[];
  /** Cells of the current record's header row, once that row has been read. */
  header?: readonly string[] | undefined;
  /** Indexes of cells that the file stores as numbers with a decimal point or exponent. */
  numbers?: readonly number[] | undefined;
  headerNumbers?: readonly number[] | undefined;
  /** Index of the column that was read last. Initially -1. */
  column: number;
  /** Warnings and notes about values that are used nevertheless. */
  notes: ValueIssue[];
  /** Undefined unless a trace was requested. */
  trace?: TraceStep[] | undefined;
}
