import { commonWidth, isBlankRow, splitSample } from "./split-sample.js";
import { usualDelimiters } from "./delimiters.js";
import { delimiterName } from "./dialect-explanation.js";
import type { PinnedDialect } from "./dialect-candidates.js";
import { extent, type PlainRow } from "../plain-row.js";
import type { Issue, IssueCode } from "../../model/issues.js";
import { issue } from "../../model/issues.js";
import { detectDialect, type DialectChoice } from "./dialect.js";
import { type Body, bodyIssues, BodyReader } from "./body.js";
import { columnMeanings, meaningIssues } from "../disagreement.js";
import type { ByteSource, Detected, EncodingProof, Format, Table } from "../format.js";
import type { Limits } from "../limits.js";
import type { Row } from "../row.js";
import { lineEndName, lineEndOf, unusualLineEnd } from "./line-end.js";
import { findHeader, type Header } from "../header/header.js";
import { headerIssues } from "../header/issues.js";
import { leftOut, signOfComments } from "../header/left-out.js";
import { fitOf, headerByHeadings, lineOfHeadings, severalHeaders } from "../fit.js";
import { foldHeading } from "../fold-heading.js";
import { columnPosition } from "../heading.js";
import { withHeadings } from "../heading-repair.js";
import { noTable, refusing } from "../no-table.js";
import { keptSpaces, unusualDialectIssues } from "./unusual-dialect.js";
import type { ReadOptions } from "../read-options.js";
import { issueOf, Refused, unreadable } from "../refused.js";
import { isHalfQuoted, unnamedFrom } from "./repair.js";
import { tableShape } from "../table-shape.js";
import { requoted } from "./requote.js";
import { senderMessage } from "./sender-message.js";
import { settle } from "./settle.js";
import type { SplitRow } from "./split-row.js";
import { piecesOf, type Text } from "./text.js";
import { openText } from "./whole-text.js";

/**
 * This module reads delimited text. The dialect and header are detected from a sample, and the dialect is verified
 * against the whole file before the rows are streamed.
 */

/** Approximate number of characters that are used for detection. */
const sampleLength = 128 * 1024;

/**
 * Maximum number of rows per batch. Empty rows are held back until another row follows, so many rows may arrive
 * together.
 */
const batchRows = 2_000;

/**
 * Number of characters that are split in one step. A row may consist of only two characters, but the resulting
 * objects use several hundred times as much memory.
 */
const splitAtOnce = 16 * 1024;

export const delimited: Format = {
  name: "delimited",
  summary: "Text with a delimiter between cells, such as CSV and TSV",
  // This format is tried last, for files that no other format recognizes.
  recognizes: () => true,
  read: (...job) => refusing("delimited", () => readDelimited(...job)),
};

async function readDelimited(
  source: ByteSource,
  options: ReadOptions,
  limits: Limits,
  proof?: EncodingProof,
): Promise<Table> {
  const {
    encoding,
    issues: found,
    text: plain,
  } = await openText(source, options.encoding, limits, undefined, proof);
  const issues = [...found];
  const sample = await readSample(plain);
  checkText(sample.text);
  const message = sample.whole
    ? senderMessage(sample.text, options.wanted, options.header === "none")
    : undefined;
  if (message !== undefined) throw new Refused(message);

  const hint = separatorHint(sample.text);
  const stated: PinnedDialect = {
    delimiter: options.delimiter ?? hint,
    quote: options.quote === "none" ? "" : options.quote,
    escape: options.escape,
  };
  const resplit = unusualLines(sample.text, stated);
  const text = { ...plain, lineEnd: resplit?.sign };
  const first = resplit?.choice ?? detectDialect(sample.text, stated);
  const firstRows = tableRows(first, options, hint !== undefined);
  const required = options.required ?? [];
  const isOpen = resplit === undefined && stated.delimiter === undefined;
  const fitting = fittingDelimiters(sample.text, first, firstRows, isOpen ? required : []);
  if (fitting.length > 1) {
    const evidence = [encoding.evidence, ...first.evidence];
    const detected = { format: "delimited", headerRows: [], preambleLines: 0, evidence } as const;
    return noTable(detected, ...issues, severalDelimiters(fitting, first.dialect.delimiter));
  }
  const named = fitting[0]?.sign;
  const pinned = named === undefined ? stated : { ...stated, delimiter: named };
  const begun = named === undefined ? first : detectDialect(sample.text, pinned);
  const { choice: settled, issues: doubts } = await settle(
    text,
    resplit?.text ?? sample.text,
    pinned,
    begun,
    limits,
  );
  issues.push(...doubts);
  const choice =
    resplit === undefined
      ? settled
      : { ...settled, rows: settled.rows.map((row) => withSign(row, resplit.sign)) };
  if (doubts.some(({ severity }) => severity === "error")) return noTable("delimited", ...issues);
  if (choice.dialect.escape === "backslash" && pinned.escape === undefined)
    issues.push(issue("escape_taken", {}, {}));
  if (resplit !== undefined) issues.push(issue("unusual_line_end", {}, { sign: lineEndName(resplit.sign) }));
  const rows = choice === first ? firstRows : tableRows(choice, options, hint !== undefined);
  const printed = rows.find(hasPrintedQuotes);
  if (printed !== undefined && rows.filter(hasPrintedQuotes).length >= Math.max(2, rows.length / 2)) {
    issues.push(issue("printed_quotes", { line: printed.line }, {}));
  }
  if (choice.dialect.wrapped === true) issues.push(issue("rows_quoted_whole", { line: rows[0]!.line }, {}));
  const upper = findHeader(rows, choice.width, options.header);
  const lower = options.header === undefined ? tableBelow(rows, upper, choice.width) : undefined;
  const widthFrom = ({ line }: PlainRow): number => commonWidth(rows.filter((row) => row.line >= line));
  const { header, rivals } = headerByHeadings(rows, lower ?? upper, options, widthFrom);
  const below = rows.filter((row) => row.line >= header.bodyFrom);
  const unusual = unusualDialectIssues(choice.dialect, pinned, header.width, below);
  issues.push(...unusual);
  const above = leftOut(rows, header, choice.rows);
  const detected: Detected = {
    format: "delimited",
    encoding: encoding.charset,
    encodingCertainty: encoding.certainty,
    delimiter: choice.dialect.delimiter,
    quote: choice.dialect.quote,
    escape: choice.dialect.escape,
    lineEnd: resplit?.sign ?? lineEndOf(sample.text, choice.dialect),
    headerRows: header.headerRows,
    preambleLines: Math.max(0, (header.headerRows[0] ?? header.bodyFrom) - 1),
    evidence: [
      encoding.evidence,
      ...(named === undefined ? [] : [delimiterByHeadings(named, first.dialect.delimiter)]),
      ...choice.evidence,
      ...(header === lower ? [notesAbove(rows, header)] : []),
      ...header.evidence,
      ...above.evidence,
    ],
    ...(above.leftOut.length > 0 && { leftOut: above.leftOut }),
  };
  if (header.missing !== undefined) {
    return noTable(detected, ...issues, issue("header_not_found", {}, { what: header.missing }));
  }
  if (rivals.length > 0) return noTable(detected, ...issues, severalHeaders(rivals, rows, choice.width));
  if (header.width > limits.columns) {
    const filling = { what: "columns", found: header.width, allowed: limits.columns };
    return noTable(detected, ...issues, issue("limit_exceeded", {}, filling));
  }
  const types = options.types === undefined ? undefined : columnIndex(options.types, header.headings);
  if (types === -1)
    return noTable(detected, ...issues, issue("header_not_found", {}, { what: options.types ?? "" }));
  const headerLines = rows.filter((row) => header.headerRows.includes(row.line));
  issues.push(
    ...aboveIssues(header, headerIssues(header, above.leftOut, options), below).filter(
      ({ code }) => types === undefined || !aboutWidth.has(code),
    ),
    ...headerRepairs(headerLines, choice.dialect.wellFormed === true ? "none" : options.quote),
  );
  // If other lines precede the table, the rows of the table may have a different width than most rows in the file.
  const rowWidth = header === upper ? choice.width : commonWidth(below);
  const shape = tableShape(
    choice.dialect,
    header.width,
    below,
    Math.max(rowWidth, header.width),
    choice.dialect.quote === "" && options.quote !== "none",
    unusual.length > 0 || choice.dialect.wrapped === true,
  );
  const meanings = columnMeanings(below, header.width, false);
  const commentsAbove = signOfComments(rows, above.leftOut, header.bodyFrom);
  const { headings, headerRows, bodyFrom } = header;
  issues.push(...meaningIssues(meanings, headings));
  // A mapping ignores spaces at both ends of cells.
  if (options.wanted === undefined) issues.push(...keptSpaces(headings, below, choice.dialect, pinned));
  const body: Body = {
    charset: plain.charset,
    mark: plain.mark,
    headings,
    headerRows,
    bodyFrom,
    rowWidth,
    shape: {
      ...shape,
      usual: meanings.map(({ usual }) => usual),
      commentsAbove,
      unnamedFrom: unnamedFrom(headings, below, shape, options.wanted),
      isHeadless: headings === null,
    },
    types,
    limits,
  };
  const table: Table = { detected, headings, rows: readBody(text, body, issues), issues };
  // A file with several row types is not divided into pieces, because the first row of a type determines the width of
  // the type and may be in a different piece.
  return resplit === undefined && types === undefined ? { ...table, pieces: { source, body } } : table;
}

/** Issues about rows that are wider than the header. In files with several row types, such rows are normal. */
const aboutWidth: ReadonlySet<IssueCode> = new Set<IssueCode>(["headings_too_few", "wider_rows"]);

/** Returns the index of the column with a heading or a position such as `#2`, or -1 if no heading matches. */
function columnIndex(name: string, headings: readonly string[] | null): number {
  const folded = foldHeading(name);
  return columnPosition(name) ?? headings?.findIndex((heading) => foldHeading(heading) === folded) ?? -1;
}

/** Returns the rows of the sample without empty rows and the `sep=` line, with quotes and headings repaired. */
function tableRows(choice: DialectChoice, { header }: ReadOptions, hasHint: boolean): SplitRow[] {
  const { dialect, width } = choice;
  const filled = choice.rows
    .filter((row) => !isBlankRow(row.cells) && !(hasHint && row.line === 1))
    .map((row) => requoted(row, dialect, width));
  return header === "none" ? filled : withHeadings(filled, dialect, width);
}

/** Number of characters on which other delimiters are tried. */
const tried = 32 * 1024;

interface FittingDelimiter {
  readonly sign: string;
  readonly row: PlainRow;
}

/**
 * Finds a delimiter that divides a line into the headings that the mapping requires, if the detected delimiter does
 * not. Returns several delimiters if each of them divides a different line into these headings. The result is empty if
 * the detected delimiter fits, or if no other delimiter fits better.
 */
function fittingDelimiters(
  sample: string,
  { dialect: { delimiter } }: DialectChoice,
  rows: readonly PlainRow[],
  required: readonly string[],
): readonly FittingDelimiter[] {
  // A single heading may also occur as a word in a sentence.
  if (new Set(required).size < 2) return [];
  const isUsual = usualDelimiters.includes(delimiter);
  const start = sample.slice(0, tried);
  const others = usualDelimiters.filter((sign) => sign !== delimiter && start.includes(sign));
  const splitBy = (sign: string): readonly PlainRow[] =>
    splitSample(start, { delimiter: sign, quote: '"', escape: "double", loneReturn: true }, 0);
  const { fitting, closest } = fitOf(
    [delimiter, ...others],
    (sign) => (sign === delimiter ? rows : splitBy(sign)),
    required,
  );
  const places = new Map<number, FittingDelimiter>();
  // A title above a table with a different delimiter may mention the headings, so most lines below the headings must
  // fit. These lines end at the next line with all headings, which may start a second table.
  const isOfTable = ({ candidate, row }: { candidate: string; row: PlainRow }): boolean => {
    if (candidate === delimiter || !isUsual) return true;
    const end = Math.min(...fitting.map((other) => other.row.line).filter((line) => line > row.line));
    const below = splitBy(candidate).filter(
      ({ line, cells }) => line > row.line && line < end && !isBlankRow(cells),
    );
    const fit = below.filter(({ cells }) => cells.length > 1 && extent(cells) <= row.cells.length);
    return fit.length * 2 >= below.length;
  };
  for (const { candidate, row } of fitting.filter(isOfTable))
    if (!places.has(row.line)) places.set(row.line, { sign: candidate, row });
  if (places.size === 0 && closest !== undefined && closest.found > 1 && isOfTable(closest))
    places.set(closest.row.line, { sign: closest.candidate, row: closest.row });
  const found = [...new Map([...places.values()].map((place) => [place.sign, place])).values()];
  return found.length === 1 && found[0]?.sign === delimiter ? [] : found;
}

function delimiterByHeadings(sign: string, detected: string): string {
  return `The delimiter is ${delimiterName(sign)}, because it splits a line into more of the headings that the mapping requires than ${delimiterName(detected)}, which would be detected without the mapping.`;
}

/** `detected` is the delimiter that fits the rows best. */
function severalDelimiters(fitting: readonly FittingDelimiter[], detected: string): Issue {
  const places = fitting.toSorted((a, b) => a.row.line - b.row.line);
  const lines = places.map(
    ({ sign, row }) => `${lineOfHeadings(row)}, with ${delimiterName(sign)} between cells`,
  );
  const choices = new Set(places.map(({ sign }) => `\`delimiter: ${JSON.stringify(sign)}\``));
  return issue(
    "several_headers",
    { line: places[0]?.row.line },
    {
      lines: lines.join("; "),
      choices: [...choices].join(" or "),
      best: ` The rows fit ${delimiterName(detected)} best.`,
    },
  );
}

/**
 * Returns the table in text that uses an unusual line separator, if at least 80% of the resulting rows have the same
 * number of cells, and this number is greater than one.
 */
function unusualLines(
  sample: string,
  pinned: PinnedDialect,
): { sign: string; text: string; choice: DialectChoice } | undefined {
  const sign = unusualLineEnd(sample);
  if (sign === undefined) return undefined;
  const text = sample.replaceAll(sign, "\n");
  const choice = detectDialect(text, pinned);
  const rows = choice.rows.filter((row) => !isBlankRow(row.cells));
  const even = rows.filter((row) => row.cells.length === choice.width).length;
  const isSure = rows.length > 1 && choice.width > 1 && even >= rows.length * 0.8;
  return isSure ? { sign, text, choice } : undefined;
}

/** Restores an unusual line separator that was read as LF inside cells. */
function withSign<R extends Row | SplitRow>(row: R, sign: string): R {
  return row.cells.some((cell) => cell.includes("\n"))
    ? { ...row, cells: row.cells.map((cell) => cell.replaceAll("\n", sign)) }
    : row;
}

interface Sample {
  readonly text: string;
  readonly whole: boolean;
}

async function readSample(plain: Text): Promise<Sample> {
  let text = "";
  for await (const piece of piecesOf(plain)) {
    text += piece;
    if (text.length >= sampleLength) {
      const cut = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r", text.length - 2));
      return { text: cut > 0 ? text.slice(0, cut + 1) : text, whole: false };
    }
  }
  return { text, whole: true };
}

/** A cell that starts with an unclosed quote is reported too, unless quotes are disabled. */
function headerRepairs(lines: readonly SplitRow[], pinned: ReadOptions["quote"]): Issue[] {
  return lines.flatMap(({ line, repairs, cells }) => {
    const isHalf = pinned !== "none" && cells.some(isHalfQuoted);
    const codes = isHalf ? new Set([...repairs, "unclosed_quote" as const]) : repairs;
    return [...codes].map((code) => issue(code, { line }, {}));
  });
}

/**
 * Finds the header of a table below notes that have more lines than the table, as in some bank exports. The notes have
 * fewer cells and no definite header, while all later rows are wider and have a definite header.
 */
function tableBelow(rows: readonly SplitRow[], above: Header, width: number): Header | undefined {
  const run = widerRun(rows, width);
  const first = run[0];
  if (first === undefined || first.line <= (above.headerRows.at(-1) ?? 0)) return undefined;
  if (above.headings !== null && above.inDoubt === undefined) return undefined;
  const header = findHeader(run, first.cells.length, undefined);
  const isSure = header.inDoubt === undefined && header.headings !== null;
  return isSure && header.headerRows[0] === first.line ? header : undefined;
}

/** Explains a table whose width is not the most common number of cells per row. */
function notesAbove(rows: readonly PlainRow[], { headerRows, width }: Header): string {
  const count = rows.filter(({ line }) => line >= headerRows[0]!).length;
  return `The last ${count} rows are the table, because each has ${width} cells. The rows above them have fewer cells and are notes.`;
}

/**
 * Returns the last rows if they all have the same number of cells and are wider than `width`. Returns an empty array
 * if there is only one such row or if the whole text consists of such rows.
 */
function widerRun(rows: readonly SplitRow[], width: number): readonly SplitRow[] {
  const found = rows.at(-1)?.cells.length ?? 0;
  const last = rows.findLastIndex(({ cells }) => cells.length !== found || extent(cells) <= width);
  const run = rows.slice(last + 1);
  return found <= width || run.length < 2 || run.length === rows.length ? [] : run;
}

/**
 * Adds an issue if the last rows are all wider than the header, because these rows may be the actual table. If the
 * rows above the wider rows fit the header, the wider rows also explain the columns without headings, so one issue is
 * enough.
 */
function aboveIssues(
  { width, unnamed = 0 }: Header,
  issues: readonly Issue[],
  body: readonly SplitRow[],
): readonly Issue[] {
  const expected = width - unnamed;
  const run = widerRun(body, expected);
  const first = run[0];
  if (first === undefined) return issues;
  const { line, cells } = first;
  const fit = body.slice(0, -run.length).every((row) => extent(row.cells) <= expected);
  return [
    ...(fit ? issues.filter(({ code }) => code !== "headings_too_few") : issues),
    issue("wider_rows", { line }, { line, found: cells.length, expected }),
  ];
}

/** True if typographic quotes enclose cells. */
function hasPrintedQuotes({ cells }: SplitRow): boolean {
  return cells.some((cell) => /^ *[“„«]/.test(cell)) && cells.some((cell) => /[”“»] *$/.test(cell));
}

/** Throws `Refused` if the text is not a table. */
function checkText(text: string): void {
  if (text.trim() === "") throw new Refused(issue("empty_file", {}, {}));
  if (/^(?:\s|--.*[\r\n])*(?:insert\s+into|create\s+table)\s+[\w".`[]+\s*[\w(]/i.test(text))
    throw unreadable("it is an SQL script, not a table");
  let nuls = 0;
  let controls = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 32) continue;
    if (code === 0) nuls++;
    else if ((code > 13 || code < 9) && code !== 1 && (code < 28 || code === 29)) controls++;
  }
  if (nuls > 16 && nuls > text.length * 0.01)
    throw unreadable("many of its bytes are NUL bytes, as in a file that was not written completely");
  if (controls > 8 && controls > text.length * 0.01)
    throw unreadable("it is neither text nor another known format");
}

/** Returns the delimiter from a first line such as `sep=;`, which spreadsheet programs write. */
function separatorHint(text: string): string | undefined {
  return /^"?sep=(.)"?[,;\t]*(?:\r|\n)/i.exec(text)?.[1];
}

/** Errors that prevent further reading are reported as issues with the file. */
async function* readBody(text: Text, body: Body, issues: Issue[]): AsyncGenerator<readonly Row[]> {
  const reader = new BodyReader(body);
  const { lineEnd } = text;
  const batch = (rows: readonly Row[]): readonly Row[] =>
    lineEnd === undefined ? rows : rows.map((row) => withSign(row, lineEnd));
  try {
    for await (const piece of piecesOf(text)) {
      for (let at = 0; at < piece.length; at += splitAtOnce) {
        const rows = reader.push(piece.slice(at, at + splitAtOnce));
        for (let i = 0; i < rows.length; i += batchRows) yield batch(rows.slice(i, i + batchRows));
      }
    }
    const rest = reader.finish();
    if (rest.length > 0) yield batch(rest);
  } catch (error) {
    issues.push(issueOf(error));
    return;
  }
  issues.push(...bodyIssues(reader.tally(), body.headings));
}
