import { readFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import type { ReadOptions } from "../../src/formats/read-options.js";
import { languages } from "./languages.js";
import { otherFiles } from "./other-formats.js";
import { plainWriting, writeRows } from "./write-table.js";

/**
 * The files of `test/corpus/files`. Their bytes are frozen. The expected table of each is the one from which
 * it was written, never the reader's output. Damaged text is generated during the test
 * (test/corpus/damage.ts).
 */

export interface CorpusFile {
  /** The extension that a partner would use, which may be wrong. */
  readonly file: string;
  /** The kind of problem or format that it shows. */
  readonly kind: string;
  /** Character set of its bytes. Omitted if the format is not plain text. */
  readonly charset?: string;
  /** Settings of the mapping, if the content alone is not enough. */
  readonly options?: ReadOptions;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Writes its bytes again, for `npm run corpus`. Tests read the frozen ones. */
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
