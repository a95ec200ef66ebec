import type { Dialect, SplitRow } from "./split-row.js";

/** Rows that are quoted unlike the others: as one cell around the whole line, or with the other sign. */

/** The text of a line that is quoted as one cell, with its quotes undoubled; undefined when it is not quoted so. */
export function unwrapped(line: string): string | undefined {
  if (line.length < 3 || !line.startsWith('"') || !line.endsWith('"')) return undefined;
  const pairs = line.slice(1, -1).split('""');
  return pairs.some((part) => part.includes('"')) ? undefined : pairs.join('"');
}

/** The cells of a line that is quoted as one cell, where they are as many as the table has columns. */
export function unwrappedCells(line: string, dialect: Dialect, width: number): readonly string[] | undefined {
  const text = unwrapped(line);
  if (text === undefined || dialect.delimiter === "") return undefined;
  const cells = splitLine(text, dialect.delimiter, dialect.quote === "" ? '"' : dialect.quote);
  return cells.length === width ? cells : undefined;
}

/** A row whose cells are all quoted with `'` in a table that quotes with `"`, or the other way round; else the row itself. */
export function requoted(row: SplitRow, dialect: Dialect, width: number): SplitRow {
  const other = dialect.quote === '"' ? "'" : dialect.quote === "'" ? '"' : "";
  const { source } = row;
  if (other === "" || width < 2 || !source.startsWith(other) || !source.endsWith(other)) return row;
  const cells = splitLine(source, dialect.delimiter, other);
  const quoted = cells.map((cell) => other + cell.replaceAll(other, other + other) + other);
  // Only a row that such a writer would have written just so is certain.
  if (cells.length !== width || quoted.join(dialect.delimiter) !== source) return row;
  return { ...row, cells, repairs: ["other_quote"] };
}

/** The cells of a line in which all are quoted, with one and the same sign between them; undefined unless they are `width`. */
export function allQuotedCells(line: string, width: number): readonly string[] | undefined {
  const between = /^"(?:[^"]|"")*"([^"\p{L}\p{N}]{1,3})"/u.exec(line)?.[1];
  if (between === undefined || !line.endsWith('"')) return undefined;
  const cells = splitLine(line, between, '"');
  const quoted = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`);
  return cells.length === width && quoted.join(between) === line ? cells : undefined;
}

/** One line with simple quotes: one opens a cell at its beginning only, and closes it only at its end. */
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

/** Where the quoted cell whose text begins at `from` is closed; -1 when it is not. */
function closingQuote(line: string, from: number, delimiter: string, quote: string): number {
  for (let i = line.indexOf(quote, from); i >= 0; i = line.indexOf(quote, i + 1)) {
    if (line.startsWith(quote, i + 1)) i++;
    else if (i + 1 === line.length || line.startsWith(delimiter, i + 1)) return i;
  }
  return -1;
}
