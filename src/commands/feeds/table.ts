import { plainLook, type Look } from "../look.js";

// A command and the lines of a file stay as they are: the one is copied, below the others stands a caret.
const kept = /^ *(?:Next: )?lading |^ *\d* *\|/;

/**
 * A plain table: headings, a rule, rows; numbers to the right. A column without any value is left out. Where a terminal is too narrow for it, a row goes on in the
 * lines below, further in, so that no column is lost and no word is broken.
 */
export function textTable(
  allHeadings: readonly string[],
  allRows: readonly (readonly string[])[],
  look: Look = plainLook,
): string {
  if (allRows.length === 0) return "";
  const isUsed = allHeadings.map((_, i) => allRows.some((row) => (row[i] ?? "") !== ""));
  const ofUsed = (cells: readonly string[]) => cells.filter((_, i) => isUsed[i]);
  const [headings, rows] = [ofUsed(allHeadings), allRows.map(ofUsed)];
  const widths = headings.map((heading, i) =>
    Math.max(heading.length, ...rows.map((row) => (row[i] ?? "").length)),
  );
  const isRight = headings.map((_, i) => isNumber(rows, i));
  const groups = folded(widths, look.columns);
  const padded = (cells: readonly string[], i: number): string => {
    const [cell = "", width = 0] = [cells[i], widths[i]];
    return isRight[i] === true ? cell.padStart(width) : cell.padEnd(width);
  };
  const line = (cells: readonly string[], paint: (cell: string) => string) =>
    groups.flatMap((columns, group) => {
      const lead = group === 0 ? "" : indent;
      const texts = columns.map((i) => padded(cells, i));
      const plain = lead + texts.join(gap).trimEnd();
      if (plain.length > look.columns) return wrapped(plain.trim(), lead, look.columns);
      // A line that holds nothing is left out, but for the first one, which holds the name.
      if (plain.trim() === "" && group > 0) return [];
      return [
        lead +
          texts
            .map((text) => text.replace(text.trim(), paint))
            .join(gap)
            .trimEnd(),
      ];
    });
  const width = Math.max(...groups.map((columns, group) => widthOf(widths, columns, group)));
  const rule =
    groups.length === 1
      ? widths.map((each) => "-".repeat(each)).join(gap)
      : "-".repeat(Math.min(width, look.columns));
  const lines = [
    ...line(headings, (text) => text),
    rule,
    ...rows.flatMap((row) => line(row, (cell) => look.paint(cell))),
  ];
  return lines.map((text) => `${text}\n`).join("");
}

const gap = "  ";
const indent = "    ";

/** The columns of each line: as many as fit. */
function folded(widths: readonly number[], columns: number): readonly (readonly number[])[] {
  const groups: number[][] = [[]];
  widths.forEach((_, i) => {
    const last = groups.at(-1) ?? [];
    if (last.length > 0 && widthOf(widths, [...last, i], groups.length - 1) > columns) groups.push([i]);
    else last.push(i);
  });
  return groups;
}

function widthOf(widths: readonly number[], columns: readonly number[], group: number): number {
  const cells = columns.reduce((sum, i) => sum + (widths[i] ?? 0), 0);
  return cells + gap.length * (columns.length - 1) + (group === 0 ? 0 : indent.length);
}

/**
 * Sentences that are longer than a line go on below, further in. A command stays whole, so that it can be copied, and lines
 * with colours, which are those of tables, fit already.
 */
export function foldedText(text: string, { columns }: Pick<Look, "columns">): string {
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
    // What stands between backquotes is copied too, so no blank in it ends a line.
    const words = rest.replaceAll(/`[^`]*`/g, (code) => "`".repeat(code.length));
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
