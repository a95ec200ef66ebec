import { cellKind, isTyped } from "../cell-kind.js";
import { type PlainRow, extent, filledCount } from "../plain-row.js";
import { type Column, columnShapes, leadingBlanks } from "./columns.js";
import { commentSign, isComment, isProse, markedRows } from "./comments.js";
import { isApart, isGroupRow } from "./several-lines.js";
import { areNamed, holdsHeadingWord, holdsKeys, isProgramMade, isYear } from "./words.js";

/**
 * Weights of the evidence. A candidate's score is the sum of its evidence, with each kind of evidence multiplied by its weight. The
 * weights were fitted to the files used by the tests and by `bench:reading`. `explanation.ts` has a sentence for each
 * kind of evidence.
 */
export const weights = Object.freeze({
  // The lines of the header, compared with the columns below
  usualHeader: 1.3,
  wordsOverValues: 1,
  unlikeColumns: 0.7,
  headerNames: 1.2,
  onlyLine: 2,
  titles: 0.3,
  nameOfRows: 2.4,
  values: -2.8,
  repeatedBelow: -2.8,
  lengthOfColumn: -2,
  placeholders: -1.5,
  blankHeadings: -2.4,
  otherWidth: -0.7,
  swapped: -0.9,
  note: -2.3,
  commentCharacter: -2.4,
  joinedLines: -4.4,
  // The first row
  headingsBelow: -2,
  // The skipped lines above
  notesAbove: 0.5,
  unlikeRowsAbove: 5.8,
  rowsAbove: -7.4,
  partialRowsAbove: -2.2,
  blockAbove: -2,
  otherColumns: 0.5,
  severalTitles: -3,
  // The markup of an HTML page
  markup: 3,
  markupAbove: -5,
});

export type EvidenceName = keyof typeof weights;

export const namesOfEvidence = Object.keys(weights) as EvidenceName[];

export type Evidence = Partial<Record<EvidenceName, number>>;

/** The rows of a sample, without empty rows, and their properties that all candidates share. */
export class Sample {
  readonly rows: readonly PlainRow[];
  readonly width: number;
  /** Median number of non-empty cells in the rows of full width. */
  readonly usual: number;
  /**
   * True if more than 10% of the cells start with a space. In that case, a space after a delimiter does not indicate
   * prose.
   */
  readonly isSpaced: boolean;
  private readonly marked: number;
  private readonly columns = new Map<number, readonly Column[]>();

  constructor(rows: readonly PlainRow[], width: number) {
    this.rows = rows;
    this.width = width;
    const fills = rows.filter(({ cells }) => cells.length === width).map(({ cells }) => filledCount(cells));
    this.usual = fills.toSorted((a, b) => a - b)[fills.length >> 1] ?? width;
    this.isSpaced = leadingBlanks(rows, width) > 0.1;
    this.marked = markedRows(rows);
  }

  isMarked(at: number): boolean {
    return at < this.marked && this.width > 1 && this.rows[at]!.cells.length === this.width;
  }

  /**
   * Describes the columns, starting at the row with index `at`. Repetitions of the row above, which may be a header,
   * are excluded.
   */
  columnsFrom(at: number): readonly Column[] {
    let columns = this.columns.get(at);
    if (columns === undefined) {
      const above = this.rows[at - 1]?.cells ?? [];
      const below = this.rows.slice(at, at + 320);
      const others = below.filter(({ cells }) => !isSameRow(cells, above));
      columns = columnShapes(others.length > 1 ? others : below, this.width);
      this.columns.set(at, columns);
    }
    return columns;
  }

  /** Returns the number of non-empty cells in a row, as a share of the usual number. The maximum is 1. */
  share(cells: readonly string[]): number {
    return Math.min(1, filledCount(cells) / this.usual);
  }
}

export function isSameRow(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((cell, i) => cell === b[i]);
}

/**
 * Returns the evidence for a header of `count` lines that starts at `first`. If `count` is 0, the row at `first` is
 * the first row of a table without a header.
 */
export function headerEvidence(sample: Sample, first: number, count: number): Evidence {
  const { rows, width } = sample;
  const evidence = new Sum();
  if (count === 0) {
    if (sample.isMarked(first)) evidence.add("commentCharacter", 0.3);
    if (holdsWordsOverValues(rows[first + 1]?.cells ?? [], sample.columnsFrom(first + 2), width))
      evidence.add("headingsBelow", 1);
    return evidence.found;
  }
  const end = first + count;
  const columns = sample.columnsFrom(end);
  const below = rows.length - end;
  const lines = rows.slice(first, end);
  const last = lines.at(-1)!;
  evidence.add("usualHeader", 1);
  lines.forEach((line, i) => {
    addCells(evidence, line.cells, columns, count > 1);
    const isTitle = count === 1 && sample.usual > 2 && filledCount(line.cells) === 1;
    if (isTitle || isNote(line.cells, sample)) evidence.add("note", 1);
    else if (sample.isMarked(first + i)) evidence.add("commentCharacter", 1);
    const next = lines[i + 1];
    if (next === undefined) return;
    if (areTitles(line.cells, next.cells, width)) evidence.add("titles", 1);
    else evidence.add("joinedLines", 1);
    // If a program wrote the line, as identifiers such as `external_id` show, and only a few rows follow, the next line
    // is more likely a row than a second header line.
    if (isApart(line, next) || (below < 8 && isProgramMade(line.cells))) evidence.add("joinedLines", 0.5);
  });
  if (count > 1 && namesOnlyRows(last.cells, columns, below)) evidence.add("nameOfRows", 1);
  if (end === rows.length)
    evidence.add("onlyLine", last.cells.some((cell) => isTyped(cellKind(cell))) ? -1 : 1);
  if (holdsWordsOverValues(rows[end]?.cells ?? [], sample.columnsFrom(end + 1), width))
    evidence.add("headingsBelow", 1);
  if (extent(last.cells) > width || last.cells.length < width) evidence.add("otherWidth", 1);
  evidence.add("blankHeadings", blankHeadings(lines, columns));
  if (count === 1 && mayBeSwapped(last.cells, rows.slice(end))) evidence.add("swapped", 1);
  return evidence.found;
}

/** True for titles of column groups, if the headings below are words and every column has a title or a heading. */
function areTitles(cells: readonly string[], below: readonly string[], width: number): boolean {
  return (
    below.length === width &&
    isGroupRow(cells, below) &&
    cells.some((cell, i) => cell.trim() !== "" && i + 1 < width && (cells[i + 1] ?? "").trim() === "") &&
    below.every((cell, i) => (cell + (cells[i] ?? "")).trim() !== "" && !isTyped(cellKind(cell)))
  );
}

class Sum {
  readonly found: Evidence = {};

  add(name: EvidenceName, value: number): void {
    if (value !== 0) this.found[name] = (this.found[name] ?? 0) + value;
  }

  raise(name: EvidenceName, value: number): void {
    if (value > (this.found[name] ?? 0)) this.found[name] = value;
  }
}

/** True if the name contains a letter or `#`, which is a common heading. False for a ruler such as `----`. */
function hasLetters(name: string): boolean {
  return /[\p{L}#]/u.test(name);
}

const missingValue = /^(?:\\n|n\/a|#n\/a|nan|null|none|-{1,3}|\?)$/i;

/** Maximum number of cells that count as evidence of one kind, so that wide and narrow tables are treated equally. */
const mostCells = 3;

function addCells(
  evidence: Sum,
  cells: readonly string[],
  columns: readonly Column[],
  isJoined: boolean,
): void {
  const names = cells.map((cell) => cell.trim());
  const filled = names.filter((name) => name !== "");
  const isNumbered = areNumbered(names);
  const counts = {
    words: 0,
    unlike: 0,
    alike: 0,
    values: 0,
    ofKind: 0,
    repeated: 0,
    known: 0,
    missing: 0,
    years: 0,
  };
  names.forEach((name, index) => {
    const kind = cellKind(name);
    if (kind === "empty" || (isNumbered && index > 0)) return;
    if (holdsHeadingWord(name)) counts.known++;
    const column = columns[index];
    const below = column !== undefined && column.filled > 0 ? column : undefined;
    if (isTyped(kind)) {
      if (isYear(name) && below !== undefined && ![...below.values].every(isYear)) {
        counts.years = 1;
        return;
      }
      counts.values++;
      if (below?.kind === kind) counts.ofKind++;
    } else if (below === undefined) return;
    else if (missingValue.test(name)) counts.missing += below.values.has(name) ? 2 : 1;
    else if (isTyped(below.kind) && below.share >= 0.6) {
      if (hasLetters(name)) counts.words += below.share >= 0.9 ? 1 : 0.5;
    } else if (below.values.has(name)) counts.repeated += holdsHeadingWord(name) ? 0.5 : 1;
    else if (differsInDigits(name, below)) counts.repeated++;
    else if (below.filled >= 3 && below.shortest === below.longest && name.length === below.longest)
      counts.alike++;
    else if (isUnlike(name, below)) counts.unlike += Math.min(1, (below.filled - 2) / 5);
  });
  evidence.add("wordsOverValues", Math.min(mostCells, counts.words));
  // With several header lines, only the highest value counts, because a row may also differ from the rows below it.
  evidence.raise("unlikeColumns", Math.min(mostCells, counts.unlike));
  evidence.add("repeatedBelow", Math.min(mostCells, counts.repeated));
  evidence.add("placeholders", Math.min(mostCells, counts.missing));
  const isKnown = areNamed(names) || isProgramMade(names);
  evidence.add("headerNames", Math.min(mostCells, counts.known) / 4 + (isKnown ? 1 : 0));
  const isNameless = !names.some((name) => hasLetters(name) || isYear(name));
  const values =
    counts.values / Math.max(1, filled.length) +
    (counts.ofKind > 0 ? 0.625 + 0.125 * Math.min(mostCells, counts.ofKind) : 0);
  // Numbers are normal in a header if they increase from column to column or if the header has another line that
  // names them.
  const isUsual = isJoined || areRising(names);
  evidence.add("values", isUsual ? values / 2 : values + counts.years * 0.15 + (isNameless ? 0.3 : 0));
  const alike = counts.alike + counts.repeated;
  if (counts.alike > 0 && alike > 1 && alike === filled.length) evidence.add("lengthOfColumn", 1);
}

/**
 * True if a word does not fit the text values below it. Unlike the word, the values repeat, are all in capital
 * letters, or are codes of equal length or with digits.
 */
function isUnlike(name: string, { filled, values, single, shortest, longest }: Column): boolean {
  if (filled < 3 || !hasLetters(name)) return false;
  const all = [...values];
  const areCodes = all.every((value) => !value.includes(" "));
  return (
    (single + 1) * 4 <= filled ||
    (areCodes && shortest === longest) ||
    (areCodes && !/\d/.test(name) && all.every((value) => /\d/.test(value))) ||
    (/\p{Ll}/u.test(name) && all.every((value) => /\p{Lu}/u.test(value) && !/\p{Ll}/u.test(value)))
  );
}

/**
 * True if all values below differ from the name only in their digits. For example, `item_0` belongs to `item_1` and
 * `item_2` below it.
 */
function differsInDigits(name: string, { values }: Column): boolean {
  const form = (text: string): string => text.replace(/\d+/g, "0");
  return /\d/.test(name) && values.size > 1 && [...values].every((value) => form(value) === form(name));
}

/**
 * True if at least four cells after a word or an empty cell number the columns from 0 or 1, as in `species,1,2,3,4`.
 */
function areNumbered([first = "", ...others]: readonly string[]): boolean {
  const start = Number(others[0]);
  return (
    others.length >= 4 &&
    !isTyped(cellKind(first)) &&
    (start === 0 || start === 1) &&
    others.every((name, i) => name === String(start + i))
  );
}

/**
 * True if at least four increasing integers follow a word, as in `time,40,50,60,70` or `id,,1,2,3,4`. After several
 * words, fewer than eight integers must increase by exactly one, as in `code,name,001,002,003,004`.
 */
function areRising(cells: readonly string[]): boolean {
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

/** True for a row that only has a heading for the row labels, and is empty above every column of values. */
function namesOnlyRows(cells: readonly string[], columns: readonly Column[], rowsBelow: number): boolean {
  const overValues = columns.flatMap(({ kind, share, filled }, i) =>
    isTyped(kind) && share === 1 && filled === Math.min(rowsBelow, 300) ? [cells[i] ?? ""] : [],
  );
  return (
    rowsBelow > 1 &&
    overValues.length > 1 &&
    overValues.join("").trim() === "" &&
    !cells.some((cell) => isTyped(cellKind(cell)))
  );
}

/** True if a row has words in at least two columns in which all later rows have numbers, dates or similar values. */
function holdsWordsOverValues(cells: readonly string[], columns: readonly Column[], width: number): boolean {
  if (cells.length !== width) return false;
  const words = cells.filter((cell, i) => {
    const kind = cellKind(cell);
    const below = columns[i]!;
    return (
      (kind === "word" || kind === "text") &&
      hasLetters(cell) &&
      isTyped(below.kind) &&
      below.share === 1 &&
      below.filled > 0
    );
  });
  return words.length >= 2;
}

/**
 * Returns the share of non-empty columns that have no heading, or 0 if there are fewer than two such columns. The first
 * column, mostly empty columns and columns to the right of the header are excluded.
 */
function blankHeadings(lines: readonly PlainRow[], columns: readonly Column[]): number {
  const most = Math.max(...columns.map(({ filled }) => filled));
  const end = Math.max(...lines.map(({ cells }) => extent(cells)));
  const filled = columns.flatMap((column, i) =>
    i > 0 && i < end && column.filled > 0 && column.filled * 4 >= most ? [i] : [],
  );
  const blank = filled.filter((i) => lines.every(({ cells }) => (cells[i] ?? "").trim() === ""));
  return most > 1 && blank.length > 1 ? blank.length / filled.length : 0;
}

/**
 * True if rows and columns may be swapped, as in `Name,Ann Roe` above `City,Berlin`. The first column then consists of
 * distinct cells, at least half of which are headings, and the first line contains no other heading.
 */
function mayBeSwapped([first = "", ...others]: readonly string[], body: readonly PlainRow[]): boolean {
  if (others.length === 0 || !holdsHeadingWord(first) || others.some(holdsHeadingWord)) return false;
  const keys = body.map(({ cells }) => cells[0]!.trim()).filter((key) => key !== "");
  const named = keys.filter(holdsHeadingWord).length;
  return named >= 2 && named * 2 >= keys.length && new Set(keys).size === keys.length;
}

/** True for a comment, a sentence, keys with values, or text with a date or time. */
function isNote(cells: readonly string[], { width, isSpaced }: Sample): boolean {
  if (width < 2) return false;
  // In a full row, the first heading may start with a comment character, as in `#code,name`.
  const isFull = filledCount(cells) === width && /^#\p{L}/u.test(cells[0]!) && !isProse(cells);
  if ((isComment(cells, width) && !isFull) || (!isSpaced && isProse(cells))) return true;
  if (commentSign.test(cells[0]!) && cells.length !== width) return true;
  if (filledCount(cells) < width && (holdsKeys(cells) || cells.some(holdsTime))) return true;
  const [key = "", value = "", ...others] = cells.map((cell) => cell.trim()).filter((cell) => cell !== "");
  if (others.length > 0) return false;
  return (
    (key.length > 1 && key.endsWith(":")) ||
    (width > 2 && !isTyped(cellKind(key)) && isTyped(cellKind(value)))
  );
}

/** True for text with a date or time, such as `Exported 12/16/2008 10:30`. */
function holdsTime(cell: string): boolean {
  return !isTyped(cellKind(cell)) && /\d([./-])\d{1,2}\1\d{2}|\d:\d\d/.test(cell);
}

/** Returns the evidence for and against skipping the line at `at`, which is above the header and the rows. */
export function aboveEvidence(sample: Sample, at: number): Evidence {
  const { rows, width, usual } = sample;
  const { cells, line } = rows[at]!;
  const evidence = new Sum();
  const next = rows[at + 1];
  const isNext = next?.line === line + 1;
  if (isNote(cells, sample)) evidence.add("notesAbove", 1);
  else if (width > 1 && usual > 1 && filledCount(cells) === 1)
    if (hasKeyOfRows(cells, rows.slice(at + 1), width)) evidence.add("partialRowsAbove", 1);
    else evidence.add("notesAbove", 1);
  else if (sample.isMarked(at)) evidence.add("partialRowsAbove", 0.45);
  else if (isNext && extent(cells) !== width && (cells.length !== width || extent(cells) > width))
    evidence.add("partialRowsAbove", 1);
  else if (next !== undefined && isGroupRow(cells, next.cells) && filledCount(next.cells) >= usual)
    evidence.add("partialRowsAbove", 1);
  else if (sample.share(cells) === 1) evidence.add("rowsAbove", 1);
  else evidence.add("partialRowsAbove", sample.share(cells));
  if (
    evidence.found.rowsAbove === 1 &&
    rows.length - at > 3 &&
    isUnlikeRows(cells, sample.columnsFrom(at + 1))
  )
    evidence.add("unlikeRowsAbove", 1);
  return evidence.found;
}

/** True if the only cell has the same pattern as the keys in the first column, such as `E00001`. */
function hasKeyOfRows(cells: readonly string[], rows: readonly PlainRow[], width: number): boolean {
  const form = (cell: string): string => cell.trim().replace(/\p{L}/gu, "a").replace(/\d/g, "9");
  const keys = rows.filter((row) => row.cells.length === width).slice(0, 300);
  const [usual = ""] = keys.map((row) => form(row.cells[0]!));
  const isOne = width > 2 && keys.length > 2 && usual.includes("9");
  return isOne && form(cells[0]!) === usual && keys.every((row) => form(row.cells[0]!) === usual);
}

/** True for a number above words, a date or time above other values, or a word above codes that contain digits. */
function isUnlikeRows(cells: readonly string[], columns: readonly Column[]): boolean {
  return columns.some(({ kind, share, filled, values }, i) => {
    const cell = (cells[i] ?? "").trim();
    const own = cellKind(cell);
    const all = [...values];
    if (filled < 2) return false;
    if (own === "date" || own === "time") return kind !== own && share === 1;
    if (own === "number")
      return all.every((value) => /^\p{L}[\p{L}\s]*$/u.test(value) && !missingValue.test(value));
    return (
      own === "word" && !/\d/.test(cell) && all.every((value) => /\p{L}/u.test(value) && /\d/.test(value))
    );
  });
}
