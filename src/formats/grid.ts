import { issue, type Issue } from "../issues.js";
import type { Detected, Limits, Row, Table } from "./format.js";
import type { ReadOptions } from "./read-options.js";
import { overLimit } from "./refused.js";

/** Formats that come as a grid of cells (sheets, tables of a page) and share how a header is found and rows are handed on. */
export interface GridRow {
  /** Row number, from 1. */
  readonly line: number;
  /** Cells up to the last filled one. */
  readonly cells: readonly string[];
  /** What is wrong with single cells. */
  readonly faults?: readonly CellFault[];
}

export interface CellFault {
  /** Column, from 0. */
  readonly index: number;
  readonly code: FaultCode;
}

export type FaultCode = "error_cell" | "formula_without_value" | "inexact_number" | "impossible_date";

/** Where the headings of a grid stand: indexes into its rows. Empty when it has none. */
export interface GridHeader {
  readonly rows: readonly number[];
  readonly evidence: string;
}

const batch = 1_000;

/** Makes the table of a grid. Rows without any filled cell must have been left out. Throws `Refused`. */
export function gridTable(
  grid: readonly GridRow[],
  header: GridHeader,
  detected: Omit<Detected, "headerRows" | "preambleLines">,
  options: ReadOptions,
  limits: Limits,
  issues: readonly Issue[],
): Table {
  const headerRows = header.rows.map((index) => (grid[index] as GridRow).line);
  const first = header.rows[0] ?? 0;
  const start = header.rows.length === 0 ? 0 : (header.rows.at(-1) as number) + 1;
  const data = upTo(grid.slice(start), options.stop_at);
  const width = data.reduce(
    (widest, row) => Math.max(widest, row.cells.length),
    header.rows.reduce((widest, index) => Math.max(widest, (grid[index] as GridRow).cells.length), 0),
  );
  checkLimits(data, width, limits);
  const headings = header.rows.length === 0 ? null : headingsOf(header.rows, grid, width);
  return {
    detected: {
      ...detected,
      headerRows,
      preambleLines: grid.slice(0, first).length === 0 ? 0 : (headerRows[0] as number) - 1,
      evidence: [...detected.evidence, header.evidence],
    },
    headings,
    rows: rowsOf(data, headings, width),
    issues,
  };
}

function checkLimits(rows: readonly GridRow[], width: number, limits: Limits): void {
  if (width > limits.columns) throw overLimit("columns", width, limits.columns);
  if (rows.length > limits.rows) throw overLimit("rows", rows.length, limits.rows);
  for (const { cells } of rows) {
    let length = 0;
    for (const cell of cells) {
      if (cell.length > limits.cell) throw overLimit("characters of a cell", cell.length, limits.cell);
      length += cell.length;
    }
    if (length > limits.record) throw overLimit("characters of a row", length, limits.record);
  }
}

function upTo(rows: readonly GridRow[], stopAt: string | undefined): readonly GridRow[] {
  if (stopAt === undefined) return rows;
  const end = rows.findIndex((row) => firstFilled(row.cells).startsWith(stopAt));
  return end < 0 ? rows : rows.slice(0, end);
}

function firstFilled(cells: readonly string[]): string {
  return (cells.find((cell) => cell.trim() !== "") ?? "").trim();
}

/** Headings over several rows are joined by a blank; a title above several columns counts for each of them. */
function headingsOf(rows: readonly number[], grid: readonly GridRow[], width: number): readonly string[] {
  const lines = rows.map((index, order) => {
    const cells = [...(grid[index] as GridRow).cells];
    while (cells.length < width) cells.push("");
    if (order === rows.length - 1) return cells;
    const below = (grid[rows[order + 1] as number] as GridRow).cells;
    let title = "";
    return cells.map((cell, column) => {
      if (cell.trim() !== "") title = cell;
      return (below[column] ?? "").trim() === "" ? cell : title;
    });
  });
  return Array.from({ length: width }, (_, column) =>
    lines
      .map((line) => (line[column] ?? "").trim())
      .filter((part, order, all) => part !== "" && part !== all[order - 1])
      .join(" "),
  );
}

async function* rowsOf(
  data: readonly GridRow[],
  headings: readonly string[] | null,
  width: number,
): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < data.length; at += batch) {
    yield data.slice(at, at + batch).map((row) => rowOf(row, headings, width));
  }
}

function rowOf(row: GridRow, headings: readonly string[] | null, width: number): Row {
  const cells = [...row.cells];
  while (cells.length < width) cells.push("");
  if (row.faults === undefined) return { line: row.line, cells };
  const issues = row.faults.map(({ index, code }) =>
    issue(code, { line: row.line, column: headings?.[index] || `#${index + 1}`, value: cells[index] }, {}),
  );
  return { line: row.line, cells, issues };
}
