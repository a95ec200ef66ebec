import { foldHeading } from "../fold-heading.js";
import { type PlainRow, extent, filledCount } from "../plain-row.js";
import type { ReadOptions } from "../read-options.js";
import { columnShapes } from "./columns.js";
import { unusualComments } from "./comments.js";
import { areLinesOfHeadings, doubtOfRow, isWordsOverValues, lacksHeadings, liesOnItsSide } from "./doubt.js";
import { headerVerdict } from "./score.js";
import { belongsToHeader, isGroupRow, isUnderTitles, joinHeadings } from "./several-lines.js";
import { areHeadings, belowScatteredWords, firstTableRow, rowsAbove } from "./table-start.js";
import { holdsKeys, isProgramMade } from "./words.js";

/** Finds a table's header in text files and sheets. */

export interface Header {
  /** Headings of all columns. Null if there is no header. */
  readonly headings: readonly string[] | null;
  /** 1-based line numbers of the header. */
  readonly headerRows: readonly number[];
  /** Line number of the first row of the body. Earlier rows do not belong to the body. */
  readonly bodyFrom: number;
  /** Expected number of cells per row. */
  readonly width: number;
  readonly evidence: readonly string[];
  /** The reason why the detected header may be wrong, or why the first row may be the header if none was found. */
  readonly inDoubt?: string;
  /** Set if the header or first row starts like a comment. */
  readonly commentLike?: { readonly line: number; readonly sign: string };
  /** Number of columns without a heading, if the header has fewer cells than the rows. */
  readonly unnamed?: number;
  /** Set if the configured header was not found. */
  readonly missing?: string;
}

/** Finds the header among the first rows. `width` is the most common number of cells. */
export function findHeader(rows: readonly PlainRow[], width: number, pinned: ReadOptions["header"]): Header {
  const filled = rows.filter((row) => filledCount(row.cells) > 0);
  if (pinned !== undefined) return pinnedHeader(filled, width, pinned);
  const header = searchedHeader(filled, width);
  return { ...header, evidence: [...header.evidence, ...whyNoOthers(filled, header, width)] };
}

/** Explains why the lines next to the header do not belong to it. */
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
  // Ignore headings that are repeated on each page, because they are not values in their columns.
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
        "it has words above rows of a different width.",
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
  // If the candidate is a line of identifiers, two rows are not enough to conclude that the next line also belongs to
  // the header.
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

function isSameRow(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((cell, i) => cell === b[i]);
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
      ? `The header is on line ${lines[0]}`
      : `The header is on lines ${lines.join(" and ")}, joined`;
  return {
    headings,
    headerRows: lines,
    bodyFrom: body[0]?.line ?? Math.max(...lines) + 1,
    width: headings.length,
    ...(unnamed > 0 ? { unnamed } : {}),
    evidence: [`${where}: ${why}`],
  };
}

/** Adjusts the header to the width of the rows. */
function overColumns(headings: string[], body: readonly PlainRow[], width: number): string[] {
  if (headings.length > width) return headings.slice(0, Math.max(width, extent(headings)));
  if (headings.length === width) return headings;
  // Trailing delimiters that occur on every row except the header do not form columns.
  const beyond = body.filter((row) => extent(row.cells) > headings.length).length;
  if (beyond <= body.length * 0.01) return headings;
  const missing = Array.from({ length: width - headings.length }, () => "");
  const isBefore = missing.length === 1 && !isNumbering(headings[0] ?? "") && isCounted(body, width);
  return isBefore ? ["", ...headings] : [...headings, ...missing];
}

/** True for the heading of a column that contains row numbers. */
function isNumbering(heading: string): boolean {
  return /^\s*#|(?:^|[_\s-]|[a-z](?=I))(?:id|nr|no|num|number|key|pos|line|row|index)\.?\s*$/i.test(heading);
}

/** True if the first column contains row numbers. Some programs write such a column without a heading. */
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
