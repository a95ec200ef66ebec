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

/** What a table lacks of the signs of its file, and what it has beyond them. */
export interface SignBalance {
  readonly lost: string;
  readonly made: string;
}

/**
 * The same for a whole file, whose cells may stand in another order.
 *
 * @param file texts that the file says: its lines, or the values of its cells
 * @param table cells, headings and lines that are named
 */
export function signBalance(file: Iterable<string>, table: Iterable<string>): SignBalance {
  const counts = new Map<string, number>();
  const count = (texts: Iterable<string>, by: number): void => {
    for (const text of texts)
      for (const sign of signsOf(text)) counts.set(sign, (counts.get(sign) ?? 0) + by);
  };
  count(file, 1);
  count(table, -1);
  let [lost, made] = ["", ""];
  for (const [sign, number] of counts) {
    if (number > 0) lost += sign.repeat(number);
    else made += sign.repeat(-number);
  }
  return { lost, made };
}
