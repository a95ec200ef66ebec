import type { Dialect } from "./split-row.js";

const unusual: ReadonlyMap<string, string> = new Map([
  ["\u001e", "U+001E (record separator)"],
  ["\u2028", "U+2028 (line separator)"],
  ["\u2029", "U+2029 (paragraph separator)"],
  ["\u0085", "U+0085 (next line)"],
  ["\u000b", "U+000B (vertical tab)"],
  ["\u000c", "U+000C (form feed)"],
]);

/**
 * Returns an unusual character that may separate lines, or undefined if CR or LF separates the lines. The caller
 * checks the resulting table, because text without CR and LF may also be a single line.
 */
export function unusualLineEnd(text: string): string | undefined {
  // The text is trimmed first, because a pattern with an end anchor would take quadratic time for a million empty
  // lines.
  if (/[\r\n]/.test(text.trimEnd())) return undefined;
  const counts = [...unusual.keys()].map((sign) => ({ sign, count: text.split(sign).length - 1 }));
  const most = counts.reduce((best, each) => (each.count > best.count ? each : best));
  return most.count > 0 ? most.sign : undefined;
}

export function lineEndName(sign: string): string {
  return unusual.get(sign) ?? JSON.stringify(sign);
}

/** A CR that belongs to a cell's text is ignored. */
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

export function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}
