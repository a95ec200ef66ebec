import type { Escape } from "./escape.js";

/** The dialect of a text, and a row split with it. */

export interface Dialect {
  /** One to three characters, or "" if there is only one column. */
  readonly delimiter: string;
  /** The quote character, or "" if cells are not quoted. */
  readonly quote: string;
  readonly escape: Escape;
  /** True if a CR alone ends a line. */
  readonly loneReturn: boolean;
  /**
   * True if consecutive delimiters are treated as one, and those at the ends of a line are ignored, as in columns
   * aligned with spaces.
   */
  readonly runs?: boolean;
  /** True if every line is additionally quoted as one cell. */
  readonly wrapped?: boolean;
  /**
   * True if every quoted cell in the file is closed properly. In that case, a row of the correct width does not need
   * a second reading.
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
  /** 1-based line where the row starts. */
  readonly line: number;
  readonly cells: string[];
  readonly repairs: readonly SplitRepair[];
  /** The unchanged text of a single-line row. It is used for trying other delimiters. */
  readonly source: string;
  /**
   * The text of a multi-line row that was repaired or is enclosed in quotes. It is used for checking that no
   * characters were lost.
   */
  readonly lines?: string;
}
