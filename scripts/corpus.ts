import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import { expectedOf, type IndexEntry } from "../test/corpus/index-entry.js";
import { languages } from "../test/corpus/languages.js";
import { otherFiles } from "../test/corpus/other-formats.js";
import { plainWriting, writeRows } from "../test/corpus/write-table.js";

/**
 * Writes test/corpus/files: a small file of each language, character set, format and wrapping, each with the table that a careful
 * person sees in it beside it, and test/corpus/index.json, which says of each what it shows. What is expected comes from the
 * table that was written, never from the reader. What text can suffer is made while it is tested (test/corpus/damage.ts).
 * `npm run corpus`.
 */

const corpus = join(import.meta.dirname, "../test/corpus");
const folder = join(corpus, "files");

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const index: IndexEntry[] = [];

for (const { language, charsets, table } of languages) {
  for (const charset of charsets) {
    const bytes = iconv.encode(writeRows([table.headings, ...table.rows], plainWriting), charset);
    const file = `${language}-${charset}.csv`;
    put({ file, kind: "language", charset, language }, bytes, table.headings, table.rows);
  }
}
for (const { file, kind, bytes, headings, rows, options } of await otherFiles()) {
  const entry = { file, kind, charset: null, language: "german" };
  put(options === undefined ? entry : { ...entry, options }, bytes, headings, rows);
}
writeFileSync(
  join(corpus, "index.json"),
  `[\n${index.map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`,
);

function put(
  entry: IndexEntry,
  bytes: Uint8Array,
  headings: readonly string[] | null,
  rows: readonly (readonly string[])[],
): void {
  index.push(entry);
  writeFileSync(join(folder, entry.file), bytes);
  writeFileSync(join(folder, expectedOf(entry.file)), `${JSON.stringify({ headings, rows }, null, 1)}\n`);
}
