import type { Table } from "../formats/format.js";
import type { Row } from "../formats/row.js";

/** Returns the name by which a mapping refers to the column that `withRowNumbers` adds. */
export function rowNumberColumn(width: number): string {
  return `#${width + 1}`;
}

/**
 * Adds a column of line numbers after the last column. This column is used as the ID until the user has specified
 * which column contains the ID.
 */
export function withRowNumbers(table: Table, width: number): Table {
  const headings = table.headings === null ? null : [...table.headings, "#"];
  return { ...table, headings, rows: numberedBatches(table.rows, width) };
}

export function numberedRow(row: Row, width: number): Row {
  const missing = Array<string>(Math.max(0, width - row.cells.length)).fill("");
  return { ...row, cells: [...row.cells, ...missing, String(row.line)] };
}

async function* numberedBatches(
  batches: AsyncIterable<readonly Row[]>,
  width: number,
): AsyncGenerator<readonly Row[]> {
  for await (const batch of batches) yield batch.map((row) => numberedRow(row, width));
}
