import { defaultLimits } from "../src/formats/limits.js";
import { openTable } from "../src/formats/index.js";
import { cleanTables } from "../test/corpus/clean-tables.js";
import { type Damaged, damageKinds } from "../test/corpus/damage.js";
import { type PlainTable, type Score, score } from "./score.js";

/**
 * How much of damaged tables the reader recovers, per kind of damage. `npm run bench:reading`; with `--misses` it names
 * every file that is not recovered whole. Fails when a kind is below 99 %.
 */

const least = 0.99;
const misses = process.argv.includes("--misses");

const lines: string[] = [];
let failed = false;
for (const kind of damageKinds) {
  const scores: Score[] = [];
  for (const table of cleanTables) {
    for (const damaged of kind.make(table)) {
      const found = score(damaged, await readBytes(damaged));
      scores.push(found);
      if (misses && Math.min(found.header, found.records, found.cells) < 1) {
        lines.push(`    ${table.name}: ${damaged.variant} ${JSON.stringify(found)}`);
      }
    }
  }
  const mean = (part: keyof Score): number => scores.reduce((sum, one) => sum + one[part], 0) / scores.length;
  const parts = [mean("header"), mean("records"), mean("cells")];
  const low = Math.min(...parts) < least;
  failed ||= low;
  lines.push(
    `${kind.name.padEnd(38)} ${String(scores.length).padStart(4)} files  ${parts.map(percent).join("  ")}${low ? "  LOW" : ""}`,
  );
}
process.stdout.write(
  `${"kind".padEnd(38)} ${" ".repeat(10)}  headers  records    cells\n${lines.join("\n")}\n`,
);
if (failed) process.exitCode = 1;

async function readBytes({ bytes }: Damaged): Promise<PlainTable> {
  const source = {
    name: "damaged.csv",
    size: bytes.length,
    async *stream() {
      yield bytes;
    },
  };
  const table = await openTable(source, {}, defaultLimits);
  const rows: (readonly string[])[] = [];
  for await (const batch of table.rows) for (const row of batch) rows.push(row.cells);
  return { headings: table.headings, rows };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`.padStart(8);
}
