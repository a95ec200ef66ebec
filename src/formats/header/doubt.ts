import { cellKind, isTyped } from "../cell-kind.js";
import { type PlainRow, filledCount } from "../plain-row.js";
import { type Column, columnShapes } from "./columns.js";
import { missingValue } from "./score.js";
import { isApart, isGroupRow } from "./several-lines.js";
import { holdsHeadingWord } from "./words.js";

/** Finds reasons why a detected header, or a first row that was read as data, may be wrong. */

/** Explains how a first row that looks like data differs from the rows below, because it may still be the header. */
export function doubtOfRow(
  rows: readonly PlainRow[],
  at: number,
  body: readonly Column[],
  width: number,
): string | undefined {
  if (isWordsOverValues(rows, at + 1, width))
    return "the row below it has words where all others have values";
  const below = Math.min(rows.length - at - 1, 300);
  const key = body[0];
  const cells = rows[at]!.cells.slice(0, width);
  const differing = cells.filter((cell, i) => differs(cell, body[i]!)).length;
  const isKeyBlank = cells[0]!.trim() === "" && key !== undefined && key.filled > 2 && key.filled === below;
  if (isKeyBlank) return "its first cell is blank as in none of the rows below";
  if (differing > 1 || (differing === 1 && below > 2))
    return "it has numbers, dates or words where all rows below have other values";
  return isScale(cells) ? "its numbers grow from column to column" : undefined;
}

/**
 * True for a number above words, for a date or time above other values, and for a word above codes that contain
 * digits.
 */
function differs(cell: string, { kind, share, filled, values }: Column): boolean {
  const own = cellKind(cell);
  const all = [...values];
  if (filled < 2) return false;
  if (own === "date" || own === "time") return kind !== own && share === 1;
  if (own === "number")
    return all.every((value) => /^\p{L}[\p{L}\s]*$/u.test(value) && !missingValue.test(value));
  return own === "word" && !/\d/.test(cell) && all.every((value) => /\p{L}/u.test(value) && /\d/.test(value));
}

/**
 * True if at least four increasing integers follow a word, as in `time,40,50,60,70` or `id,,1,2,3,4`. After several
 * words, the integers must increase by exactly one if there are fewer than eight of them, as in
 * `code,name,001,002,003,004`.
 */
function isScale(cells: readonly string[]): boolean {
  const from = cells.findIndex((cell) => isTyped(cellKind(cell)));
  const numbers = cells.slice(from).filter((cell) => cell !== "");
  const isGrowth = numbers.length >= 8 || filledCount(cells.slice(0, from)) < 2;
  return (
    from > 0 &&
    numbers.length >= 4 &&
    numbers.every((cell) => /^\d+$/.test(cell)) &&
    numbers
      .slice(1)
      .map((cell, i) => Number(cell) - Number(numbers[i]))
      .every((step) => (isGrowth ? step > 0 : step === 1))
  );
}

/**
 * True if the row below the header may be part of the header, because it has words where all later rows have numbers
 * or dates.
 */
export function isWordsOverValues(rows: readonly PlainRow[], index: number, width: number): boolean {
  const row = rows[index];
  if (row?.cells.length !== width) return false;
  const body = columnShapes(rows.slice(index + 1), width);
  const words = row.cells.filter((cell, column) => {
    const kind = cellKind(cell);
    const below = body[column]!;
    return (
      (kind === "word" || kind === "text") && isTyped(below.kind) && below.share === 1 && below.filled > 0
    );
  });
  return words.length >= 2 || isNameOfRows(row.cells, body, rows.length - index - 1);
}

/**
 * True for a row whose only heading is that of the row labels, as written by statistics programs. The row is empty
 * above every column of numbers.
 */
function isNameOfRows(cells: readonly string[], body: readonly Column[], rowsBelow: number): boolean {
  const numbers = body.flatMap(({ kind, share, filled }, i) =>
    isTyped(kind) && share === 1 && filled === Math.min(rowsBelow, 300) ? [cells[i]!.trim()] : [],
  );
  const words = cells.filter((cell) => cell.trim() !== "");
  return (
    rowsBelow > 1 &&
    numbers.length > 1 &&
    numbers.join("") === "" &&
    !words.some((cell) => isTyped(cellKind(cell)))
  );
}

/**
 * True if the table may be transposed, because the first column contains unique headings and the detected header
 * contains no other heading, as in `Name,Ann Roe` above `City,Berlin`.
 */
export function liesOnItsSide(
  [first = "", ...others]: readonly string[],
  body: readonly PlainRow[],
): boolean {
  if (!holdsHeadingWord(first) || others.some(holdsHeadingWord)) return false;
  const keys = body.map(({ cells }) => cells[0]!.trim()).filter((key) => key !== "");
  const named = keys.filter(holdsHeadingWord).length;
  return named >= 2 && named * 2 >= keys.length && new Set(keys).size === keys.length;
}

/**
 * True if at least two columns after the first one, and at least a quarter of them, contain values but have no
 * heading. In that case, the detected header may be a note.
 */
export function lacksHeadings(headings: readonly string[], body: readonly Column[]): boolean {
  const most = Math.max(...body.map(({ filled }) => filled));
  const filled = body.flatMap((column, i) => (i > 0 && column.filled * 4 >= most ? [headings[i] ?? ""] : []));
  const bare = filled.filter((heading) => heading.trim() === "").length;
  return most > 1 && bare >= 2 && bare * 4 >= filled.length;
}

/**
 * True if each of several lines belongs to the header. Such a line contains either group titles, or names of which at
 * least one is known and none looks like a value.
 */
export function areLinesOfHeadings(rows: readonly PlainRow[]): boolean {
  if (isLineOverHeadings(rows) || rows.some((row, i) => isApart(row, rows[i + 1]))) return false;
  return rows.every(({ cells }, i) => {
    const below = rows[i + 1]?.cells;
    if (below !== undefined && isGroupRow(cells, below)) return !cells.some(holdsMoment);
    const names = cells.map((cell) => cell.trim()).filter((name) => name !== "");
    if (i === 0) return new Set(names.map((name) => name.replace(/\d+/g, ""))).size > names.length / 2;
    if (isGroupRow(rows[i - 1]!.cells, cells)) return true;
    const isKnown = [...names, ...rows[i - 1]!.cells].some(holdsHeadingWord);
    return isKnown && new Set(names).size === names.length;
  });
}

/** True if a text contains a date or time, as in `Exported 12/16/2008 10:30`. */
function holdsMoment(cell: string): boolean {
  return /\d([./-])\d{1,2}\1\d{2}|\d:\d\d/.test(cell);
}

/**
 * True if the first of several header lines may be a note that happens to have the same number of cells. The line has
 * no known header word and no group titles, and the next line has only header words.
 */
function isLineOverHeadings([top, next]: readonly PlainRow[]): boolean {
  const { cells } = top!;
  const isFull = filledCount(cells) >= cells.length - 1;
  return isFull && !cells.some(holdsHeadingWord) && next!.cells.every(holdsHeadingWord);
}
