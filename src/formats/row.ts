import type { Issue } from "../model/issues.js";

/** One row of a table as read. */
export interface Row {
  /** 1-based number of the line (text) or row (sheet) where the row starts. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The row's table, in deliveries with several tables. Absent for the first one. */
  readonly of?: string;
  /** The number of the row's file, in tables of several files. Records do not span files. */
  readonly file?: number;
  /**
   * Indexes of numeric cells. They use a decimal point or an exponent, regardless of the decimal separator in text
   * cells.
   */
  readonly numbers?: readonly number[];
  /** Issues of this row, such as repairs and error cells. */
  readonly issues?: readonly Issue[];
}
