import type { Dialect } from "./split-row.js";

/** What ends the lines of a text. */

/** Signs that end lines in the text of some programs and nothing elsewhere, with their names. */
const unusual: ReadonlyMap<string, string> = new Map([
  ["\u001e", "U+001E (record separator)"],
  ["\u2028", "U+2028 (line separator)"],
  ["\u2029", "U+2029 (paragraph separator)"],
  ["\u0085", "U+0085 (next line)"],
  ["\u000b", "U+000B (vertical tab)"],
  ["\u000c", "U+000C (form feed)"],
]);

/**
 * The unusual sign that may end the lines of a text; undefined where CR or LF do, for then it is text like any other. Whether
 * it does is for the table to tell: a text without CR and LF may be one line.
 */
export function unusualLineEnd(text: string): string | undefined {
  // Cut first: a pattern that looks for the end behind each line end would take the square of a million blank lines.
  if (/[\r\n]/.test(text.trimEnd())) return undefined;
  let most = 0;
  let found: string | undefined;
  for (const sign of unusual.keys()) {
    const count = text.split(sign).length - 1;
    if (count > most) {
      most = count;
      found = sign;
    }
  }
  return found;
}

export function lineEndName(sign: string): string {
  return unusual.get(sign) ?? JSON.stringify(sign);
}

/** What ends the lines of a text, as it is named to people; where CR alone is text, it is none of it. */
export function lineEndOf(
  text: string,
  { loneReturn }: Pick<Dialect, "loneReturn">,
): "\r\n" | "\n" | "\r" | "mixed" {
  const pairs = text.split("\r\n").length - 1;
  const feeds = text.split("\n").length - 1 - pairs;
  const returns = loneReturn ? text.split("\r").length - 1 - pairs : 0;
  if (pairs > 0 && feeds === 0 && returns === 0) return "\r\n";
  if (returns > 0 && pairs === 0 && feeds === 0) return "\r";
  return pairs === 0 && returns === 0 ? "\n" : "mixed";
}
