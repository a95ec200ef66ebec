import type { ReadOptions } from "../formats/read-options.js";

/**
 * The rejects file as it comes back (`docs/semantics.md` section 3.2): corrected by hand, with the columns that the mapping reads
 * and those that Lading added. It amends a delivery; it is never a full list.
 */

/** The columns that Lading adds; a mapping never reads them. */
export const rejectColumns = ["lading_line", "lading_reason", "lading_delivery"] as const;

/** Whether a file is a rejects file, by its heading line. */
export function isRejectsFile(head: Uint8Array): boolean {
  const [line = ""] = Buffer.from(head)
    .toString("utf8")
    .split(/[\r\n]/, 1);
  return /(?:^|[",;\t])lading_delivery(?:$|[",;\t])/.test(line);
}

/** How it is read: a plain CSV file, whatever the export was. What means blank in the export does so here. */
export function rejectsReading({ blanks }: ReadOptions): ReadOptions {
  return { format: "delimited", header: "1", ...(blanks === undefined ? {} : { blanks }) };
}
