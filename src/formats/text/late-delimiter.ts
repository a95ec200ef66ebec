import { cellKind, isTyped } from "../cell-kind.js";
import { type DialectChoice, detectDialect, isBlankRow, type PinnedDialect } from "./dialect.js";
import type { Limits } from "../limits.js";
import type { SplitRow } from "./split-row.js";
import { Splitter } from "./splitter.js";

/** A table that has one column as far as its beginning shows, held against the delimiters of all its lines. */

/** Where such a sign stands in so many rows of the beginning, they only seem to have one cell each. */
const nearlyAll = 0.8;

const signs = [",", ";", "\t", "|"] as const;

/** How many rows of the beginning, and how many characters from the first that contradicts it, are judged together. */
const judged = { rows: 100, below: 48 * 1024 };

/** How many rows the belief stands on at most. */
const believed = 600;

/** Where such signs stand in so few of the rows, they are no part of what cells hold. */
const hardly = 0.01;

/** What the rows below the beginning say. */
interface Seen {
  rows: number;
  /** The first of them with the sign. */
  first: SplitRow | undefined;
  /** Text from that row on. */
  below: string;
}

/** The first line that contradicts the belief, and the better belief where there is one. */
export interface LateDelimiter {
  readonly line: number;
  readonly sign: string;
  readonly choice: DialectChoice | undefined;
}

/** Undefined where no line of the text contradicts that its table has one column. */
export async function lateDelimiter(
  text: AsyncIterable<string>,
  pinned: PinnedDialect,
  { dialect, width, rows: sampleRows }: DialectChoice,
  limits: Pick<Limits, "record">,
): Promise<LateDelimiter | undefined> {
  const beginning = sampleRows.filter((row) => !isBlankRow(row.cells)).slice(0, believed);
  const lastLine = beginning.at(-1)?.line ?? 0;
  for (const sign of [...signs, " "]) {
    const divided = sign === " " ? linesOfValues(beginning) : beginning.filter((row) => divides(row, sign));
    if (divided.length > beginning.length * nearlyAll)
      return { line: divided[0]!.line, sign, choice: undefined };
  }
  const seen = new Map(signs.map((sign): [string, Seen] => [sign, { rows: 0, first: undefined, below: "" }]));
  const above = new Map(
    signs.map((sign) => [sign as string, beginning.filter((row) => divides(row, sign)).length]),
  );
  let rows = 0;
  const splitter = new Splitter(dialect, width, limits);
  const look = (row: SplitRow): void => {
    if (row.line <= lastLine) return;
    rows++;
    for (const [sign, found] of seen) {
      if (divides(row, sign)) {
        found.rows++;
        found.first ??= row;
      }
      if (found.first !== undefined && found.below.length < judged.below) found.below += `${row.source}\n`;
    }
  };
  for await (const piece of text) splitter.push(piece).forEach(look);
  splitter.finish().forEach(look);
  const contradicting = [...seen].filter(([sign, found]) => {
    const share = (above.get(sign) ?? 0) / Math.max(1, beginning.length);
    return found.rows > 0 && (share < hardly || (share < 0.25 && found.rows > rows * 0.5));
  });
  // What most lines have is believed rather than what stands first.
  const [most] = contradicting.sort(([, a], [, b]) => b.rows - a.rows);
  if (most === undefined) return undefined;
  const [sign, { first, below }] = most;
  const start = beginning.slice(0, judged.rows).map(({ source }) => `${source}\n`);
  const better = detectDialect(`${start.join("")}${below}`, pinned);
  // Only where the first line is divided as well, or all of the beginning would stand above the table.
  const isTable =
    better.width > 1 &&
    better.dialect.delimiter.includes(sign) &&
    better.rows[0]?.cells.length === better.width;
  return { line: first!.line, sign, choice: isTable ? better : undefined };
}

/** Whether the sign stands between two parts of the row, outside of quotes, as hardly in a sentence. */
function divides({ source }: SplitRow, sign: string): boolean {
  if (!source.includes(sign)) return false;
  const bare = source.includes('"') ? source.replace(/"(?:[^"]|"")*"/g, "x") : source;
  for (let at = bare.indexOf(sign, 1); at >= 0; at = bare.indexOf(sign, at + 1)) {
    if (/^\S/.test(bare.slice(at + 1, at + 2))) return true;
  }
  return false;
}

/** Lines in which numbers, dates or the like stand with blanks between; none where nearly each is one of those as a whole. */
function linesOfValues(rows: readonly SplitRow[]): readonly SplitRow[] {
  const isValue = (text: string): boolean => isTyped(cellKind(text));
  const several = rows.filter(({ source }) => source.trim().split(/ +/).filter(isValue).length > 1);
  return several.filter(({ source }) => !isValue(source)).length > several.length * 0.1 ? several : [];
}
