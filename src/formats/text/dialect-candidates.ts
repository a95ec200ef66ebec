import { type Escape, escapes } from "./escape.js";
import { isLineEnd } from "./line-end.js";
import { rareQuotes } from "./quote.js";
import type { Dialect } from "./split-row.js";

/**
 * This module lists the possible dialects of delimited text. Each dialect is a combination of delimiter, quote, escape
 * and line end.
 */

export interface PinnedDialect {
  readonly delimiter?: string | undefined;
  /** The quote character, or "" if cells are not quoted. */
  readonly quote?: string | undefined;
  readonly escape?: Escape | undefined;
}

export interface Hypothesis {
  readonly dialect: Dialect;
  readonly trust: number;
}

export function hypotheses(text: string, pinned: PinnedDialect): readonly Hypothesis[] {
  const found: Hypothesis[] = [];
  // If lines end with LF, a CR may be text or a line break. The interpretation that results in the better table is
  // chosen.
  for (const loneReturn of mayHoldReturns(text) ? [true, false] : [true]) {
    for (const [delimiter, trust] of delimitersFor(text, pinned)) {
      for (const quote of quotesFor(text, delimiter, pinned)) {
        for (const escape of escapesFor(text, delimiter, quote, pinned)) {
          const dialect: Dialect = { delimiter, quote, escape, loneReturn };
          found.push({ dialect, trust });
          if (delimiter === " " && quote === "" && text.includes("  "))
            found.push({ dialect: { ...dialect, runs: true }, trust });
        }
      }
    }
  }
  return found;
}

/** Delimiters, each with a number from 0 to 1 that indicates how common the delimiter is. */
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

/**
 * Delimiters that are tried only if at least 80% of the lines with their first character, spaces excluded, contain the
 * whole delimiter.
 */
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

/** True if enough lines end with LF, so that a lone CR may be data. */
function mayHoldReturns(text: string): boolean {
  const alone = count(text, /\r(?!\n)/g);
  const feeds = count(text, /\n(?=.)/gs);
  return alone > 0 && feeds * (feeds < 4 ? 1 : 5) >= alone;
}

function delimitersFor(text: string, pinned: PinnedDialect): readonly (readonly [string, number])[] {
  if (pinned.delimiter !== undefined) return [[pinned.delimiter, 1]];
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== "");
  const holding = (part: string): number => lines.filter((line) => line.includes(part)).length;
  const occursIn = (delimiter: string): boolean =>
    text.includes(delimiter) && holding(delimiter) >= Math.max(1, lines.length * 0.15);
  const isWhole = (delimiter: string): boolean =>
    occursIn(delimiter) && holding(delimiter) >= holding(delimiter.trim().charAt(0)) * 0.8;
  const found = [
    ...delimiters.filter(([delimiter]) => occursIn(delimiter)),
    ...rareDelimiters.filter(([delimiter]) => isWhole(delimiter)),
  ];
  const isAlone = ([short]: readonly [string, number]): boolean =>
    !found.some(([long]) => isPartOf(short, long, lines));
  return [["", 1], ...found.filter(isAlone)];
}

/** Minimum share of the lines in which a longer delimiter must contain all occurrences of a shorter one. */
const nearlyAll = 0.995;

const quotedPart = /^ *(["'])(?:(?!\1).)+\1 *$/;

/**
 * True if one delimiter occurs in the lines only as the start of a longer one, such as `|` as the start of `||`. Spaces
 * and tabs at the start of the longer one are ignored. The first line must not differ, because in some tables, the
 * header is `a,b` although the rows look like `1, 2`. Quoted cells and lines above the table that contain the delimiter
 * less often than the rows are ignored.
 */
function isPartOf(short: string, long: string, lines: readonly string[]): boolean {
  const isStart = long.startsWith(short) || long.trimStart().startsWith(short);
  if (short.length >= long.length || !isStart) return false;
  const times = (line: string): number => line.split(short).length - 1;
  const holding = lines.filter((line) => line.includes(short));
  const median = holding.map(times).toSorted((a, b) => a - b)[holding.length >> 1]!;
  const table = holding.slice(holding.findIndex((line) => times(line) >= median));
  const isCovered = (line: string): boolean =>
    line.split(long).every((part) => !part.includes(short) || quotedPart.test(part));
  return isCovered(table[0]!) && table.filter(isCovered).length >= table.length * nearlyAll;
}

/**
 * Returns the configured quote character. If none is configured, returns "" and the quote characters that occur at the
 * edges of cells.
 */
function quotesFor(text: string, delimiter: string, pinned: PinnedDialect): readonly string[] {
  if (pinned.quote !== undefined) return [pinned.quote];
  const found = [""];
  if (text.includes('"') && quotedCells(text, delimiter, '"') > 0) found.push('"');
  if (text.includes("'")) {
    const cells = quotedCells(text, delimiter, "'");
    const all = apostrophes(text);
    const { quoted, needed, doubled, bare } = quotedAndBare(text, delimiter, "'");
    // If most cells are not quoted, `'x'` is text, unless some of the quoted cells had to be quoted.
    const isQuote = doubled > 0 || needed > 0 || quoted >= bare;
    if (isQuote && cells * 2 >= all * 0.5) found.push("'");
  }
  for (const quote of rareQuotes) {
    // If the delimiter is a space, any character between two spaces would look like a quote at the edge of a cell.
    if (delimiter === " " || delimiter.includes(quote) || !text.includes(quote)) continue;
    const cells = quotedCells(text, delimiter, quote);
    const all = text.split(quote).length - 1;
    if (cells < 3 || cells * 2 < all * 0.9) continue;
    const { quoted, bare, needed } = quotedAndBare(text, delimiter, quote);
    if (quoted >= bare * 9 || (quoted >= 3 && needed === quoted)) found.push(quote);
  }
  return found;
}

interface QuotedCells {
  /** Number of cells that have the quote on both sides and contain a letter or digit. */
  readonly quoted: number;
  /** Number of quoted cells that contain a delimiter or line break and therefore had to be quoted. */
  readonly needed: number;
  readonly doubled: number;
  /** Number of unquoted cells that are not empty. */
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

function apostrophes(text: string): number {
  return text.replaceAll("''", "").split("'").length - 1;
}

/**
 * Returns an estimate of the number of quoted cells: the number of quote characters at the start of cells or at the
 * end of cells, whichever is lower.
 */
function quotedCells(text: string, delimiter: string, quote: string): number {
  // The expression matches the quote first and then looks back. If matching started at each space, long runs of
  // spaces would take quadratic time.
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

/**
 * Returns the escape character that precedes nearly every inner quote. Only the characters in `escapes` are
 * considered.
 */
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
