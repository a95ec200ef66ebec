import { extent, filledCount } from "./plain-row.js";
import { issue, type Issue } from "../model/issues.js";
import { columnMeanings, isNumberCode, meaningIssues, type NumberCode } from "./disagreement.js";
import { BodyWatch, watchIssues } from "./body-watch.js";
import { headerByHeadings, severalHeaders } from "./fit.js";
import type { Detected, Table } from "./format.js";
import type { Limits } from "./limits.js";
import type { Row } from "./row.js";
import { columnName } from "./heading.js";
import { findHeader } from "./header/header.js";
import { headerIssues } from "./header/issues.js";
import { leftOut, signOfComments } from "./header/left-out.js";
import { noTable } from "./no-table.js";
import type { ReadOptions } from "./read-options.js";
import { overLimit } from "./refused.js";
import { unnamedFrom } from "./text/repair.js";
import { tableShape } from "./table-shape.js";

/**
 * Shared code that finds the header and yields the rows in a grid of cells (sheets, HTML tables, JSON lists of lists).
 */
export interface GridRow {
  /** 1-based. */
  readonly line: number;
  /** All cells up to the last non-empty cell. */
  readonly cells: readonly string[];
  readonly cellIssues: readonly CellIssue[];
}

export interface CellIssue {
  /** 0-based column. */
  readonly index: number;
  readonly code: CellIssueCode;
}

export type CellIssueCode =
  | NumberCode
  | "error_cell"
  | "not_a_boolean"
  | "not_a_number"
  | "formula_without_value"
  | "inexact_number"
  | "impossible_date"
  | "text_may_be_hidden";

/** Maximum number of rows that are examined to find the header and the kind of each column. */
const sampleSize = 1_000;

const batch = 1_000;

/** Properties of a grid that only the reader for its format can determine. */
interface GridFacts {
  /** The last row in each merged range. */
  readonly merged?: readonly number[];
  /** Columns in which all values are real dates and none was converted from a code. */
  readonly dateColumns?: ReadonlySet<number>;
  /** Numbers of the lines that the markup of the file identifies as headings. */
  readonly marked?: readonly number[];
}

/** Builds a table from a grid that contains no empty rows. Throws `Refused` if a limit is exceeded. */
export function gridTable(
  grid: readonly GridRow[],
  detected: Omit<Detected, "headerRows" | "preambleLines">,
  options: ReadOptions,
  limits: Limits,
  found: readonly Issue[],
  { merged = [], dateColumns, marked = [] }: GridFacts = {},
): Table {
  const width = grid.reduce((widest, row) => Math.max(widest, extent(row.cells)), 0);
  checkLimits(grid, width, limits);
  const sample = grid.slice(0, sampleSize).map(({ line, cells }) => ({ line, cells: padded(cells, width) }));
  const { header, rivals } = headerByHeadings(
    sample,
    findHeader(sample, width, options.header, marked),
    options,
    () => width,
  );
  const above = leftOut(sample, header);
  const described: Detected = {
    ...detected,
    headerRows: header.headerRows,
    preambleLines: Math.max(0, (header.headerRows[0] ?? header.bodyFrom) - 1),
    ...(above.leftOut.length === 0 ? {} : { leftOut: above.leftOut }),
    evidence: [...detected.evidence, ...header.evidence, ...above.evidence],
  };
  if (header.missing !== undefined) {
    return noTable(described, ...found, issue("header_not_found", {}, { what: header.missing }));
  }
  if (rivals.length > 0) return noTable(described, ...found, severalHeaders(rivals, sample, width));
  // Merged cells above the rows are titles or group headings, which do not hide any values.
  const count = merged.filter((last) => last >= header.bodyFrom).length;
  const hiding = count === 0 ? [] : [issue("merged_cells", { sheet: detected.sheet }, { count })];
  // Rows with a single cell above the marked headings are titles.
  const [first] = marked;
  const isBelowTitles =
    first !== undefined &&
    header.headerRows.includes(first) &&
    sample.every(({ line, cells }) => line >= first || filledCount(cells) <= 1);
  const issues = [...found, ...hiding, ...headerIssues(header, isBelowTitles ? [] : above.leftOut, options)];
  const isHeader = new Set(header.headerRows);
  const body = grid.filter(({ line }) => line >= header.bodyFrom && !isHeader.has(line));
  const dialect = { delimiter: "", quote: "", escape: "double", loneReturn: false } as const;
  const below = sample.filter(({ line }) => line >= header.bodyFrom);
  const shape = tableShape(dialect, width, below);
  // In an HTML table, an extra cell makes the row too long. In a sheet, an extra cell may be a note next to the table.
  const isPage = detected.format === "html" && header.headings !== null;
  const named = isPage ? unnamedFrom(header.headings, below, shape, options.wanted) : width;
  const commentsAbove = signOfComments(sample, above.leftOut, header.bodyFrom);
  const isSheet = detected.format === "spreadsheet";
  const meanings = columnMeanings(body, width, isSheet);
  issues.push(...meaningIssues(meanings, header.headings));
  const usual = meanings.map((column) => column.usual);
  const watch = new BodyWatch(header.headings, { ...shape, usual, commentsAbove, dateColumns });
  return {
    detected: described,
    headings: header.headings,
    rows: rowsOf(
      body,
      header.headings,
      { width, named, isSheet, dropsControls: options.accept?.includes("control_character") === true },
      watch,
      issues,
    ),
    issues,
  };
}

function checkLimits(rows: readonly GridRow[], width: number, limits: Limits): void {
  if (width > limits.columns) throw overLimit("columns", width, limits.columns);
  if (rows.length > limits.rows) throw overLimit("rows", rows.length, limits.rows);
  for (const { cells } of rows) {
    let length = 0;
    for (const cell of cells) length += cell.length;
    if (length > limits.record) throw overLimit("characters in a row", length, limits.record);
  }
}

async function* rowsOf(
  body: readonly GridRow[],
  headings: readonly string[] | null,
  shape: RowShape,
  watch: BodyWatch,
  issues: Issue[],
): AsyncGenerator<readonly Row[]> {
  let last = body[0]?.line ?? 0;
  for (let at = 0; at < body.length; at += batch) {
    yield body.slice(at, at + batch).map((row) => {
      const skipped = row.line - last - 1;
      if (skipped > 0 && shape.isSheet) watch.blank(last + 1, skipped);
      else if (skipped > 0) watch.gap();
      last = row.line;
      return watch.look(rowOf(row, headings, shape));
    });
  }
  issues.push(...watchIssues(watch.counts(), headings), ...formatIssues(body, headings));
  if (shape.named === shape.width) issues.push(...beyondIssues(body, headings));
  if (body.length === 0) issues.push(issue("no_rows", {}, {}));
}

/** Returns one issue for each column whose number format displays text that Lading does not read. */
function formatIssues(body: readonly GridRow[], headings: readonly string[] | null): Issue[] {
  const first = new Map<number, number>();
  for (const { line, cellIssues } of body)
    for (const { index, code } of cellIssues)
      if (code === "text_in_format" && !first.has(index)) first.set(index, line);
  return [...first].map(([index, line]) => {
    const column = columnName(headings, index);
    return issue("text_in_format", { line, column }, { column });
  });
}

/** Reports the first row that has cells to the right of the last heading. */
function beyondIssues(body: readonly GridRow[], headings: readonly string[] | null): Issue[] {
  if (headings === null) return [];
  const width = extent(headings);
  const first = body.find(({ cells }) => extent(cells) > width);
  return first === undefined
    ? []
    : [issue("cells_beyond_headings", { line: first.line }, { expected: width })];
}

/** Control characters, which a cell may contain in the form `_x0004_` or `&#4;`. Tabs and line breaks are allowed. */
const control = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/;
const controls = new RegExp(control, "g");

function controlIssues(line: number, cells: readonly string[], headings: readonly string[] | null): Issue[] {
  return cells.flatMap((value, index) => {
    const code = control.exec(value)?.[0].charCodeAt(0);
    if (code === undefined) return [];
    const character = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    const at = { line, column: columnName(headings, index), value };
    return [issue("control_character", at, { line, character })];
  });
}

interface RowShape {
  readonly width: number;
  readonly named: number;
  /** True if every line number without a row is an empty row. Pages have hidden rows, and JSON lists span lines. */
  readonly isSheet: boolean;
  readonly dropsControls: boolean;
}

function rowOf(
  row: GridRow,
  headings: readonly string[] | null,
  { width, named, dropsControls }: RowShape,
): Row {
  let cells = padded(row.cells, width);
  const issues = row.cellIssues.flatMap(({ index, code }) =>
    isNumberCode(code)
      ? []
      : [issue(code, { line: row.line, column: columnName(headings, index), value: cells[index] }, {})],
  );
  if (cells.some((cell) => control.test(cell))) {
    issues.push(...controlIssues(row.line, cells, headings));
    if (dropsControls) cells = cells.map((cell) => cell.replace(controls, ""));
  }
  const found = extent(cells);
  if (found > named) {
    const value = cells.slice(named, found).join(" ");
    issues.push(issue("row_too_long", { line: row.line, value }, { found, expected: named }));
  }
  const numbers = row.cellIssues.flatMap(({ index, code }) =>
    isNumberCode(code) && /[.eE]/.test(cells[index] ?? "") ? [index] : [],
  );
  return {
    line: row.line,
    cells,
    ...(issues.length > 0 && { issues }),
    ...(numbers.length > 0 && { numbers }),
  };
}

function padded(cells: readonly string[], width: number): readonly string[] {
  if (cells.length === width) return cells;
  const whole = cells.slice(0, width);
  while (whole.length < width) whole.push("");
  return whole;
}
