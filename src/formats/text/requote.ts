import type { Dialect, SplitRow } from "./split-row.js";

/**
 * This module repairs rows that are not quoted like the rest of the table, because quotes enclose the whole line or the
 * other quote character is used.
 */

/** Returns the content of a line that is quoted as one cell, or undefined. */
export function unwrapped(line: string): string | undefined {
  if (line.length < 3 || !line.startsWith('"') || !line.endsWith('"')) return undefined;
  const pairs = line.slice(1, -1).split('""');
  return pairs.some((part) => part.includes('"')) ? undefined : pairs.join('"');
}

/** Returns the cells of a line that is quoted as one cell, if they fit the width of the table. */
export function unwrappedCells(line: string, dialect: Dialect, width: number): readonly string[] | undefined {
  const text = unwrapped(line);
  if (text === undefined || dialect.delimiter === "") return undefined;
  const cells = splitLine(text, dialect.delimiter, dialect.quote === "" ? '"' : dialect.quote);
  return cells.length === width ? cells : undefined;
}

/** Repairs a row that is quoted with `'` in a table that uses `"`, or vice versa. */
export function requoted(row: SplitRow, dialect: Dialect, width: number): SplitRow {
  const other = dialect.quote === '"' ? "'" : dialect.quote === "'" ? '"' : "";
  const { source } = row;
  if (other === "" || width < 2 || !source.startsWith(other) || !source.endsWith(other)) return row;
  const cells = splitLine(source, dialect.delimiter, other);
  const quoted = cells.map((cell) => other + cell.replaceAll(other, other + other) + other);
  // The repair is unambiguous only if a program that uses the other quote character would write exactly this row.
  if (cells.length !== width || quoted.join(dialect.delimiter) !== source) return row;
  return { ...row, cells, repairs: ["other_quote"] };
}

/**
 * Returns the cells of a line in which every cell is quoted and the same separator is used throughout. Returns
 * undefined unless there are `width` cells.
 */
export function allQuotedCells(line: string, width: number): readonly string[] | undefined {
  const between = /^"(?:[^"]|"")*"([^"\p{L}\p{N}]{1,3})"/u.exec(line)?.[1];
  if (between === undefined || !line.endsWith('"')) return undefined;
  const cells = splitLine(line, between, '"');
  const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`);
  return cells.length === width && quoted.join(between) === line ? cells : undefined;
}

/**
 * Splits a line that contains only simple quotes. A quote opens only at the start of a cell and closes only at its
 * end.
 */
export function splitLine(line: string, delimiter: string, quote: string): string[] {
  if (quote === "" || !line.includes(quote)) return line.split(delimiter);
  const cells: string[] = [];
  let at = 0;
  for (;;) {
    const close = line.startsWith(quote, at) ? closingQuote(line, at + 1, delimiter, quote) : -1;
    const end = close >= 0 ? close + 1 : line.indexOf(delimiter, at);
    const stop = end < 0 ? line.length : end;
    cells.push(
      close >= 0 ? line.slice(at + 1, close).replaceAll(quote + quote, quote) : line.slice(at, stop),
    );
    if (stop === line.length) return cells;
    at = stop + delimiter.length;
  }
}

function closingQuote(line: string, from: number, delimiter: string, quote: string): number {
  for (let i = line.indexOf(quote, from); i >= 0; i = line.indexOf(quote, i + 1)) {
    if (line.startsWith(quote, i + 1)) i++;
    else if (i + 1 === line.length || line.startsWith(delimiter, i + 1)) return i;
  }
  return -1;
}
