import type { ByteSource, Format, Table } from "../../src/formats/format.js";
import type { Row } from "../../src/formats/row.js";
import { defaultLimits, type Limits } from "../../src/formats/limits.js";
import type { ReadOptions } from "../../src/formats/read-options.js";

/** Bytes in memory as a source, in pieces of `piece` bytes. */
export function sourceOf(bytes: Uint8Array | string, name = "file", piece = 65_536): ByteSource {
  const data = typeof bytes === "string" ? Buffer.from(bytes, "utf8") : bytes;
  return {
    name,
    size: data.length,
    async *stream() {
      for (let at = 0; at < data.length; at += piece) yield data.subarray(at, at + piece);
    },
  };
}

export interface WholeTable extends Omit<Table, "rows"> {
  readonly rows: readonly Row[];
  /** Only the cells of the rows. */
  readonly cells: readonly (readonly string[])[];
}

/** Reads a whole table. */
export async function readAll(
  format: Format,
  bytes: Uint8Array | string,
  options: ReadOptions = {},
  limits: Partial<Limits> = {},
): Promise<WholeTable> {
  return wholeTable(await format.read(sourceOf(bytes), options, { ...defaultLimits, ...limits }));
}

export async function wholeTable(table: Table): Promise<WholeTable> {
  const rows: Row[] = [];
  for await (const batch of table.rows) rows.push(...batch);
  return {
    detected: table.detected,
    headings: table.headings,
    issues: table.issues,
    rows,
    cells: rows.map((row) => row.cells),
  };
}

/** The refusal of a file as one line, or "" if the file was read. */
export function refusal(table: WholeTable): string {
  return table.issues
    .filter((found) => found.severity === "error")
    .map((found) => found.message)
    .join("\n");
}
