import { fixedColumns, type FixedLayout } from "../../formats/text/fixed-columns.js";
import type { Table } from "../../formats/format.js";
import { openTableSafely, type NamedFile } from "./evaluate-file.js";

/** Number of lines after which reading stops. */
const most = 500;

/**
 * Finds the columns of a fixed-width file that was read as text separated by spaces, or as a single column. When a
 * file is read this way, an empty cell shifts all later cells. Returns undefined if the file is not a fixed-width
 * file. `read` is the result of reading the file.
 */
export async function fixedLayoutOf(
  source: NamedFile,
  read: Pick<Table, "detected" | "headings">,
  signal?: AbortSignal,
): Promise<FixedLayout | undefined> {
  const { format, delimiter, encoding } = read.detected;
  const isOne = read.headings === null || read.headings.length === 1;
  if (format !== "delimited" || !(delimiter === " " || isOne)) return undefined;
  const charset = encoding === undefined ? {} : { encoding };
  const table = await openTableSafely(
    source,
    { ...charset, format: "fixed-width", columns: [{ name: "line", from: "1" }] },
    signal,
  );
  const lines: { readonly line: number; readonly text: string }[] = [];
  for await (const batch of table.rows) {
    lines.push(...batch.map(({ line, cells }) => ({ line, text: cells[0] ?? "" })));
    if (lines.length >= most) break;
  }
  const columns = fixedColumns(lines.map(({ text }) => text));
  return columns === undefined ? undefined : { columns, header: String(lines[0]?.line ?? 1) };
}
