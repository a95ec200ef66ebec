/** How the text of a cell is taken: always trimmed, never typed. */

/** What passes from one operation to the next: text, a flag, or null where the cell is blank. */
export type Cell = string | boolean | null;

/** Blanks of every kind: those of Unicode, no-break ones, zero-width ones, the byte order mark. */
const outerBlanks = /^[\s\u200b\u2060]+|[\s\u200b\u2060]+$/gu;
const innerBlanks = /[\s\u200b\u2060]+/gu;

/** The text without blanks around it. */
export function trim(text: string): string {
  if (text === "") return text;
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  // Most cells begin and end with a plain sign: nothing to do for them.
  if (first > 32 && first < 127 && last > 32 && last < 127) return text;
  return text.replace(outerBlanks, "");
}

/** Takes `00123` out of `="00123"`, which spreadsheets are given so that they keep zeros. */
function unwrap(text: string): string {
  if (text.charCodeAt(0) !== 61 || !text.startsWith('="') || !text.endsWith('"') || text.length < 3)
    return text;
  return trim(text.slice(2, -1).replaceAll('""', '"'));
}

/**
 * The text of a cell as every operation sees it: without blanks around it, unwrapped, and null when nothing is left or
 * when the mapping names it under `read.blanks`.
 */
export function cleanCell(raw: string | undefined, blanks: ReadonlySet<string> | undefined): string | null {
  if (raw === undefined) return null;
  const text = unwrap(trim(raw));
  return text === "" || blanks?.has(text) ? null : text;
}

/** The form in which values are compared: without case, every run of blanks as one, wide letters as plain ones. */
export function foldValue(text: string): string {
  return trim(text).normalize("NFKC").replace(innerBlanks, " ").toLowerCase();
}
