import type { Escape } from "./escape.js";

/** How a text is divided, and one row of it. */

export interface Dialect {
  /** One to three characters; empty when the text has one column. */
  readonly delimiter: string;
  /** Empty when cells are not quoted. */
  readonly quote: string;
  readonly escape: Escape;
  /** Whether CR alone ends a line. */
  readonly loneReturn: boolean;
  /** Several delimiters in a row count as one, and those around the line as none: columns aligned with blanks. */
  readonly runs?: boolean;
  /** Every line is quoted once more, as one cell. */
  readonly wrapped?: boolean;
  /** Every quoted cell of the file closes where a cell ends: a row of the right width needs no second reading. */
  readonly sound?: boolean;
}

/** What the splitter had to repair in a row. */
export type SplitRepair =
  | "unclosed_quote"
  | "stray_quote"
  | "other_quote"
  | "other_delimiter"
  | "row_quoted_whole"
  | "rows_in_cell";

export interface SplitRow {
  /** True line where the row begins, from 1. */
  readonly line: number;
  readonly cells: string[];
  readonly repairs: readonly SplitRepair[];
  /** The row's text as it stood, when it is one line; needed to try other delimiters. */
  readonly source: string;
  /** The same where it is several lines and was repaired, or one in quotes of its own: its signs are counted. */
  readonly lines?: string;
}
