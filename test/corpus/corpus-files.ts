import { readFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import type { ReadOptions } from "../../src/formats/read-options.js";
import { languages } from "./languages.js";
import { otherFiles } from "./other-formats.js";
import { plainWriting, writeRows } from "./write-table.js";

/**
 * The files of `test/corpus/files`: their bytes are frozen, and the table that a careful person sees in each is the one that it
 * was written from, never what the reader says. What text can suffer is made while it is tested (test/corpus/damage.ts).
 */

export interface CorpusFile {
  /** Its ending is what a partner would give it, which is not always what it is. */
  readonly file: string;
  /** The kind of trouble or of format that it shows. */
  readonly kind: string;
  /** The character set that its bytes are written in; omitted where the format is none of text alone. */
  readonly charset?: string;
  /** What the mapping has to say, where content alone cannot tell. */
  readonly options?: ReadOptions;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Writes its bytes anew, for `npm run corpus`; tests read those that are frozen. */
  readonly write: () => Uint8Array | Promise<Uint8Array>;
}

export const corpusFolder = join(import.meta.dirname, "files");

const languageFiles: readonly CorpusFile[] = languages.flatMap(({ language, charsets, table }) =>
  charsets.map((charset) => ({
    file: `${language}-${charset}.csv`,
    kind: "language",
    charset,
    headings: table.headings,
    rows: table.rows,
    write: () => iconv.encode(writeRows([table.headings, ...table.rows], plainWriting), charset),
  })),
);

export const corpusFiles: readonly CorpusFile[] = [...languageFiles, ...otherFiles];

export function frozenBytes({ file }: CorpusFile): Buffer {
  return readFileSync(join(corpusFolder, file));
}
