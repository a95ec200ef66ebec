import type { ReadOptions } from "../formats/read-options.js";

/**
 * This module reads a returned rejects file (`docs/semantics.md` section 3.2), which a person has corrected manually.
 * The file contains the columns that the mapping uses and those that Lading added. A rejects file is an amendment to a
 * delivery and never a full list.
 */

/** Columns that Lading adds. Mappings never use these columns. */
export const rejectColumns = ["lading_line", "lading_reason", "lading_delivery"] as const;

export function isRejectsFile(head: Uint8Array): boolean {
  const [line = ""] = Buffer.from(head)
    .toString("utf8")
    .split(/[\r\n]/, 1);
  return /(?:^|[",;\t])lading_delivery(?:$|[",;\t])/.test(line);
}

/** Read options for a rejects file, which is plain CSV with the same `blanks` as the export. */
export function rejectsReading({ blanks }: ReadOptions): ReadOptions {
  return { format: "delimited", header: "1", ...(blanks === undefined ? {} : { blanks }) };
}
