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

/** A file as `guess` looks at it: its rows in memory, with their lines. */
export interface ReadSample {
  /** File name without folders. */
  readonly name: string;
  readonly table: Table;
  /** The columns of fixed-width text, which the mapping has to state. */
  readonly layout: FixedLayout | undefined;
  readonly rows: readonly Row[];
  /** False: only the first rows were looked at. */
  readonly isWhole: boolean;
  /** Why there is nothing to look at. */
  readonly refused: Issue | undefined;
  readonly lineOf: (row: readonly string[] | undefined) => number | undefined;
}

/** What the person said of where the rows stand. */
export interface Pinned {
  readonly sheet?: string | undefined;
  readonly records?: string | undefined;
  readonly member?: string | undefined;
}

/** Rows that a guess looks at: enough to judge every column, little enough to hold in memory. */
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
    // A template has headings and no rows: its headings are what a draft is made from.
    refused: kept.length === 0 && issue?.code !== "no_rows" ? issue : undefined,
    lineOf: (row) => (row === undefined ? undefined : lines.get(row)),
  };
}

/** The same, for a file that has to have a table. @throws file_refused */
export async function readFullSample(path: string, pinned: Pinned, terminal: Terminal): Promise<ReadSample> {
  const sample = await readSample(path, pinned, terminal);
  if (sample.refused !== undefined) throw refusedFile(path, sample.refused);
  return sample;
}

/** Where editors find the schema of mappings, seen from the folder of the draft. */
export function schemaPath(folder: string): string {
  const installed = packagePath("schemas/mapping.schema.json");
  return relative(folder, installed).replaceAll("\\", "/");
}
