import { endOfTable } from "../../convert/rows.js";
import type { Detected, Table } from "../../formats/format.js";
import { fileOfRow } from "../../formats/file-of-row.js";
import type { Row } from "../../formats/row.js";
import { foldHeading } from "../../formats/fold-heading.js";
import { columnPosition } from "../../formats/heading.js";
import type { ReadOptions } from "../../formats/read-options.js";
import { openTableSafely, type NamedFile } from "../../system/readers/evaluate-file.js";
import type { Issue } from "../../model/issues.js";
import { cleanCell, foldValue } from "../../mapping/cells.js";
import type { ColumnView, TableView } from "./messages.js";

/** The rows of a sample, which are kept in memory so that any of them can be shown immediately. */
export interface SampleTable {
  readonly detected: Detected;
  readonly headings: readonly string[] | null;
  readonly rows: readonly Row[];
  /** Rows that are not skipped. */
  readonly listed: readonly Row[];
  readonly isWhole: boolean;
  readonly issues: readonly Issue[];
  /**
   * The name by which a mapping refers to each column: its heading, or its position if the heading is empty or
   * repeated.
   */
  readonly columns: readonly string[];
  /** Index of a column, or -1 if it does not exist. */
  indexOf(name: string): number;
  /**
   * Distinct values in a column, most frequent first, and the number of blank cells. Values are compared in the same
   * way as in a mapping.
   */
  valuesOf(index: number): ColumnValues;
  /** Returns the table with some rows excluded from counts and guesses. */
  without(isLeftOut: (row: Row) => boolean): SampleTable;
  /** Name of the file that contains a line. */
  readonly fileOf: (line: number) => string;
  /** Returns the table in the form that the engine reads, with the rows from memory. */
  again(): Table;
  readonly view: Omit<TableView, "issues">;
}

interface ColumnValues {
  readonly values: readonly { readonly value: string; readonly count: number }[];
  readonly blanks: number;
}

/** Maximum number of rows in memory. Lists of staff, charges and taxes are always shorter in practice. */
export const mostSampleRows = 200_000;

/** Maximum number of characters that are shown of a skipped line. */
const longestText = 100;

/** Returns the skipped lines above the table, which are found by reading the first rows without a header. */
async function leftOutTexts(
  source: NamedFile,
  options: ReadOptions,
  { leftOut = [] }: Detected,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const lines = new Set(leftOut.flatMap((part) => part.lines));
  if (lines.size === 0) return [];
  const { required: _, ...others } = options;
  const { rows } = await openTableSafely(source, { ...others, header: "none" }, signal);
  for await (const first of rows) {
    return first
      .filter(({ line }) => lines.has(line))
      .map(({ cells }) =>
        cells
          .filter((cell) => cell.trim() !== "")
          .join(" ")
          .slice(0, longestText),
      );
  }
  return [];
}

export async function readSampleTable(
  source: NamedFile,
  options: ReadOptions,
  signal?: AbortSignal,
  mostRows = mostSampleRows,
): Promise<SampleTable> {
  const table = await openTableSafely(source, options, signal);
  const { detected } = table;
  const rows: Row[] = [];
  let isWhole = true;
  for await (const batch of table.rows) {
    for (const row of batch) rows.push(row);
    if (rows.length > mostRows) {
      rows.length = mostRows;
      isWhole = false;
      break;
    }
  }
  const leftOut = await leftOutTexts(source, options, detected, signal);
  const blanks = new Set(options.blanks ?? []);
  const width = Math.max(table.headings?.length ?? 0, ...rows.slice(0, 1000).map((row) => row.cells.length));
  const headings = Array.from({ length: width }, (_, i) => table.headings?.[i]?.trim() ?? "");
  const folded = headings.map(foldHeading);
  const columns = headings.map((heading, i) =>
    heading === "" || folded.indexOf(folded[i] ?? "") !== folded.lastIndexOf(folded[i] ?? "")
      ? `#${i + 1}`
      : heading,
  );

  function indexOf(name: string): number {
    const position = columnPosition(name);
    if (position !== undefined) return position < width ? position : -1;
    const exact = headings.indexOf(name.trim());
    return exact >= 0 ? exact : folded.indexOf(foldHeading(name));
  }

  function valuesOver(listed: readonly Row[]): SampleTable["valuesOf"] {
    const known = new Map<number, ColumnValues>();
    return (index) => {
      const found = known.get(index) ?? countValues(listed, index, blanks);
      known.set(index, found);
      return found;
    };
  }

  const sample: SampleTable = {
    detected,
    headings: table.headings,
    rows,
    listed: rows,
    isWhole,
    issues: table.issues,
    columns,
    indexOf,
    valuesOf: valuesOver(rows),
    without(isLeftOut) {
      const listed = rows.filter((row) => !isLeftOut(row));
      return { ...sample, listed, valuesOf: valuesOver(listed) };
    },
    fileOf: fileOfRow(source.name, table),
    again: () => ({ ...table, rows: inBatches(rows) }),
    view: {
      format: detected.format,
      encoding: detected.encoding,
      encodingIsSure: detected.encodingCertainty !== "suggested",
      delimiter: detected.delimiter,
      sheet: detected.sheet,
      records: detected.records,
      sheets: detected.sheets ?? [],
      headerRows: detected.headerRows,
      evidence: detected.evidence,
      leftOut,
      columns: columns.map((name, i) => columnView(name, i, rows)),
      rows: rows.length,
      isWhole,
    },
  };
  return sample;
}

/** Number of rows before `read.stop_at`. Later rows are not read. */
export function endOf(rows: readonly Row[], stopAt: string | undefined): number {
  const at = rows.findIndex(endOfTable(stopAt));
  return at < 0 ? rows.length : at;
}

const batchSize = 2_000;

/** Yields the rows in batches, so that the server can process other requests between batches. */
async function* inBatches(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += batchSize) {
    yield rows.slice(from, from + batchSize);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function countValues(rows: readonly Row[], index: number, blankWords: ReadonlySet<string>): ColumnValues {
  const counts = new Map<string, { value: string; count: number }>();
  const byCell = new Map<string, { value: string; count: number } | null>();
  let blanks = 0;
  for (const { cells } of rows) {
    if (cells.every((each) => each.trim() === "")) continue;
    const cell = cells[index] ?? "";
    let entry = byCell.get(cell);
    if (entry === undefined) {
      const value = cleanCell(cell, blankWords);
      const key = value === null ? "" : foldValue(value);
      entry = value === null ? null : (counts.get(key) ?? { value, count: 0 });
      if (entry !== null) counts.set(key, entry);
      byCell.set(cell, entry);
    }
    if (entry === null) blanks += 1;
    else entry.count += 1;
  }
  const values = [...counts.values()].sort((a, b) => b.count - a.count);
  return { values, blanks };
}

const rowsForSamples = 200;

function columnView(name: string, index: number, rows: readonly Row[]): ColumnView {
  const found = new Set<string>();
  for (const { cells } of rows.slice(0, rowsForSamples)) {
    const cell = cells[index]?.trim() ?? "";
    if (cell !== "") found.add(cell.length > 40 ? `${cell.slice(0, 39)}…` : cell);
    if (found.size === 3) break;
  }
  return { name, samples: [...found] };
}
