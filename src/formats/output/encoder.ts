import type { RecordType } from "../../model/record-type.js";

/** What every encoder is: the records of a list in, the bytes of a file out, in order and without holding them all. */

export interface ListToEncode {
  readonly type: RecordType;
  /** Columns in order: what a flat file shows. */
  readonly columns: readonly string[];
  /** The records as JSON, one a line, in pieces of whole lines. */
  readonly lines: AsyncIterable<Uint8Array>;
}

/** The output formats, in the order in which they are offered. */
export const outputFormats = ["csv", "json", "ndjson", "xlsx"] as const;
export type OutputFormatName = (typeof outputFormats)[number];

export interface Encoder {
  readonly name: OutputFormatName;
  readonly summary: string;
  readonly mediaType: string;
  /** Chunks of the file: text in UTF-8, or bytes. */
  encode(list: ListToEncode): AsyncIterable<string | Uint8Array>;
}
