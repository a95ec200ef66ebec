import type { Escape } from "./escape.js";

export interface Dialect {
  /** The delimiter, which has one to three characters, or "" if there is only one column. */
  readonly delimiter: string;
  /** The quote character, or "" if cells are not quoted. */
  readonly quote: string;
  readonly escape: Escape;
  /** True if a CR alone ends a line. */
  readonly loneReturn: boolean;
  /**
   * True if consecutive delimiters are treated as one, and delimiters at the start or end of a line are ignored, as
   * in columns aligned with spaces.
   */
  readonly runs?: boolean;
  /** True if every line is additionally quoted as one cell. */
  readonly wrapped?: boolean;
  /**
   * True if every quoted cell in the file has a closing quote. If so, a row of the correct width does not have to be
   * read a second time.
   */
  readonly wellFormed?: boolean;
}

export type SplitRepair =
  | "unclosed_quote"
  | "stray_quote"
  | "other_quote"
  | "other_delimiter"
  | "row_quoted_whole"
  | "rows_in_cell";

export interface SplitRow {
  /** 1-based number of the line on which the row starts. */
  readonly line: number;
  readonly cells: string[];
  readonly repairs: readonly SplitRepair[];
  /**
   * The unchanged text of a single-line row. The text is "" for multi-line rows and for rows that are quoted as one
   * cell.
   */
  readonly source: string;
  /**
   * The text of a row that is quoted as one cell, or of a multi-line row that was repaired. This text is used to check
   * that no characters were lost.
   */
  readonly lines?: string;
}
