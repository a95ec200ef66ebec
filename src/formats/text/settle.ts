import { delimiterName } from "./dialect-explanation.js";
import type { PinnedDialect } from "./dialect-candidates.js";
import { splitSample } from "./split-sample.js";
import { type DialectChoice, detectDialect } from "./dialect.js";
import type { ByteSource } from "../format.js";
import { lateDelimiter } from "./late-delimiter.js";
import type { Limits } from "../limits.js";
import { contradiction } from "./odd-dialect.js";
import { type QuoteScan, scanQuotes } from "./quote-scan.js";
import type { Dialect } from "./split-row.js";
import { TooLarge } from "./splitter.js";
import { decodeSource, NotDecodable } from "./text.js";
import { type Issue, issue } from "../../model/issues.js";

/**
 * This module verifies the dialect that was detected at the beginning against the whole file, before any row is read.
 */

interface Text {
  readonly source: ByteSource;
  readonly charset: string;
  readonly mark: number;
  readonly sample: string;
  /** An unusual line separator. In the sample, this separator is replaced with LF. */
  readonly lineEnd?: string | undefined;
}

/** Contradictions that no other dialect resolves are returned as errors. */
export async function settle(
  text: Text,
  pinned: PinnedDialect,
  detected: DialectChoice,
  limits: Pick<Limits, "record">,
): Promise<{ readonly choice: DialectChoice; readonly issues: readonly Issue[] }> {
  const { choice, issues } =
    detected.dialect.delimiter === "" && pinned.delimiter === undefined
      ? await withLateDelimiter(text, pinned, detected, limits)
      : { choice: detected, issues: [] };
  const settled = await withLateQuotes(text, pinned, choice);
  const against = await contradictionIn(text, pinned, settled, limits);
  return { choice: settled, issues: against === undefined ? issues : [...issues, against] };
}

async function contradictionIn(
  text: Text,
  pinned: PinnedDialect,
  { dialect, width }: DialectChoice,
  limits: Pick<Limits, "record">,
): Promise<Issue | undefined> {
  try {
    return await contradiction(linesOf(text), dialect, pinned, width, limits);
  } catch (error) {
    // The reader reports the error later, with the line number.
    if (error instanceof NotDecodable || error instanceof TooLarge) return undefined;
    throw error;
  }
}

/** Replaces a single-column dialect if a delimiter occurs farther down in the file. */
async function withLateDelimiter(
  text: Text,
  pinned: PinnedDialect,
  choice: DialectChoice,
  limits: Pick<Limits, "record">,
): Promise<{ choice: DialectChoice; issues: readonly Issue[] }> {
  try {
    const late = await lateDelimiter(linesOf(text), pinned, choice, limits);
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
    return {
      choice: { dialect, width, rows: splitSample(text.sample, dialect, width), evidence },
      issues: [],
    };
  } catch (error) {
    // The reader reports the error later, with the line number.
    if (error instanceof NotDecodable || error instanceof TooLarge) return { choice, issues: [] };
    throw error;
  }
}

async function* linesOf({ source, charset, mark, lineEnd }: Text): AsyncGenerator<string> {
  for await (const piece of decodeSource(source, charset, mark)) {
    yield lineEnd === undefined ? piece : piece.replaceAll(lineEnd, "\n");
  }
}

/**
 * Adjusts the dialect based on all quotes in the file, because quotes may occur only late in the file. If all quotes
 * are well-formed, no row has to be read twice.
 */
async function withLateQuotes(
  text: Text,
  pinned: PinnedDialect,
  choice: DialectChoice,
): Promise<DialectChoice> {
  const { dialect } = choice;
  if (dialect.wrapped === true || (pinned.quote !== undefined && pinned.quote !== '"')) return choice;
  let scan: QuoteScan;
  try {
    scan = await scanQuotes(text.source, text.charset, text.mark, dialect, text.lineEnd);
  } catch (error) {
    // The reader reports the error later, with the line number.
    if (error instanceof NotDecodable) return choice;
    throw error;
  }
  const mayBeEscaped = pinned.escape === undefined && dialect.delimiter !== "" && /^"?$/.test(dialect.quote);
  const escaped = scan.isEscaped && mayBeEscaped ? escapedQuotes(text.sample, choice) : undefined;
  if (escaped !== undefined) return escaped;
  if (scan.opening === undefined) return choice;
  if (dialect.quote === '"') return scan.isSound ? asSound(choice, text.sample, pinned) : choice;
  return lateQuotes(text.sample, scan.opening, scan.isSound, pinned, choice);
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
function asSound(choice: DialectChoice, sample: string, pinned: PinnedDialect): DialectChoice {
  const { dialect, width } = choice;
  const sound: Dialect = { ...dialect, sound: true };
  if (dialect.escape === "double")
    return { ...choice, dialect: sound, rows: splitSample(sample, sound, width) };
  const doubled: Dialect = { ...sound, escape: "double" };
  const rows = splitSample(sample, doubled, width);
  const isEven = rows.every((row) => row.cells.length === width);
  return pinned.escape === undefined && isEven ? { ...choice, dialect: doubled, rows } : choice;
}

/** Adjusts the dialect if quoted cells occur only after the initial sample. */
function lateQuotes(
  sample: string,
  late: string,
  isSound: boolean,
  pinned: PinnedDialect,
  choice: DialectChoice,
): DialectChoice {
  const { dialect, width } = choice;
  if (!isSound || dialect.quote !== "") {
    // The lines with late quotes are not well-formed, so they are evaluated together with the beginning of the file.
    const beginning = sample.slice(0, sample.lastIndexOf("\n", 16 * 1024) + 1);
    const judged = detectDialect(`${beginning}${late}`, pinned).dialect;
    if (judged.quote !== '"' || judged.delimiter !== dialect.delimiter) return choice;
  }
  const escape = pinned.escape ?? (dialect.quote === "" ? "double" : dialect.escape);
  const quoted: Dialect = { ...dialect, quote: '"', escape, ...(isSound ? { sound: true } : {}) };
  return {
    dialect: quoted,
    width,
    rows: splitSample(sample, quoted, width),
    evidence: [...choice.evidence, 'Further down, cells are quoted with ".'],
  };
}
