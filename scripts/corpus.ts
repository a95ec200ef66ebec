import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import { byHand } from "../test/corpus/by-hand.js";
import { cleanTables } from "../test/corpus/clean-tables.js";
import { damageKinds } from "../test/corpus/damage.js";
import { expectedOf, type IndexEntry } from "../test/corpus/index-entry.js";
import { languages } from "../test/corpus/languages.js";
import { otherFiles } from "../test/corpus/other-formats.js";
import { plainWriting, writeRows } from "../test/corpus/write-table.js";

/**
 * Writes test/corpus/files: small nasty files, each with the table that a careful person sees in it beside it, and
 * test/corpus/index.json, which says of each what it shows. The tables come from the clean ones and from what was done to
 * them, never from the reader. `npm run corpus`.
 */

const corpus = join(import.meta.dirname, "../test/corpus");
const folder = join(corpus, "files");
const variantsPerKind = 8;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const index: IndexEntry[] = [];

for (const [number, { name, ...kind }] of damageKinds.entries()) {
  const tables = cleanTables.filter((_, i) => i % 2 === number % 2 || name === "nothing");
  const all = tables.flatMap((table) => [...kind.make({ ...table, rows: table.rows.slice(0, 9) })]);
  const step = Math.max(1, Math.floor(all.length / variantsPerKind));
  const chosen = all.filter((_, i) => i % step === 0).slice(0, variantsPerKind);
  chosen.forEach(({ bytes, charset = "utf-8", headings, rows }, i) => {
    put(
      { file: `${slug(name)}-${i + 1}.csv`, kind: name, charset, language: "english" },
      bytes,
      headings,
      rows,
    );
  });
}
for (const { language, charsets, table } of languages) {
  for (const charset of charsets) {
    const bytes = iconv.encode(writeRows([table.headings, ...table.rows], plainWriting), charset);
    const file = `${language}-${charset}.csv`;
    put({ file, kind: "language", charset, language }, bytes, table.headings, table.rows);
  }
}
for (const { name, text, headings, rows } of byHand) {
  const file = `by-hand-${name}.csv`;
  put({ file, kind: "by hand", charset: "utf-8", language: "english" }, Buffer.from(text), headings, rows);
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

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}
