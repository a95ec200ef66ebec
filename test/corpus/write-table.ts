/** Writes a table as text. Every part of the dialect is configurable. */
export interface Writing {
  readonly delimiter: string;
  /** If empty, nothing is quoted. */
  readonly quote: string;
  readonly quoted: "where needed" | "all";
  /** The character before a quote within a cell: the quote itself, a backslash, or nothing. */
  readonly escape: "double" | "backslash" | "nothing";
  readonly lineEnd: string;
  /** True if the last line has a line end. */
  readonly finalLineEnd: boolean;
}

export const plainWriting: Writing = {
  delimiter: ",",
  quote: '"',
  quoted: "where needed",
  escape: "double",
  lineEnd: "\r\n",
  finalLineEnd: true,
};

/** Lines without line ends, one per row. A cell of several lines stays within its row's text. */
export function rowTexts(rows: readonly (readonly string[])[], writing: Writing): string[] {
  return rows.map((cells) => cells.map((cell) => cellText(cell, writing)).join(writing.delimiter));
}

export function cellText(cell: string, writing: Writing): string {
  const { quote, delimiter } = writing;
  if (quote === "") return cell;
  const needed =
    writing.quoted === "all" ||
    cell.includes(delimiter) ||
    cell.includes(quote) ||
    /[\r\n]/.test(cell) ||
    /^ | $/.test(cell);
  if (!needed) return cell;
  const escaped = { double: quote + quote, backslash: `\\${quote}`, nothing: quote }[writing.escape];
  const inner = writing.escape === "backslash" ? cell.replaceAll("\\", "\\\\") : cell;
  return quote + inner.replaceAll(quote, escaped) + quote;
}

export function joinLines(lines: readonly string[], writing: Writing): string {
  return lines.join(writing.lineEnd) + (writing.finalLineEnd ? writing.lineEnd : "");
}

export function writeRows(rows: readonly (readonly string[])[], writing: Writing): string {
  return joinLines(rowTexts(rows, writing), writing);
}
