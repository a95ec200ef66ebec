import type { Escape } from "./escape.js";

/** The dialect of a text, and a row split by it. */

export interface Dialect {
  /** One to three characters. "" for a single column. */
  readonly delimiter: string;
  /** "" if cells are not quoted. */
  readonly quote: string;
  readonly escape: Escape;
  /** True if CR alone ends a line. */
  readonly loneReturn: boolean;
  /** Consecutive delimiters count as one, and those around the line do not count: columns aligned with spaces. */
  readonly runs?: boolean;
  /** Every line is additionally quoted as one cell. */
  readonly wrapped?: boolean;
  /**
   * True if every quoted cell of the file ends properly. A row of the right width then needs no second
   * reading.
   */
  readonly sound?: boolean;
}

/** Repairs that the splitter made in a row. */
export type SplitRepair =
  | "unclosed_quote"
  | "stray_quote"
  | "other_quote"
  | "other_delimiter"
  | "row_quoted_whole"
  | "rows_in_cell";

export interface SplitRow {
  /** Line number where the row starts, from 1. */
  readonly line: number;
  readonly cells: string[];
  readonly repairs: readonly SplitRepair[];
  /** The unchanged text of a single-line row, for trying other delimiters. */
  readonly source: string;
  /** The text of a multi-line row that was repaired or is enclosed in quotes, for verifying its characters. */
  readonly lines?: string;
}
