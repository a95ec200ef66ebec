import type { Issue } from "../model/issues.js";
import type { Body } from "./text/body.js";
import type { Escape } from "./text/escape.js";
import type { LeftOut } from "./header.js";
import type { Limits } from "./limits.js";
import type { ReadOptions } from "./read-options.js";
import type { Row } from "./row.js";

/** What every format is: bytes in, rows of text out. Nothing is typed, trimmed or guessed: cells are text as they stood. */

/** Bytes that can be read from the start as often as needed. The caller gives them; formats never open files. */
export interface ByteSource {
  /** File name without folders, a label for reports. */
  readonly name: string;
  /** Length in bytes. */
  readonly size: number;
  stream(): AsyncIterable<Uint8Array>;
  /**
   * Like `stream`, for readers that keep none of its pieces: the next one stands where it stood, which is read in half the
   * time. Absent: `stream` serves.
   */
  passing?(): AsyncIterable<Uint8Array>;
}

/** What was detected or pinned about a file. `evidence` says why, one plain sentence per decision. */
export interface Detected {
  readonly format: FormatName;
  /** Member of an archive, when the file is one. */
  readonly member?: string;
  readonly encoding?: string;
  /** `certain` or `suggested`; a feed refuses a suggestion until `read.encoding` pins it. */
  readonly encodingCertainty?: "certain" | "suggested";
  readonly delimiter?: string;
  /** The quote character, or empty when cells are not quoted. */
  readonly quote?: string;
  /** `double`: a quote within a cell is doubled. `backslash`, or another sign: it follows that. */
  readonly escape?: Escape;
  /** CRLF, LF or CR, `mixed`, or the unusual sign that ends the lines where none of those does. */
  readonly lineEnd?: string;
  readonly sheet?: string;
  /** All sheets of the workbook that are shown. */
  readonly sheets?: readonly string[];
  /** Path of the elements that are the rows, as `read.records` names it. */
  readonly records?: string;
  /** Lines or row numbers of the header, from 1; empty when the table has none. */
  readonly headerRows: readonly number[];
  /** Lines or rows above the header that are not part of the table. */
  readonly preambleLines: number;
  /** Filled lines or rows that are neither headings nor rows of the table; absent: none. */
  readonly leftOut?: readonly LeftOut[];
  readonly evidence: readonly string[];
}

/** One table of a file. Rows come in batches, to be read once, in order. */
export interface Table {
  readonly detected: Detected;
  /** Headings as they stood, one per column; null when the table has no header. Repeated and empty ones are kept. */
  readonly headings: readonly string[] | null;
  readonly rows: AsyncIterable<readonly Row[]>;
  /** Issues of the file as a whole; complete once `rows` has ended. An error here means that the file is not readable. */
  readonly issues: readonly Issue[];
  /** Where a line stands, in a table of several files. */
  readonly placeOf?:
    | ((line: number) => { readonly file: string; readonly line: number } | undefined)
    | undefined;
  /** Set where the rows can also be read in pieces, by several threads at once. */
  readonly pieces?: { readonly source: ByteSource; readonly body: Body };
}

/**
 * When all bytes are proven to be UTF-8: before the table is opened, or by whoever decodes them, who then believes nothing
 * that the table says until that is done.
 */
export type EncodingProof = "before" | "while decoding";

export const formatNames = ["delimited", "fixed-width", "spreadsheet", "json", "xml", "html"] as const;

export type FormatName = (typeof formatNames)[number];

export interface Format {
  readonly name: FormatName;
  readonly summary: string;
  /** Whether the first bytes (up to 64 KiB) look like this format. Content decides, never the file name. */
  recognizes(head: Uint8Array): boolean;
  read(source: ByteSource, options: ReadOptions, limits: Limits, proof?: EncodingProof): Promise<Table>;
}
