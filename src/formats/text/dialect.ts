import { cellKind, type CellKind } from "../cell-kind.js";
import { type Escape, escapes } from "./escape.js";
import { type PlainRow, withoutComments } from "../header.js";
import { rareQuotes } from "./quote.js";
import { splitLine, unwrapped } from "./requote.js";
import type { Dialect, SplitRow } from "./split-row.js";
import { Splitter } from "./splitter.js";

/**
 * Detects the delimiter, quote and escape of a text. Each candidate reads the sample, and the most table-like result
 * wins: rows of equal width, plausible cells, columns of one kind.
 */

export interface DialectChoice {
  readonly dialect: Dialect;
  /** The most common number of cells. */
  readonly width: number;
  readonly rows: readonly SplitRow[];
  readonly evidence: readonly string[];
}

export interface PinnedDialect {
  readonly delimiter?: string | undefined;
  /** "": cells are not quoted. */
  readonly quote?: string | undefined;
  readonly escape?: Escape | undefined;
}

/** Delimiters and their prior probabilities. */
const delimiters: readonly (readonly [string, number])[] = [
  [",", 1],
  [";", 1],
  ["\t", 1],
  ["|", 0.98],
  [", ", 0.97],
  ["; ", 0.95],
  ["^", 0.9],
  ["~", 0.9],
  ["||", 0.95],
  ["|||", 0.95],
  [";;", 0.9],
  ["\t\t", 0.9],
  ["<>", 0.9],
  ["$$", 0.9],
  ["::", 0.9],
  ["~|", 0.9],
  ["|~", 0.9],
  ["\u0001", 1],
  ["\u001f", 1],
  ["\u001e", 0.95],
  ["\u00a7", 0.92],
  ["\u00a6", 0.92],
  ["\u00ac", 0.92],
  ["#", 0.72],
  ["*", 0.7],
  ["&", 0.65],
  ["=", 0.6],
  ["/", 0.3],
  ["!", 0.6],
  ["\\", 0.4],
  ["@", 0.3],
  ["_", 0.25],
  ["-", 0.25],
  [":", 0.7],
  [" ", 0.72],
];

/** Delimiters that are tried only if they match nearly all occurrences of their character. */
const rareDelimiters: readonly (readonly [string, number])[] = [
  [" | ", 0.97],
  [" ; ", 0.95],
  [" , ", 0.95],
  ["\t|\t", 0.95],
  ["|,|", 0.9],
  ["@@", 0.8],
  ["##", 0.8],
  ["%%", 0.8],
  ["&&", 0.8],
  ["^^", 0.85],
  ["~~", 0.85],
  ["==", 0.75],
  ["++", 0.75],
  ["--", 0.6],
];

/** Part of the sample that every candidate reads. */
const judged = { characters: 64 * 1024, rows: 600 };

const limits = { record: Infinity };

/** Reads a sample with a dialect. `width` is the splitter's expected width. */
export function splitSample(text: string, dialect: Dialect, width: number): SplitRow[] {
  const splitter = new Splitter(dialect, width, limits);
  return [...splitter.push(text), ...splitter.finish()];
}

/** Chooses the dialect of a sample that ends with a line break or with the text. */
export function detectDialect(sample: string, pinned: PinnedDialect): DialectChoice {
  return wrappedDialect(sample, pinned) ?? plainDialect(sample, pinned);
}

/**
 * Detects lines that are each quoted as one cell, including the header, because a program mistook the lines of a table
 * for cells. Returns undefined unless all lines have the same number of cells.
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
  // A delimiter that occurs in prose, or with a space after it, does not prove that the cell was a row.
  if (width < 2 || escape !== "double" || ![",", ";", "\t", "|"].includes(delimiter)) return undefined;
  const cells = lines.map((line) => splitLine(line, delimiter, quote === "" ? '"' : quote));
  if (cells.some((row) => row.length !== width) || cells[0]!.some((cell) => /^ |^$/.test(cell)))
    return undefined;
  const wrapped: Dialect = { ...dialect, quote: quote === "" ? '"' : quote, wrapped: true };
  return {
    dialect: wrapped,
    width,
    rows: splitSample(sample, wrapped, width),
    evidence: [
      "Each line is quoted as one cell. The other findings apply to the contents of the quotes.",
      ...evidence,
    ],
  };
}

function plainDialect(sample: string, pinned: PinnedDialect): DialectChoice {
  const bare = withoutComments(sample);
  const text = bare.length > judged.characters ? cutAtLine(bare, judged.characters) : bare;
  const candidates: Candidate[] = [];
  // In lines that end with LF, a CR is text or a line break. The reading with the better table wins.
  for (const loneReturn of mayHoldReturns(text) ? [true, false] : [true]) {
    for (const [delimiter, trust] of delimitersFor(text, pinned)) {
      for (const quote of quotesFor(text, delimiter, pinned)) {
        for (const escape of escapesFor(text, delimiter, quote, pinned)) {
          candidates.push(judge(text, { delimiter, quote, escape, loneReturn }, trust));
          if (delimiter === " " && quote === "" && text.includes("  ")) {
            candidates.push(judge(text, { delimiter, quote, escape, loneReturn, runs: true }, trust));
          }
        }
      }
    }
  }
  candidates.sort((a, b) => b.score - a.score);
  const best = doubledDelimiter(beginningEarlier(candidates[0]!, candidates), candidates, text);
  return {
    dialect: simplest(best, text),
    width: best.width,
    rows: splitSample(sample, best.dialect, best.width),
    evidence: explain(best, candidates),
  };
}

/** True if LF ends most lines, so that a lone CR may be data. */
function mayHoldReturns(text: string): boolean {
  const alone = count(text, /\r(?!\n)/g);
  const feeds = count(text, /\n(?=.)/gs);
  return alone > 0 && feeds * (feeds < 4 ? 1 : 5) >= alone;
}

/** A dialect and properties of the resulting table. */
interface Candidate {
  readonly dialect: Dialect;
  readonly width: number;
  /** Share of rows with this width. */
  readonly uniformity: number;
  /** Plausibility of the cells, from 0 to 1. */
  readonly sense: number;
  readonly rowCount: number;
  /** Line of the first row with this width. */
  readonly from: number;
  readonly score: number;
}

/**
 * All weights of `judge`: factors below 1 for evidence against a candidate, and above 1 for evidence in favor of it.
 */
const leaves = Object.freeze({
  /** The width of the first line differs from that of the rows. */
  otherFirstLine: 0.7,
  otherFirstLineBySentences: 0.35,
  otherFirstLineByRareSign: 0.4,
  /** Some lines have two cells, with a space after the delimiter. */
  someSentences: 0.5,
  /** Lists of `--options` have one column. */
  startsWithSign: 0.4,
  listOfOneKind: 1.6,
  /** For a single column, multiplied by the share of lines without a delimiter. */
  undivided: 0.4,
  blanksWithinSentences: 0.4,
  colonsWithinTimes: 0.4,
  commasWithinNumbers: 0.5,
  quotesLeft: 0.55,
  blankSecondCell: 0.3,
  /** A CR inside cells is rare, so a tie is not enough. */
  textOfReturns: 0.95,
  /** Weight of quotes in plausible positions. */
  quoteFit: 0.5,
});

function judge(text: string, dialect: Dialect, trust: number): Candidate {
  const split = splitSample(text, dialect, 0);
  const first = split.slice(0, judged.rows);
  const width = widthOfRepaired(first, text, dialect) ?? commonWidth(first);
  // Only quotes and backslashes are ambiguous, and the width resolves them.
  const isPlain = dialect.quote === "" && dialect.escape !== "backslash";
  const rows = (isPlain ? split : splitSample(text, dialect, width))
    .filter((row) => !isBlankRow(row.cells))
    .slice(0, judged.rows);
  // With quotes, all rows may be empty.
  if (rows.length === 0) return { dialect, width, uniformity: 0, sense: 0, rowCount: 0, from: 1, score: 0 };
  const uniformity = uniform(rows, width);
  const sense = senseOf(rows, width);
  const fit = quoteFit(text, dialect);
  let belief = width === 1 ? 1 : trust + (1 - trust) * fit;
  // Prose may be split into a few cells by chance, but a header is not. For rarer delimiters, the first line has more
  // weight.
  if (width > 1 && rows[0]!.cells.length !== width && !isWideHeader(rows[0]!.cells, width)) {
    if (width === 2 && followedByBlank(rows)) belief *= leaves.otherFirstLineBySentences;
    else if (belief < 0.8) belief *= leaves.otherFirstLineByRareSign;
    else belief *= leaves.otherFirstLine;
  }
  // Commas in some sentences split them by chance too.
  const fitting = rows.filter((row) => row.cells.length === width).length;
  if (width === 2 && fitting < rows.length * 0.6 && followedByBlank(rows)) belief *= leaves.someSentences;
  if (width === 2 && dialect.delimiter.length > 1 && startsWithIt(rows)) belief *= leaves.startsWithSign;
  if (width === 1)
    belief = listOfOneKind(rows) ? leaves.listOfOneKind : 1 - leaves.undivided * undivided(rows);
  if (dialect.delimiter === " " && cutAtCommas(rows)) belief *= leaves.blanksWithinSentences;
  if (dialect.delimiter === ":" && cutsTimes(rows)) belief *= leaves.colonsWithinTimes;
  if (dialect.delimiter === "," && ((width === 2 && cutsNumbers(rows)) || cutsDecimals(rows)))
    belief *= leaves.commasWithinNumbers;
  if (dialect.quote === "" && leavesQuotes(rows)) belief *= leaves.quotesLeft;
  // A character that occurs only at line ends is not a delimiter.
  if (width === 2 && rows.every(({ cells }) => (cells[1] ?? "").trim() === ""))
    belief *= leaves.blankSecondCell;
  if (!dialect.loneReturn) belief *= leaves.textOfReturns;
  const score = uniformity * sense * widthFactor(width) * belief * (1 + leaves.quoteFit * fit);
  const from = rows.find((row) => row.cells.length === width)?.line ?? 1;
  return { dialect, width, uniformity, sense, rowCount: rows.length, from, score };
}

/**
 * Returns the width of a header without repairs if most rows below have undoubled quotes and can be read with that
 * width. Example: `"8"","pipe 6" x 6", river"` is two cells below a header of two.
 */
function widthOfRepaired(first: readonly SplitRow[], text: string, dialect: Dialect): number | undefined {
  const repaired = first.filter((row) => row.repairs.length > 0).length;
  const header = first.find((row) => !isBlankRow(row.cells));
  if (header === undefined || repaired < 2 || repaired < first.length * 0.5) return undefined;
  const width = header.cells.length;
  if (width < 2 || header.repairs.length > 0) return undefined;
  const rows = splitSample(text, dialect, width).slice(0, judged.rows);
  return rows.filter((row) => row.cells.length === width).length >= rows.length * 0.9 ? width : undefined;
}

/** True if all lines are dates, times or addresses, whose punctuation is not a delimiter. */
function listOfOneKind(rows: readonly SplitRow[]): boolean {
  const kinds = rows.slice(1).map((row) => cellKind(row.cells[0] ?? ""));
  const kind = kinds[0];
  if (kind !== "date" && kind !== "time" && kind !== "address" && kind !== "email") return false;
  return kinds.every((other) => other === kind);
}

/**
 * True if most rows with quotes have a fully quoted cell, or one that opens a quote and a later one that
 * closes it.
 */
function leavesQuotes(rows: readonly SplitRow[]): boolean {
  const quoting = rows.filter((row) => row.source.includes('"'));
  const left = quoting.filter(({ cells }) => {
    if (cells.some(isWrapped)) return true;
    const opening = cells.findIndex((cell) => /^ *"/.test(cell) && cell.split('"').length % 2 === 0);
    return opening >= 0 && cells.slice(opening + 1).some((cell) => /^[^"]*(?:""[^"]*)*" *$/.test(cell));
  });
  return quoting.length > 1 && left.length >= quoting.length * 0.5;
}

/** True if a cell is quoted, with or without doubled quotes inside. `"Well," he said, "no"` is speech. */
function isWrapped(cell: string): boolean {
  if (/^"(?:[^"]|"")*"$/.test(cell)) return true;
  if (cell.length < 3 || !cell.startsWith('"') || !cell.endsWith('"')) return false;
  const text = cell.slice(1, -1);
  // An inner quote opens at the start of a word.
  return /^(?:[^"]*[\s([{:=,;])?"\S/.test(text);
}

/** True if most rows have a cell that ends with a comma: a sentence was split at spaces. */
function cutAtCommas(rows: readonly SplitRow[]): boolean {
  const cut = rows.filter((row) => row.cells.some((cell) => cell.length > 1 && cell.endsWith(",")));
  return cut.length >= rows.length * 0.5;
}

/** True if most colons of most rows are inside times of day. */
function cutsTimes(rows: readonly SplitRow[]): boolean {
  const cut = rows.filter((row) => {
    const source = row.source.replace(/"[^"]*"/g, "");
    const times = source.match(/(?<![\d:])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])/g) ?? [];
    const within = times.reduce((sum, time) => sum + time.split(":").length - 1, 0);
    return within > 0 && within * 2 > source.split(":").length - 1;
  });
  return cut.length > rows.length * 0.6;
}

/** True if the comma of nearly every row is inside a number surrounded by spaces, as in aligned columns. */
function cutsNumbers(rows: readonly SplitRow[]): boolean {
  const cut = rows.filter((row) => /\S {2,}-?\d[\d.]*,\d+ *$/.test(row.source));
  return cut.length > rows.length * 0.8;
}

/** True if another delimiter splits every row and all commas are inside numbers: `1,5;0,25`. */
function cutsDecimals(rows: readonly SplitRow[]): boolean {
  return [";", "\t", "|", / +/].some((sign) =>
    rows.every(({ source }) => {
      const cells = source.trim().split(sign);
      return (
        cells.length > 1 && cells.every((cell) => !cell.includes(",") || /^ *[-+]?\d[\d.]*,\d+ *$/.test(cell))
      );
    }),
  );
}

/** True if the first line has headings for more columns than most rows have cells. */
function isWideHeader(cells: readonly string[], width: number): boolean {
  return cells.length > width && cells.every((cell) => cell !== "" && cell === cell.trim());
}

/** True if nearly all rows start with the delimiter. */
function startsWithIt(rows: readonly SplitRow[]): boolean {
  return rows.filter((row) => row.cells[0] === "").length > rows.length * 0.8;
}

/** True if a space follows the delimiter in nearly all rows, as in `Doe, John`. */
function followedByBlank(rows: readonly SplitRow[]): boolean {
  const divided = rows.filter((row) => row.cells.length > 1);
  const blanks = divided.filter((row) => / [^ ]/.test(row.source) && /[,;:] /.test(row.source)).length;
  return blanks >= divided.length * 0.9;
}

/**
 * Share of one-cell rows that contain a common delimiter without a following space. Such rows are unlikely to be a
 * single cell.
 */
function undivided(rows: readonly SplitRow[]): number {
  return rows.filter((row) => /[,;|][^\s\d]|\d[,;|]\d+[,;|]|\t/.test(row.source)).length / rows.length;
}

/**
 * Share of quotes at a delimiter or line end, from 0 to 1. In a file with quoted cells, it is nearly 1 only for the
 * correct delimiter.
 */
function quoteFit(text: string, { delimiter, quote }: Dialect): number {
  if (quote === "" || delimiter === "") return 0;
  let quotes = 0;
  let atEdges = 0;
  for (let i = text.indexOf(quote), end; i >= 0; i = text.indexOf(quote, end)) {
    end = i + 1;
    while (text.startsWith(quote, end)) end++;
    const opens = i >= delimiter.length && text.startsWith(delimiter, i - delimiter.length);
    const closes = text.startsWith(delimiter, end);
    const begins = i === 0 || isLineEnd(text.charCodeAt(i - 1));
    const ends = end === text.length || isLineEnd(text.charCodeAt(end));
    const atEdge = (opens || begins ? 1 : 0) + (closes || ends ? 1 : 0);
    const counted = Math.max(1, Math.min(atEdge, end - i));
    quotes += counted;
    atEdges += Math.min(counted, atEdge);
  }
  if (quotes < 2) return 0;
  // Quotes in one or two lines may affect only those lines.
  const lines = count(text, /\n|\r(?!\n)/g);
  return (atEdges / quotes) * Math.min(1, quotes / (lines * 0.5));
}

/**
 * Returns the candidate whose table starts one line earlier. Punctuation may split sentences as evenly as rows, but
 * does not split the header.
 */
function beginningEarlier(best: Candidate, candidates: readonly Candidate[]): Candidate {
  const earlier = candidates.find(
    ({ dialect, width, uniformity, from, score }) =>
      [",", ";", "\t", "|"].includes(dialect.delimiter) &&
      // Both must count lines in the same way.
      dialect.loneReturn === best.dialect.loneReturn &&
      from < best.from &&
      width > 1 &&
      uniformity >= best.uniformity &&
      score > best.score * 0.5,
  );
  return earlier ?? best;
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}

/**
 * Returns the candidate with a longer delimiter (`, `, `;;` or `|||`) if it splits every row as well as its
 * first character.
 */
function doubledDelimiter(best: Candidate, candidates: readonly Candidate[], text: string): Candidate {
  const sign = best.dialect.delimiter.trim();
  if (sign.length !== 1) return best;
  // A trailing delimiter has no space after it and would become part of the last cell.
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  const isBehindLast = lines.filter((line) => line.endsWith(sign)).length * 2 > lines.length;
  const doubled = candidates.filter(
    ({ dialect, width, uniformity, score, from }) =>
      dialect.delimiter.length > best.dialect.delimiter.length &&
      // A delimiter must also split the header: ` a,b` above ` 1, 2`.
      from <= best.from &&
      dialect.delimiter.trimStart().startsWith(sign) &&
      !(isBehindLast && dialect.delimiter.endsWith(" ")) &&
      dialect.quote === best.dialect.quote &&
      uniformity >= best.uniformity - 0.005 &&
      width > 1 &&
      (dialect.delimiter.endsWith(" ")
        ? width === best.width || (width > 2 && width > best.width * 0.6 && score > best.score * 0.9)
        : (width - 1) * dialect.delimiter.length + 1 === best.width),
  );
  // Spaces on both sides take precedence over a space after the delimiter.
  return doubled.find(({ dialect }) => dialect.delimiter.startsWith(" ")) ?? doubled[0] ?? best;
}

/** Two columns may be a coincidence, but many columns are not. A single column is the fallback. */
function widthFactor(width: number): number {
  return width === 1 ? 0.34 : 1 - 0.5 / width;
}

/** Returns the most common number of cells. Wider rows have more weight, because preambles and notes are narrow. */
export function commonWidth(rows: readonly PlainRow[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) {
    if (isBlankRow(row.cells)) continue;
    counts.set(row.cells.length, (counts.get(row.cells.length) ?? 0) + 1);
  }
  let best = 1;
  let bestWeight = 0;
  for (const [width, count] of counts) {
    const weight = count * (width === 1 ? 0.5 : 1 - 0.4 / width);
    if (weight > bestWeight) {
      best = width;
      bestWeight = weight;
    }
  }
  return best;
}

export function isBlankRow(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === "");
}

/** Share of rows with this width. Rows before the first of them (a preamble) have little weight. */
function uniform(rows: readonly SplitRow[], width: number): number {
  if (rows.length === 0) return 0;
  const from = rows.findIndex((row) => row.cells.length === width);
  let last = rows.length - 1;
  while (last > from && rows[last]!.cells.length !== width) last--;
  let hits = 0;
  for (let i = from; i <= last; i++) {
    if (rows[i]!.cells.length === width) hits++;
  }
  const inside = hits / (last - from + 1);
  const outside = (rows.length - (last - from + 1)) / rows.length;
  return inside ** 1.5 * (1 - 0.35 * outside);
}

const sense: Readonly<Record<CellKind, number>> = {
  empty: 0.6,
  number: 1,
  date: 1,
  time: 1,
  percent: 1,
  money: 1,
  email: 1,
  address: 1,
  flag: 1,
  code: 0.95,
  word: 0.95,
  text: 0.82,
  odd: 0.1,
};

/** Plausibility of the cells, and uniformity of each column. */
function senseOf(rows: readonly SplitRow[], width: number): number {
  const table = rows.filter((row) => row.cells.length === width);
  const step = Math.max(1, Math.floor(table.length / 150));
  const columns = Math.min(width, 60);
  let total = 0;
  let weight = 0;
  for (let column = 0; column < columns; column++) {
    const kinds = new Map<CellKind, number>();
    let filled = 0;
    for (let i = 0; i < table.length; i += step) {
      const cell = table[i]!.cells[column]!;
      const kind = cellKind(cell);
      let value = sense[kind];
      if (kind === "text" || kind === "odd") value -= countOtherDelimiters(cell);
      total += Math.max(0, value);
      weight++;
      if (kind !== "empty") {
        filled++;
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
    }
    if (filled > 1) {
      // Uniform columns have as much weight as their cells.
      const most = Math.max(...kinds.values());
      total += 0.5 * (most / filled) * filled;
      weight += 0.5 * filled;
    }
  }
  return weight === 0 ? 0 : total / weight;
}

/** Character codes of `,` `;` `|` `:` `^` `~`. */
const otherDelimiters = [44, 59, 124, 58, 94, 126];

/** Counts delimiters without a following space in a cell. `5;2` is unlikely to be a single cell. */
function countOtherDelimiters(cell: string): number {
  let found = 0;
  for (let i = 0; i < cell.length - 1 && found < 4; i++) {
    const c = cell.charCodeAt(i);
    if (otherDelimiters.includes(c) && cell.charCodeAt(i + 1) !== 32) found++;
    else if (c === 9) found += 2;
  }
  return found * 0.12;
}

function delimitersFor(text: string, pinned: PinnedDialect): readonly (readonly [string, number])[] {
  if (pinned.delimiter !== undefined) return [[pinned.delimiter, 1]];
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
  const holding = (part: string): number => lines.filter((line) => line.includes(part)).length;
  const occursIn = (delimiter: string): boolean =>
    text.includes(delimiter) && holding(delimiter) >= Math.max(1, lines.length * 0.15);
  // Most lines of a quoted cell contain no delimiter.
  const isWhole = (delimiter: string): boolean =>
    occursIn(delimiter) && holding(delimiter) >= holding(delimiter.trim().charAt(0)) * 0.8;
  const usual = delimiters.filter(([delimiter]) => occursIn(delimiter));
  return [["", 1], ...usual, ...rareDelimiters.filter(([delimiter]) => isWhole(delimiter))];
}

/** Quotes that occur at the edges of cells. */
function quotesFor(text: string, delimiter: string, pinned: PinnedDialect): readonly string[] {
  if (pinned.quote !== undefined) return [pinned.quote];
  const found = [""];
  if (text.includes('"') && quotedCells(text, delimiter, '"') > 0) found.push('"');
  if (text.includes("'")) {
    const cells = quotedCells(text, delimiter, "'");
    const all = apostrophes(text);
    const { quoted, needed, doubled, bare } = quotedAndBare(text, delimiter, "'");
    // `'x'` is text in a file without quoted cells, unless similar cells must be quoted.
    const isQuote = doubled > 0 || needed > 0 || quoted >= bare;
    if (isQuote && cells * 2 >= all * 0.5) found.push("'");
  }
  for (const quote of rareQuotes) {
    // A character with spaces on both sides does not end a cell.
    if (delimiter === " " || delimiter.includes(quote) || !text.includes(quote)) continue;
    const cells = quotedCells(text, delimiter, quote);
    const all = text.split(quote).length - 1;
    if (cells < 3 || cells * 2 < all * 0.9) continue;
    const { quoted, bare, needed } = quotedAndBare(text, delimiter, quote);
    if (quoted >= bare * 9 || (quoted >= 3 && needed === quoted)) found.push(quote);
  }
  return found;
}

/** The cells between delimiters, with respect to a quote character. */
interface QuotedCells {
  /**
   * Number of cells with the quote on both sides and a letter or digit inside. A cell that is only the character itself
   * is excluded.
   */
  readonly quoted: number;
  /** Number of those that contain a delimiter or line break and therefore had to be quoted. */
  readonly needed: number;
  /** Number of those with a doubled quote inside. */
  readonly doubled: number;
  /** Number of other cells that are not empty. */
  readonly bare: number;
}

function quotedAndBare(text: string, delimiter: string, quote: string): QuotedCells {
  const [sign, between] = [escaped(quote), delimiter === "" ? "(?!)" : escaped(delimiter)];
  const cell = new RegExp(
    `(?<=^|[\\r\\n]|${between}) *${sign}(?=[^${sign}]*[\\p{L}\\p{N}])(?:[^${sign}]|${sign}${sign})+${sign} *(?=$|[\\r\\n]|${between})`,
    "gu",
  );
  const found = { quoted: 0, needed: 0, doubled: 0 };
  const rest = text.replace(cell, (match) => {
    const within = match.trim().slice(quote.length, -quote.length);
    found.quoted++;
    if (/^[^\r\n]+$/.test(within) && within.slice(1, -1).includes(quote)) found.doubled++;
    const isSignAlone = within.startsWith(delimiter) || within.endsWith(delimiter);
    if (delimiter !== "" && !isSignAlone && (within.includes(delimiter) || /[\r\n]/.test(within)))
      found.needed++;
    return "";
  });
  const others = rest.split(new RegExp(`[\\r\\n]|${between}`));
  const bare = others.filter((part) => !["", quote + quote].includes(part.trim()));
  return { ...found, bare: bare.length };
}

/** Number of `'` without doubled ones. */
function apostrophes(text: string): number {
  return text.replaceAll("''", "").split("'").length - 1;
}

/** Number of cells that start and end with the quote on one line. */
function quotedCells(text: string, delimiter: string, quote: string): number {
  // Matches the quote first and then looks back. Starting at each space would be quadratic for long runs of spaces.
  const before = new RegExp(
    `${escaped(quote)}(?<=(?:^|[\\r\\n]${delimiter === "" ? "" : `|${escaped(delimiter)}`}) *${escaped(quote)})`,
    "g",
  );
  const after = new RegExp(
    `${escaped(quote)} *(?:$|[\\r\\n]${delimiter === "" ? "" : `|${escaped(delimiter)}`})`,
    "g",
  );
  return Math.min(count(text, before), count(text, after));
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function escapesFor(
  text: string,
  delimiter: string,
  quote: string,
  pinned: PinnedDialect,
): readonly Escape[] {
  if (pinned.escape !== undefined) return [pinned.escape];
  const rare = quote === "" ? undefined : rareEscape(text, delimiter, quote);
  if (rare !== undefined) return [rare];
  return text.includes("\\") && (quote === "" || text.includes(`\\${quote}`) || /\\[,;|\t\\]/.test(text))
    ? ["double", "backslash"]
    : ["double"];
}

/** Returns the character before nearly every inner quote, unless it is common in text. */
function rareEscape(text: string, delimiter: string, quote: string): Escape | undefined {
  const before = new Map<string, number>();
  let inside = 0;
  for (let i = text.indexOf(quote); i >= 0; i = text.indexOf(quote, i + 1)) {
    const opens =
      i === 0 || isLineEnd(text.charCodeAt(i - 1)) || (delimiter !== "" && text.endsWith(delimiter, i));
    const closes =
      i + 1 === text.length ||
      isLineEnd(text.charCodeAt(i + 1)) ||
      (delimiter !== "" && text.startsWith(delimiter, i + 1));
    if (opens || closes) continue;
    inside++;
    const sign = text.charAt(i - 1);
    if (sign !== quote && escapes.includes(sign as Escape)) before.set(sign, (before.get(sign) ?? 0) + 1);
  }
  const [sign, times] = [...before].sort((a, b) => b[1] - a[1])[0] ?? ["", 0];
  return times >= 2 && times >= inside * 0.9 ? (sign as Escape) : undefined;
}

/** Returns the simplest of equivalent dialects: without a quote if nothing is quoted. */
function simplest(best: Candidate, text: string): Dialect {
  const { dialect } = best;
  const quote = dialect.quote !== "" && text.includes(dialect.quote) ? dialect.quote : "";
  return { ...dialect, quote };
}

function cutAtLine(text: string, length: number): string {
  const cut = Math.max(text.lastIndexOf("\n", length), text.lastIndexOf("\r", length));
  return cut > 0 ? text.slice(0, cut + 1) : text.slice(0, length);
}

const names: Readonly<Record<string, string>> = {
  ",": "a comma",
  ";": "a semicolon",
  "\t": "a tab",
  "|": "a vertical bar",
  " ": "a blank",
  ":": "a colon",
  "^": "a caret",
  "~": "a tilde",
  ", ": "a comma and a blank",
  "": "nothing",
};

export function delimiterName(delimiter: string): string {
  return names[delimiter] ?? JSON.stringify(delimiter);
}

function explain(best: Candidate, candidates: readonly Candidate[]): string[] {
  const { dialect, width, uniformity, rowCount } = best;
  const evidence = [
    dialect.delimiter === ""
      ? "No delimiter splits the lines evenly, so the table has one column."
      : `With ${delimiterName(dialect.delimiter)} between cells, the ${rowCount} rows of the sample have ${width} cells ` +
        `(evenness ${percent(uniformity)}).`,
  ];
  if (!dialect.loneReturn) evidence.push("A CR without an LF is part of the text and does not end a line.");
  const rival = candidates.find(
    (other) => other.dialect.delimiter !== dialect.delimiter && other.dialect.delimiter !== "",
  );
  if (rival !== undefined) {
    evidence.push(
      `The next best is ${delimiterName(rival.dialect.delimiter)}: ${rival.width} cells (evenness ${percent(rival.uniformity)}), ` +
        `${percent(rival.score / Math.max(best.score, 1e-9))} as likely a table.`,
    );
  }
  if (dialect.quote !== "") evidence.push(`Cells are quoted with ${dialect.quote}.`);
  return evidence;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
