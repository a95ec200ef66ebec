import type { Dialect, SplitRow } from "./splitter.js";

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

/** One line with simple quotes. */
export function splitLine(line: string, delimiter: string, quote: string): string[] {
  if (quote === "" || !line.includes(quote)) return line.split(delimiter);
  const cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === quote) {
      if (quoted && line[i + 1] === quote) {
        cell += quote;
        i++;
      } else quoted = !quoted;
    } else if (!quoted && line.startsWith(delimiter, i)) {
      cells.push(cell);
      cell = "";
      i += delimiter.length - 1;
    } else cell += line[i];
  }
  cells.push(cell);
  return cells;
}
