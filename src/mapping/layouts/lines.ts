import { cellRules, delimiterOf } from "./cells.js";
import type { LayoutColumn, LayoutPart } from "./grammar.js";
import { scopesOf } from "./repeat.js";
import { valueOf, type Scope } from "./values.js";

/** This module renders line-based files (CSV and fixed-width). */

export interface Lines {
  readonly text: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
}

export function renderLines(part: LayoutPart, scope: Scope): Lines {
  const { lines: blocks = [], format, headings = "true" } = part;
  const end = part.file.line_end === "lf" ? "\n" : "\r\n";
  const cellOf = cellRules(part, scope);
  const texts: string[] = [];
  const rows: Record<string, string>[] = [];
  if (format === "csv" && headings === "true")
    texts.push(
      csvLine(
        (blocks[0]?.columns ?? []).map(({ name }) => name),
        part,
      ),
    );
  for (const block of blocks) {
    for (const each of scopesOf(block, scope)) {
      const here = { ...each, position: { ...each.position, file: rows.length + 1 } };
      const cells = block.columns.map((column) => {
        const cell = cellOf(valueOf(column, here, column.name), column.name);
        return format === "fixed" ? fixedCell(cell, column, here) : cell;
      });
      rows.push(Object.fromEntries(block.columns.map(({ name }, i) => [name, cells[i] ?? ""])));
      texts.push(format === "fixed" ? cells.join("") : csvLine(cells, part));
    }
  }
  if (rows.length === 0) scope.report("charge_lines", "has no lines that the layout writes to the file");
  return { text: texts.map((line) => line + end).join(""), rows };
}

function csvLine(cells: readonly string[], { delimiter, quotes = "required" }: LayoutPart): string {
  const sign = delimiterOf(delimiter);
  const quoted = cells.map((cell) => {
    const isNeeded = quotes === "always" || (quotes === "required" && mustQuote(cell, sign));
    return isNeeded ? `"${cell.replaceAll('"', '""')}"` : cell;
  });
  return quoted.join(sign);
}

/** Cells that begin or end with a space must also be quoted, because some readers trim unquoted cells. */
function mustQuote(cell: string, delimiter: string): boolean {
  return cell.includes(delimiter) || /["\r\n\v\f\u0085\u2028\u2029]|^\s|\s$/.test(cell);
}

function fixedCell(
  cell: string,
  { name, width = "0", align, fill = " " }: LayoutColumn,
  scope: Scope,
): string {
  const [length, columnWidth] = [[...cell].length, Number(width)];
  if (length > columnWidth)
    scope.report(null, `${name} has ${length} characters, but the column has room for only ${columnWidth}`);
  const rest = fill.repeat(Math.max(0, columnWidth - length));
  return align === "right" ? rest + cell : cell + rest;
}
