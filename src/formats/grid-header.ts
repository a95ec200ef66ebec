import type { GridHeader, GridRow } from "./grid.js";
import { foldHeading } from "./heading.js";
import type { ReadOptions } from "./read-options.js";
import { unreadable } from "./refused.js";

/** Rows that are looked at for a header. */
const sampleSize = 60;

/** Finds the header of a grid, or takes the pinned one. Throws `Refused` when what is pinned is not there. */
export function gridHeader(grid: readonly GridRow[], pinned: ReadOptions["header"]): GridHeader {
  if (pinned === "none") return { rows: [], evidence: "The mapping says that there is no header." };
  if (typeof pinned === "string") return atRows(grid, [pinned]);
  if (pinned !== undefined && "rows" in pinned) return atRows(grid, pinned.rows);
  if (pinned !== undefined) {
    const index = rowWith(grid, pinned.contains);
    if (index === undefined) throw unreadable(`no row holds the headings ${pinned.contains.join(", ")}`);
    return {
      rows: [index],
      evidence: `Row ${lineOf(grid, index)} holds the headings that the mapping names.`,
    };
  }
  return foundHeader(grid);
}

/** The first row of the sample that holds all these headings. */
export function rowWith(grid: readonly GridRow[], headings: readonly string[]): number | undefined {
  const wanted = headings.map(foldHeading);
  const index = grid.slice(0, sampleSize).findIndex((row) => {
    const cells = new Set(row.cells.map(foldHeading));
    return wanted.every((heading) => cells.has(heading));
  });
  return index < 0 ? undefined : index;
}

function atRows(grid: readonly GridRow[], numbers: readonly string[]): GridHeader {
  const rows = numbers.map((number) => {
    const index = grid.findIndex((row) => row.line === Number(number));
    if (index < 0) throw unreadable(`row ${number}, which the mapping takes for the header, is blank`);
    return index;
  });
  return { rows, evidence: `The mapping says that the headings stand in row ${numbers.join(" and ")}.` };
}

function foundHeader(grid: readonly GridRow[]): GridHeader {
  const sample = grid.slice(0, sampleSize);
  const widths = sample.map((row) => row.cells.filter((cell) => cell.trim() !== "").length);
  const widest = Math.max(0, ...widths);
  const index = widths.findIndex((width) => width >= Math.max(1, Math.ceil(widest * 0.6)));
  const row = sample[index];
  if (row === undefined || !row.cells.every((cell) => cell.trim() === "" || looksLikeHeading(cell))) {
    return { rows: [], evidence: "No row looks like headings." };
  }
  return {
    rows: [index],
    evidence: `Row ${row.line} is the first that fills the table's width, and its cells are words.`,
  };
}

function looksLikeHeading(cell: string): boolean {
  const text = cell.trim();
  return text.length <= 120 && /\p{L}/u.test(text) && !/^\d{4}-\d{2}-\d{2}|@.*\./.test(text);
}

function lineOf(grid: readonly GridRow[], index: number): number {
  return (grid[index] as GridRow).line;
}
