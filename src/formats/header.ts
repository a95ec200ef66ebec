import { extent, filledCount, type PlainRow } from "./plain-row.js";
import { cellKind, type CellKind, isTyped } from "./cell-kind.js";
import { type Issue, issue } from "../model/issues.js";
import { firstOf } from "../sentence.js";
import { foldHeading } from "./fold-heading.js";
import type { ReadOptions } from "./read-options.js";

/** Finds the header of a table and the lines above it, for text and sheets. */

export interface Header {
  /** Headings of all columns. Null if there is no header. */
  readonly headings: readonly string[] | null;
  /** 1-based lines of the header. */
  readonly headerRows: readonly number[];
  /** Line of the first row. Earlier rows do not belong to the body. */
  readonly bodyFrom: number;
  /** Expected number of cells per row. */
  readonly width: number;
  readonly evidence: readonly string[];
  /** Why the detected header may be wrong. If none was found, why the first row may be the header. */
  readonly inDoubt?: string;
  /** A header or first row that starts like a comment, with the comment character. */
  readonly commentLike?: { readonly line: number; readonly sign: string };
  /** Number of columns without a heading, if the header has fewer cells than the rows. */
  readonly unnamed?: number;
  /** Set if the configured header was not found. */
  readonly missing?: string;
}

/** Skipped lines above the body. Includes all lines of a multi-line cell. */
export interface LeftOut {
  readonly kind: "preamble" | "comment";
  readonly count: number;
  /** The first line numbers. */
  readonly lines: readonly number[];
}

/** Maximum number of skipped lines that are listed. */
const mostNamed = 20;

/**
 * Returns the lines that are neither header nor rows, and sentences about them.
 *
 * @param all all rows, including empty ones. A multi-line row ends where the next one begins.
 */
export function leftOut(
  rows: readonly PlainRow[],
  { headerRows, bodyFrom, width }: Pick<Header, "headerRows" | "bodyFrom" | "width">,
  all: readonly PlainRow[] = [],
): { readonly leftOut: readonly LeftOut[]; readonly evidence: readonly string[] } {
  const above = rows.filter(
    ({ line, cells }) => line < bodyFrom && !headerRows.includes(line) && filledCount(cells) > 0,
  );
  const next = new Map(all.slice(1).map((row, i) => [all[i]!.line, row.line]));
  const linesOf = ({ line }: PlainRow): number[] =>
    Array.from({ length: (next.get(line) ?? line + 1) - line }, (_, i) => line + i);
  const found = (["preamble", "comment"] as const).flatMap((kind) => {
    const lines = above
      .filter(({ cells }) => isComment(cells, width) === (kind === "comment"))
      .flatMap(linesOf);
    return lines.length === 0 ? [] : [{ kind, count: lines.length, lines: lines.slice(0, mostNamed) }];
  });
  const evidence = found.map(({ kind, count, lines }) => {
    const named = `${lines.join(", ")}${count > lines.length ? " and more" : ""}`;
    return `Skipped ${kind === "comment" ? "comments" : "lines"} above the table: ${named}.`;
  });
  const blank = all.filter(({ line, cells }) => line < bodyFrom && filledCount(cells) === 0);
  if (blank.length > 0) {
    const lines = firstOf(blank.map(({ line }) => String(line)));
    evidence.push(`Skipped empty lines above the rows: ${lines}.`);
  }
  return { leftOut: found, evidence };
}

/**
 * Returns the character of the first skipped comment above the table. Undefined if there is none or if rows
 * usually start with it.
 */
export function signOfComments(
  rows: readonly PlainRow[],
  left: readonly LeftOut[],
  bodyFrom: number,
): string | undefined {
  const [line] = left.find(({ kind }) => kind === "comment")?.lines ?? [];
  const sign = commentSign.exec(rows.find((row) => row.line === line)?.cells[0] ?? "")?.[0].trim();
  if (sign === undefined) return undefined;
  const body = rows.filter((row) => row.line >= bodyFrom);
  const alike = body.filter(({ cells }) => cells[0]!.trimStart().startsWith(sign));
  return alike.length * 2 < body.length ? sign : undefined;
}

/** True if a line above the table is definitely a comment. A line divided like the rows may belong to the header. */
function isComment(cells: readonly string[], width: number): boolean {
  const filled = filledCount(cells);
  return commentSign.test(cells[0]!) && (filled < 3 || filled * 2 < width || isProse(cells));
}

/** Characters that start a comment. */
export const commentSign = /^\s*(?:#|%|\/\/|--|;|!|\*|[@']\s|rem\s)/i;

/** Characters that start comments above a table in formats in which other programs skip such lines. */
const leadingComment = /^\s*(#|%|\/\/|--|!|REM )/;

/** Characters that start a comment in some programs and a heading or key in others: `; made by`, `*Code`, `#id`. */
const unusualComment = /^\s*(?:(#|;|\*|'|@|%|!|--|\/\/)(?=[\s\p{L}])|(rem)\s)/iu;

/** Removes comments above the table, because their characters do not show the dialect. */
export function withoutComments(text: string): string {
  const sign = leadingComment.exec(text)?.[1];
  if (sign === undefined) return text;
  let at = 0;
  while (
    text
      .slice(at, at + 200)
      .trimStart()
      .startsWith(sign)
  ) {
    const end = /\r\n?|\n/g;
    end.lastIndex = at;
    if (end.exec(text) === null) return text;
    at = end.lastIndex;
  }
  // A character that also starts other lines belongs to the table, unless a space and words follow it everywhere.
  const isWords = /^\s*#+(?:[ \t]+\p{L}|\s*$)/u;
  const lines = text.slice(at).split(/(?<=\r\n|\n|\r(?!\n))/);
  const others = lines.filter((line) => line.trimStart().startsWith(sign));
  if (others.length > 0 && ![text, ...others].every((line) => isWords.test(line))) return text;
  const rest = lines.filter((line) => !others.includes(line));
  // A line above a single other line belongs to the table.
  return rest.filter((line) => line.trim() !== "").length < 2 ? text : rest.join("");
}

/** Finds the header among the first rows. `width` is the most common number of cells. */
export function findHeader(rows: readonly PlainRow[], width: number, pinned: ReadOptions["header"]): Header {
  const filled = rows.filter((row) => filledCount(row.cells) > 0);
  if (pinned !== undefined) return pinnedHeader(filled, width, pinned);
  const header = searchedHeader(filled, width);
  return { ...header, evidence: [...header.evidence, ...whyNoOthers(filled, header, width)] };
}

/** Explains why the lines next to the header are no headers. */
function whyNoOthers(
  rows: readonly PlainRow[],
  { headings, headerRows }: Header,
  width: number,
): readonly string[] {
  if (headings === null) return [];
  const first = rows.findIndex(({ line }) => line === headerRows[0]);
  const last = rows.findIndex(({ line }) => line === headerRows.at(-1));
  return [first - 1, last + 1].flatMap((index) => {
    const row = rows[index];
    if (row === undefined) return [];
    const filled = filledCount(row.cells);
    if (index < first && filled < Math.max(2, filledCount(headings) / 2)) {
      const cells = filled === 1 ? "1 cell is" : `${filled} cells are`;
      return [`Line ${row.line} is not the header: only ${cells} filled.`];
    }
    const verdict = headerVerdict(
      row.cells,
      columnShapes(rows.slice(index + 1), width),
      rows.length - index - 1,
    );
    return verdict.isHeader
      ? [`Line ${row.line} is the next best candidate for the header: ${verdict.why}.`]
      : [`Line ${row.line} is not the header: ${verdict.why}.`];
  });
}

function searchedHeader(filled: readonly PlainRow[], width: number): Header {
  const comments = unusualComments(filled, width);
  if (comments.count === 0) return foundHeader(filled, width);
  if (comments.areSure) return foundHeader(filled.slice(comments.count), width);
  const header = foundHeader(filled, width);
  const { line } = filled[comments.count - 1]!;
  const isRead = header.headerRows.includes(line) || line >= header.bodyFrom;
  return isRead && !comments.areHeadings ? { ...header, commentLike: { line, sign: comments.sign } } : header;
}

const valuesInHeader = "it contains values, such as numbers or dates";

function foundHeader(filled: readonly PlainRow[], width: number): Header {
  const first = firstTableRow(filled, width);
  const belowWords = belowScatteredWords(filled, first, width);
  if (belowWords !== undefined) return foundHeader(filled.slice(belowWords), width);
  const candidate = filled[first];
  if (candidate === undefined) return headless(1, width, "The file holds no rows.");
  const below = filled.slice(first + 1);
  // Headings repeated on each page are not values of their columns.
  const pages = below.filter(({ cells }) => !isSameRow(cells, candidate.cells));
  const body = columnShapes(pages.length > 1 ? pages : below, width);
  const verdict = headerVerdict(candidate.cells, body, filled.length - first - 1);
  const above = rowsAbove(filled, first, width);
  const top = above[0];
  if (top !== undefined && (!verdict.isHeader || (!verdict.isSure && extent(top.cells) > width))) {
    if (areHeadings(top.cells))
      return headed(
        [top],
        filled.slice(first - above.length + 1),
        width,
        "it has words above rows of another width.",
      );
    if (!verdict.isHeader) {
      const why = `Line ${top.line} is divided like the rows below it, with more or fewer cells, and holds no headings.`;
      return headless(top.line, width, why);
    }
  }
  if (!verdict.isHeader) {
    const why = `Line ${candidate.line} looks like a row of the table: ${verdict.why}.`;
    const inDoubt = verdict.inDoubt ?? doubtOfRow(filled, first, body, width);
    const found = headless(candidate.line, width, why);
    return inDoubt === undefined ? found : { ...found, inDoubt };
  }
  // Two rows are weak evidence against a line of identifiers.
  const least = isProgramMade(candidate.cells) ? 8 : 2;
  let last = first;
  const isNote = filledCount(candidate.cells) < width && holdsKeys(candidate.cells);
  if (!isNote && isUnderTitles(filled, last + 1, width)) last++;
  while (!isNote && last - first < 4 && belongsToHeader(filled, last + 1, width, least)) last++;
  const from = first > 0 && isGroupRow(filled[first - 1]!.cells, filled[first]!.cells) ? first - 1 : first;
  const header = headed(filled.slice(from, last + 1), filled.slice(last + 1), width, `${verdict.why}.`);
  const isKnown =
    !verdict.holdsValues &&
    (verdict.isSure || verdict.isNamed || isProgramMade(candidate.cells) || below.length === 0);
  const rest = filled.slice(last + 1);
  const inDoubt = isNote
    ? "it contains keys with values, like a note"
    : lacksHeadings(header.headings!, columnShapes(rest, width))
      ? "columns that are filled below are blank in it"
      : isWordsOverValues(filled, last + 1, width)
        ? "the row below it is unlike all others and may be part of the headings"
        : last > from
          ? areLinesOfHeadings(filled.slice(from, last + 1))
            ? verdict.holdsValues === true && valuesInHeader
            : "it was joined with the line below, and one of them may be a note or a row"
          : liesOnItsSide(candidate.cells, rest)
            ? "its first column contains header names, so rows and columns may be swapped"
            : !isKnown &&
              (verdict.holdsValues === true
                ? valuesInHeader
                : "it has no known header name and looks like the rows below");
  return inDoubt === false ? header : { ...header, inDoubt };
}

/** True if a full row of known, unique headings follows group titles. */
function isUnderTitles(rows: readonly PlainRow[], index: number, width: number): boolean {
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

/** Explains why a first row that looks like data may still be a header. */
function doubtOfRow(
  rows: readonly PlainRow[],
  at: number,
  body: readonly Column[],
  width: number,
): string | undefined {
  const { cells } = rows[at]!;
  const filled = body[0]?.filled ?? 0;
  if (cells[0]!.trim() === "" && filled > 2 && filled === Math.min(rows.length - at - 1, 300))
    return "its first cell is blank as in none of the rows below";
  if (isWordsOverValues(rows, at + 1, width))
    return "the row below it has words where all others have values";
  if (isNumberOverWords(cells, body))
    return "it has a number above a column of words, which may be a row count";
  if (areNumbersOverWords(cells, body)) return "its numbers are above columns of words";
  if (areOfOtherKinds(cells, body)) return "its dates or times are above columns of other values";
  return isScale(cells) ? "its numbers grow from column to column" : undefined;
}

/** True if a number is above a column of words only: `42,0,0` over `1,Agen,44.1`. */
function isNumberOverWords(cells: readonly string[], body: readonly Column[]): boolean {
  return cells.some((cell, i) => {
    const below = body[i];
    return (
      cellKind(cell) === "number" &&
      below !== undefined &&
      below.filled > 2 &&
      [...below.values].every((value) => ["word", "text"].includes(cellKind(value)) && !/\d/.test(value))
    );
  });
}

/**
 * True if a word is followed by two or more numbers, all above columns of words only: `id,4711,9000` over
 * `AFRT,yes,no`.
 */
function areNumbersOverWords([first = "", ...others]: readonly string[], body: readonly Column[]): boolean {
  const numbers = others.flatMap((cell, i) => (cellKind(cell) === "number" ? [i + 1] : []));
  return (
    numbers.length >= 2 &&
    !/\d/.test(first) &&
    numbers.every((i) => {
      const values = [...(body[i]?.values ?? [])];
      return values.length > 0 && values.every((value) => /^\p{L}[\p{L}\s]*$/u.test(value));
    })
  );
}

/**
 * True if two or more dates or times are above columns of other kinds, as in a pivot table:
 * `Code,2024-01-01,2024-02-01`.
 */
function areOfOtherKinds(cells: readonly string[], body: readonly Column[]): boolean {
  const over = cells.filter((cell, i) => {
    const kind = cellKind(cell);
    const below = body[i];
    return (
      (kind === "date" || kind === "time") &&
      below !== undefined &&
      below.filled > 1 &&
      below.kind !== kind &&
      below.share === 1
    );
  });
  return over.length >= 2;
}

/**
 * True if the row below the header may belong to it, because it has words where all later rows have numbers or dates.
 */
function isWordsOverValues(rows: readonly PlainRow[], index: number, width: number): boolean {
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
 * True for a row that names only the row labels, as statistics programs write it. It is empty above every column of
 * numbers.
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
 * True if the first column contains unique headings and the line above it contains no others: `Name,Ann Roe` over
 * `City,Berlin`. The table may be transposed.
 */
function liesOnItsSide([first = "", ...others]: readonly string[], body: readonly PlainRow[]): boolean {
  if (!holdsHeadingWord(first) || others.some(holdsHeadingWord)) return false;
  const keys = body.map(({ cells }) => cells[0]!.trim()).filter((key) => key !== "");
  const named = keys.filter(holdsHeadingWord).length;
  return named >= 2 && named * 2 >= keys.length && new Set(keys).size === keys.length;
}

/**
 * True if at least two columns after the first one, and at least a quarter of them, contain values but have no heading.
 * The detected header may be a note.
 */
function lacksHeadings(headings: readonly string[], body: readonly Column[]): boolean {
  const most = Math.max(...body.map(({ filled }) => filled));
  const filled = body.flatMap((column, i) => (i > 0 && column.filled * 4 >= most ? [headings[i] ?? ""] : []));
  const bare = filled.filter((heading) => heading.trim() === "").length;
  return most > 1 && bare >= 2 && bare * 4 >= filled.length;
}

/**
 * True if each of several lines belongs to the header. Such lines are group titles, or names of which one is known and
 * none looks like a value.
 */
function areLinesOfHeadings(rows: readonly PlainRow[]): boolean {
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

/** True if empty lines separate two rows. Line breaks inside cells are ignored. */
function isApart({ line, cells }: PlainRow, next: PlainRow | undefined): boolean {
  const inCells = cells.join("").split(/\r\n?|\n/).length;
  return next !== undefined && next.line > line + inCells;
}

/** A date or time inside a text: `Exported 12/16/2008 10:30`. */
function holdsMoment(cell: string): boolean {
  return /\d([./-])\d{1,2}\1\d{2}|\d:\d\d/.test(cell);
}

/**
 * True if the first of several header lines may be a note with the same number of cells. It has no known header word,
 * the next line has only header words, and it is not a group title.
 */
function isLineOverHeadings([top, next]: readonly PlainRow[]): boolean {
  const { cells } = top!;
  const isFull = filledCount(cells) >= cells.length - 1;
  return isFull && !cells.some(holdsHeadingWord) && next!.cells.every(holdsHeadingWord);
}

function isSameRow(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((cell, i) => cell === b[i]);
}

/**
 * Rows directly above the first full row that are split like rows with more or fewer cells, or contain only the key.
 */
function rowsAbove(rows: readonly PlainRow[], first: number, width: number): readonly PlainRow[] {
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

/** True if all cells are different words without digits. `EMP001,Smith` is a row with missing cells. */
function areHeadings(cells: readonly string[]): boolean {
  const names = cells.map((cell) => cell.trim());
  return (
    new Set(names).size === names.length && names.every((name) => /\p{L}/u.test(name) && !/\d/.test(name))
  );
}

function headless(bodyFrom: number, width: number, why: string): Header {
  return { headings: null, headerRows: [], bodyFrom, width, evidence: [`The table has no header. ${why}`] };
}

function headed(header: readonly PlainRow[], body: readonly PlainRow[], width: number, why: string): Header {
  const lines = header.map((row) => row.line);
  const joined = joinHeadings(header.map((row) => row.cells));
  const headings = overColumns(joined, body, width);
  const unnamed = headings.length - joined.length;
  const where =
    lines.length === 1
      ? `The header is in line ${lines[0]}`
      : `The header is in lines ${lines.join(" and ")}, joined`;
  return {
    headings,
    headerRows: lines,
    bodyFrom: body[0]?.line ?? Math.max(...lines) + 1,
    width: headings.length,
    ...(unnamed > 0 ? { unnamed } : {}),
    evidence: [`${where}: ${why}`],
  };
}

/** Fits the header to the width of the rows. */
function overColumns(headings: string[], body: readonly PlainRow[], width: number): string[] {
  if (headings.length > width) return headings.slice(0, Math.max(width, extent(headings)));
  if (headings.length === width) return headings;
  // Trailing delimiters on every row except the header do not form columns.
  const beyond = body.filter((row) => extent(row.cells) > headings.length).length;
  if (beyond <= body.length * 0.01) return headings;
  const missing = Array.from({ length: width - headings.length }, () => "");
  const isBefore = missing.length === 1 && !isNumbering(headings[0] ?? "") && isCounted(body, width);
  return isBefore ? ["", ...headings] : [...headings, ...missing];
}

/** True for the header of a column that numbers the rows. */
function isNumbering(heading: string): boolean {
  return /^\s*#|(?:^|[_\s-]|[a-z](?=I))(?:id|nr|no|num|number|key|pos|line|row|index)\.?\s*$/i.test(heading);
}

/** True if the first cells number the rows, as some programs write them without a header. */
function isCounted(body: readonly PlainRow[], width: number): boolean {
  const start = Number(body[0]?.cells[0]);
  return (
    (start === 0 || start === 1) &&
    body.length >= 2 &&
    body.slice(0, 100).every(({ cells }, i) => Number(cells[0]) === start + i && cells.length === width)
  );
}

function pinnedHeader(
  rows: readonly PlainRow[],
  width: number,
  pinned: NonNullable<ReadOptions["header"]>,
): Header {
  if (pinned === "none") return headless(rows[0]?.line ?? 1, width, "The mapping says so.");
  if (typeof pinned === "string" || "rows" in pinned) {
    const lines = typeof pinned === "string" ? [Number(pinned)] : pinned.rows.map(Number);
    const header = rows.filter((row) => lines.includes(row.line));
    const last = rows.findLastIndex((row) => lines.includes(row.line));
    if (header.length < lines.length) {
      return {
        ...headless(1, width, ""),
        missing: `line ${lines.find((line) => !header.some((row) => row.line === line))}`,
      };
    }
    return headed(header, rows.slice(last + 1), width, "the mapping, or the page itself, says so.");
  }
  const wanted = pinned.contains.map(foldHeading);
  const found = rows.findIndex((row) => {
    const folded = new Set(row.cells.map(foldHeading));
    return wanted.every((heading) => folded.has(heading));
  });
  if (found < 0) {
    return { ...headless(1, width, ""), missing: `a row with the headings ${pinned.contains.join(", ")}` };
  }
  return headed(
    [rows[found]!],
    rows.slice(found + 1),
    width,
    "it is the first with the header names of the mapping.",
  );
}

/**
 * Returns the index of the first row that is wide and full enough for the table. Rows above it are a
 * preamble.
 */
function firstTableRow(rows: readonly PlainRow[], width: number): number {
  if (width < 2) return 0;
  const fills = rows
    .filter((row) => row.cells.length === width)
    .map((row) => filledCount(row.cells))
    .sort((a, b) => a - b);
  const usual = fills[fills.length >> 1] ?? width;
  const enough = width === 2 ? Math.min(2, usual) : Math.max(2, Math.ceil(usual * 0.5));
  const blanksLead = leadingBlanks(rows, width) > 0.1;
  const from = leadingComments(rows, width);
  // Trailing delimiters on every row except the header do not form columns.
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
  // The header may have more or fewer cells than the rows. In that case, the row above contains only words, and this
  // row is data.
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
 * Finds the header below lines such as `Period:,2024` and an empty line. Each line above must be a key with a value,
 * and a full row of words must follow. After keys with colons, the empty line is optional.
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
    // The table and its keys may be indented by some columns.
    const indent = Math.min(blanksBefore(rows[i]!.cells), blanksBefore(next.cells));
    const isFull = next.cells.length === width && filledCount(next.cells) === width - indent;
    return isFull && looksLikeHeader(rows, i + 1, width) ? i + 1 : undefined;
  }
  return undefined;
}

/** Finds the header below scattered words that are not group titles. */
function belowScatteredWords(rows: readonly PlainRow[], from: number, width: number): number | undefined {
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

/** True if all filled cells are keys with values: `Made by: | | Date: 2017-06-30`. */
function holdsKeys(cells: readonly string[]): boolean {
  return cells.every(
    (cell, i) =>
      cell.trim() === "" ||
      /^\s*\p{L}[^:：]*[:：](?!\/\/)/u.test(cell) ||
      /\p{L}[^:：]*[:：]\s*$/u.test(cells[i - 1] ?? ""),
  );
}

/** True for `Company:` and a value. In wide tables, also true for a word, a date or number, and empty cells. */
function isKeyAndValue(cells: readonly string[], width: number): boolean {
  if (filledCount(cells) < width && holdsKeys(cells)) return true;
  if (filledCount(cells) > 2) return false;
  const [key = "", value = ""] = cells.slice(blanksBefore(cells)).map((cell) => cell.trim());
  if (key.length > 1 && key.endsWith(":")) return true;
  return width > 2 && !isTyped(cellKind(key)) && isTyped(cellKind(value));
}

/** Share of filled cells after the first one that start with a space. */
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

/**
 * Number of comment rows at the top. A header that starts with a comment character above rows without one is not a
 * comment.
 */
function leadingComments(rows: readonly PlainRow[], width: number): number {
  let count = 0;
  for (; count < rows.length - 1; count++) {
    const { cells } = rows[count]!;
    if (!leadingComment.test(cells[0]!)) break;
    // `#` and `#id` are headers if the row is as wide as the table.
    if (cells.length === width && !/^\s*\S+ /.test(cells[0]!)) break;
  }
  if (count === 0) return 0;
  const last = rows[count - 1]!.cells;
  const next = rows[count]!.cells;
  if (leadingComment.exec(next[0]!)?.[1] === leadingComment.exec(last[0]!)?.[1]) return 0;
  return last.length === width && !isProse(last) ? count - 1 : count;
}

/**
 * Number of rows at the top that start with an unusual comment character that no other row has. The last of them is as
 * wide as the table. They are definitely comments if the row below has more known header words, or is otherwise clearly
 * the header.
 */
function unusualComments(
  rows: readonly PlainRow[],
  width: number,
): {
  readonly count: number;
  readonly sign: string;
  readonly areSure: boolean;
  readonly areHeadings: boolean;
} {
  const signs = rows.map(({ cells }) => {
    const found = unusualComment.exec(cells[0]!);
    return (found?.[1] ?? found?.[2])?.toLowerCase();
  });
  const [sign] = signs;
  const count = Math.max(
    0,
    signs.findIndex((each) => each !== sign),
  );
  const last = rows[count - 1];
  const isRun =
    width > 1 &&
    sign !== undefined &&
    last?.cells.length === width &&
    !signs.includes(sign, count) &&
    // `*Code,*Name` marks required columns.
    !last.cells.slice(1).some((cell) => cell.trimStart().startsWith(sign));
  if (!isRun) return { count: 0, sign: "", areSure: false, areHeadings: false };
  const below = rows[count]!.cells;
  const next = headerVerdict(below, columnShapes(rows.slice(count + 1), width), rows.length - count - 1);
  const bare = [last.cells[0]!.replace(unusualComment, ""), ...last.cells.slice(1)];
  const names = (cells: readonly string[]) => cells.filter(holdsHeadingWord).length;
  const areSure =
    next.isHeader &&
    (next.isSure === true || rows.length > count + 2) &&
    (names(below) > names(bare) || names(below) === width);
  // `#id,Name` is a common form of headers.
  return { count, sign, areSure, areHeadings: sign === "#" && names(bare) > 0 };
}

/** True for a ruler below a header, such as a row of dashes. */
function isRuler(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.length > 0 && filled.every((cell) => /^[-=_+:*]{2,}$/.test(cell.trim()));
}

/** True for a sentence that happens to have as many delimiters as a row, each followed by a space. */
export function isProse(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.slice(1).every((cell) => cell.startsWith(" ") && cell.trim() !== "");
}

/** True if the row is a header for the rows below it. */
export function looksLikeHeader(rows: readonly PlainRow[], index: number, width: number): boolean {
  const cells = rows[index]!.cells;
  return headerVerdict(cells, columnShapes(rows.slice(index + 1), width), rows.length - index - 1).isHeader;
}

/** Shape of one column. */
interface Column {
  readonly filled: number;
  readonly kind: CellKind;
  /** Share of the filled cells with this `kind`. */
  readonly share: number;
  readonly values: ReadonlySet<string>;
  /** Lengths of the filled cells. */
  readonly shortest: number;
  readonly longest: number;
}

/** Returns the shape of each column, from up to 300 rows of this width. */
export function columnShapes(rows: readonly PlainRow[], width: number): readonly Column[] {
  const table = rows.filter((row) => row.cells.length === width).slice(0, 300);
  return Array.from({ length: width }, (_, index) => {
    const kinds = new Map<CellKind, number>();
    const values = new Set<string>();
    let filled = 0;
    let shortest = Infinity;
    let longest = 0;
    for (const row of table) {
      const cell = row.cells[index]!.trim();
      if (cell === "") continue;
      filled++;
      values.add(cell);
      shortest = Math.min(shortest, cell.length);
      longest = Math.max(longest, cell.length);
      const kind = cellKind(cell);
      if (kind !== "flag") kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    const counted = [...kinds.values()].reduce((sum, count) => sum + count, 0);
    const top = [...kinds].sort((a, b) => b[1] - a[1])[0];
    return {
      filled,
      kind: top?.[0] ?? (filled > 0 ? "flag" : "empty"),
      share: top === undefined ? 1 : top[1] / counted,
      values,
      shortest,
      longest,
    };
  });
}

const headingWord =
  /(?:^|[_\s-])(?:id|key|nr|no|num|number|name|code|date|time|type|status|state|description|desc|title|email|e-mail|mail|phone|tel|address|street|city|zip|country|region|price|amount|total|qty|quantity|count|value|rate|percent|unit|currency|category|group|class|comment|comments|note|notes|remark|url|link|active|created|updated|modified|start|end|from|to|year|month|day|first|last|user|company|organization|organisation|department|location|role|position|gender|age|lat|lon|lng|latitude|longitude|nummer|bezeichnung|beschreibung|datum|preis|menge|ort|strasse|straße|land|firma|telefon|téléphone|vorname|nachname|voornaam|achternaam|förnamn|efternamn|fornavn|ime|prezime|imię|imie|nazwisko|jméno|příjmení|имя|фамилия|fname|lname|surname|nom|prénom|libellé|montant|ville|pays|adresse|nombre|apellido|ciudad|teléfono|telefono|correo|fecha|precio|código|codigo|descripción|estado|data|nome|descrição|valor|naam|omschrijving|nazwa|kod|opis|cena)(?:$|[_\s-])/i;

export function holdsHeadingWord(name: string): boolean {
  return headingWord.test(inWords(name.trim()));
}

/**
 * True if known header words make these cells a header: half of the cells are short and contain one (at least two do),
 * or one cell consists only of a header word. No cell may be a sentence or a number. One header word in a longer text
 * is not enough: `AFRT,Air freight rate`.
 */
function areNamed(names: readonly string[]): boolean {
  const filled = names.filter((name) => name !== "");
  const short = filled.filter((name) => wordsOf(name).length <= 4);
  const named = short.filter(holdsHeadingWord);
  if (named.length >= 2 && named.length * 2 >= filled.length) return true;
  if (filled.some((name) => /\d\d/.test(name) && !isYear(name) && !holdsHeadingWord(name))) return false;
  return short.length === filled.length && named.some((name) => wordsOf(name).every(holdsHeadingWord));
}

/** Splits `STDescription` and `updatedAt` into words. */
function inWords(name: string): string {
  return name.replace(
    /([a-z])([A-Z])|([A-Z]{2})(?=[A-Z][a-z]{2})/g,
    (pair, small: string | undefined, capital: string) =>
      small === undefined ? `${pair} ` : `${small} ${capital}`,
  );
}

function wordsOf(name: string): string[] {
  const apart = inWords(name).split(/[^\p{L}\p{N}]+/u);
  return apart.filter((word) => word !== "");
}

/** Weights of `headerVerdict`. A row with a total above 0 is a header. */
const speaks = Object.freeze({
  /** Most tables have a header. */
  atFirst: 0.6,
  numbered: 0.4,
  yearOverOthers: 0.4,
  valueOverItsLike: -2,
  valueOverOthers: -0.6,
  missingValue: -1,
  missingValueAgain: -1.5,
  wordOverValues: 2,
  standsBelow: -1.5,
  longAsAllBelow: -0.5,
  unlikeAllBelow: 0.8,
  /** Hints: the length or kind differs from that of the cells below. */
  otherLength: 0.2,
  otherKind: 0.25,
  /** Per known header word, up to three. */
  headingWord: 0.7,
  repeatedName: -0.4,
  mostlyBlank: -0.5,
});

/** Decides whether a row above these columns is a header, and explains the decision in a sentence. */
function headerVerdict(
  cells: readonly string[],
  body: readonly Column[],
  rowsBelow: number,
): {
  isHeader: boolean;
  isSure?: boolean;
  isNamed?: boolean;
  holdsValues?: boolean;
  /** Why a row of words that is read as data may still be a header. */
  inDoubt?: string;
  why: string;
} {
  let score: number = speaks.atFirst;
  let hints = 0;
  let typedBelow = 0;
  let evenBelow = 0;
  let repeated = 0;
  let typed = 0;
  let numbers = 0;
  let values = 0;
  let blanks = 0;
  let words = 0;
  let unlike = 0;
  const names = cells.map((cell) => cell.trim());
  const isNumbered = areNumbered(names);
  names.forEach((name, index) => {
    const column = body[index];
    const kind = cellKind(name);
    if (kind === "empty") {
      blanks++;
      return;
    }
    if (isNumbered && index > 0) {
      score += speaks.numbered;
      return;
    }
    if (holdsHeadingWord(name)) words++;
    const below = column !== undefined && column.filled > 0 ? column : undefined;
    if (isTyped(kind)) {
      typed++;
      // Years and numbers may be headings. A date, an address or a number above similar values is a value.
      if (isYear(name) && below !== undefined && ![...below.values].every(isYear)) {
        score += speaks.yearOverOthers;
        return;
      }
      numbers++;
      if (below?.kind === kind) {
        values++;
        score += speaks.valueOverItsLike;
      } else score += speaks.valueOverOthers;
      if (below !== undefined && !isTyped(below.kind)) values++;
      return;
    }
    if (below === undefined) return;
    if (nothing.test(name)) {
      // A missing value is not a heading.
      score += below.values.has(name) ? speaks.missingValueAgain : speaks.missingValue;
    } else if (isTyped(below.kind) && below.share >= 0.6) {
      typedBelow++;
      // In keys with mixed values, the first value may be a word above dates and numbers.
      if (below.share >= 0.9) evenBelow++;
      score += speaks.wordOverValues;
    } else if (below.values.has(name) || isCountedOn(name, below)) {
      repeated++;
      score += speaks.standsBelow;
    } else if (below.filled >= 3 && below.shortest === below.longest && below.longest > 0) {
      if (name.length !== below.longest) unlike++;
      score += name.length === below.longest ? speaks.longAsAllBelow : speaks.unlikeAllBelow;
    } else if (
      below.filled >= 3 &&
      (name.length > below.longest * 2 + 4 || name.length * 2 < below.shortest)
    ) {
      hints += speaks.otherLength;
    } else if (below.kind !== kind) hints += speaks.otherKind;
  });
  // Long cells produce many hints. Values that repeat below outweigh them.
  score += repeated > 1 ? Math.min(hints, 1) : hints;
  score += Math.min(3, words) * speaks.headingWord;
  const named = names.filter((name) => name !== "");
  if (new Set(named).size < named.length) score += speaks.repeatedName;
  if (blanks > names.length / 2) score += speaks.mostlyBlank;
  if (rowsBelow === 0) {
    return typed > 0
      ? { isHeader: false, why: "it is the only one and contains values" }
      : { isHeader: true, why: "it is the only line and contains only words" };
  }
  const isHeader = score > 0;
  if (isHeader) {
    const why =
      typedBelow > 0
        ? `it has words where the rows below have numbers, dates or similar values (${columnCount(typedBelow)} of ${cells.length})`
        : "its words do not occur in the columns below";
    // `;Acme;Staff;2026`, a number and an empty first cell, may be a comment in a file with that delimiter.
    const isSure = evenBelow > 0 && numbers === 0 && !(typed > 0 && names[0] === "");
    const holdsValues =
      values > 0 || numbers * 2 > named.length || !named.some((name) => /\p{L}/u.test(name) || isYear(name));
    return { isHeader, isSure, isNamed: areNamed(names), holdsValues, why };
  }
  if (typed > 0)
    return { isHeader, why: `it has numbers, dates or similar values (${typed} of ${cells.length} cells)` };
  if (repeated === 0)
    return {
      isHeader,
      inDoubt: "none of its cells occurs below",
      why: "its cells look like the cells below",
    };
  const why = `it has values that occur again in the rows below (${repeated} of ${cells.length} cells)`;
  const inDoubt = "one of its words occurs again below, and another differs from the rest of its column";
  return { isHeader, why, ...(repeated === 1 && unlike + typedBelow > 0 ? { inDoubt } : {}) };
}

function columnCount(count: number): string {
  return count === 1 ? "1 column" : `${count} columns`;
}

/** True if all values below differ only in their digits: `item_0` above `item_1` and `item_2` belongs to them. */
function isCountedOn(name: string, { values }: Column): boolean {
  const form = (text: string): string => text.replace(/\d+/g, "0");
  return /\d/.test(name) && values.size > 1 && [...values].every((value) => form(value) === form(name));
}

/** Placeholders for missing values. */
const nothing = /^(?:\\n|n\/a|#n\/a|nan|null|none|-{1,3}|\?)$/i;

/** True if the cells after a word or an empty cell number the columns from 0 or 1: `species,1,2,3,4`. */
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
 * True if at least four increasing integers follow a word: `time,40,50,60,70`, `id,,1,2,3,4`. After several words, fewer
 * than eight must count the columns: `code,name,001,002,003,004`.
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

function isYear(text: string): boolean {
  return /^(?:19|20)\d\d$/.test(text);
}

/** True if all cells are identifiers such as `external_id`, at least one of several words. */
function isProgramMade(cells: readonly string[]): boolean {
  return (
    cells.every((cell) => /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/i.test(cell.trim())) &&
    cells.some((cell) => cell.includes("_"))
  );
}

/**
 * True if the row after a header row belongs to the header, because it has words above columns of numbers, dates and
 * similar values.
 */
function belongsToHeader(
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

/** True if a row has group titles for the header below. Some cells are filled and followed by empty ones. */
function isGroupRow(cells: readonly string[], below: readonly string[]): boolean {
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

/** Joins several header rows with spaces. Group titles are repeated to the right. */
function joinHeadings(rows: readonly (readonly string[])[]): string[] {
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

/** Index of the first filled cell, or 0. */
function blanksBefore(cells: readonly string[]): number {
  return Math.max(
    0,
    cells.findIndex((cell) => cell.trim() !== ""),
  );
}

/**
 * Returns issues about the lines above the body.
 *
 * @param options `wanted`: headings that the mapping reads. If the table has one of them, the header is not in doubt.
 */
export function headerIssues(
  header: Header,
  left: readonly LeftOut[],
  { wanted = [], header: pinned }: Pick<ReadOptions, "wanted" | "header"> = {},
): Issue[] {
  return [
    // A mapping that defines the header row skips the lines above on purpose.
    ...(pinned === undefined ? left : []).map(leftOutIssue),
    ...doubtIssues(header, wanted),
    ...unnamedIssues(header),
    ...headingIssues(header),
  ];
}

function doubtIssues(
  { headings, headerRows, bodyFrom, inDoubt, commentLike }: Header,
  wanted: readonly string[],
): Issue[] {
  const found = new Set(headings?.map(foldHeading));
  if (wanted.some((heading) => found.has(foldHeading(heading)))) return [];
  if (commentLike !== undefined)
    return [issue("comment_in_doubt", { line: commentLike.line }, { sign: commentLike.sign })];
  if (inDoubt === undefined) return [];
  return headings === null
    ? [issue("first_row_in_doubt", { line: bodyFrom }, { why: inDoubt })]
    : [issue("headings_in_doubt", { line: headerRows[0] }, { why: inDoubt })];
}

function leftOutIssue({ kind, count, lines }: LeftOut): Issue {
  const some = `${lines.join(", ")}${count > lines.length ? " and more" : ""}`;
  const named = count === 1 ? `line ${some}` : `${count} lines (${some})`;
  return issue(kind === "comment" ? "comments_left_out" : "lines_left_out", {}, { lines: named });
}

function unnamedIssues({ headings, headerRows, unnamed = 0 }: Header): Issue[] {
  if (headings === null || unnamed === 0) return [];
  const filling = { found: headings.length - unnamed, expected: headings.length };
  return [issue("headings_too_few", { line: headerRows[0] }, filling)];
}

/** Reports headings that several columns share. */
function headingIssues(header: Header): Issue[] {
  const seen = new Map<string, number[]>();
  header.headings?.forEach((heading, index) => {
    if (heading.trim() !== "") seen.set(heading, [...(seen.get(heading) ?? []), index + 1]);
  });
  const repeated = [...seen.values()].filter((positions) => positions.length > 1);
  if (repeated.length === 0) return [];
  const positions = repeated.map((group) => group.map((position) => `#${position}`).join(" and ")).join("; ");
  return [issue("duplicate_headings", { line: header.headerRows[0] }, { positions })];
}
