import { relative, resolve } from "node:path";
import type { Table } from "../../formats/format.js";
import type { Row } from "../../formats/row.js";
import { openTableSafely, refusedFile } from "../../system/readers/evaluate-file.js";
import type { FixedLayout } from "../../formats/text/fixed-columns.js";
import { fixedLayoutOf } from "../../system/readers/fixed-layout.js";
import type { ReadOptions } from "../../formats/read-options.js";
import type { Issue } from "../../model/issues.js";
import { diskFile } from "../../system/read-file.js";
import type { Terminal } from "../command.js";
import { packagePath } from "../../system/package-paths.js";

/** A sample for `guess`. Its rows are in memory, with line numbers. */
export interface ReadSample {
  /** File name without its folder. */
  readonly name: string;
  readonly table: Table;
  /** Columns of fixed-width text, which the mapping must define. */
  readonly layout: FixedLayout | undefined;
  readonly rows: readonly Row[];
  /** False if only the first rows were read. */
  readonly isWhole: boolean;
  /** Why the file cannot be read. */
  readonly refused: Issue | undefined;
  readonly lineOf: (row: readonly string[] | undefined) => number | undefined;
}

/** Where the rows are, as chosen by the user. */
export interface Pinned {
  readonly sheet?: string | undefined;
  readonly records?: string | undefined;
  readonly member?: string | undefined;
}

/** Number of rows to read: enough to judge every column, and few enough to keep in memory. */
export const mostRows = 200_000;

export async function readSample(path: string, pinned: Pinned, terminal: Terminal): Promise<ReadSample> {
  const source = await diskFile(resolve(terminal.cwd, path));
  const open = (options: ReadOptions) => openTableSafely(source, options, terminal.signal);
  const found = await open({
    ...(pinned.sheet === undefined ? {} : { sheet: pinned.sheet }),
    ...(pinned.records === undefined ? {} : { records: pinned.records }),
    ...(pinned.member === undefined ? {} : { member: pinned.member }),
  });
  const layout = await fixedLayoutOf(source, found, terminal.signal);
  const table = layout === undefined ? found : await open({ ...layout, columns: [...layout.columns] });
  const rows: Row[] = [];
  for await (const batch of table.rows) {
    rows.push(...batch);
    if (rows.length >= mostRows) break;
  }
  const kept = rows.slice(0, mostRows);
  const lines = new Map(kept.map((row) => [row.cells, row.line]));
  const issue = table.issues.find(({ severity }) => severity === "error");
  return {
    name: source.name,
    table,
    layout,
    rows: kept,
    isWhole: rows.length < mostRows,
    // A template has headings but no rows. The draft is based on the headings.
    refused: kept.length === 0 && issue?.code !== "no_rows" ? issue : undefined,
    lineOf: (row) => (row === undefined ? undefined : lines.get(row)),
  };
}

/**
 * Reads a sample that must contain a table.
 *
 * @throws file_refused
 */
export async function readFullSample(path: string, pinned: Pinned, terminal: Terminal): Promise<ReadSample> {
  const sample = await readSample(path, pinned, terminal);
  if (sample.refused !== undefined) throw refusedFile(path, sample.refused);
  return sample;
}

/** Path of the mapping's JSON Schema for editors, relative to the draft's folder. */
export function schemaPath(folder: string): string {
  const installed = packagePath("schemas/mapping.schema.json");
  return relative(folder, installed).replaceAll("\\", "/");
}
