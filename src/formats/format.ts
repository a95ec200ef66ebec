import type { Issue } from "../model/issues.js";
import type { Body } from "./text/body.js";
import type { Escape } from "./text/escape.js";
import type { LeftOut } from "./header/left-out.js";
import type { Limits } from "./limits.js";
import type { ReadOptions } from "./read-options.js";
import type { Row } from "./row.js";

/**
 * The interface of a format, which reads bytes and returns rows of strings. Cells have no types. A format does not trim
 * cells.
 */

/**
 * Bytes that can be read repeatedly from the start. The caller provides the source, because formats do not open
 * files.
 */
export interface ByteSource {
  /** File name without folders, for reports. */
  readonly name: string;
  /** Length in bytes. */
  readonly size: number;
  stream(): AsyncIterable<Uint8Array>;
  /**
   * Like `stream`, but reuses its buffer, which halves the reading time. Suitable only for readers that do not keep
   * chunks. If absent, use `stream`.
   */
  passing?(): AsyncIterable<Uint8Array>;
}

/** Detected or configured properties of a file. `evidence` contains one plain sentence for each decision. */
export interface Detected {
  readonly format: FormatName;
  /** Name of the archive member that was read. */
  readonly member?: string;
  readonly encoding?: string;
  /** If the character set is only suggested, a feed refuses the file until `read.encoding` is set. */
  readonly encodingCertainty?: "certain" | "suggested";
  readonly delimiter?: string;
  /** The quote character, or "" if cells are not quoted. */
  readonly quote?: string;
  /**
   * How a quote inside a cell is escaped. With `double`, the quote is doubled. Otherwise, a backslash or another
   * character precedes the quote.
   */
  readonly escape?: Escape;
  /** CRLF, LF, CR, `mixed`, or the name of an unusual line separator. */
  readonly lineEnd?: string;
  readonly sheet?: string;
  /** All visible sheets of the workbook. */
  readonly sheets?: readonly string[];
  /** Number of the table on an HTML page, if the page has several. */
  readonly table?: number;
  /** Path of the row elements, as in `read.records`. */
  readonly records?: string;
  /** Prefixes in the headings and in `records`, with the URIs of their namespaces, as in `read.namespaces`. */
  readonly namespaces?: Readonly<Record<string, string>>;
  /** 1-based line or row numbers of the header. Empty if there is no header. */
  readonly headerRows: readonly number[];
  /** Number of lines or rows above the header that do not belong to the table. */
  readonly preambleLines: number;
  /** Skipped lines or rows that are neither headers nor data. */
  readonly leftOut?: readonly LeftOut[];
  readonly evidence: readonly string[];
}

/** The rows are returned in batches, which can be read only once and in order. */
export interface Table {
  readonly detected: Detected;
  /** Headings as written, one per column, including repeated and empty headings. Null if there is no header. */
  readonly headings: readonly string[] | null;
  readonly rows: AsyncIterable<readonly Row[]>;
  /**
   * Issues that affect the whole file. The array is complete once all rows have been read. If one of these issues is
   * an error, the file is unreadable.
   */
  readonly issues: readonly Issue[];
  /** Returns the file and line of a row, if the table was read from several files. */
  readonly placeOf?:
    | ((line: number) => { readonly file: string; readonly line: number } | undefined)
    | undefined;
  /** Set if several threads can read the rows in pieces. */
  readonly pieces?: { readonly source: ByteSource; readonly body: Body };
}

/**
 * When the bytes are verified as UTF-8: before the table is opened, or during decoding. With `while decoding`, the
 * caller must not trust the table until decoding is finished.
 */
export type EncodingProof = "before" | "while decoding";

export type FormatName = NonNullable<ReadOptions["format"]>;

export interface Format {
  readonly name: FormatName;
  readonly summary: string;
  /** True if the first bytes (up to 64 KiB) look like this format. The file name is ignored. */
  recognizes(head: Uint8Array): boolean;
  read(source: ByteSource, options: ReadOptions, limits: Limits, proof?: EncodingProof): Promise<Table>;
}
