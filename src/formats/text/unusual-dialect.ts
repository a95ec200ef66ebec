import { isBlankRow } from "./split-sample.js";
import { isFilled, type PlainRow } from "../plain-row.js";
import { usualDelimiters } from "./delimiters.js";
import type { PinnedDialect } from "./dialect-candidates.js";
import type { Limits } from "../limits.js";
import { rareQuotes } from "./quote.js";
import type { Dialect, SplitRow } from "./split-row.js";
import { splitRows } from "./splitter.js";
import { type Issue, issue } from "../../model/issues.js";

/**
 * This module checks unusual delimiters and quotes. The beginning of a file may contain a misleading pattern by chance,
 * so every row is checked, and the result is reported.
 */

/** Delimiters that need no check. */
const usual = ["", ...usualDelimiters, "||", "|||", ";;", "\u0001", "\u001f"];

/** Maximum share of rows that may contradict an unusual dialect. */
const tolerated = 0.05;

/** Describes an unusual delimiter or quote that was not configured. */
function unusualSign({ delimiter, quote }: Dialect, pinned: PinnedDialect): string | undefined {
  if (pinned.quote === undefined && (rareQuotes as readonly string[]).includes(quote)) {
    return `enclosed in ${quote}`;
  }
  if (pinned.delimiter !== undefined) return undefined;
  if (delimiter === "\t\t") return "separated by two tabs";
  if (delimiter === "\t|\t") return "separated by a vertical bar between tabs";
  if (usual.includes(delimiter.trim() || delimiter)) return undefined;
  return `separated by ${delimiter === " " ? "spaces" : delimiter}`;
}

/**
 * Returns issues about an unusual delimiter or quote and about spaces next to the delimiter. The dialect has already
 * been checked against the whole file. The delimiter of a table with a single column is ignored, because it occurs only
 * above the table.
 */
export function unusualDialectIssues(
  dialect: Dialect,
  pinned: PinnedDialect,
  width: number,
  rows: readonly PlainRow[],
): Issue[] {
  const delimiter = width > 1 ? dialect.delimiter : "";
  // Vertical bars between tabs are not in doubt if every row has the same number of them.
  const isEven = delimiter === "\t|\t" && new Set(rows.map(({ cells }) => cells.length)).size === 1;
  const sign = unusualSign({ ...dialect, delimiter: isEven ? "" : delimiter }, pinned);
  const found = sign === undefined ? [] : [issue("unusual_dialect", {}, { sign })];
  const isWithBlank = pinned.delimiter === undefined && /\S/.test(delimiter) && / /.test(delimiter);
  return isWithBlank ? [...found, issue("blank_beside_delimiter", {}, { delimiter })] : found;
}

/**
 * Returns an issue if most cells start with one space, because most delimiters are followed by a space but a few are
 * not. Cells that start with several spaces are padded to a fixed length.
 */
export function keptSpaces(
  headings: readonly string[] | null,
  rows: readonly SplitRow[],
  { delimiter }: Dialect,
  pinned: PinnedDialect,
): Issue[] {
  if (pinned.delimiter !== undefined || delimiter.trim() === "") return [];
  // Headings without spaces show that the spaces are part of the cells.
  if (headings?.slice(1).some(hasSpace) === false) return [];
  const cells = rows.flatMap((row) => row.cells.slice(1)).filter(isFilled);
  return cells.filter(hasSpace).length * 2 > cells.length ? [issue("leading_spaces", {}, { delimiter })] : [];
}

function hasSpace(cell: string): boolean {
  return /^ \S/.test(cell);
}

/**
 * Returns an issue if the rows of a file contradict the unusual dialect that was detected at the beginning of the
 * file.
 */
export async function contradiction(
  text: AsyncIterable<string>,
  dialect: Dialect,
  pinned: PinnedDialect,
  width: number,
  limits: Pick<Limits, "record">,
): Promise<Issue | undefined> {
  const sign = unusualSign(dialect, pinned);
  if (sign === undefined) return undefined;
  let rows = 0;
  let against = 0;
  let line: number | undefined;
  const look = (row: SplitRow): void => {
    // Lines above the first row with `width` cells are a preamble.
    if (isBlankRow(row.cells) || (rows === 0 && row.cells.length !== width)) return;
    rows++;
    if (row.cells.length === width && row.repairs.length === 0 && !isSignAlone(row, dialect)) return;
    against++;
    line ??= row.line;
  };
  for await (const found of splitRows(text, dialect, width, limits)) found.forEach(look);
  if (against <= Math.max(1, rows * tolerated)) return undefined;
  const reason =
    `no common delimiter splits its lines evenly. At the beginning, the cells seem to be ${sign}, but ${against} of ${rows} rows are different (first: line ${line}). ` +
    "Use a comma, a semicolon or a tab as the delimiter";
  return issue("unreadable_file", { line }, { reason });
}

/**
 * True if a cell contains a delimiter but no letters or digits. In that case, the supposed quote characters are cell
 * values, as in `GB,*,*,1`.
 */
function isSignAlone({ cells }: SplitRow, { quote, delimiter }: Dialect): boolean {
  if (!(rareQuotes as readonly string[]).includes(quote) || delimiter === "") return false;
  return cells.some((cell) => cell.includes(delimiter) && !/[\p{L}\p{N}]/u.test(cell));
}
