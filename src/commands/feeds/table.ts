/** A plain table: headings, a rule, rows; numbers to the right. */
export function textTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, i) =>
    Math.max(heading.length, ...rows.map((row) => (row[i] ?? "").length)),
  );
  const isRight = headings.map((_, i) => isNumber(rows, i));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => (isRight[i] === true ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  return [line(headings), rule, ...rows.map(line)].map((text) => `${text}\n`).join("");
}

function isNumber(rows: readonly (readonly string[])[], column: number): boolean {
  return rows.length > 0 && rows.every((row) => /^[\d.,]*$/.test(row[column] ?? ""));
}
