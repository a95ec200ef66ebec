import { withoutComments } from "../header/comments.js";
import { usualDelimiters } from "./delimiters.js";
import { hypotheses, type PinnedDialect } from "./dialect-candidates.js";
import { type ScoredDialect, scoreDialect } from "./dialect-evidence.js";
import { explain } from "./dialect-explanation.js";
import { splitLine, unwrapped } from "./requote.js";
import { splitSample } from "./split-sample.js";
import type { Dialect, SplitRow } from "./split-row.js";

/**
 * This module detects the delimiter, quote character and escape character of delimited text. The sample is read with
 * each candidate, and the result that looks most like a table is chosen. A table has rows of equal width, plausible
 * cells, and columns with values of the same kind.
 *
 * `dialect-candidates.ts` lists the candidates, `dialect-evidence.ts` scores them, and the best score decides.
 * `dialect-explanation.ts` explains the result. Later steps may replace the result, in this order:
 *
 * 1. Before the search, `wrappedDialect` recognizes lines that are quoted as one cell, and `unusualLines` (`delimited.ts`)
 *    recognizes unusual line separators.
 * 2. `fittingDelimiters` (`delimited.ts`) chooses the delimiter that divides a line into the mapping's headings.
 * 3. `settle.ts` checks the whole file for delimiters and quotes that occur only after the sample.
 * 4. `requote.ts` and `heading-repair.ts` repair sample rows and headings that are written differently from the others.
 * 5. `tableBelow` (`delimited.ts`) finds a table below notes that have more lines than the table.
 */

export interface DialectChoice {
  readonly dialect: Dialect;
  /** The most common number of cells per row. */
  readonly width: number;
  readonly rows: readonly SplitRow[];
  readonly evidence: readonly string[];
}

/** Maximum number of characters that are read with each candidate. */
const scoredCharacters = 64 * 1024;

/** The sample must end with a line break, unless it is the whole text. */
export function detectDialect(sample: string, pinned: PinnedDialect): DialectChoice {
  return wrappedDialect(sample, pinned) ?? plainDialect(sample, pinned);
}

/**
 * Detects text in which each line, including the header, is quoted as one cell, because a program treated each line of
 * a table as one cell. Returns undefined unless all lines are quoted and contain the same number of cells, at least
 * two.
 */
function wrappedDialect(sample: string, pinned: PinnedDialect): DialectChoice | undefined {
  if (pinned.quote === "" || sample.search(/\S/) !== sample.indexOf('"')) return undefined;
  const lines: string[] = [];
  for (const line of sample.split(/\r\n|\n|\r/)) {
    if (line.trim() === "") continue;
    const text = unwrapped(line);
    if (text === undefined) return undefined;
    lines.push(text);
  }
  if (lines.length < 2) return undefined;
  const { dialect, width, evidence } = plainDialect(`${lines.join("\n")}\n`, pinned);
  const { delimiter, quote, escape } = dialect;
  // A delimiter that occurs in prose or is followed by a space does not prove that the cell was originally a row.
  if (width < 2 || escape !== "double" || !usualDelimiters.includes(delimiter)) return undefined;
  const cells = lines.map((line) => splitLine(line, delimiter, quote === "" ? '"' : quote));
  if (cells.some((row) => row.length !== width) || cells[0]!.some((cell) => /^ |^$/.test(cell)))
    return undefined;
  const wrapped: Dialect = { ...dialect, quote: quote === "" ? '"' : quote, wrapped: true };
  return {
    dialect: wrapped,
    width,
    rows: splitSample(sample, wrapped, width),
    evidence: [
      "Each line is quoted as one cell. The delimiter and header were detected in the text inside the quotation marks.",
      ...evidence,
    ],
  };
}

function plainDialect(sample: string, pinned: PinnedDialect): DialectChoice {
  const bare = withoutComments(sample);
  const text = bare.length > scoredCharacters ? cutAtLine(bare, scoredCharacters) : bare;
  const candidates = hypotheses(text, pinned)
    .map(({ dialect, trust }) => scoreDialect(text, dialect, trust))
    .toSorted((a, b) => b.score - a.score);
  const best = candidates[0]!;
  return {
    dialect: simplest(best, text),
    width: best.width,
    rows: splitSample(sample, best.dialect, best.width),
    evidence: explain(candidates),
  };
}

/** Removes the quote character from the dialect if the text does not contain this character. */
function simplest(best: ScoredDialect, text: string): Dialect {
  const { dialect } = best;
  const quote = dialect.quote !== "" && text.includes(dialect.quote) ? dialect.quote : "";
  return { ...dialect, quote };
}

function cutAtLine(text: string, length: number): string {
  const cut = Math.max(text.lastIndexOf("\n", length), text.lastIndexOf("\r", length));
  return cut > 0 ? text.slice(0, cut + 1) : text.slice(0, length);
}
