import { cellKind, type CellKind } from "../cell-kind.js";
import { strongDelimiters, usualDelimiters } from "./delimiters.js";
import { isLineEnd } from "./line-end.js";
import { commonWidth, isBlankRow, splitSample } from "./split-sample.js";
import type { Dialect, SplitRow } from "./split-row.js";

/** This module scores a dialect, based on evidence for and against the table that it produces. */

/** Kinds of evidence. A factor below 1 counts against a candidate, and a factor above 1 counts in its favor. */
export const namesOfEvidence = [
  "evenRows",
  "plausibleCells",
  "columns",
  "usualDelimiter",
  "quotesAtEdges",
  "dividedHeader",
  "dividedLines",
  "notInValues",
  "undividedLines",
  "quotesRemoved",
  "filledColumns",
  "lineEnds",
] as const;

export type EvidenceName = (typeof namesOfEvidence)[number];

export type Evidence = Readonly<Record<EvidenceName, number>>;

export interface ScoredDialect {
  readonly dialect: Dialect;
  readonly width: number;
  readonly rowCount: number;
  /** Number of rows with `width` cells. */
  readonly fitting: number;
  readonly evidence: Evidence;
  readonly score: number;
}

const noEvidence = Object.fromEntries(namesOfEvidence.map((name) => [name, 0])) as Evidence;

export const scoredRows = 600;

/** `trust` indicates how common the delimiter is, from 0 to 1. */
export function scoreDialect(text: string, dialect: Dialect, trust: number): ScoredDialect {
  const split = splitSample(text, dialect, 0);
  const first = split.slice(0, scoredRows);
  const width = widthOfRepaired(first, text, dialect) ?? commonWidth(first);
  // Only quotes and backslashes make rows ambiguous, and the expected width resolves the ambiguity.
  const isPlain = dialect.quote === "" && dialect.escape !== "backslash";
  const rows = (isPlain ? split : splitSample(text, dialect, width))
    .filter((row) => !isBlankRow(row.cells))
    .slice(0, scoredRows);
  const fitting = rows.filter((row) => row.cells.length === width);
  const counts = { width, rowCount: rows.length, fitting: fitting.length };
  // All rows are empty if the sample contains only empty quoted cells.
  if (rows.length === 0) return { dialect, ...counts, evidence: noEvidence, score: 0 };
  const fit = quoteFit(text, dialect);
  const usual = width === 1 ? 1 : trust + (1 - trust) * fit;
  const evidence: Evidence = {
    evenRows: uniform(rows, width),
    plausibleCells: senseOf(rows, width),
    // Two columns may be a coincidence, but many columns rarely are. A single column is chosen only as a last resort.
    columns: width === 1 ? 0.34 : 1 - 0.5 / width,
    usualDelimiter: usual,
    quotesAtEdges: 1 + 0.5 * fit,
    dividedHeader: dividedHeader(rows, width, usual, dialect.delimiter),
    dividedLines: dividedLines(rows, width, fitting.length),
    notInValues: isInValues(rows, width, dialect) ? 0.45 : 1,
    undividedLines: width > 1 ? 1 : listOfOneKind(rows) ? 1.6 : 1 - 0.4 * undivided(rows),
    quotesRemoved: dialect.quote === "" && leavesQuotes(rows) ? 0.55 : 1,
    // A character that occurs only at line ends is not a delimiter.
    filledColumns: width === 2 && rows.every(({ cells }) => (cells[1] ?? "").trim() === "") ? 0.3 : 1,
    // A CR inside a cell is rare, so reading a CR as text slightly reduces the score.
    lineEnds: dialect.loneReturn ? 1 : 0.95,
  };
  const score = namesOfEvidence.reduce((product, name) => product * evidence[name], 1);
  return { dialect, ...counts, evidence, score };
}

/**
 * Returns a factor below 1 if the first row does not have `width` cells, because a delimiter that divides prose by
 * chance is unlikely to divide the header. The factor is lower for rare delimiters, for punctuation before spaces, and
 * if another delimiter divides the line above the first row with `width` cells as it divides the rows.
 */
function dividedHeader(rows: readonly SplitRow[], width: number, usual: number, delimiter: string): number {
  const at = rows.findIndex(({ cells }) => cells.length === width);
  if (width === 1 || at <= 0) return 1;
  const factor = usual < 0.8 || (width === 2 && followedByBlank(rows)) ? 0.38 : 0.7;
  return isDividedByOther(rows, at, delimiter) ? factor * 0.6 : factor;
}

/**
 * True if another delimiter divides the line above the table and most rows into the same number of cells. Decimal
 * commas in that line are ignored.
 */
function isDividedByOther(rows: readonly SplitRow[], at: number, delimiter: string): boolean {
  const above = rows[at - 1]!.source.replaceAll(/\d,\d/g, "");
  const below = rows.slice(at);
  return usualDelimiters.some((sign) => {
    const parts = above.split(sign);
    if (sign === delimiter || !parts.slice(1).some((part) => /^\S/.test(part))) return false;
    const divided = below.filter(({ source }) => source.split(sign).length === parts.length);
    return divided.length * 2 >= below.length;
  });
}

/**
 * Returns a factor below 1 if the text looks like prose, in which punctuation happens to divide some lines into two
 * cells.
 */
function dividedLines(rows: readonly SplitRow[], width: number, fitting: number): number {
  return width === 2 && fitting < rows.length * 0.6 && followedByBlank(rows) ? 0.5 : 1;
}

/** True if the delimiter is part of sentences, numbers or `--options` in most rows. */
function isInValues(rows: readonly SplitRow[], width: number, { delimiter }: Dialect): boolean {
  if (delimiter === " ") return cutAtCommas(rows);
  if (delimiter === ",") return cutsDecimals(rows);
  return width === 2 && delimiter.length > 1 && startsWithIt(rows);
}

/**
 * Returns the width of a header that needs no repairs, if at least half of the rows have undoubled quotes and nearly
 * all rows can be read with that width. For example, `"8"","pipe 6" x 6", river"` can be read as two cells below a
 * header with two headings.
 */
function widthOfRepaired(first: readonly SplitRow[], text: string, dialect: Dialect): number | undefined {
  const repaired = first.filter((row) => row.repairs.length > 0).length;
  const header = first.find((row) => !isBlankRow(row.cells));
  if (header === undefined || repaired < 2 || repaired < first.length * 0.5) return undefined;
  const width = header.cells.length;
  if (width < 2 || header.repairs.length > 0) return undefined;
  const rows = splitSample(text, dialect, width).slice(0, scoredRows);
  return rows.filter((row) => row.cells.length === width).length >= rows.length * 0.9 ? width : undefined;
}

/**
 * True if all lines after the first are dates, or all are times, web addresses or email addresses. Punctuation inside
 * these values is not a delimiter.
 */
function listOfOneKind(rows: readonly SplitRow[]): boolean {
  const kinds = rows.slice(1).map((row) => cellKind(row.cells[0] ?? ""));
  const kind = kinds[0];
  if (kind !== "date" && kind !== "time" && kind !== "address" && kind !== "email") return false;
  return kinds.every((other) => other === kind);
}

/**
 * True if most rows with quotes contain a fully quoted cell, or a cell that opens a quote and a later cell that
 * closes it.
 */
function leavesQuotes(rows: readonly SplitRow[]): boolean {
  const quoting = rows.filter((row) => row.source.includes('"'));
  const left = quoting.filter(({ cells }) => {
    if (cells.some(isWrapped)) return true;
    const opening = cells.findIndex((cell) => /^ *"/.test(cell) && cell.split('"').length % 2 === 0);
    return opening >= 0 && cells.slice(opening + 1).some((cell) => /^[^"]*(?:""[^"]*)*" *$/.test(cell));
  });
  return quoting.length > 1 && left.length >= quoting.length * 0.5;
}

/**
 * True if a cell is quoted, even if the quotes inside are not doubled. Returns false for quoted speech such as
 * `"Well," he said, "no"`.
 */
function isWrapped(cell: string): boolean {
  if (/^"(?:[^"]|"")*"$/.test(cell)) return true;
  if (cell.length < 3 || !cell.startsWith('"') || !cell.endsWith('"')) return false;
  const text = cell.slice(1, -1);
  // In a quoted cell, a word follows the first inner quotation mark. In quoted speech, a space follows this mark.
  return /^(?:[^"]*[\s([{:=,;])?"\S/.test(text);
}

/** True if most rows have a cell that ends with a comma, because sentences were split at spaces. */
function cutAtCommas(rows: readonly SplitRow[]): boolean {
  const cut = rows.filter((row) => row.cells.some((cell) => cell.length > 1 && cell.endsWith(",")));
  return cut.length >= rows.length * 0.5;
}

/**
 * True if a different delimiter splits every row of the table and all commas are inside numbers, as in `1,5;0,25`.
 * Lines above the first row that this delimiter splits are ignored if they are at most half of the lines.
 */
function cutsDecimals(rows: readonly SplitRow[]): boolean {
  return [...usualDelimiters.filter((sign) => sign !== ","), ", ", / +/].some((sign) => {
    const split = rows.map(({ source }) => source.trim().split(sign));
    const from = split.findIndex((cells) => cells.length > 1);
    return from >= 0 && from * 2 <= rows.length && split.slice(from).every(holdsDecimals);
  });
}

/** True for a row of several cells in which every comma is a decimal comma. */
function holdsDecimals(cells: readonly string[]): boolean {
  return (
    cells.length > 1 && cells.every((cell) => !cell.includes(",") || /^ *[-+]?\d[\d.]*,\d+ *$/.test(cell))
  );
}

function startsWithIt(rows: readonly SplitRow[]): boolean {
  return rows.filter((row) => row.cells[0] === "").length > rows.length * 0.8;
}

/**
 * True if nearly all rows that the delimiter divides contain a comma, semicolon or colon before a space, as in
 * `Doe, John`.
 */
function followedByBlank(rows: readonly SplitRow[]): boolean {
  const divided = rows.filter((row) => row.cells.length > 1);
  const blanks = divided.filter((row) => / [^ ]/.test(row.source) && /[,;:] /.test(row.source)).length;
  return blanks >= divided.length * 0.9;
}

/**
 * Returns the share of rows that contain a tab, or a comma, semicolon or vertical bar that looks neither like
 * punctuation nor like a decimal separator. Such rows are unlikely to consist of a single cell.
 */
function undivided(rows: readonly SplitRow[]): number {
  return rows.filter((row) => /[,;|][^\s\d]|\d[,;|]\d+[,;|]|\t/.test(row.source)).length / rows.length;
}

/**
 * Returns the share of quotes that are next to a delimiter or a line end, from 0 to 1. In a file with quoted cells,
 * the share is close to 1 only for the correct delimiter.
 */
function quoteFit(text: string, { delimiter, quote }: Dialect): number {
  if (quote === "" || delimiter === "") return 0;
  let quotes = 0;
  let atEdges = 0;
  for (let i = text.indexOf(quote), end; i >= 0; i = text.indexOf(quote, end)) {
    end = i + 1;
    while (text.startsWith(quote, end)) end++;
    const opens = i >= delimiter.length && text.startsWith(delimiter, i - delimiter.length);
    const closes = text.startsWith(delimiter, end);
    const begins = i === 0 || isLineEnd(text.charCodeAt(i - 1));
    const ends = end === text.length || isLineEnd(text.charCodeAt(end));
    const atEdge = (opens || begins ? 1 : 0) + (closes || ends ? 1 : 0);
    const counted = Math.max(1, Math.min(atEdge, end - i));
    quotes += counted;
    atEdges += Math.min(counted, atEdge);
  }
  if (quotes < 2) return 0;
  // If only a few lines contain quotes, the share is reduced, because these quotes say little about the other lines.
  const lines = text.match(/\n|\r(?!\n)/g)?.length ?? 0;
  return (atEdges / quotes) * Math.min(1, quotes / (lines * 0.5));
}

/**
 * Returns a measure from 0 to 1 of how many rows have this width. Rows before the first row and after the last row of
 * this width carry little weight.
 */
function uniform(rows: readonly SplitRow[], width: number): number {
  const fits = ({ cells }: SplitRow): boolean => cells.length === width;
  const length = rows.findLastIndex(fits) - rows.findIndex(fits) + 1;
  const inside = rows.filter(fits).length / length;
  const outside = (rows.length - length) / rows.length;
  return inside ** 1.5 * (1 - 0.35 * outside);
}

const sense: Readonly<Record<CellKind, number>> = {
  empty: 0.6,
  number: 1,
  date: 1,
  time: 1,
  percent: 1,
  money: 1,
  email: 1,
  address: 1,
  flag: 1,
  code: 0.95,
  word: 0.95,
  text: 0.82,
  odd: 0.1,
};

/** Returns a measure of how plausible the cells are and how uniform each column is. */
function senseOf(rows: readonly SplitRow[], width: number): number {
  const table = rows.filter((row) => row.cells.length === width);
  const step = Math.max(1, Math.floor(table.length / 150));
  const columns = Math.min(width, 60);
  let total = 0;
  let weight = 0;
  for (let column = 0; column < columns; column++) {
    const kinds = new Map<CellKind, number>();
    let filled = 0;
    for (let i = 0; i < table.length; i += step) {
      const cell = table[i]!.cells[column]!;
      const kind = cellKind(cell);
      let value = sense[kind];
      if (kind === "text" || kind === "odd") value -= countOtherDelimiters(cell);
      total += Math.max(0, value);
      weight++;
      if (kind !== "empty") {
        filled++;
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
    }
    if (filled > 1) {
      // The uniformity of a column carries half as much weight as the plausibility of its cells.
      const most = Math.max(...kinds.values());
      total += 0.5 * (most / filled) * filled;
      weight += 0.5 * filled;
    }
  }
  return weight === 0 ? 0 : total / weight;
}

/** Character codes of delimiters other than the tab, which counts twice, and the space. */
const otherDelimiters = [":", ...strongDelimiters.filter((sign) => sign !== "\t")].map((sign) =>
  sign.charCodeAt(0),
);

/**
 * Returns a penalty for delimiters inside a cell that are not followed by a space. For example, `5;2` is unlikely to
 * be a single cell.
 */
function countOtherDelimiters(cell: string): number {
  let found = 0;
  for (let i = 0; i < cell.length - 1 && found < 4; i++) {
    const c = cell.charCodeAt(i);
    if (otherDelimiters.includes(c) && cell.charCodeAt(i + 1) !== 32) found++;
    else if (c === 9) found += 2;
  }
  return found * 0.12;
}
