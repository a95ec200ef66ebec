import type { RecordType } from "../../model/record-type.js";

export interface ListToEncode {
  readonly type: RecordType;
  /** Columns of a flat file, in order. */
  readonly columns: readonly string[];
  /** Records as JSON, one record per line, in chunks of whole lines. */
  readonly lines: AsyncIterable<Uint8Array>;
}

/** Output formats in display order. */
export const outputFormatNames = ["csv", "json", "ndjson", "xlsx"] as const;
export type OutputFormatName = (typeof outputFormatNames)[number];

export interface OutputFormat {
  readonly name: OutputFormatName;
  readonly summary: string;
  readonly mediaType: string;
  /** Yields chunks of the file, as UTF-8 text or as bytes. */
  encode(list: ListToEncode): AsyncIterable<string | Uint8Array>;
}
