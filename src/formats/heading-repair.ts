import { extent } from "./plain-row.js";
import { cellKind, isTyped } from "./cell-kind.js";
import { leadingBlanks } from "./header/columns.js";
import { headerAt } from "./header/search.js";
import { possibleDelimiters, strongDelimiters } from "./text/delimiters.js";
import { splitLine, unwrappedCells } from "./text/requote.js";
import type { Dialect, SplitRow } from "./text/split-row.js";

/**
 * This module repairs a header row that is written differently from the rows, either with a different delimiter or as a
 * single cell.
 */

/**
 * Repairs the header in the first rows of a table. The header is either the first full row or the row above the first
 * full row.
 */
export function withHeadings(rows: readonly SplitRow[], dialect: Dialect, width: number): SplitRow[] {
  if (width < 2 || dialect.delimiter === "") return [...rows];
  const first = rows.findIndex((row) => row.cells.length === width);
  const led = rows[first];
  if (first === 0 && led !== undefined && led.cells.slice(1).every((cell) => /^ \S/.test(cell))) {
    const cells = led.cells.map((cell) => cell.trim());
    if (leadingBlanks(rows.slice(1), width) > 0.05 || width < 3 || !areHeadings(cells)) return [...rows];
    if (rows[1]?.cells.length !== width || headerAt(rows, 1, width).score > 0) return [...rows];
    return [{ ...led, cells, repairs: ["other_delimiter"] }, ...rows.slice(1)];
  }
  if (dialect.quote === "" && led !== undefined) {
    const cells = unwrappedCells(led.source, dialect, width);
    if (cells !== undefined && areHeadings(cells)) {
      const whole: SplitRow = { ...led, cells: [...cells], repairs: ["row_quoted_whole"] };
      return rows.map((row) => (row === led ? whole : row));
    }
  }
  const above = rows[first - 1];
  const repaired = above && repairedHeading(above, rows, first, dialect, width);
  return rows.map((row) => (row === above && repaired !== undefined ? repaired : row));
}

function repairedHeading(
  row: SplitRow,
  rows: readonly SplitRow[],
  next: number,
  dialect: Dialect,
  width: number,
): SplitRow | undefined {
  if (row.source === "") return undefined;
  // The row is too long only because of delimiters after its last non-empty cell, so no repair is needed.
  if (row.cells.length > width && extent(row.cells) === width) return undefined;
  const whole = unwrappedCells(row.source, dialect, width);
  if (whole !== undefined && areHeadings(whole))
    return { ...row, cells: [...whole], repairs: ["row_quoted_whole"] };
  const followed = headerAt(rows, next, width).score > 0;
  for (const delimiter of possibleDelimiters) {
    if (delimiter === dialect.delimiter || !row.source.includes(delimiter)) continue;
    const isStrong = strongDelimiters.includes(delimiter);
    // Even if the next line looks like a header, a strong delimiter can split the line, provided that the table has at
    // least three columns.
    if (followed && (!isStrong || width < 3)) continue;
    // If the table's delimiter already splits the row, a space only separates words. For example,
    // `data valuta;importo;note` above rows with two cells must not be split at the space.
    if (row.cells.length > 1 && !isStrong) continue;
    const cells = splitLine(row.source, delimiter, dialect.quote === "" ? '"' : dialect.quote);
    if (cells.length === width && areHeadings(cells)) return { ...row, cells, repairs: ["other_delimiter"] };
  }
  return undefined;
}

/**
 * True if all cells are distinct words without surrounding spaces. Such spaces would indicate punctuation in a
 * sentence.
 */
function areHeadings(cells: readonly string[]): boolean {
  return (
    new Set(cells).size === cells.length &&
    cells.every((cell) => cell !== "" && cell === cell.trim() && !isTyped(cellKind(cell)))
  );
}
