import { escapeCharacter } from "./escape.js";
import type { Limits } from "../limits.js";
import { unwrappedCells } from "./requote.js";
import type { Dialect, SplitRepair, SplitRow } from "./split-row.js";

/**
 * Splits text into cells in the way that a careful person would. For well-formed input, the result is the same as
 * that of csv-parse, which a property test verifies. In malformed input, a misplaced quote never affects the
 * following rows:
 *
 * - A closing quote is recognized only before a delimiter or a line break.
 * - CRLF, LF and CR may occur in the same file.
 * - If a quoted cell would span lines, the reading with the expected number of cells wins.
 */

/** Thrown if a row exceeds the limit. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
  readonly found: number;
  readonly line: number;

  constructor(found: number, line: number) {
    super(`row of ${found} characters on line ${line}`);
    this.found = found;
    this.line = line;
  }
}

type SplitLimits = Pick<Limits, "record">;

/** If a pending row is longer than this, the reader tries again only after the text has grown by half. */
const longRow = 64 * 1024;

/** One way of reading a row, with the resulting cells and the end of the row. */
interface Reading {
  readonly cells: string[];
  /** Position of the end of the row, before its line break. */
  readonly end: number;
  /** True if a quote inside a quoted cell is neither doubled nor closing. */
  readonly stray: boolean;
  /** True if a quoted cell has no closing quote. */
  readonly unclosed: boolean;
  /** True if a quote inside a quoted cell seems to open another cell. */
  readonly opening: boolean;
  readonly crosses: boolean;
  /** Number of quoted cells. */
  readonly quoted: number;
}

/**
 * How leniently quotes are read. Quoted cells may span lines only with `strict`. With `paired`, a quote closes its
 * cell only if the next cell has either both an opening and a closing quote or neither, so that `"24",45"` is one
 * cell.
 */
type QuoteLeniency = "strict" | "line" | "pair may close" | "paired" | "literal";

const none: readonly SplitRepair[] = [];

/**
 * Matches the content of a cell such as `"Beta" & "Gamma"`, in which quotes enclose words, so that all of it is text.
 */
const quotedWords = /^[^"]*[^\s"]"[^\p{L}\p{N}"](?:[^"]*[^\p{L}\p{N}"])?"[^\s"][^"]*$/u;

/** After this many unsuccessful searches for a closing quote, only nearby text is searched. */
const mostVain = 20;

/** Splits chunks of text into rows. `width` is the expected number of cells, or 0 if unknown. */
export class Splitter {
  private text = "";
  private at = 0;
  private line: number;
  private ended = false;
  /** Length of the text at which reading the pending row is attempted again. */
  private retryAt = 0;
  /** True if backslashes also precede delimiters and occur in unquoted cells. */
  private readonly backslash: boolean;
  /** Code of the escape character, or 0 if quotes are doubled. */
  private readonly escapeCode: number;
  /** Code of a one-character delimiter. Otherwise, 0. */
  private readonly delimiterCode: number;
  /**
   * Positions of the next LF, CR, quote and delimiter at or after `at`, or -1. The positions are cached so that each
   * character is examined only once.
   */
  private nextFeed = -2;
  private nextReturn = -2;
  private nextQuote = -2;
  private nextDelimiter = -2;
  /**
   * Position before which no quote closes a cell. This position keeps the running time linear for files full of
   * unclosed quotes.
   */
  private noCloseBefore = 0;
  /** Number of unsuccessful searches for a closing quote. */
  private vainSearches = 0;

  private readonly dialect: Dialect;
  private readonly width: number;
  private readonly limits: SplitLimits;

  /** @param firstLine line number at which the text starts */
  constructor(dialect: Dialect, width: number, limits: SplitLimits, firstLine = 1) {
    this.line = firstLine;
    this.dialect = dialect;
    this.width = width;
    this.limits = limits;
    this.backslash = dialect.escape === "backslash";
    this.escapeCode = escapeCharacter(dialect.escape).charCodeAt(0) || 0;
    this.delimiterCode = dialect.delimiter.length === 1 ? dialect.delimiter.charCodeAt(0) : 0;
  }

  /** Adds a chunk and returns the complete rows. */
  push(piece: string): SplitRow[] {
    this.text = this.at === 0 ? this.text + piece : this.text.slice(this.at) + piece;
    this.noCloseBefore = Math.max(0, this.noCloseBefore - this.at);
    this.at = 0;
    this.forget();
    if (this.text.length < this.retryAt) return [];
    const rows = this.rows();
    this.retryAt = this.waiting > longRow ? this.waiting * 1.5 : 0;
    return rows;
  }

  /** Returns the pending rows. Afterward, `endsWithoutLineEnd` is true if the last line has no line break. */
  finish(): SplitRow[] {
    this.ended = true;
    return this.rows();
  }

  /** Number of pending characters. */
  get waiting(): number {
    return this.text.length - this.at;
  }

  /** True if a new splitter would give the same results for the text that follows. */
  get isSettled(): boolean {
    return this.waiting === 0 && this.vainSearches === 0;
  }

  /** Number of lines so far. */
  get lines(): number {
    return this.line;
  }

  private forget(): void {
    this.nextFeed = this.nextReturn = this.nextQuote = this.nextDelimiter = -2;
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
      if (this.text.length - start > this.limits.record) {
        throw new TooLarge(this.text.length - start, this.line);
      }
      return undefined;
    }
    const quote = this.quoteAfter(start);
    const line = this.line;
    if (this.dialect.wrapped === true) {
      const cells = unwrappedCells(this.text.slice(start, end), this.dialect, this.width);
      if (cells !== undefined) {
        this.checkSize(end - start, line);
        const lines = this.text.slice(start, end);
        this.advance(end);
        return { line, cells: [...cells], repairs: none, source: "", lines };
      }
    }
    if ((quote < 0 || quote >= end) && !this.backslash) {
      const source = this.text.slice(start, end);
      const cells = this.plainCells(start, end);
      this.checkSize(source.length, line);
      this.advance(end);
      return { line, cells, repairs: none, source };
    }
    const reading = this.bestReading(start, end);
    if (reading === undefined) return undefined;
    this.checkSize(reading.end - start, line);
    const text = this.text.slice(start, reading.end);
    const found = repairsOf(reading);
    const repairs = reading.crosses && this.holdsRows(text) ? [...found, "rows_in_cell" as const] : found;
    this.line += reading.crosses ? this.lineEndsBetween(start, reading.end) : 0;
    this.advance(reading.end);
    const row = { line, cells: reading.cells, repairs, source: reading.crosses ? "" : text };
    return reading.crosses && repairs.length > 0 ? { ...row, lines: text } : row;
  }

  /**
   * True if each line of a multi-line row has enough delimiters to be a row, so the quotes that span lines may be a
   * mistake.
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

  private checkSize(length: number, line: number): void {
    if (length > this.limits.record) throw new TooLarge(length, line);
  }

  /** Moves past the line break at `end`. */
  private advance(end: number): void {
    const pair = this.text.charCodeAt(end) === 13 && this.text.charCodeAt(end + 1) === 10;
    this.at = Math.min(this.text.length, end + (pair ? 2 : 1));
    if (end < this.text.length) this.line++;
  }

  /**
   * Returns the position of the line break after `from`, or the end of the text if the text is complete. -1 if more
   * text is needed.
   */
  private lineEnd(from: number): number {
    const { text } = this;
    if (this.nextFeed !== -1 && this.nextFeed < from) this.nextFeed = text.indexOf("\n", from);
    if (this.nextReturn !== -1 && this.nextReturn < from) this.nextReturn = text.indexOf("\r", from);
    let end = this.nextFeed;
    let back = this.nextReturn;
    if (!this.dialect.loneReturn) {
      // A CR belongs to the line break only if an LF follows. Elsewhere, it is text.
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
    const strict = this.read(start, end, "strict");
    if (strict === undefined) return undefined;
    if (this.dialect.sound === true && strict.cells.length === width) return strict;
    if (!strict.crosses && !strict.unclosed) {
      if (width === 0 || strict.cells.length === width) return strict;
      if (!strict.stray) return this.withoutHalfPairs(strict, start, end);
    } else if (!strict.unclosed && this.plausible(strict, start, end)) {
      return strict;
    }
    const others = (["line", "pair may close", "paired", "literal"] as const).map((leniency) =>
      this.read(start, end, leniency),
    ) as Reading[];
    const whole = others.find((reading) => reading.cells.length === width && !reading.unclosed);
    const fitting = whole ?? others.find((reading) => reading.cells.length === width);
    if (fitting !== undefined) return fitting;
    if (!strict.crosses && !strict.unclosed) return strict;
    if (!strict.unclosed && !strict.opening && width === 0) return strict;
    return others.find((reading) => !reading.unclosed) ?? others.at(-1)!;
  }

  /**
   * Reads a row again as `paired` if it has too many cells and an unpaired quote. Returns the second reading if this
   * reading has the correct number of cells.
   */
  private withoutHalfPairs(strict: Reading, start: number, end: number): Reading {
    if (strict.cells.length < this.width || !strict.cells.some((cell) => this.hasHalfPair(cell)))
      return strict;
    const paired = this.read(start, end, "paired");
    return paired?.cells.length === this.width && !paired.unclosed ? paired : strict;
  }

  /** True if a multi-line quoted cell is plausible. False if an unclosed quote seems to have swallowed rows. */
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
      if (this.isRowByItself(from, to)) full++;
      lines++;
      from = this.nextLine(to);
      to = this.plainLineEnd(from, text.length);
    }
    // The line that closes the cell contains an unpaired quote, unless another quoted cell starts on that line.
    if (reading.opening && this.isRowByItself(from, to)) full++;
    const divides = (begin: number, end: number): boolean =>
      this.read(begin, end, "literal")!.cells.length === width;
    const isTwoRows = divides(start, firstEnd) && divides(from, to);
    if (!fits || !clean) return full === 0 && !isTwoRows;
    // Well-formed text is accepted, unless each of its lines is a full row by itself.
    return full < Math.max(1, lines - 1) || !isTwoRows;
  }

  private nextLine(lineEnd: number): number {
    const { text } = this;
    return text.charCodeAt(lineEnd) === 13 && text.charCodeAt(lineEnd + 1) === 10 ? lineEnd + 2 : lineEnd + 1;
  }

  /** True if a line by itself is a full row, with the correct number of cells and no unpaired quote. */
  private isRowByItself(from: number, to: number): boolean {
    const alone = this.read(from, to, "literal")!;
    if (alone.cells.length !== this.width || alone.stray || alone.unclosed) return false;
    const inside = alone.cells.reduce((sum, cell) => sum + this.quotesIn(cell), 0);
    return (
      this.quotesIn(this.text.slice(from, to)) === inside * (this.escapeCode > 0 ? 1 : 2) + alone.quoted * 2
    );
  }

  private hasHalfPair(cell: string): boolean {
    return this.dialect.quote !== "" && this.quotesIn(cell) % 2 === 1;
  }

  private quotesIn(text: string): number {
    let count = 0;
    for (let i = text.indexOf(this.dialect.quote); i >= 0; i = text.indexOf(this.dialect.quote, i + 1))
      count++;
    return count;
  }

  private plainLineEnd(from: number, limit: number): number {
    for (let i = from; i < limit; i++) if (this.isLineEnd(i)) return i;
    return limit;
  }

  private isLineEnd(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return code === 10 || (code === 13 && (this.dialect.loneReturn || this.text.charCodeAt(at + 1) === 10));
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

  /**
   * Reads the row that starts at `start` and whose first line ends at `end`. Returns undefined if more text is
   * needed, which is possible only with `strict`.
   */
  private read(start: number, end: number, leniency: QuoteLeniency): Reading | undefined {
    const { text } = this;
    const { delimiter, quote } = this.dialect;
    const cells: string[] = [];
    let stray = false;
    let unclosed = false;
    let opening = false;
    let crosses = false;
    let at = start;
    let lineEnd = end;
    let quoted = 0;
    const bare: number[] = [];
    let vain = 0;
    for (;;) {
      // After this many unclosed quotes, quotes are ignored, because each unclosed quote requires a search through
      // the whole line.
      const open = quote === "" || vain === mostVain ? -1 : this.openingQuote(at, lineEnd);
      if (open >= 0) {
        const closed = this.quotedCell(open + 1, lineEnd, leniency);
        if (closed === undefined) return undefined;
        if (closed !== "unclosed") {
          cells.push(closed.cell);
          quoted++;
          stray ||= closed.stray;
          opening ||= closed.opening;
          at = closed.after;
          if (at > lineEnd) {
            crosses = true;
            lineEnd = this.plainOrEnded(at);
            if (lineEnd < 0) return undefined;
          }
          if (at >= lineEnd) break;
          at += delimiter.length;
          continue;
        }
        unclosed = true;
        vain++;
        if (leniency === "strict") return { cells, end: lineEnd, stray, unclosed, opening, crosses, quoted };
      }
      const stop = this.plainCellEnd(at, lineEnd);
      if (stop > at) bare.push(cells.length);
      cells.push(this.backslash ? this.unescape(text.slice(at, stop)) : text.slice(at, stop));
      if (stop >= lineEnd) break;
      at = stop + delimiter.length;
    }
    // If all other cells in the row are quoted, an unpaired quote is syntax rather than text.
    if (quoted > 0 && bare.length === 1) {
      if (this.dropHalfPair(cells, bare[0]!)) unclosed = true;
      else if (quoted > 1) stray ||= this.hasHalfPair(cells[bare[0]!]!);
    }
    return { cells, end: lineEnd, stray, unclosed, opening, crosses, quoted };
  }

  /** Removes a cell's only quote if the quote is at the start or end of the cell. */
  private dropHalfPair(cells: string[], index: number): boolean {
    const { quote } = this.dialect;
    const cell = cells[index]!;
    const begins = cell.startsWith(quote);
    // A quote after a digit, as in `5"`, means inches.
    if (this.quotesIn(cell) !== 1 || begins === cell.endsWith(quote) || (!begins && /\d.$/s.test(cell)))
      return false;
    cells[index] = begins ? cell.slice(quote.length) : cell.slice(0, -quote.length);
    return true;
  }

  /**
   * Returns the end of the line at `from`, which follows a multi-line cell. -1 if the text does not contain the end
   * yet.
   */
  private plainOrEnded(from: number): number {
    for (let i = from; i < this.text.length; i++) {
      const code = this.text.charCodeAt(i);
      if (code === 10) return i;
      if (code === 13 && (this.dialect.loneReturn || this.text.charCodeAt(i + 1) === 10)) {
        return i + 1 === this.text.length && !this.ended ? -1 : i;
      }
    }
    return this.ended ? this.text.length : -1;
  }

  /**
   * Returns the position of the quote that opens the cell at `at`, after optional spaces. -1 if the cell is not
   * quoted.
   */
  private openingQuote(at: number, lineEnd: number): number {
    const { text } = this;
    let i = at;
    while (i < lineEnd && text.charCodeAt(i) === 32) i++;
    return i < lineEnd && text.charCodeAt(i) === this.dialect.quote.charCodeAt(0) ? i : -1;
  }

  private plainCellEnd(at: number, lineEnd: number): number {
    const { delimiter } = this.dialect;
    if (delimiter === "") return lineEnd;
    let from = at;
    for (;;) {
      const found = this.text.indexOf(delimiter, from);
      if (found < 0 || found >= lineEnd) return lineEnd;
      if (!this.backslash || !this.escaped(found, at)) return found;
      from = found + 1;
    }
  }

  /** True if an odd number of escape characters directly precedes `at`. Counting back stops at `from`. */
  private escaped(at: number, from: number): boolean {
    let count = 0;
    while (at - count - 1 >= from && this.text.charCodeAt(at - count - 1) === this.escapeCode) count++;
    return count % 2 === 1;
  }

  private unescape(cell: string): string {
    if (this.escapeCode === 0) return cell;
    const { delimiter, quote } = this.dialect;
    if (!this.backslash) {
      const sign = String.fromCharCode(this.escapeCode);
      return cell.replaceAll(sign + quote, quote).replaceAll(sign + sign, sign);
    }
    if (!cell.includes("\\")) return cell;
    const isSign = (next: string): boolean =>
      next === quote || (delimiter !== "" && delimiter.startsWith(next));
    // Programs that leave paths such as \\\\server\share unchanged do not double backslashes.
    const isAsItIs = cell
      .replace(/\\\\/g, "")
      .split("\\")
      .slice(1)
      .some((after) => /^[^0bnrtZN]/.test(after) && !isSign(after[0]!));
    return cell.replace(/\\(.)/gs, (pair, next: string) =>
      isSign(next) || (next === "\\" && !isAsItIs) ? next : pair,
    );
  }

  /** Reads a quoted cell from its opening quote on. Returns undefined if more text is needed. */
  private quotedCell(
    from: number,
    lineEnd: number,
    leniency: QuoteLeniency,
  ): { cell: string; after: number; stray: boolean; opening: boolean } | "unclosed" | undefined {
    const { text } = this;
    const { quote } = this.dialect;
    const strict = leniency === "strict";
    const ahead = this.vainSearches < mostVain ? this.limits.record : Math.min(this.limits.record, 16 * 1024);
    const limit = strict ? Math.max(lineEnd, Math.min(text.length, from + ahead)) : lineEnd;
    let stray = false;
    let opening = false;
    let pairs = false;
    let i = strict && from < this.noCloseBefore ? this.noCloseBefore : from;
    for (;;) {
      i = text.indexOf(quote, i);
      if (i < 0 || i >= limit) {
        if (!strict) return "unclosed";
        if (limit < text.length || this.ended) {
          if (!pairs) this.noCloseBefore = Math.max(this.noCloseBefore, limit);
          this.vainSearches++;
          return "unclosed";
        }
        return undefined;
      }
      // Nearly all cells are handled here. The rest of the loop handles the exceptions.
      if (
        this.escapeCode === 0 &&
        this.delimiterCode > 0 &&
        !stray &&
        text.charCodeAt(i + 1) === this.delimiterCode &&
        leniency !== "paired"
      ) {
        let cell = text.slice(from, i);
        if (pairs) cell = cell.replaceAll(quote + quote, quote);
        return { cell, after: i + 1, stray: false, opening };
      }
      if (this.escapeCode > 0 && this.escaped(i, from)) {
        i++;
        continue;
      }
      if (strict && i + this.dialect.delimiter.length >= text.length && !this.ended) return undefined;
      const doubled = text.startsWith(quote, i + 1) && i + 1 < limit;
      if (doubled && !this.pairCloses(leniency, i + 2, lineEnd)) {
        pairs = true;
        i += 2;
        continue;
      }
      const closing = doubled ? i + 1 : i;
      const after = this.cellEndsAt(closing + 1, strict ? text.length : lineEnd);
      if (after >= 0 && (leniency !== "paired" || this.nextIsPaired(after, lineEnd))) {
        let cell = text.slice(from, closing);
        if (stray && !pairs && quote === '"' && quotedWords.test(cell))
          return { cell: quote + cell + quote, after, stray, opening };
        if (pairs) cell = cell.replaceAll(quote + quote, quote);
        return { cell: this.unescape(cell), after, stray: stray || doubled, opening };
      }
      if (this.opensCell(i, from)) {
        opening = true;
        if (leniency === "literal") return "unclosed";
      }
      stray = true;
      i++;
    }
  }

  /** True if the second of two quotes, which ends before `after`, closes the cell. If so, the first quote is text. */
  private pairCloses(leniency: QuoteLeniency, after: number, lineEnd: number): boolean {
    if (leniency !== "pair may close" && leniency !== "paired") return false;
    const end = this.cellEndsAt(after, lineEnd);
    return end >= 0 && (leniency !== "paired" || this.nextIsPaired(end, lineEnd));
  }

  /** True if the cell after the delimiter at `at` is quoted or contains no quote, or if the line ends there. */
  private nextIsPaired(at: number, lineEnd: number): boolean {
    if (at >= lineEnd) return true;
    const from = at + this.dialect.delimiter.length;
    if (this.openingQuote(from, lineEnd) >= 0) return true;
    const quote = this.text.indexOf(this.dialect.quote, from);
    return quote < 0 || quote >= this.plainCellEnd(from, lineEnd);
  }

  /** True if the quote at `at` is at the start of a cell and text follows the quote. */
  private opensCell(at: number, from: number): boolean {
    const { text } = this;
    const { delimiter } = this.dialect;
    const before = text.charCodeAt(at - 1);
    if (at === from) return false;
    if (before === 10 || (before === 13 && this.dialect.loneReturn)) return true;
    return delimiter !== "" && text.startsWith(delimiter, at - delimiter.length);
  }

  /** Returns the position of the delimiter or line break that follows a closing quote and optional spaces, or -1. */
  private cellEndsAt(from: number, limit: number): number {
    const { text } = this;
    const { delimiter } = this.dialect;
    let i = from;
    for (;;) {
      if (i >= limit) return i;
      if (delimiter !== "" && text.startsWith(delimiter, i)) return i;
      if (this.isLineEnd(i)) return i;
      const code = text.charCodeAt(i);
      if (code !== 32 && code !== 9) return -1;
      i++;
    }
  }
}

function repairsOf(reading: Reading): readonly SplitRepair[] {
  if (reading.unclosed) return ["unclosed_quote"];
  return reading.stray ? ["stray_quote"] : none;
}
