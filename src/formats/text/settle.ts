import { delimiterName } from "./dialect-explanation.js";
import type { PinnedDialect } from "./dialect-candidates.js";
import { splitSample } from "./split-sample.js";
import { type DialectChoice, detectDialect } from "./dialect.js";
import { lateDelimiter } from "./late-delimiter.js";
import type { Limits } from "../limits.js";
import { contradiction } from "./unusual-dialect.js";
import { Refused } from "../refused.js";
import { scanQuotes } from "./quote-scan.js";
import type { Dialect } from "./split-row.js";
import { piecesOf, type Text } from "./text.js";
import { type Issue, issue } from "../../model/issues.js";

/**
 * This module verifies the dialect that was detected at the beginning against the whole file, before any row is read.
 */

/** `sample` is the beginning of the text. Contradictions that no other dialect resolves are returned as errors. */
export async function settle(
  text: Text,
  sample: string,
  pinned: PinnedDialect,
  detected: DialectChoice,
  limits: Pick<Limits, "record">,
): Promise<{ readonly choice: DialectChoice; readonly issues: readonly Issue[] }> {
  const { choice, issues } =
    detected.dialect.delimiter === "" && pinned.delimiter === undefined
      ? await withLateDelimiter(text, sample, pinned, detected, limits)
      : { choice: detected, issues: [] };
  const settled = await withLateQuotes(text, sample, pinned, choice);
  const { dialect, width } = settled;
  const against = await unlessRefused(contradiction(piecesOf(text), dialect, pinned, width, limits));
  return { choice: settled, issues: against === undefined ? issues : [...issues, against] };
}

/** Returns undefined if the file cannot be read, because the reader reports the error later. */
async function unlessRefused<T>(check: Promise<T>): Promise<T | undefined> {
  try {
    return await check;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** Replaces a single-column dialect if a delimiter occurs farther down in the file. */
async function withLateDelimiter(
  text: Text,
  sample: string,
  pinned: PinnedDialect,
  choice: DialectChoice,
  limits: Pick<Limits, "record">,
): Promise<{ choice: DialectChoice; issues: readonly Issue[] }> {
  const late = await unlessRefused(lateDelimiter(piecesOf(text), pinned, choice, limits));
  if (late === undefined) return { choice, issues: [] };
  const { line, sign } = late;
  if (late.choice === undefined) {
    return { choice, issues: [issue("unexpected_delimiter", { line }, { sign: delimiterName(sign) })] };
  }
  const { dialect, width } = late.choice;
  const evidence = [
    ...late.choice.evidence,
    `The file begins with lines of one column. Line ${line} is the first line with more columns.`,
  ];
  return { choice: { dialect, width, rows: splitSample(sample, dialect, width), evidence }, issues: [] };
}

/**
 * Adjusts the dialect based on all quotes in the file, because quotes may occur only late in the file. If all quotes
 * are well-formed, no row has to be read twice.
 */
async function withLateQuotes(
  text: Text,
  sample: string,
  pinned: PinnedDialect,
  choice: DialectChoice,
): Promise<DialectChoice> {
  const { dialect } = choice;
  if (dialect.wrapped === true || (pinned.quote !== undefined && pinned.quote !== '"')) return choice;
  const scan = await unlessRefused(scanQuotes(text, dialect.delimiter));
  if (scan === undefined) return choice;
  const mayBeEscaped = pinned.escape === undefined && dialect.delimiter !== "" && /^"?$/.test(dialect.quote);
  const escaped = scan.isEscaped && mayBeEscaped ? escapedQuotes(sample, choice) : undefined;
  if (escaped !== undefined) return escaped;
  if (scan.opening === undefined) return choice;
  if (dialect.quote === '"') return scan.isWellFormed ? asWellFormed(choice, sample, pinned) : choice;
  return lateQuotes(sample, scan.opening, scan.isWellFormed, pinned, choice);
}

/**
 * Recognizes quotes escaped in unquoted cells, which is how Python's `csv` module writes quotes if it is configured
 * not to quote cells.
 */
function escapedQuotes(sample: string, choice: DialectChoice): DialectChoice | undefined {
  const dialect: Dialect = { ...choice.dialect, quote: '"', escape: "backslash" };
  const rows = splitSample(sample, dialect, choice.width);
  // The width of the lines above the table must not change.
  const fits = rows.every(({ cells: { length } }, i) =>
    [choice.width, choice.rows[i]?.cells.length].includes(length),
  );
  return fits ? { ...choice, dialect, rows } : undefined;
}

/**
 * Treats inner quotes as doubled if all quotes comply with RFC 4180, regardless of the characters before the quotes.
 */
function asWellFormed(choice: DialectChoice, sample: string, pinned: PinnedDialect): DialectChoice {
  const { dialect, width } = choice;
  const wellFormed: Dialect = { ...dialect, wellFormed: true };
  if (dialect.escape === "double")
    return { ...choice, dialect: wellFormed, rows: splitSample(sample, wellFormed, width) };
  const doubled: Dialect = { ...wellFormed, escape: "double" };
  const rows = splitSample(sample, doubled, width);
  const isEven = rows.every((row) => row.cells.length === width);
  return pinned.escape === undefined && isEven ? { ...choice, dialect: doubled, rows } : choice;
}

/** Adjusts the dialect if quoted cells occur only after the initial sample. */
function lateQuotes(
  sample: string,
  late: string,
  isWellFormed: boolean,
  pinned: PinnedDialect,
  choice: DialectChoice,
): DialectChoice {
  const { dialect, width } = choice;
  if (!isWellFormed || dialect.quote !== "") {
    // The lines with late quotes are not well-formed, so they are evaluated together with the beginning of the file.
    const beginning = sample.slice(0, sample.lastIndexOf("\n", 16 * 1024) + 1);
    const detected = detectDialect(`${beginning}${late}`, pinned).dialect;
    if (detected.quote !== '"' || detected.delimiter !== dialect.delimiter) return choice;
  }
  const escape = pinned.escape ?? (dialect.quote === "" ? "double" : dialect.escape);
  const quoted: Dialect = { ...dialect, quote: '"', escape, ...(isWellFormed ? { wellFormed: true } : {}) };
  const rows = splitSample(sample, quoted, width);
  const first = rows.find(({ source, cells }) => source !== cells.join(dialect.delimiter));
  const where =
    first === undefined
      ? 'Further down, cells are quoted with ".'
      : `Cells are quoted with " (first: line ${first.line}).`;
  return { dialect: quoted, width, rows, evidence: [...choice.evidence, where] };
}
