import { delimitedLine } from "../formats/output/csv.js";
import { unpacked, type ContinuedRow, type Evaluation, type RejectedRow } from "./evaluation.js";
import { clerkSentence } from "../model/issues.js";
import { rejectColumns } from "../mapping/rejects.js";

/**
 * This module writes the rejects file (`docs/semantics.md` section 3.2), which contains the columns that the mapping
 * reads, unchanged, and the reason for each rejection. When the corrected file is sent back, it amends the delivery
 * that is specified in the file.
 */

/**
 * The delimiter is a semicolon if the original file uses semicolons, and otherwise a comma. `delivery` is the SHA-256
 * hash of the original delivery, in hexadecimal. Returns the lines of a CSV file, starting with the header.
 */
export function* rejectsFile(
  { reads: columns, rejected, detected }: Pick<Evaluation, "reads" | "rejected" | "detected">,
  delivery: string,
): Generator<string> {
  const delimiter = detected.delimiter === ";" ? ";" : ",";
  // Without the byte order mark, Excel displays non-ASCII letters incorrectly.
  yield `\ufeff${delimitedLine([...columns, ...rejectColumns], delimiter)}`;
  for (const row of rejected) {
    // If several fields use the same cell, its reason is written only once.
    const reasons = [...new Set(row.issues.map(reason))].join(" ");
    yield delimitedLine(cellsOf(row, columns, reasons, delivery), delimiter);
    // The record's continuation rows are included, because the corrected record would otherwise lack their values.
    for (const more of row.continued ?? [])
      yield delimitedLine(cellsOf(more, columns, continues, delivery), delimiter);
  }
}

const continues = "Continues the row above.";

function cellsOf(
  row: ContinuedRow,
  columns: readonly string[],
  why: string,
  delivery: string,
): readonly string[] {
  const cells = unpacked(row.cells);
  const beyond = cells[columns.length];
  const reasons = beyond === undefined ? why : `${why} Text beyond the last column: ${beyond}`;
  return [...columns.map((_, at) => cells[at] ?? ""), String(row.line), reasons, delivery];
}

function reason(found: RejectedRow["issues"][number]): string {
  const sentence = clerkSentence(found);
  return found.column === undefined ? sentence : `[${found.column}] ${sentence}`;
}
