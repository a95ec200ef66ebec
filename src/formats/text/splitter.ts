import type { Limits } from "../limits.js";
import { overLimit, type Refused } from "../refused.js";
import { unwrappedCells } from "./requote.js";
import { type Reading, RowReader } from "./row-reader.js";
import type { Dialect, SplitRepair, SplitRow } from "./split-row.js";

/**
 * This module splits text into cells and tolerates misplaced quotes. For well-formed input, the result is the same as
 * that of csv-parse, which a property test verifies. In malformed input, a misplaced quote never affects the following
 * rows:
 *
 * - A closing quote is recognized only before a delimiter or a line break.
 * - CRLF, LF and CR may occur in the same file.
 * - If a quoted cell would span lines, the reading with the expected number of cells is chosen.
 */

type SplitLimits = Pick<Limits, "record">;

/**
 * If the pending row is longer than this number of characters, the splitter tries to read the row again only after the
 * text has grown by half.
 */
const longRow = 64 * 1024;

const none: readonly SplitRepair[] = [];

/** Splits text into rows. The text may arrive in pieces of any length. Throws `Refused`. */
export async function* splitRows(
  pieces: AsyncIterable<string>,
  ...[dialect, width, limits]: ConstructorParameters<typeof Splitter>
): AsyncGenerator<readonly SplitRow[]> {
  const splitter = new Splitter(dialect, width, limits);
  for await (const piece of pieces) yield splitter.push(piece);
  yield splitter.finish();
}

/** `width` is the expected number of cells, or 0 if unknown. */
export class Splitter {
  /**
   * The pending text. Until the next call of `push`, the text also contains the rows that the last call returned.
   */
  text = "";
  private at = 0;
  private line: number;
  private ended = false;
  /** Text length at which the splitter tries to read the pending row again. */
  private retryAt = 0;
  /**
   * Positions of the next LF, CR, quote and delimiter at or after `at`, -1 if there is none, or -2 if unknown. The
   * positions are cached so that each character is examined only once.
   */
  private nextFeed = -2;
  private nextReturn = -2;
  private nextQuote = -2;
  private nextDelimiter = -2;
  private readonly dialect: Dialect;
  private readonly width: number;
  private readonly limits: SplitLimits;
  private readonly reader: RowReader;

  /** `firstLine` is the number of the line on which the text starts. */
  constructor(dialect: Dialect, width: number, limits: SplitLimits, firstLine = 1) {
    this.line = firstLine;
    this.dialect = dialect;
    this.width = width;
    this.limits = limits;
    this.reader = new RowReader(dialect, limits);
  }

  push(piece: string): SplitRow[] {
    this.text = this.at === 0 ? this.text + piece : this.text.slice(this.at) + piece;
    this.reader.continueWith(this.text, this.at);
    this.at = 0;
    this.nextFeed = this.nextReturn = this.nextQuote = this.nextDelimiter = -2;
    if (this.text.length < this.retryAt) return [];
    const rows = this.rows();
    this.retryAt = this.waiting > longRow ? this.waiting * 1.5 : 0;
    return rows;
  }

  /** Returns the pending rows. Called after the last chunk. */
  finish(): SplitRow[] {
    this.ended = true;
    this.reader.finish();
    return this.rows();
  }

  private get waiting(): number {
    return this.text.length - this.at;
  }

  /** True if a new splitter would give the same results for the text that follows. */
  get isSettled(): boolean {
    return this.waiting === 0 && this.reader.isSettled;
  }

  /** Number of the line after the last line break. */
  get lines(): number {
    return this.line;
  }

  private rows(): SplitRow[] {
    const rows: SplitRow[] = [];
    while (this.at < this.text.length) {
      const row = this.row();
      if (row === undefined) break;
      rows.push(row);
    }
    return rows;
  }

  /** Returns the next row, or undefined if more text is needed. */
  private row(): SplitRow | undefined {
    const start = this.at;
    const end = this.lineEnd(start);
    if (end < 0) {
      if (this.waiting > this.limits.record) throw this.tooLarge(this.waiting);
      return undefined;
    }
    const quote = this.quoteAfter(start);
    const line = this.line;
    if (this.dialect.wrapped === true) {
      const cells = unwrappedCells(this.text.slice(start, end), this.dialect, this.width);
      if (cells !== undefined) {
        const lines = this.text.slice(start, end);
        this.advance(end);
        return { line, cells: [...cells], repairs: none, source: "", lines };
      }
    }
    if ((quote < 0 || quote >= end) && this.dialect.escape !== "backslash") {
      const source = this.text.slice(start, end);
      const cells = this.plainCells(start, end);
      this.advance(end);
      return { line, cells, repairs: none, source };
    }
    const reading = this.bestReading(start, end);
    if (reading === undefined) return undefined;
    const text = this.text.slice(start, reading.end);
    const found = repairsOf(reading);
    const repairs = reading.crosses && this.holdsRows(text) ? [...found, "rows_in_cell" as const] : found;
    this.advance(reading.end);
    this.line += reading.crosses ? this.lineEndsBetween(start, reading.end) : 0;
    const row = { line, cells: reading.cells, repairs, source: reading.crosses ? "" : text };
    return reading.crosses && repairs.length > 0 ? { ...row, lines: text } : row;
  }

  /**
   * True if each line of a multi-line row has the right number of delimiters for a row, so the quotes that span lines
   * may be a mistake.
   */
  private holdsRows(text: string): boolean {
    const { delimiter } = this.dialect;
    if (this.width < 3 || delimiter === "") return false;
    return text.split(/\r\n|\n|\r/).every((line) => line.split(delimiter).length === this.width);
  }

  /**
   * Splits a line without quotes. Searching the text for delimiters is twice as fast as calling `split` on the line.
   */
  private plainCells(start: number, end: number): string[] {
    const { text } = this;
    const { delimiter, runs } = this.dialect;
    if (delimiter === "") return [text.slice(start, end)];
    const cells: string[] = [];
    let at = start;
    let found = this.nextDelimiter;
    for (;;) {
      if (found !== -1 && found < at) found = text.indexOf(delimiter, at);
      if (found < 0 || found + delimiter.length > end) break;
      cells.push(text.slice(at, found));
      at = found + delimiter.length;
    }
    cells.push(text.slice(at, end));
    this.nextDelimiter = found;
    return runs === true ? cells.filter((cell) => cell !== "") : cells;
  }

  private advance(end: number): void {
    const length = end - this.at;
    if (length > this.limits.record) throw this.tooLarge(length);
    const pair = this.text.charCodeAt(end) === 13 && this.text.charCodeAt(end + 1) === 10;
    this.at = Math.min(this.text.length, end + (pair ? 2 : 1));
    if (end < this.text.length) this.line++;
  }

  private tooLarge(length: number): Refused {
    return overLimit("characters in a row", length, this.limits.record, this.line);
  }

  /**
   * Returns the position of the line break after `from`, or the end of the text if the text is complete. Returns -1
   * if more text is needed.
   */
  private lineEnd(from: number): number {
    const { text } = this;
    if (this.nextFeed !== -1 && this.nextFeed < from) this.nextFeed = text.indexOf("\n", from);
    if (this.nextReturn !== -1 && this.nextReturn < from) this.nextReturn = text.indexOf("\r", from);
    let end = this.nextFeed;
    let back = this.nextReturn;
    if (!this.dialect.loneReturn) {
      // A CR belongs to the line break only if an LF follows. A CR elsewhere is text.
      if (end > from && text.charCodeAt(end - 1) === 13) end--;
      back = -1;
    }
    if (back >= 0 && (end < 0 || back < end)) end = back;
    if (end < 0) return this.ended ? text.length : -1;
    // A CR at the end of the chunk may be the first half of a CRLF.
    if (end === text.length - 1 && text.charCodeAt(end) === 13 && !this.ended) return -1;
    return end;
  }

  private quoteAfter(from: number): number {
    if (this.dialect.quote === "") return -1;
    if (this.nextQuote !== -1 && this.nextQuote < from)
      this.nextQuote = this.text.indexOf(this.dialect.quote, from);
    return this.nextQuote;
  }

  /** Returns the most plausible reading of the row, or undefined if more text is needed. */
  private bestReading(start: number, end: number): Reading | undefined {
    const { width } = this;
    const strict = this.reader.read(start, end, "strict");
    if (strict === undefined) return undefined;
    if (this.dialect.wellFormed === true && strict.cells.length === width) return strict;
    if (!strict.crosses && !strict.unclosed) {
      if (width === 0 || strict.cells.length === width) return strict;
      if (!strict.stray) return this.withoutHalfPairs(strict, start, end);
    } else if (!strict.unclosed && this.plausible(strict, start, end)) {
      return strict;
    }
    const others = (["line", "pair may close", "paired", "literal"] as const).map((leniency) =>
      this.reader.read(start, end, leniency),
    ) as Reading[];
    const whole = others.find((reading) => reading.cells.length === width && !reading.unclosed);
    const fitting = whole ?? others.find((reading) => reading.cells.length === width);
    if (fitting !== undefined) return fitting;
    if (!strict.crosses && !strict.unclosed) return strict;
    if (!strict.unclosed && !strict.opening && width === 0) return strict;
    return others.find((reading) => !reading.unclosed) ?? others.at(-1)!;
  }

  /**
   * Reads a row again as `paired` if the row has an unpaired quote and at least the expected number of cells.
   * Returns the second reading if this reading has the correct number of cells.
   */
  private withoutHalfPairs(strict: Reading, start: number, end: number): Reading {
    if (strict.cells.length < this.width || !strict.cells.some((cell) => this.reader.hasHalfPair(cell)))
      return strict;
    const paired = this.reader.read(start, end, "paired");
    return paired?.cells.length === this.width && !paired.unclosed ? paired : strict;
  }

  /**
   * True if a multi-line quoted cell is plausible. False if an unclosed quote seems to have caused several rows to be
   * read as one cell.
   */
  private plausible(reading: Reading, start: number, firstEnd: number): boolean {
    const { width, text } = this;
    if (width < 2) return !reading.opening;
    const fits = reading.cells.length === width;
    const clean = !reading.opening && !reading.stray;
    if (!fits && !clean) return false;
    let full = 0;
    let lines = 1;
    let from = this.nextLine(firstEnd);
    let to = this.plainLineEnd(from, text.length);
    while (to < reading.end) {
      if (this.reader.isRowByItself(from, to, width)) full++;
      lines++;
      from = this.nextLine(to);
      to = this.plainLineEnd(from, text.length);
    }
    // The line that closes the cell contains an unpaired quote, unless another quoted cell starts on that line.
    if (reading.opening && this.reader.isRowByItself(from, to, width)) full++;
    const divides = (begin: number, end: number): boolean =>
      this.reader.read(begin, end, "literal")!.cells.length === width;
    const isTwoRows = divides(start, firstEnd) && divides(from, to);
    if (!fits || !clean) return full === 0 && !isTwoRows;
    // A well-formed multi-line row is accepted, unless each of its lines is a complete row by itself.
    return full < Math.max(1, lines - 1) || !isTwoRows;
  }

  private nextLine(lineEnd: number): number {
    const { text } = this;
    return text.charCodeAt(lineEnd) === 13 && text.charCodeAt(lineEnd + 1) === 10 ? lineEnd + 2 : lineEnd + 1;
  }

  private plainLineEnd(from: number, limit: number): number {
    for (let i = from; i < limit; i++) if (this.reader.isLineEnd(i)) return i;
    return limit;
  }

  private lineEndsBetween(from: number, to: number): number {
    let count = 0;
    for (let i = from; i < to; i++) {
      const code = this.text.charCodeAt(i);
      if (code === 10) count++;
      else if (code === 13 && this.text.charCodeAt(i + 1) !== 10 && this.dialect.loneReturn) count++;
    }
    return count;
  }
}

function repairsOf(reading: Reading): readonly SplitRepair[] {
  if (reading.unpaired) return ["unclosed_quote"];
  return reading.unclosed || reading.stray ? ["stray_quote"] : none;
}
