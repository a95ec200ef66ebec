import type { Issue } from "../model/issues.js";

/** One row of a table as it was read. */
export interface Row {
  /** True line number (text) or row number (sheet) where the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Of a delivery of several tables, the one that it stands in; absent: the first. */
  readonly of?: string;
  /** Of a table that is several files, the how manieth; the rows of one are no part of a record in another. */
  readonly file?: number;
  /** Indexes of cells that the file holds as numbers with a decimal point or an exponent, whatever the decimal sign of its texts. */
  readonly numbers?: readonly number[];
  /** Issues of this row: repairs, error cells. Mostly absent. */
  readonly issues?: readonly Issue[];
}
