import { csvLine } from "../formats/output/csv.js";
import type { Table } from "../formats/format.js";
import type { Row } from "../formats/row.js";

/** This module writes a parsed table as plain CSV, JSON or NDJSON. */

export const tableForms = ["csv", "json", "ndjson"] as const;
export type TableForm = (typeof tableForms)[number];

/**
 * `headerless` applies to tables without a header: `omit` (no heading line, and JSON rows are arrays) or a pattern such
 * as `col_{i}`, where `{i}` starts at 1. Cells in columns without a heading are included.
 */
export async function* tableText(
  table: Table,
  form: TableForm,
  headerless: string,
  onRow: (row: Row) => void,
): AsyncGenerator<string> {
  const rows = watched(table.rows, onRow);
  if (form === "csv") yield* csvText(table.headings, rows, headerless);
  else yield* jsonText(table.headings, rows, headerless, form);
}

async function* watched(
  rows: AsyncIterable<readonly Row[]>,
  onRow: (row: Row) => void,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of rows) {
    batch.forEach(onRow);
    yield batch;
  }
}

async function* csvText(
  headings: readonly string[] | null,
  rows: AsyncIterable<readonly Row[]>,
  headerless: string,
): AsyncGenerator<string> {
  if (headings !== null) yield csvLine(headings);
  let first = headings === null && headerless !== "omit";
  for await (const batch of rows) {
    if (first && batch[0] !== undefined) {
      yield csvLine(batch[0].cells.map((_, index) => numbered(headerless, index)));
      first = false;
    }
    yield batch.map((row) => csvLine(row.cells)).join("");
  }
}

async function* jsonText(
  headings: readonly string[] | null,
  rows: AsyncIterable<readonly Row[]>,
  headerless: string,
  form: "json" | "ndjson",
): AsyncGenerator<string> {
  const keys = headings === null ? undefined : uniqueKeys(headings);
  const entry = ({ cells }: Row): string => {
    if (keys === undefined && headerless === "omit") return JSON.stringify(cells);
    const pairs = cells.map((cell, i) => {
      const key = keys === undefined ? numbered(headerless, i) : (keys[i] ?? `#${i + 1}`);
      return `${JSON.stringify(key)}:${JSON.stringify(cell)}`;
    });
    return `{${pairs.join(",")}}`;
  };
  if (form === "ndjson") {
    for await (const batch of rows) yield batch.map((row) => `${entry(row)}\n`).join("");
    return;
  }
  let between = "[\n";
  for await (const batch of rows) {
    if (batch.length === 0) continue;
    yield between + batch.map(entry).join(",\n");
    between = ",\n";
  }
  yield between === "[\n" ? "[]\n" : "\n]\n";
}

function numbered(pattern: string, index: number): string {
  return pattern.replaceAll("{i}", String(index + 1));
}

/**
 * Returns the headings as unique keys. A blank heading is replaced with its position, and the position is appended to
 * a repeated heading.
 */
function uniqueKeys(headings: readonly string[]): string[] {
  const seen = new Set<string>();
  return headings.map((heading, index) => {
    let key = heading.trim() === "" ? `#${index + 1}` : heading;
    if (seen.has(key)) key = `${key} #${index + 1}`;
    seen.add(key);
    return key;
  });
}
