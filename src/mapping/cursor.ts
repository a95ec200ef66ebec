import type { Fault } from "./fault.js";
import type { TraceStep } from "./mapping.js";

/** The row at hand. A source leaves here which column it read last, for issues. */
export interface Cursor {
  cells: readonly string[];
  /** Index of the column read last; -1 before any. */
  column: number;
  /** What is worth knowing without being in the way. */
  notes: Fault[];
  /** Where every step is written down while somebody asks for it. */
  trace?: TraceStep[] | undefined;
}
