import { defaultLimits } from "../src/formats/limits.js";
import { openTable } from "../src/formats/index.js";
import { cleanTables } from "../test/corpus/clean-tables.js";
import { type Damaged, damageKinds } from "../test/corpus/damage.js";
import { convertDamaged } from "./reading-convert.js";
import { type PlainTable, type Score, score } from "./score.js";

/**
 * Counts rows of damaged tables that are wrong without an issue, both when read and when converted by a mapping,
 * and the share that is recovered, by kind of damage.
 * `npm run bench:reading`; with `--misses` it lists every file that is not completely recovered.
 * Fails if a row is wrong without an issue, or if a kind is below 99%.
 */

const least = 0.99;
const misses = process.argv.includes("--misses");

const lines: string[] = [];
let wrongUnreported = 0;
let rowsRead = 0;
let failed = false;
const converted = { published: 0, rejected: 0, wrong: 0, missing: 0 };
for (const kind of damageKinds) {
  const scores: Score[] = [];
  for (const table of cleanTables) {
    for (const damaged of kind.make(table)) {
      const read = await readBytes(damaged);
      const unreported = unreportedRows(damaged, read);
      wrongUnreported += unreported.length;
      rowsRead += read.rows.length;
      for (const row of unreported.slice(0, 3))
        lines.push(`    WRONG WITHOUT AN ISSUE ${table.name}: ${damaged.variant} ${row}`);
      const outcome = await convertDamaged(damaged);
      for (const part of ["published", "rejected", "wrong", "missing"] as const)
        converted[part] += outcome[part];
      for (const line of outcome.examples)
        lines.push(`    CONVERTED WRONGLY WITHOUT AN ISSUE ${table.name}: ${damaged.variant} ${line}`);
      const found = score(damaged, read);
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
  `${wrongUnreported} of ${rowsRead} rows are wrong without an issue\n` +
    `converted: ${converted.wrong} of ${converted.published} published rows are wrong without an issue, ${converted.missing} are missing without an issue; ${converted.rejected} are rejected\n\n` +
    `${"kind".padEnd(38)} ${" ".repeat(10)}  headers  records    cells\n${lines.join("\n")}\n`,
);
if (failed || wrongUnreported + converted.wrong + converted.missing > 0) process.exitCode = 1;

interface ReadTable extends PlainTable {
  /** True if an issue of the file reports an anomaly. */
  readonly isReported: boolean;
  /** Rows with an issue. */
  readonly reportedRows: ReadonlySet<readonly string[]>;
}

/** Rows that are missing from the truth or the result, without an issue. */
function unreportedRows(truth: PlainTable, { rows, isReported, reportedRows }: ReadTable): string[] {
  if (isReported) return [];
  const counts = new Map<string, number>();
  for (const row of truth.rows) counts.set(JSON.stringify(row), (counts.get(JSON.stringify(row)) ?? 0) + 1);
  const wrong: string[] = [];
  let reportedWrong = 0;
  for (const row of rows) {
    const key = JSON.stringify(row);
    const count = counts.get(key) ?? 0;
    if (count > 0) counts.set(key, count - 1);
    else if (reportedRows.has(row)) reportedWrong++;
    else wrong.push(key);
  }
  // A missing row is reported by the issue of the row read in its place.
  const missing = [...counts].flatMap(([key, count]) => Array<string>(count).fill(`missing: ${key}`));
  return [...wrong, ...missing.slice(wrong.length + reportedWrong)];
}

async function readBytes({ bytes }: Damaged): Promise<ReadTable> {
  const source = {
    name: "damaged.csv",
    size: bytes.length,
    async *stream() {
      yield bytes;
    },
  };
  const table = await openTable(source, {}, defaultLimits);
  const rows: (readonly string[])[] = [];
  const reportedRows = new Set<readonly string[]>();
  for await (const batch of table.rows) {
    for (const row of batch) {
      rows.push(row.cells);
      if ((row.issues ?? []).length > 0) reportedRows.add(row.cells);
    }
  }
  const isReported =
    (table.detected.leftOut ?? []).length > 0 || table.issues.some(({ severity }) => severity !== "note");
  return { headings: table.headings, rows, isReported, reportedRows };
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)}%`.padStart(8);
}
