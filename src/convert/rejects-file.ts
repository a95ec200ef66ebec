import { csvLine } from "../formats/output/csv.js";
import { unpacked, type ContinuedRow, type RejectedRow } from "./evaluation.js";
import { clerkSentence } from "../model/issues.js";
import { rejectColumns } from "../mapping/rejects.js";

/**
 * Writes the rejects file (`docs/semantics.md` section 3.2), which contains the columns that the mapping reads,
 * unchanged, and the reason for each rejection. When the corrected file is sent back, it amends the delivery that is
 * specified in the file.
 */

/**
 * Writes the rejected rows. `columns` contains the headings that the mapping reads, in file order. `delivery` is the
 * SHA-256 hash of the original delivery, in hexadecimal. Returns the lines of a CSV file, starting with the header.
 */
export function* rejectsFile(
  columns: readonly string[],
  rejected: Iterable<RejectedRow>,
  delivery: string,
): Generator<string> {
  yield csvLine([...columns, ...rejectColumns]);
  for (const row of rejected) {
    yield line(row, columns, row.issues.map(reason).join(" "), delivery);
    // The record's continuation rows are included, because the corrected record would otherwise lack their values.
    for (const more of row.continued ?? []) yield line(more, columns, continues, delivery);
  }
}

const continues = "Continues the row above.";

function line(row: ContinuedRow, columns: readonly string[], why: string, delivery: string): string {
  const cells = unpacked(row.cells);
  const beyond = cells[columns.length];
  const reasons = beyond === undefined ? why : `${why} Text beyond the last column: ${beyond}`;
  return csvLine([...columns.map((_, at) => cells[at] ?? ""), String(row.line), reasons, delivery]);
}

function reason(found: RejectedRow["issues"][number]): string {
  const sentence = clerkSentence(found);
  return found.column === undefined ? sentence : `[${found.column}] ${sentence}`;
}
