import type { ReadOptions } from "../../src/formats/read-options.js";

/** What `test/corpus/index.json` says of one file of the corpus. */
export interface IndexEntry {
  readonly file: string;
  /** The kind of trouble or of format that it shows. */
  readonly kind: string;
  /** The character set that its bytes are written in; null where the format is none of text alone. */
  readonly charset: string | null;
  readonly language: string;
  /** What has to be said to read it; nothing, where omitted. */
  readonly options?: ReadOptions;
}

/** The name of the file that holds the table which a careful person sees in a file of the corpus. */
export function expectedOf(file: string): string {
  return `${file.replace(/\.[a-z]+$/, "")}.expected.json`;
}
