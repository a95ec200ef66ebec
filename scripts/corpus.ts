import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import iconv from "iconv-lite";
import { byHand } from "../test/corpus/by-hand.js";
import { cleanTables } from "../test/corpus/clean-tables.js";
import { damageKinds } from "../test/corpus/damage.js";
import { languages } from "../test/corpus/languages.js";
import { plainWriting, writeRows } from "../test/corpus/write-table.js";

/**
 * Writes test/corpus/files: small nasty files, each with the table that a careful person sees in it beside it. The tables
 * come from the clean ones and from what was done to them, never from the reader. `npm run corpus`.
 */

const folder = join(import.meta.dirname, "../test/corpus/files");
const variantsPerKind = 8;

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });

for (const [number, { name, ...kind }] of damageKinds.entries()) {
  const tables = cleanTables.filter((_, i) => i % 2 === number % 2 || name === "nothing");
  const all = tables.flatMap((table) => [...kind.make({ ...table, rows: table.rows.slice(0, 9) })]);
  const step = Math.max(1, Math.floor(all.length / variantsPerKind));
  const chosen = all.filter((_, i) => i % step === 0).slice(0, variantsPerKind);
  chosen.forEach(({ bytes, headings, rows }, i) => put(`${slug(name)}-${i + 1}`, bytes, headings, rows));
}
for (const { language, charsets, table } of languages) {
  for (const charset of charsets) {
    const bytes = iconv.encode(writeRows([table.headings, ...table.rows], plainWriting), charset);
    put(`${language}-${charset}`, bytes, table.headings, table.rows);
  }
}
for (const { name, text, headings, rows } of byHand)
  put(`by-hand-${name}`, Buffer.from(text), headings, rows);

function put(
  name: string,
  bytes: Uint8Array,
  headings: readonly string[] | null,
  rows: readonly (readonly string[])[],
): void {
  writeFileSync(join(folder, `${name}.csv`), bytes);
  writeFileSync(join(folder, `${name}.expected.json`), `${JSON.stringify({ headings, rows }, null, 1)}\n`);
}

function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-");
}
