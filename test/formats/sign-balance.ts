import { signsOf } from "../../src/formats/text/signs.js";

/** What a table lacks of the signs of its file, and what it has beyond them. */
export interface SignBalance {
  readonly lost: string;
  readonly made: string;
}

/**
 * Whether a whole file keeps its signs, whose cells may stand in another order.
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
