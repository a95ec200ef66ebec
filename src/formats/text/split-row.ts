import type { Escape } from "./escape.js";

/** The dialect of a text, and a row split with it. */

export interface Dialect {
  /** One to three characters. "": a single column. */
  readonly delimiter: string;
  /** "": cells are not quoted. */
  readonly quote: string;
  readonly escape: Escape;
  /** True if CR alone ends a line. */
  readonly loneReturn: boolean;
  /**
   * True: consecutive delimiters are treated as one, and those at the ends of the line are ignored, as in columns
   * aligned with spaces.
   */
  readonly runs?: boolean;
  /** True: every line is additionally quoted as one cell. */
  readonly wrapped?: boolean;
  /**
   * True if every quoted cell in the file is closed properly. A row of the correct width then does not need a second
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
  /** 1-based line where the row starts. */
  readonly line: number;
  readonly cells: string[];
  readonly repairs: readonly SplitRepair[];
  /** The unchanged text of a single-line row, for trying other delimiters. */
  readonly source: string;
  /** The text of a multi-line row that was repaired or is enclosed in quotes, for verifying its characters. */
  readonly lines?: string;
}
