import { signsOf } from "../../src/formats/text/signs.js";

/** Characters of the file that the table lacks, and extra characters in the table. */
export interface SignBalance {
  readonly lost: string;
  readonly made: string;
}

/**
 * Compares all characters of a file with those of its table, whose cells may be in another order.
 *
 * @param file texts of the file: its lines, or the values of its cells
 * @param table cells, headings and reported lines
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
