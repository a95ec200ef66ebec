import { visible } from "../../sentence.js";
import { plainLook, type Look } from "../look.js";

// Commands and quoted lines from a file are not wrapped, because commands are copied and quoted lines have a caret
// below them.
const kept = /^ *(?:Next: )?lading (?![a-z]+: )|^ *\d* *\|/;

/**
 * Formats a plain table with headings, a horizontal rule, and rows. Numbers are right-aligned. Empty columns are
 * omitted. In a narrow terminal, columns that do not fit move to indented lines below their row, each with its
 * heading.
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

/** Returns the number of columns that fit side by side, which is at least one. */
function countFitting(widths: readonly number[], columns: number): number {
  let total = widths[0] ?? 0;
  const over = widths.findIndex((width, i) => i > 0 && (total += gap.length + width) > columns);
  return over < 0 ? widths.length : over;
}

/** Puts as many labeled cells as possible on each indented line. */
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
 * Wraps and indents lines that are too long for the terminal. Commands are not wrapped, so that they can be copied.
 * Colored lines come from tables and already fit.
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

function wrapped(text: string, lead: string, columns: number): string[] {
  const lines: string[] = [];
  let rest = text;
  while (lead.length + rest.length > columns) {
    // Text in backquotes may be copied, so it is not wrapped. A percent sign stays on the same line as its number.
    const words = rest.replaceAll(/`[^`]*`| %/g, (whole) => "`".repeat(whole.length));
    const at = words.lastIndexOf(" ", columns - lead.length);
    // A single word that is too long is not broken, because it may be a path to copy.
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
