import { relative } from "node:path";
import { readSampleTable, type SampleTable } from "../../console/studio/sample-table.js";
import { sampleOf, type GuessSample } from "../../draft/table.js";
import type { ReadOptions } from "../../formats/read-options.js";
import type { FixedLayout } from "../../formats/text/fixed-columns.js";
import type { Issue } from "../../model/issues.js";
import { refusedFile, type NamedFile } from "../../system/readers/evaluate-file.js";
import { fixedLayoutOf } from "../../system/readers/fixed-layout.js";
import { packagePath } from "../../system/package-paths.js";

/** All rows of the sample are in memory. */
export interface ReadSample {
  /** File name without its folder. */
  readonly name: string;
  readonly table: SampleTable;
  readonly guessed: GuessSample;
  /** Columns of fixed-width text, which the mapping must define. */
  readonly layout: FixedLayout | undefined;
  readonly lineOf: (row: readonly string[] | undefined) => number | undefined;
}

/** The location of the rows in the file, as chosen by the user. */
export type Pinned = Pick<ReadOptions, "records" | "member"> & { readonly sheet?: string | undefined };

export async function readSample(
  source: NamedFile,
  { sheet, records, member }: Pinned,
  signal: AbortSignal,
): Promise<ReadSample> {
  const pinned = {
    ...(sheet !== undefined && { sheet }),
    ...(records !== undefined && { records }),
    ...(member !== undefined && { member }),
  };
  const found = await readSampleTable(source, pinned, signal);
  const layout = await fixedLayoutOf(source, found, signal);
  const table =
    layout === undefined
      ? found
      : await readSampleTable(source, { ...layout, columns: [...layout.columns] }, signal);
  const lines = new Map(table.rows.map((row) => [row.cells, row.line]));
  return {
    name: source.name,
    table,
    guessed: sampleOf(source.name, table, table.rows, !table.isWhole),
    layout,
    lineOf: (row) => (row === undefined ? undefined : lines.get(row)),
  };
}

/**
 * Returns the issue that prevents a table from being read, or undefined if there is a table. A template with headings
 * but no rows counts as a table.
 */
export function refusalOf({ table }: ReadSample): Issue | undefined {
  const found = table.issues.find(({ severity }) => severity === "error");
  return table.rows.length === 0 && found?.code !== "no_rows" ? found : undefined;
}

/** Throws `file_refused` if the file has no table. */
export function refuseWithoutTable(sample: ReadSample): void {
  const refusal = refusalOf(sample);
  if (refusal !== undefined) throw refusedFile(sample.name, refusal);
}

/** Path of the mapping's JSON Schema for editors, relative to the draft's folder. */
export function schemaPath(folder: string): string {
  const installed = packagePath("schemas/mapping.schema.json");
  return relative(folder, installed).replaceAll("\\", "/");
}
