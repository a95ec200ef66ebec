/**
 * Signs are conserved: every letter and digit of a file stands in a cell, in a heading or in a line that an issue or the report
 * names, and nothing stands in a cell that the file has not. Delimiters, quotes, blanks and escapes are none of them.
 */

const others = /[^\p{L}\p{M}\p{N}]+/gu;

/** The letters and digits of a text, in order. */
export function signsOf(text: string): string {
  return text.replace(others, "");
}

/** Whether the cells hold all signs of the text that they were read from, in order, and no other. */
export function keepsSigns(text: string, cells: readonly string[]): boolean {
  return signsOf(text) === signsOf(cells.join(""));
}
