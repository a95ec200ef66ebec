/**
 * Checks that no characters are lost. Every letter and digit of a file is in a cell, in the header, or in a line that
 * an issue or the report mentions. Cells contain no other letters and digits. Delimiters, quotes, spaces and escapes
 * are excluded.
 */

const others = /[^\p{L}\p{M}\p{N}]+/gu;

/** Returns the letters and digits of a text, in order. */
export function signsOf(text: string): string {
  return text.replace(others, "");
}

/** True if the cells contain exactly the letters and digits of their text, in order. */
export function keepsSigns(text: string, cells: readonly string[]): boolean {
  return signsOf(text) === signsOf(cells.join(""));
}
