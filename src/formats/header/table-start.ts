import { cellKind, isTyped } from "../cell-kind.js";
import { type PlainRow, extent, filledCount } from "../plain-row.js";
import { columnShapes } from "./columns.js";
import { commentSign, isProse, leadingComments } from "./comments.js";
import { headerVerdict, looksLikeHeader } from "./score.js";
import { isGroupRow } from "./several-lines.js";
import { holdsKeys } from "./words.js";

/** Finds the first row of a table below titles, notes and key-value pairs. */

/**
 * Returns the index of the first row that is wide and full enough for the table. The rows above it form the preamble.
 */
export function firstTableRow(rows: readonly PlainRow[], width: number): number {
  if (width < 2) return 0;
  const fills = rows
    .filter((row) => row.cells.length === width)
    .map((row) => filledCount(row.cells))
    .sort((a, b) => a - b);
  const usual = fills[fills.length >> 1] ?? width;
  const enough = width === 2 ? Math.min(2, usual) : Math.max(2, Math.ceil(usual * 0.5));
  const blanksLead = leadingBlanks(rows, width) > 0.1;
  const from = leadingComments(rows, width);
  // Trailing delimiters that occur on every row except the header do not form columns.
  const columns = Math.max(2, ...rows.map(({ cells }) => (cells.length === width ? extent(cells) : 0)));
  const found = rows.findIndex(
    ({ cells }, index) =>
      index >= from &&
      extent(cells) <= width &&
      cells.length >= columns &&
      filledCount(cells) >= enough &&
      ((blanksLead && !cells[0]!.startsWith("#")) || !isProse(cells)),
  );
  if (found < 0) return 0;
  const belowNotes = belowKeysAndValues(rows, found, width);
  if (belowNotes !== undefined) return belowNotes;
  // The header may have more or fewer cells than the rows. In that case, the row above it contains only words, and
  // this row is data.
  for (let above = found - 1; above >= Math.max(0, found - 2); above--) {
    const cells = rows[above]!.cells;
    const long = extent(cells);
    if (long < Math.max(2, width * 0.6) || long === width) continue;
    const words = cells.slice(0, long).every((cell) => !isTyped(cellKind(cell)));
    if (
      words &&
      filledCount(cells) >= (long > width ? long - 1 : long * 0.8) &&
      !looksLikeHeader(rows, found, width)
    )
      return above;
  }
  return found;
}

/**
 * Finds the header below lines such as `Period:,2024` and an empty line. Each line above the empty line must be a key
 * with a value, and a full row of words must follow. If the keys end with colons, the empty line is optional.
 */
function belowKeysAndValues(rows: readonly PlainRow[], from: number, width: number): number | undefined {
  for (let i = from; i < Math.min(rows.length - 1, from + 12); i++) {
    if (!isKeyAndValue(rows[i]!.cells, width)) return undefined;
    const next = rows[i + 1]!;
    const areKeys =
      width > 2 &&
      rows
        .slice(from, i + 1)
        .every(({ cells }) => holdsKeys(cells) || /.:\s*$/.test(cells[blanksBefore(cells)]!));
    if (next.line - rows[i]!.line < 2 && !areKeys) continue;
    if (isKeyAndValue(next.cells, width) && width > 2) continue;
    // The table and its keys may be indented by one or more columns.
    const indent = Math.min(blanksBefore(rows[i]!.cells), blanksBefore(next.cells));
    const isFull = next.cells.length === width && filledCount(next.cells) === width - indent;
    return isFull && looksLikeHeader(rows, i + 1, width) ? i + 1 : undefined;
  }
  return undefined;
}

/** Finds the header below scattered words that are not group titles. */
export function belowScatteredWords(
  rows: readonly PlainRow[],
  from: number,
  width: number,
): number | undefined {
  if (width < 3) return undefined;
  const isFull = ({ cells }: PlainRow): boolean => cells.length === width && filledCount(cells) === width;
  const to = rows.findIndex((row, i) => i >= from && isFull(row));
  if (to - from < 2 || to - from > 8) return undefined;
  const notes = rows.slice(from, to);
  const areWords = notes.every(({ cells }) => cells.every((cell) => !isTyped(cellKind(cell))));
  const areTitles = notes.every(({ cells }, i) => isGroupRow(cells, rows[from + i + 1]!.cells));
  const header = rows[to]!.cells;
  const verdict = headerVerdict(header, columnShapes(rows.slice(to + 1), width), rows.length - to - 1);
  const isHeader = verdict.isHeader && verdict.isSure === true && verdict.isNamed === true;
  return areWords && !areTitles && isHeader ? to : undefined;
}

/**
 * True for `Company:` and a value. In a table with more than two columns, also true for a word and a date or number,
 * if all other cells are empty.
 */
function isKeyAndValue(cells: readonly string[], width: number): boolean {
  if (filledCount(cells) < width && holdsKeys(cells)) return true;
  if (filledCount(cells) > 2) return false;
  const [key = "", value = ""] = cells.slice(blanksBefore(cells)).map((cell) => cell.trim());
  if (key.length > 1 && key.endsWith(":")) return true;
  return width > 2 && !isTyped(cellKind(key)) && isTyped(cellKind(value));
}

/**
 * Returns the rows directly above the first full row that are split into cells but have more or fewer of them, or
 * that contain only the key.
 */
export function rowsAbove(rows: readonly PlainRow[], first: number, width: number): readonly PlainRow[] {
  const isKey = keysOf(rows.slice(first), width);
  let top = first;
  while (top > 0 && rows[top - 1]!.line === rows[top]!.line - 1) {
    const { cells } = rows[top - 1]!;
    const filled = extent(cells);
    const isRow =
      !commentSign.test(cells[0]!) &&
      !/:$/.test(cells[0]!.trim()) &&
      (filled > 1
        ? filledCount(cells) > 1 &&
          filled !== width &&
          (filled > width || cells.length < width) &&
          !isProse(cells)
        : isKey(cells[0]!));
    if (!isRow) break;
    top--;
  }
  return rows.slice(top, first);
}

/** Returns a test for cells with the same pattern as the keys in the first column, such as `E00001`. */
function keysOf(rows: readonly PlainRow[], width: number): (cell: string) => boolean {
  const form = (cell: string): string => cell.trim().replace(/\p{L}/gu, "a").replace(/\d/g, "9");
  const forms = rows.filter(({ cells }) => cells.length === width).map(({ cells }) => form(cells[0]!));
  const [usual = ""] = forms;
  const isOne = width > 2 && forms.length > 2 && usual.includes("9") && forms.every((each) => each === usual);
  return (cell) => isOne && form(cell) === usual;
}

/**
 * True if all cells are different words without digits. For example, `EMP001,Smith` is a row with missing cells and
 * not a header.
 */
export function areHeadings(cells: readonly string[]): boolean {
  const names = cells.map((cell) => cell.trim());
  return (
    new Set(names).size === names.length && names.every((name) => /\p{L}/u.test(name) && !/\d/.test(name))
  );
}

/** Returns the index of the first filled cell, or 0. */
function blanksBefore(cells: readonly string[]): number {
  return Math.max(
    0,
    cells.findIndex((cell) => cell.trim() !== ""),
  );
}

/** Returns the share of filled cells that start with a space. The first cell of each row is excluded. */
export function leadingBlanks(rows: readonly PlainRow[], width: number): number {
  let filled = 0;
  let leading = 0;
  for (const { cells } of rows.slice(0, 300)) {
    if (cells.length !== width) continue;
    for (let i = 1; i < width; i++) {
      const cell = cells[i]!;
      if (cell.trim() === "") continue;
      filled++;
      if (cell.startsWith(" ")) leading++;
    }
  }
  return filled === 0 ? 0 : leading / filled;
}
