import { visible } from "../../sentence.js";
import { plainLook, type Look } from "../look.js";

// A command and the lines of a file stay as they are: the one is copied, below the others stands a caret.
const kept = /^ *(?:Next: )?lading (?![a-z]+: )|^ *\d* *\|/;

/**
 * A plain table: headings, a rule, rows; numbers to the right. A column without any value is left out. Where a terminal is
 * too narrow for it, the columns that do not fit stand in lines below their row, further in, each value with its heading.
 */
export function textTable(
  allHeadings: readonly string[],
  allRows: readonly (readonly string[])[],
  look: Look = plainLook,
): string {
  if (allRows.length === 0) return "";
  const isUsed = allHeadings.map((_, i) => allRows.some((row) => (row[i] ?? "") !== ""));
  const ofUsed = (cells: readonly string[]) => cells.filter((_, i) => isUsed[i]).map(visible);
  const [headings, rows] = [ofUsed(allHeadings), allRows.map(ofUsed)];
  const widths = headings.map((heading, i) =>
    Math.max(heading.length, ...rows.map((row) => (row[i] ?? "").length)),
  );
  const isRight = headings.map((_, i) => isNumber(rows, i));
  const fitting = countFitting(widths, look.columns);
  const above = (cells: readonly string[], paint: (cell: string) => string): string[] => {
    const padded = widths.slice(0, fitting).map((width, i) => {
      const cell = cells[i] ?? "";
      return isRight[i] === true ? cell.padStart(width) : cell.padEnd(width);
    });
    const plain = padded.join(gap).trimEnd();
    if (plain.length > look.columns) return wrapped(plain.trim(), "", look.columns);
    const painted = padded.map((text) => text.replace(text.trim(), paint));
    return [painted.join(gap).trimEnd()];
  };
  const below = (cells: readonly string[]): string[] =>
    filled(
      headings.flatMap((heading, i) =>
        i < fitting || (cells[i] ?? "") === "" ? [] : [`${heading}: ${cells[i]}`],
      ),
      look.columns,
    );
  const rule = widths
    .slice(0, fitting)
    .map((width) => "-".repeat(Math.min(width, look.columns)))
    .join(gap);
  const lines = [
    ...above(headings, (text) => text),
    rule,
    ...rows.flatMap((row) => [...above(row, (cell) => look.paint(cell)), ...below(row)]),
  ];
  return lines.map((text) => `${text}\n`).join("");
}

const gap = "  ";
const indent = "    ";

/** How many columns fit beside one another; the first one stays in any case. */
function countFitting(widths: readonly number[], columns: number): number {
  let total = widths[0] ?? 0;
  const over = widths.findIndex((width, i) => i > 0 && (total += gap.length + width) > columns);
  return over < 0 ? widths.length : over;
}

/** Lines, further in, with as many of the texts in each as fit. */
function filled(texts: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const text of texts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + gap.length + text.length <= columns)
      lines[lines.length - 1] = last + gap + text;
    else lines.push(indent + text);
  }
  return lines.flatMap((line) => wrapped(line.trim(), indent, columns));
}

/**
 * Sentences that are longer than a line go on below, further in. A command stays whole, so that it can be copied, and lines
 * with colours, which are those of tables, fit already.
 */
export function wrappedText(text: string, { columns }: Pick<Look, "columns">): string {
  const fold = (line: string): string => {
    if (line.length <= columns || line.includes("\u001b") || kept.test(line)) return line;
    const lead = line.slice(0, line.search(/\S/));
    const [first = "", ...others] = wrapped(line.trim(), lead + indent, columns);
    return [lead + first.trimStart(), ...others].join("\n");
  };
  return text.split("\n").map(fold).join("\n");
}

/** A cell that is longer than a line, such as a reason, goes on below at a blank. */
function wrapped(text: string, lead: string, columns: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (lead.length + rest.length > columns) {
    // What stands between backquotes is copied too, so no blank in it ends a line; nor one before a percent sign.
    const words = rest.replaceAll(/`[^`]*`| %/g, (whole) => "`".repeat(whole.length));
    const at = words.lastIndexOf(" ", columns - lead.length);
    // A single word that is too long stays whole: it may be a path that somebody copies.
    const end = at > 0 ? at : words.indexOf(" ");
    if (end < 0) break;
    lines.push(lead + rest.slice(0, end));
    rest = rest.slice(end + 1).trimStart();
  }
  return [...lines, lead + rest];
}

function isNumber(rows: readonly (readonly string[])[], column: number): boolean {
  return rows.every((row) => /^[\d.,]*$/.test(row[column] ?? ""));
}
