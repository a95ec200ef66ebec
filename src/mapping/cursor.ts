import type { ValueIssue } from "./value-issue.js";
import type { TraceStep } from "./mapping.js";

/** The row at hand. A source leaves here which column it read last, for issues. */
export interface Cursor {
  cells: readonly string[];
  /** Cells of the header row of the record that the row belongs to, once it was there. */
  header?: readonly string[] | undefined;
  /** Indexes of cells that the file holds as numbers with a decimal point or an exponent. */
  numbers?: readonly number[] | undefined;
  headerNumbers?: readonly number[] | undefined;
  /** Index of the column read last; -1 before any. */
  column: number;
  /** What is worth knowing without being in the way. */
  notes: ValueIssue[];
  /** Where every step is written down while somebody asks for it. */
  trace?: TraceStep[] | undefined;
}
