import { cellKind, type CellKind, isTyped } from "./cell-kind.js";
import { type Issue, issue } from "../model/issues.js";
import { firstOf } from "../sentence.js";
import { foldHeading } from "./fold-heading.js";
import type { ReadOptions } from "./read-options.js";

/** Where the header of a table stands, and what stands above it. The same for text and for sheets. */

/** A row as this page needs it: any format's. */
export interface PlainRow {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface Header {
  /** Headings of all columns, or null when the table has none. */
  readonly headings: readonly string[] | null;
  /** Lines of the header, from 1; empty when there is none. */
  readonly headerRows: readonly number[];
  /** Line of the first row of the body; rows before it are not part of the body. */
  readonly bodyFrom: number;
  /** How many cells a row should have. */
  readonly width: number;
  readonly evidence: readonly string[];
  /** Why the headings may be none or not all; where there are none, why the first row may be. */
  readonly inDoubt?: string;
  /** The line of the headings, or of a row above all others, that begins as a comment does, and with which sign. */
  readonly commentLike?: { readonly line: number; readonly sign: string };
  /** How many columns of the body have no heading because the header has fewer cells; absent: none. */
  readonly unnamed?: number;
  /** Set when the options name a header that is not there. */
  readonly missing?: string;
}

/** Filled lines above the body that are neither headings nor rows; all lines of a cell that runs over several. */
export interface LeftOut {
  readonly kind: "preamble" | "comment";
  readonly count: number;
  /** The first of them. */
  readonly lines: readonly number[];
}

/** How many lines that were left out are named. */
const mostNamed = 20;

/**
 * What of the rows is read neither as headings nor as rows, and the sentences that say so.
 *
 * @param all the rows with the blank ones among them, where a row may run over several lines: it ends where the next begins
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
    return `${count === 1 ? "One line" : `${count} lines`} above the table ${count === 1 ? "is" : "are"} left out, as ${kind === "comment" ? "comments" : "no part of it"}: ${named}.`;
  });
  const blank = all.filter(({ line, cells }) => line < bodyFrom && filledCount(cells) === 0);
  if (blank.length > 0) {
    const lines = firstOf(blank.map(({ line }) => String(line)));
    evidence.push(`Blank lines above the rows are left out: ${lines}.`);
  }
  return { leftOut: found, evidence };
}

/** The sign of the first comment that was left out above the table; undefined: none was, or rows begin with it as a rule. */
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

/** Whether a line above the table is a comment for sure: what is divided as the rows are may be a line of the headings. */
function isComment(cells: readonly string[], width: number): boolean {
  const filled = filledCount(cells);
  return commentSign.test(cells[0]!) && (filled < 3 || filled * 2 < width || isProse(cells));
}

/** Signs that begin a comment. */
export const commentSign = /^\s*(?:#|%|\/\/|--|;|!|\*|[@']\s|rem\s)/i;

/** Those of them that begin lines above a table, where other programs skip them. */
const leadingComment = /^\s*(#|%|\/\/|--|!|REM )/;

/** Signs that begin a comment in some programs and a heading or a key in others: `; made by`, `*Code`, `#id`. */
const unusualComment = /^\s*(?:(#|;|\*|'|@|%|!|--|\/\/)(?=[\s\p{L}])|(rem)\s)/iu;

/** A text without the comments above its table: their signs tell nothing of the dialect. */
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
  // A sign that other lines begin with, too, is part of the table, unless words stand behind it and a blank in all of them.
  const isWords = /^\s*#+(?:[ \t]+\p{L}|\s*$)/u;
  const lines = text.slice(at).split(/(?<=\r\n|\n|\r(?!\n))/);
  const others = lines.filter((line) => line.trimStart().startsWith(sign));
  if (others.length > 0 && ![text, ...others].every((line) => isWords.test(line))) return text;
  const rest = lines.filter((line) => !others.includes(line));
  // The only line above a single one is part of the table.
  return rest.filter((line) => line.trim() !== "").length < 2 ? text : rest.join("");
}

/** Finds the header among the first rows of a table. `width` is the number of cells that most rows have. */
export function findHeader(rows: readonly PlainRow[], width: number, pinned: ReadOptions["header"]): Header {
  const filled = rows.filter((row) => filledCount(row.cells) > 0);
  if (pinned !== undefined) return pinnedHeader(filled, width, pinned);
  const comments = unusualComments(filled, width);
  if (comments.count === 0) return foundHeader(filled, width);
  if (comments.areSure) return foundHeader(filled.slice(comments.count), width);
  const header = foundHeader(filled, width);
  const { line } = filled[comments.count - 1]!;
  const isRead = header.headerRows.includes(line) || line >= header.bodyFrom;
  return isRead && !comments.areHeadings ? { ...header, commentLike: { line, sign: comments.sign } } : header;
}

function foundHeader(filled: readonly PlainRow[], width: number): Header {
  const first = firstTableRow(filled, width);
  const belowWords = belowScatteredWords(filled, first, width);
  if (belowWords !== undefined) return foundHeader(filled.slice(belowWords), width);
  const candidate = filled[first];
  if (candidate === undefined) return headless(1, width, "The file holds no rows.");
  const below = filled.slice(first + 1);
  // Headings that stand again, page by page, are no values of their columns.
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
        "it holds words above rows of another width.",
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
  // Two rows are thin evidence against a line of names as only programs write them.
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
    ? "it holds keys with their values, as notes do"
    : lacksHeadings(header.headings!, columnShapes(rest, width))
      ? "columns that are filled below are blank in it"
      : isWordsOverValues(filled, last + 1, width)
        ? "the row below it is unlike all others and may be part of the headings"
        : last > from
          ? !areLinesOfHeadings(filled.slice(from, last + 1)) &&
            "it was joined with the line below, and one of them may be a note or a row"
          : liesOnItsSide(candidate.cells, rest)
            ? "its first column holds words of headings, so that the table may lie on its side"
            : !isKnown &&
              (verdict.holdsValues === true
                ? "it holds values, such as numbers or dates"
                : "no word of it is known as a heading, and nothing tells it from the rows below");
  return inDoubt === false ? header : { ...header, inDoubt };
}

/** Whether a full row of different words, known as headings, stands right below titles that are blank over some of them, and none of it again. */
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

/** Why a first row that looks like the rows below it may be headings all the same. */
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
    return "the row below it holds words where all others hold values";
  if (isOverWords(cells, body)) return "a number stands over a column of words, as a count of the rows may";
  if (areNumbersOverWords(cells, body)) return "its numbers stand over columns of words alone";
  if (areOfOtherKinds(cells, body)) return "its dates or times stand over columns of other values";
  return isScale(cells) ? "its numbers grow from column to column" : undefined;
}

/** Whether a number stands over a column of nothing but words: `42,0,0` over `1,Agen,44.1`. */
function isOverWords(cells: readonly string[], body: readonly Column[]): boolean {
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

/** Whether behind a word numbers, two at least, stand over columns of nothing but words, of which no other number is one: `id,4711,9000` over `AFRT,yes,no`. */
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

/** Whether dates or times, two at least, stand over columns that hold nothing of the kind, as in a pivot table: `Code,2024-01-01,2024-02-01`. */
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

/** Whether the row below the headings may be one more line of them: it holds words where all rows below hold numbers or dates. */
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

/** Whether a row names the columns that name the rows, as programs for statistics write it: blank wherever numbers stand in all others. */
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

/** Whether the first column is one of headings, each once, and the line above it holds no other: `Name,Ann Roe` over `City,Berlin`. */
function liesOnItsSide([first = "", ...others]: readonly string[], body: readonly PlainRow[]): boolean {
  if (!holdsHeadingWord(first) || others.some(holdsHeadingWord)) return false;
  const keys = body.map(({ cells }) => cells[0]!.trim()).filter((key) => key !== "");
  const named = keys.filter(holdsHeadingWord).length;
  return named >= 2 && named * 2 >= keys.length && new Set(keys).size === keys.length;
}

/** Whether two columns behind the first and a quarter of them at least are filled and have no heading: what was read as headings may be a note. */
function lacksHeadings(headings: readonly string[], body: readonly Column[]): boolean {
  const most = Math.max(...body.map(({ filled }) => filled));
  const filled = body.flatMap((column, i) => (i > 0 && column.filled * 4 >= most ? [headings[i] ?? ""] : []));
  const bare = filled.filter((heading) => heading.trim() === "").length;
  return most > 1 && bare >= 2 && bare * 4 >= filled.length;
}

/** Whether each of several lines is of the headings: titles over groups, or names, one of them known, that are not numbered or repeated as values are. */
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

/** Whether blank lines stand between two rows; cells that run over several lines make none. */
function isApart({ line, cells }: PlainRow, next: PlainRow | undefined): boolean {
  const inCells = cells.join("").split(/\r\n?|\n/).length;
  return next !== undefined && next.line > line + inCells;
}

/** A date or a time of day within a text: `Exported 12/16/2008 10:30`. */
function holdsMoment(cell: string): boolean {
  return /\d([./-])\d{1,2}\1\d{2}|\d:\d\d/.test(cell);
}

/**
 * Whether the first of several lines of headings may be a note that is divided as they are: it holds no word of headings
 * and the line below only such, and it is no title over groups of them.
 */
function isLineOverHeadings([top, next]: readonly PlainRow[]): boolean {
  const { cells } = top!;
  const isFull = filledCount(cells) >= cells.length - 1;
  return isFull && !cells.some(holdsHeadingWord) && next!.cells.every(holdsHeadingWord);
}

function isSameRow(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((cell, i) => cell === b[i]);
}

/** Rows right above the first whole one, divided as rows are with more or fewer cells, or with the key alone. */
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

/** Tells cells that are written as the keys of the first column are: `E00001`, letters and digits in the same places. */
function keysOf(rows: readonly PlainRow[], width: number): (cell: string) => boolean {
  const form = (cell: string): string => cell.trim().replace(/\p{L}/gu, "a").replace(/\d/g, "9");
  const forms = rows.filter(({ cells }) => cells.length === width).map(({ cells }) => form(cells[0]!));
  const [usual = ""] = forms;
  const isOne = width > 2 && forms.length > 2 && usual.includes("9") && forms.every((each) => each === usual);
  return (cell) => isOne && form(cell) === usual;
}

/** Whether all cells are different words without a digit: `EMP001,Smith` is a row that lacks cells. */
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
      ? `The headings stand in line ${lines[0]}`
      : `The headings stand in lines ${lines.join(" and ")}, joined`;
  return {
    headings,
    headerRows: lines,
    bodyFrom: body[0]?.line ?? Math.max(...lines) + 1,
    width: headings.length,
    ...(unnamed > 0 ? { unnamed } : {}),
    evidence: [`${where}: ${why}`],
  };
}

/** One heading for each column of the body, where the header has fewer or more cells than the rows. */
function overColumns(headings: string[], body: readonly PlainRow[], width: number): string[] {
  if (headings.length > width) return headings.slice(0, Math.max(width, extent(headings)));
  if (headings.length === width) return headings;
  // Delimiters behind every row but not behind the header make no columns.
  const beyond = body.filter((row) => extent(row.cells) > headings.length).length;
  if (beyond <= body.length * 0.01) return headings;
  const missing = Array.from({ length: width - headings.length }, () => "");
  const isBefore = missing.length === 1 && !isNumbering(headings[0] ?? "") && isCounted(body, width);
  return isBefore ? ["", ...headings] : [...headings, ...missing];
}

/** Whether a heading stands over numbers that count the rows by itself. */
function isNumbering(heading: string): boolean {
  return /^\s*#|(?:^|[_\s-]|[a-z](?=I))(?:id|nr|no|num|number|key|pos|line|row|index)\.?\s*$/i.test(heading);
}

/** Whether the first cells count the rows, all of one width, as some programs write them without a heading. */
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
    "it is the first that holds the headings that the mapping names.",
  );
}

/** The first row that is part of the table: wide enough and filled enough; what stands above is a preamble. */
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
  // Delimiters behind every row but not behind the header make no columns.
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
  // A header of fewer or more cells than the rows below it: the row above is all words while this one is data.
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
 * The header below lines such as `Period:,2024` and a blank line; undefined when that is not what stands at `from`. Each
 * line above must be a key with a value, and the one below a full row of words. Keys that all end in a colon need no blank line.
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
    // A table may begin some columns to the right, and its keys with it.
    const indent = Math.min(blanksBefore(rows[i]!.cells), blanksBefore(next.cells));
    const isFull = next.cells.length === width && filledCount(next.cells) === width - indent;
    return isFull && looksLikeHeader(rows, i + 1, width) ? i + 1 : undefined;
  }
  return undefined;
}

/** The header below words that stand here and there, a note over several cells, and are no titles of groups of headings. */
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

/** Whether all filled cells are keys, with their values in them or to the right: `Made by: | | Date: 2017-06-30`. */
function holdsKeys(cells: readonly string[]): boolean {
  return cells.every(
    (cell, i) =>
      cell.trim() === "" ||
      /^\s*\p{L}[^:：]*[:：](?!\/\/)/u.test(cell) ||
      /\p{L}[^:：]*[:：]\s*$/u.test(cells[i - 1] ?? ""),
  );
}

/** Whether a row is `Company:` and a value, or in wider tables a word, a date or number, and blanks. */
function isKeyAndValue(cells: readonly string[], width: number): boolean {
  if (filledCount(cells) < width && holdsKeys(cells)) return true;
  if (filledCount(cells) > 2) return false;
  const [key = "", value = ""] = cells.slice(blanksBefore(cells)).map((cell) => cell.trim());
  if (key.length > 1 && key.endsWith(":")) return true;
  return width > 2 && !isTyped(cellKind(key)) && isTyped(cellKind(value));
}

/** Share of the filled cells beyond the first of a row that begin with a blank. */
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

/** How many comments lead the rows; headings behind a sign of comments, over rows that have none, are not one. */
function leadingComments(rows: readonly PlainRow[], width: number): number {
  let count = 0;
  for (; count < rows.length - 1; count++) {
    const { cells } = rows[count]!;
    if (!leadingComment.test(cells[0]!)) break;
    // `#` and `#id` are headings where the row is as wide as the table.
    if (cells.length === width && !/^\s*\S+ /.test(cells[0]!)) break;
  }
  if (count === 0) return 0;
  const last = rows[count - 1]!.cells;
  const next = rows[count]!.cells;
  if (leadingComment.exec(next[0]!)?.[1] === leadingComment.exec(last[0]!)?.[1]) return 0;
  return last.length === width && !isProse(last) ? count - 1 : count;
}

/**
 * How many rows above the others begin with an unusual sign of comments, alone of all rows, the last of them as wide as
 * the table; they are comments for sure where the row below holds more words of headings, or nothing else.
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
    // `*Code,*Name`: a mark of what must be filled.
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
  // `#id,Name` is how some programs write headings.
  return { count, sign, areSure, areHeadings: sign === "#" && names(bare) > 0 };
}

/** Whether a row is a ruler below headings: nothing but dashes and their like. */
function isRuler(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== "");
  return filled.length > 0 && filled.every((cell) => /^[-=_+:*]{2,}$/.test(cell.trim()));
}

/** A sentence that happens to hold as many delimiters as a row: a blank stands behind each of them. */
export function isProse(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.slice(1).every((cell) => cell.startsWith(" ") && cell.trim() !== "");
}

/** Whether the row is a header over those below it. */
export function looksLikeHeader(rows: readonly PlainRow[], index: number, width: number): boolean {
  const cells = rows[index]!.cells;
  return headerVerdict(cells, columnShapes(rows.slice(index + 1), width), rows.length - index - 1).isHeader;
}

/** What the cells of one column of the body look like. */
interface Column {
  readonly filled: number;
  readonly kind: CellKind;
  /** Share of the filled cells that are of `kind`. */
  readonly share: number;
  readonly values: ReadonlySet<string>;
  /** Lengths of the filled cells. */
  readonly shortest: number;
  readonly longest: number;
}

/** What each column looks like, judged over up to 300 rows of the width. */
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
 * Whether words of headings make these cells headings: half of them are short and hold one, two at least, or one is made
 * of nothing else, none is a sentence and none holds a number, as values do. One word in a text proves nothing: `AFRT,Air freight rate`.
 */
function areNamed(names: readonly string[]): boolean {
  const filled = names.filter((name) => name !== "");
  const short = filled.filter((name) => wordsOf(name).length <= 4);
  const named = short.filter(holdsHeadingWord);
  if (named.length >= 2 && named.length * 2 >= filled.length) return true;
  if (filled.some((name) => /\d\d/.test(name) && !isYear(name) && !holdsHeadingWord(name))) return false;
  return short.length === filled.length && named.some((name) => wordsOf(name).every(holdsHeadingWord));
}

/** `STDescription` and `updatedAt` as their words. */
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

/** What each cell and the row say for headings, and against; above 0 in all, the row is a header. All weights of `headerVerdict`. */
const speaks = Object.freeze({
  /** Most tables have headings. */
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
  /** Hints: another length or kind than what stands below. */
  otherLength: 0.2,
  otherKind: 0.25,
  /** For a word of headings, up to three of them. */
  headingWord: 0.7,
  repeatedName: -0.4,
  mostlyBlank: -0.5,
});

/** Whether a row over these columns is a header, and the sentence that says why. */
function headerVerdict(
  cells: readonly string[],
  body: readonly Column[],
  rowsBelow: number,
): {
  isHeader: boolean;
  isSure?: boolean;
  isNamed?: boolean;
  holdsValues?: boolean;
  /** Why a row of words only, which is read as one of the table, may be headings all the same. */
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
      // Years and numbers stand over columns too; a date, an address or a number over the like is a value.
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
      // Where a value is missing no heading stands.
      score += below.values.has(name) ? speaks.missingValueAgain : speaks.missingValue;
    } else if (isTyped(below.kind) && below.share >= 0.6) {
      typedBelow++;
      // A date among numbers is how keys stand with their values, of which the first may be a word.
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
  // Many columns of prose give many hints; values that stand again below weigh more than all of them.
  score += repeated > 1 ? Math.min(hints, 1) : hints;
  score += Math.min(3, words) * speaks.headingWord;
  const named = names.filter((name) => name !== "");
  if (new Set(named).size < named.length) score += speaks.repeatedName;
  if (blanks > names.length / 2) score += speaks.mostlyBlank;
  if (rowsBelow === 0) {
    return typed > 0
      ? { isHeader: false, why: "it is the only one and holds values" }
      : { isHeader: true, why: "it is the only line and holds words only" };
  }
  const isHeader = score > 0;
  if (isHeader) {
    const why =
      typedBelow > 0
        ? `${typedBelow} of its cells are words over columns of numbers, dates or the like`
        : "it holds words that do not stand again in the columns below";
    // A number beside a blank first cell: `;Acme;Staff;2026` may be a comment in a file that is divided by its sign.
    const isSure = evenBelow > 0 && numbers === 0 && !(typed > 0 && names[0] === "");
    const holdsValues =
      values > 0 || numbers * 2 > named.length || !named.some((name) => /\p{L}/u.test(name) || isYear(name));
    return { isHeader, isSure, isNamed: areNamed(names), holdsValues, why };
  }
  if (typed > 0) return { isHeader, why: `${typed} of its cells are numbers, dates or the like` };
  if (repeated === 0)
    return {
      isHeader,
      inDoubt: "no cell of it stands again below",
      why: "its cells look like those below them",
    };
  const why = `${repeated} of its cells stand again in the rows below`;
  const inDoubt = "one of its words stands again below, and another is unlike the rest of its column";
  return { isHeader, why, ...(repeated === 1 && unlike + typedBelow > 0 ? { inDoubt } : {}) };
}

/** Whether all values below are the same but for their digits: `item_0` over `item_1` and `item_2` is the first of them. */
function isCountedOn(name: string, { values }: Column): boolean {
  const form = (text: string): string => text.replace(/\d+/g, "0");
  return /\d/.test(name) && values.size > 1 && [...values].every((value) => form(value) === form(name));
}

/** What programs write for a value that is not there. */
const nothing = /^(?:\\n|n\/a|#n\/a|nan|null|none|-{1,3}|\?)$/i;

/** Whether the cells behind the first, a word or blank, number the columns from 0 or 1: `species,1,2,3,4`. */
function areNumbered([first = "", ...others]: readonly string[]): boolean {
  const start = Number(others[0]);
  return (
    others.length >= 4 &&
    !isTyped(cellKind(first)) &&
    (start === 0 || start === 1) &&
    others.every((name, i) => name === String(start + i))
  );
}

/** Whether whole numbers, four at least, grow from column to column behind a word: `time,40,50,60,70`, `id,,1,2,3,4`. */
function isScale([first = "", ...behind]: readonly string[]): boolean {
  const others = behind.filter((cell) => cell !== "");
  return (
    others.length >= 4 &&
    !isTyped(cellKind(first)) &&
    others.every((cell, i) => /^\d+$/.test(cell) && (i === 0 || Number(cell) > Number(others[i - 1])))
  );
}

function isYear(text: string): boolean {
  return /^(?:19|20)\d\d$/.test(text);
}

/** Whether all cells are names such as `external_id`: no blanks, no cell empty, and one of several words at least. */
function isProgramMade(cells: readonly string[]): boolean {
  return (
    cells.every((cell) => /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/i.test(cell.trim())) &&
    cells.some((cell) => cell.includes("_"))
  );
}

/** Whether the row after a header row is one more of it: words over columns that hold numbers, dates or the like. */
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

/** Whether a row holds titles over groups of the headings below: some cells filled, with blanks to spread into. */
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

/** One heading per column from the rows of a header: joined by a blank, group titles spread to the right. */
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

/** Position of the first filled cell; 0 where none is. */
function blanksBefore(cells: readonly string[]): number {
  return Math.max(
    0,
    cells.findIndex((cell) => cell.trim() !== ""),
  );
}

export function filledCount(cells: readonly string[]): number {
  let filled = 0;
  for (const cell of cells) if (cell.trim() !== "") filled++;
  return filled;
}

/** Position after the last filled cell. */
export function extent(cells: readonly string[]): number {
  let end = cells.length;
  while (end > 0 && cells[end - 1]!.trim() === "") end--;
  return end;
}

/**
 * What is to be said of the lines above the body.
 *
 * @param options `wanted`: headings that the mapping reads. If the table has one of them, they are no row.
 */
export function headerIssues(
  header: Header,
  left: readonly LeftOut[],
  { wanted = [], header: pinned }: Pick<ReadOptions, "wanted" | "header"> = {},
): Issue[] {
  return [
    // A mapping that states the header row leaves out the lines above it on purpose.
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

/** A note on headings that stand over more than one column. */
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
