import { csvLine } from "../formats/output/csv.js";
import { unpacked, type ContinuedRow, type RejectedRow } from "./evaluation.js";
import { clerkSentence } from "../model/issues.js";
import { rejectColumns } from "../mapping/rejects.js";

/**
 * The rejects file (`docs/semantics.md` section 3.2): the columns that the mapping reads, as they stood, and why each row was
 * refused. Corrected and sent back, it amends the delivery that it names.
 */

/**
 * @param columns headings that the mapping reads, in file order
 * @param delivery sha256 of the delivery that the rows came from, hex
 * @returns lines of CSV, heading line first
 */
export function* rejectsFile(
  columns: readonly string[],
  rejected: Iterable<RejectedRow>,
  delivery: string,
): Generator<string> {
  yield csvLine([...columns, ...rejectColumns]);
  for (const row of rejected) {
    yield line(row, columns, row.issues.map(reason).join(" "), delivery);
    // They are sent back with it: what they add would be lost.
    for (const more of row.continued ?? []) yield line(more, columns, continues, delivery);
  }
}

const continues = "Continues the row above.";

function line(row: ContinuedRow, columns: readonly string[], why: string, delivery: string): string {
  const cells = unpacked(row.cells);
  const beyond = cells[columns.length];
  const reasons = beyond === undefined ? why : `${why} Beyond the last heading stands: ${beyond}`;
  return csvLine([...columns.map((_, at) => cells[at] ?? ""), String(row.line), reasons, delivery]);
}

function reason(found: RejectedRow["issues"][number]): string {
  const sentence = clerkSentence(found);
  return found.column === undefined ? sentence : `[${found.column}] ${sentence}`;
}
