import { cellKind, isTyped } from "../cell-kind.js";
import { type PlainRow, extent, filledCount } from "../plain-row.js";
import { columnShapes } from "./columns.js";
import { areNamed, holdsKeys, isYear } from "./words.js";

/** Handles multi-line headers, such as group titles above headings, and headings that continue on the next line. */

/** True if a full row of known, unique headings follows group titles. */
export function isUnderTitles(rows: readonly PlainRow[], index: number, width: number): boolean {
  const titles = rows[index - 1]!;
  const row = rows[index];
  if (row?.cells.length !== width || isApart(titles, row) || !isGroupRow(titles.cells, row.cells))
    return false;
  const names = row.cells.map((cell) => cell.trim());
  const body = columnShapes(rows.slice(index + 1), width);
  return (
    areNamed(names) &&
    new Set(names).size === width &&
    names.every((name, i) => name !== "" && !isTyped(cellKind(name)) && !body[i]!.values.has(name))
  );
}

/**
 * True if the row after a header row also belongs to the header, because it has words above columns of numbers, dates
 * and similar values.
 */
export function belongsToHeader(
  rows: readonly PlainRow[],
  index: number,
  width: number,
  leastBelow: number,
): boolean {
  const row = rows[index];
  if (row === undefined || row.cells.length !== width || rows.length - index <= leastBelow) return false;
  if (isRuler(row.cells)) return false;
  const body = columnShapes(rows.slice(index + 1), width);
  let against = 0;
  let words = 0;
  let columns = 0;
  row.cells.forEach((cell, column) => {
    const kind = cellKind(cell);
    const below = body[column]!;
    if (isTyped(kind)) against++;
    if (!isTyped(below.kind) || below.share < 0.7 || below.filled < 2) {
      if (kind !== "empty" && below.values.has(cell.trim())) against++;
      return;
    }
    columns++;
    if (kind === "word" || kind === "text" || kind === "code") words++;
  });
  return against === 0 && words >= 2 && words * 2 >= columns;
}

/** True for a ruler below a header, such as a row of dashes. */
function isRuler(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.length > 0 && filled.every((cell) => /^[-=_+:*]{2,}$/.test(cell.trim()));
}

/**
 * True if the row contains group titles for the header below. In such a row, some cells are filled and are followed
 * by empty cells.
 */
export function isGroupRow(cells: readonly string[], below: readonly string[]): boolean {
  if (extent(cells) > below.length || filledCount(cells) < 2) return false;
  if (holdsKeys(cells)) return false;
  let gaps = 0;
  for (let i = 0; i < below.length; i++) {
    const blank = (cells[i] ?? "").trim() === "";
    if (!blank && isTyped(cellKind(cells[i]!)) && !isYear(cells[i]!.trim())) return false;
    if (!blank && i > 0 && (cells[i - 1] ?? "").trim() === "") gaps++;
  }
  return gaps > 0 && filledCount(cells) < filledCount(below);
}

/** Joins several header rows with spaces. Group titles are repeated for the empty cells to their right. */
export function joinHeadings(rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 1) return [...rows[0]!];
  const columns = Math.max(...rows.map((cells) => cells.length));
  const spread = rows.map((cells, level) => {
    const result = Array.from({ length: columns }, (_, i) => (cells[i] ?? "").trim());
    const below = rows[level + 1];
    if (below === undefined || !isGroupRow(cells, below)) return result;
    for (let i = 1; i < columns; i++) {
      if (result[i] === "" && (below[i] ?? "").trim() !== "") result[i] = result[i - 1]!;
    }
    return result;
  });
  return Array.from({ length: columns }, (_, i) =>
    spread
      .map((level) => level[i]!)
      .filter((part, level, parts) => part !== "" && part !== parts[level - 1])
      .join(" "),
  );
}

/** True if two rows are separated by empty lines. Line breaks inside cells are ignored. */
export function isApart({ line, cells }: PlainRow, next: PlainRow | undefined): boolean {
  const inCells = cells.join("").split(/\r\n?|\n/).length;
  return next !== undefined && next.line > line + inCells;
}
