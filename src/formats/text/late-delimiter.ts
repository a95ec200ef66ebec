import { isBlankRow } from "./split-sample.js";
import { usualDelimiters } from "./delimiters.js";
import type { PinnedDialect } from "./dialect-candidates.js";
import { cellKind, isTyped } from "../cell-kind.js";
import { type DialectChoice, detectDialect } from "./dialect.js";
import type { Limits } from "../limits.js";
import type { SplitRow } from "./split-row.js";
import { splitRows } from "./splitter.js";

/** This module detects a delimiter that first appears far into a file that seems to have a single column. */

/** If a delimiter occurs in more than this share of the first rows, these rows only appear to have a single cell. */
const nearlyAll = 0.8;

/**
 * Number of rows from the beginning and number of characters after the first contradiction that are evaluated
 * together.
 */
const evaluated = { rows: 100, below: 48 * 1024 };

/** Maximum number of rows on which the assumption of a single column is based. */
const believed = 600;

/** If a delimiter occurs in a smaller share of the first rows, the cells do not normally contain this delimiter. */
const hardly = 0.01;

interface RowStatistics {
  readonly sign: string;
  /** Number of rows at the beginning that the delimiter divides. */
  readonly above: number;
  /** Number of such rows below the beginning. */
  rows: number;
  first: SplitRow | undefined;
  /** The text starting at the first row that the delimiter divides. */
  below: string;
}

/** The first line that contradicts the assumption of a single column, and a better dialect if there is one. */
export interface LateDelimiter {
  readonly line: number;
  readonly sign: string;
  readonly choice: DialectChoice | undefined;
}

/** Returns undefined if every line is consistent with a single column. */
export async function lateDelimiter(
  text: AsyncIterable<string>,
  pinned: PinnedDialect,
  { dialect, width, rows: sampleRows }: DialectChoice,
  limits: Pick<Limits, "record">,
): Promise<LateDelimiter | undefined> {
  const beginning = sampleRows.filter((row) => !isBlankRow(row.cells)).slice(0, believed);
  const lastLine = beginning.at(-1)?.line ?? 0;
  for (const sign of [...usualDelimiters, " "]) {
    const divided = sign === " " ? linesOfValues(beginning) : beginning.filter((row) => divides(row, sign));
    if (divided.length > beginning.length * nearlyAll)
      return { line: divided[0]!.line, sign, choice: undefined };
  }
  const seen = usualDelimiters.map((sign): RowStatistics => ({
    sign,
    above: beginning.filter((row) => divides(row, sign)).length,
    rows: 0,
    first: undefined,
    below: "",
  }));
  let rows = 0;
  const look = (row: SplitRow): void => {
    if (row.line <= lastLine) return;
    rows++;
    for (const found of seen) {
      if (divides(row, found.sign)) {
        found.rows++;
        found.first ??= row;
      }
      if (found.first !== undefined && found.below.length < evaluated.below) found.below += `${row.source}\n`;
    }
  };
  for await (const found of splitRows(text, dialect, width, limits)) found.forEach(look);
  const contradicting = seen.filter((found) => {
    const share = found.above / Math.max(1, beginning.length);
    return found.rows > 0 && (share < hardly || (share < 0.25 && found.rows > rows * 0.5));
  });
  // The most frequent contradiction is used, even if a different one occurs first.
  const [most] = contradicting.sort((a, b) => b.rows - a.rows);
  if (most === undefined) return undefined;
  const { sign, first, below } = most;
  const start = beginning.slice(0, evaluated.rows).map(({ source }) => `${source}\n`);
  const better = detectDialect(`${start.join("")}${below}`, pinned);
  // The delimiter must also split the first line. Otherwise, all of the first rows would be treated as text above the
  // table.
  const isTable =
    better.width > 1 &&
    better.dialect.delimiter.includes(sign) &&
    better.rows[0]?.cells.length === better.width;
  return { line: first!.line, sign, choice: isTable ? better : undefined };
}

/**
 * True if the character separates two parts of the row outside quotes and does not look like punctuation in a
 * sentence.
 */
function divides({ source }: SplitRow, sign: string): boolean {
  if (!source.includes(sign)) return false;
  const bare = source.includes('"') ? source.replace(/"(?:[^"]|"")*"/g, "x") : source;
  for (let at = bare.indexOf(sign, 1); at >= 0; at = bare.indexOf(sign, at + 1)) {
    if (/^\S/.test(bare.slice(at + 1, at + 2))) return true;
  }
  return false;
}

/**
 * Returns the lines that contain several numbers or dates separated by spaces. Returns no lines if nearly all of
 * these lines are single values, such as a date with a time.
 */
function linesOfValues(rows: readonly SplitRow[]): readonly SplitRow[] {
  const isValue = (text: string): boolean => isTyped(cellKind(text));
  const several = rows.filter(({ source }) => source.trim().split(/ +/).filter(isValue).length > 1);
  return several.filter(({ source }) => !isValue(source)).length > several.length * 0.1 ? several : [];
}
