import type { Issue } from "../model/issues.js";

export interface Row {
  /** 1-based number of the line (text) or row (sheet) where the row starts. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The table to which the row belongs, in a delivery with several tables. Absent for the first table. */
  readonly of?: string;
  /**
   * If a table is read from several files, the 1-based number of the file that contains the row. Records do not span
   * files.
   */
  readonly file?: number;
  /**
   * Indexes of numeric cells that contain a decimal point or an exponent. Their decimal separator is always a point,
   * even if text cells use a comma.
   */
  readonly numbers?: readonly number[];
  /** Issues with this row, such as repairs and error cells. */
  readonly issues?: readonly Issue[];
}
