/**
 * This module checks that no characters are lost. Every letter and digit in a file is in a cell, in the header, or in a
 * line that an issue or the report mentions. Cells never contain letters or digits that are not in the file.
 * Delimiters, quotes, spaces and escape characters are not checked.
 */

const others = /[^\p{L}\p{M}\p{N}]+/gu;

/** Returns the letters and digits of the text, in order. */
export function signsOf(text: string): string {
  return text.replace(others, "");
}

/** True if the cells contain exactly the letters and digits of the text, in order. */
export function keepsSigns(text: string, cells: readonly string[]): boolean {
  return signsOf(text) === signsOf(cells.join(""));
}
