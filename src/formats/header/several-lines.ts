import { cellKind, isTyped } from "../cell-kind.js";
import { type PlainRow, extent, filledCount } from "../plain-row.js";
import { holdsKeys, isYear } from "./words.js";

/**
 * This module handles multi-line headers, such as group titles above headings, and headings that continue on the next
 * line.
 */

/**
 * True if the row contains group titles for the header below. In such a row, a title is followed by empty cells for
 * the other columns of its group.
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

/** Joins several header rows with spaces. A group title also applies to the empty cells to its right. */
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
