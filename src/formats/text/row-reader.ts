import { escapeCharacter } from "./escape.js";
import type { Limits } from "../limits.js";
import type { Dialect } from "./split-row.js";

export interface Reading {
  readonly cells: string[];
  /** Position of the end of the row, before the line break. */
  readonly end: number;
  /** True if a quote inside a quoted cell is neither doubled nor closing. */
  readonly stray: boolean;
  readonly unclosed: boolean;
  /** True if a cell contains an odd number of quotes. False for `"Acme" Ltd`, in which text follows the closing quote. */
  readonly unpaired: boolean;
  /** True if a quote inside a quoted cell seems to open another cell. */
  readonly opening: boolean;
  readonly crosses: boolean;
  readonly quoted: number;
}

/**
 * How leniently quotes are read. Quoted cells may span lines only with `strict`. With `paired`, a quote closes its
 * cell only if the next cell has either both an opening and a closing quote or neither, so that `"24",45"` is one
 * cell.
 */
export type QuoteLeniency = "strict" | "line" | "pair may close" | "paired" | "literal";

/**
 * Matches the content of a cell such as `"Beta" & "Gamma"`, in which the quotes enclose individual words and are
 * therefore part of the text.
 */
const quotedWords = /^[^"]*[^\s"]"[^\p{L}\p{N}"](?:[^"]*[^\p{L}\p{N}"])?"[^\s"][^"]*$/u;

/** After this many unsuccessful searches for a closing quote, only nearby text is searched. */
const mostVain = 20;

/** Reads individual rows from text that arrives in pieces. */
export class RowReader {
  private text = "";
  private ended = false;
  /**
   * True if a backslash is the escape character. A backslash may also precede delimiters and occur in unquoted cells.
   */
  private readonly backslash: boolean;
  /** Code of the escape character, or 0 if quotes are doubled. */
  private readonly escapeCode: number;
  /** Code of a one-character delimiter, or 0 for other delimiters. */
  private readonly delimiterCode: number;
  /**
   * Position before which no quote closes a cell. This position keeps the running time linear for files full of
   * unclosed quotes.
   */
  private noCloseBefore = 0;
  private vainSearches = 0;

  private readonly dialect: Dialect;
  private readonly mostCharacters: number;

  constructor(dialect: Dialect, { record }: Pick<Limits, "record">) {
    this.dialect = dialect;
    this.mostCharacters = record;
    this.backslash = dialect.escape === "backslash";
    this.escapeCode = escapeCharacter(dialect.escape).charCodeAt(0) || 0;
    this.delimiterCode = dialect.delimiter.length === 1 ? dialect.delimiter.charCodeAt(0) : 0;
  }

  /** `text` is the previous text without its first `removed` characters, followed by the next piece. */
  continueWith(text: string, removed: number): void {
    this.text = text;
    this.noCloseBefore = Math.max(0, this.noCloseBefore - removed);
  }

  finish(): void {
    this.ended = true;
  }

  /** True if a new reader would give the same results for the text that follows. */
  get isSettled(): boolean {
    return this.vainSearches === 0;
  }

  /**
   * Reads the row that starts at `start`. `end` is the end of the row's first line. Returns undefined if more text is
   * needed, which is possible only with `strict`.
   */
  read(start: number, end: number, leniency: QuoteLeniency): Reading | undefined {
    const { text } = this;
    const { delimiter, quote } = this.dialect;
    const cells: string[] = [];
    let stray = false;
    let unclosed = false;
    let unpaired = false;
    let opening = false;
    let crosses = false;
    let at = start;
    let lineEnd = end;
    let quoted = 0;
    const bare: number[] = [];
    let vain = 0;
    for (;;) {
      // After `mostVain` unclosed quotes, quotes are ignored, because each unclosed quote requires a search through
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
        if (leniency === "strict")
          return { cells, end: lineEnd, stray, unclosed, unpaired: true, opening, crosses, quoted };
      }
      const stop = this.plainCellEnd(at, lineEnd);
      if (open >= 0) unpaired ||= this.hasHalfPair(text.slice(at, stop));
      if (stop > at) bare.push(cells.length);
      cells.push(this.backslash ? this.unescape(text.slice(at, stop)) : text.slice(at, stop));
      if (stop >= lineEnd) break;
      at = stop + delimiter.length;
    }
    // If all other cells in the row are quoted, an unpaired quote is syntax rather than text.
    if (quoted > 0 && bare.length === 1) {
      if (this.dropHalfPair(cells, bare[0]!)) unclosed = unpaired = true;
      else if (quoted > 1) stray ||= this.hasHalfPair(cells[bare[0]!]!);
    }
    return { cells, end: lineEnd, stray, unclosed, unpaired, opening, crosses, quoted };
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

  /** True if a line is a complete row by itself, with the correct number of cells and no unpaired quote. */
  isRowByItself(from: number, to: number, width: number): boolean {
    const alone = this.read(from, to, "literal")!;
    if (alone.cells.length !== width || alone.stray || alone.unclosed) return false;
    const inside = alone.cells.reduce((sum, cell) => sum + this.quotesIn(cell), 0);
    return (
      this.quotesIn(this.text.slice(from, to)) === inside * (this.escapeCode > 0 ? 1 : 2) + alone.quoted * 2
    );
  }

  hasHalfPair(cell: string): boolean {
    return this.dialect.quote !== "" && this.quotesIn(cell) % 2 === 1;
  }

  quotesIn(text: string): number {
    let count = 0;
    for (let i = text.indexOf(this.dialect.quote); i >= 0; i = text.indexOf(this.dialect.quote, i + 1))
      count++;
    return count;
  }

  /**
   * Returns the end of the line at `from`, which follows a multi-line cell. -1 if the text does not contain the end
   * yet.
   */
  private plainOrEnded(from: number): number {
    const { text, ended } = this;
    let at = from;
    while (at < text.length && !this.isLineEnd(at)) at++;
    // A CR at the end of the text may be the first half of a CRLF.
    const isPending = at === text.length || (at + 1 === text.length && text.charCodeAt(at) === 13);
    return isPending && !ended ? -1 : at;
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
    // Programs that write paths such as `\\server\share` unchanged do not double backslashes.
    const isUnescaped = cell
      .replace(/\\\\/g, "")
      .split("\\")
      .slice(1)
      .some((after) => /^[^0bnrtZN]/.test(after) && !isSign(after[0]!));
    return cell.replace(/\\(.)/gs, (pair, next: string) =>
      isSign(next) || (next === "\\" && !isUnescaped) ? next : pair,
    );
  }

  /** `from` is the position after the opening quote. Returns undefined if more text is needed. */
  private quotedCell(
    from: number,
    lineEnd: number,
    leniency: QuoteLeniency,
  ): { cell: string; after: number; stray: boolean; opening: boolean } | "unclosed" | undefined {
    const { text } = this;
    const { quote } = this.dialect;
    const strict = leniency === "strict";
    const ahead =
      this.vainSearches < mostVain ? this.mostCharacters : Math.min(this.mostCharacters, 16 * 1024);
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
      // This branch handles nearly all cells. The rest of the loop handles the exceptions.
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

  /** True if the quote at `at` seems to open another cell, because the quote follows a delimiter or a line break. */
  private opensCell(at: number, from: number): boolean {
    const { text } = this;
    const { delimiter } = this.dialect;
    const before = text.charCodeAt(at - 1);
    if (at === from) return false;
    if (before === 10 || (before === 13 && this.dialect.loneReturn)) return true;
    return delimiter !== "" && text.startsWith(delimiter, at - delimiter.length);
  }

  /**
   * Returns the position of the delimiter or line break that follows a closing quote and optional spaces or tabs, or
   * -1.
   */
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

  isLineEnd(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return code === 10 || (code === 13 && (this.dialect.loneReturn || this.text.charCodeAt(at + 1) === 10));
  }
}
