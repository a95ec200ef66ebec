import { withoutComments } from "../header/comments.js";
import { usualDelimiters } from "./delimiters.js";
import { hypotheses, type PinnedDialect } from "./dialect-candidates.js";
import { type Candidate, judge } from "./dialect-evidence.js";
import { explain } from "./dialect-explanation.js";
import { splitLine, unwrapped } from "./requote.js";
import { splitSample } from "./split-sample.js";
import type { Dialect, SplitRow } from "./split-row.js";

/**
 * This module detects the delimiter, quote character and escape character of delimited text. The sample is read with
 * each candidate, and the result that looks most like a table is chosen. A table has rows of equal width, plausible
 * cells, and columns with values of the same kind.
 *
 * `dialect-candidates.ts` lists the candidates and `dialect-evidence.ts` scores them. The best score decides, with two
 * exceptions: a table that starts on an earlier line (`beginningEarlier`), and a longer delimiter that splits the rows
 * equally well (`doubledDelimiter`). `dialect-explanation.ts` explains the result.
 */

export interface DialectChoice {
  readonly dialect: Dialect;
  /** The most common number of cells per row. */
  readonly width: number;
  readonly rows: readonly SplitRow[];
  readonly evidence: readonly string[];
}

/** Maximum number of characters that are read with each candidate. */
const judgedCharacters = 64 * 1024;

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
  const text = bare.length > judgedCharacters ? cutAtLine(bare, judgedCharacters) : bare;
  const candidates = hypotheses(text, pinned)
    .map(({ dialect, trust }) => judge(text, dialect, trust))
    .toSorted((a, b) => b.score - a.score);
  const best = doubledDelimiter(beginningEarlier(candidates[0]!, candidates), candidates, text);
  return {
    dialect: simplest(best, text),
    width: best.width,
    rows: splitSample(sample, best.dialect, best.width),
    evidence: explain(best, candidates),
  };
}

/**
 * Returns a candidate whose table starts on an earlier line, or the best candidate if there is none. Punctuation may
 * split sentences as evenly as a delimiter splits rows, but punctuation does not split the header.
 */
function beginningEarlier(best: Candidate, candidates: readonly Candidate[]): Candidate {
  const earlier = candidates.find(
    ({ dialect, width, evidence, from, score }) =>
      usualDelimiters.includes(dialect.delimiter) &&
      // Both candidates must count lines in the same way.
      dialect.loneReturn === best.dialect.loneReturn &&
      from < best.from &&
      width > 1 &&
      evidence.evenRows >= best.evidence.evenRows &&
      score > best.score * 0.5,
  );
  return earlier ?? best;
}

/**
 * Returns a candidate with a longer delimiter, such as `, `, `;;` or `|||`, if this delimiter splits the rows as
 * evenly as the single character does. Otherwise, returns the best candidate.
 */
function doubledDelimiter(best: Candidate, candidates: readonly Candidate[], text: string): Candidate {
  const sign = best.dialect.delimiter.trim();
  if (sign.length !== 1) return best;
  // No space follows a delimiter at the end of a line. If the delimiter included a space, the character at the end
  // of the line would become part of the last cell.
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const isBehindLast = lines.filter((line) => line.endsWith(sign)).length * 2 > lines.length;
  const doubled = candidates.filter(
    ({ dialect, width, evidence, score, from }) =>
      dialect.delimiter.length > best.dialect.delimiter.length &&
      // The delimiter must also split the header. In some tables, the header is `a,b` although the rows look like
      // `1, 2`.
      from <= best.from &&
      dialect.delimiter.trimStart().startsWith(sign) &&
      !(isBehindLast && dialect.delimiter.endsWith(" ")) &&
      dialect.quote === best.dialect.quote &&
      evidence.evenRows >= best.evidence.evenRows - 0.005 &&
      width > 1 &&
      (dialect.delimiter.endsWith(" ")
        ? width === best.width || (width > 2 && width > best.width * 0.6 && score > best.score * 0.9)
        : (width - 1) * dialect.delimiter.length + 1 === best.width),
  );
  // A delimiter with spaces on both sides takes precedence over a delimiter with only a trailing space.
  return doubled.find(({ dialect }) => dialect.delimiter.startsWith(" ")) ?? doubled[0] ?? best;
}

/** Removes the quote character from the dialect if the text does not contain this character. */
function simplest(best: Candidate, text: string): Dialect {
  const { dialect } = best;
  const quote = dialect.quote !== "" && text.includes(dialect.quote) ? dialect.quote : "";
  return { ...dialect, quote };
}

function cutAtLine(text: string, length: number): string {
  const cut = Math.max(text.lastIndexOf("\n", length), text.lastIndexOf("\r", length));
  return cut > 0 ? text.slice(0, cut + 1) : text.slice(0, length);
}
