import type { Issue } from "../model/issues.js";

/** One row of a table as read. */
export interface Row {
  /** Line number (text) or row number (sheet) where the row starts, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The table of the row, in deliveries of several tables. Absent for the first one. */
  readonly of?: string;
  /** The file number of the row, in tables of several files. Records do not span files. */
  readonly file?: number;
  /**
   * Indexes of numeric cells, which use a decimal point or an exponent regardless of the decimal separator of
   * texts.
   */
  readonly numbers?: readonly number[];
  /** Issues of this row, such as repairs and error cells. */
  readonly issues?: readonly Issue[];
}
