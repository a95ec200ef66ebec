/** Cells are trimmed but never converted to a different type. */

/** A value that is passed between operations: a string, a flag, or null for a blank cell. */
export type Cell = string | boolean | null;

/** Matches all kinds of spaces, including no-break and zero-width spaces, and the byte order mark. */
const outerSpaces = /^[\s\u200b\u2060]+|[\s\u200b\u2060]+$/gu;
const innerSpaces = /[\s\u200b\u2060]+/gu;

export function trim(text: string): string {
  if (text === "") return text;
  const first = text.charCodeAt(0);
  const last = text.charCodeAt(text.length - 1);
  // Fast path, because most cells begin and end with a printable ASCII character.
  if (first > 32 && first < 127 && last > 32 && last < 127) return text;
  return text.replace(outerSpaces, "");
}

/** Matches cells such as `="00123"`, which exports write to preserve leading zeros in spreadsheets. */
const wrapped = /^="(.*)"$/s;

/**
 * Returns the trimmed and unwrapped string that operations receive for a cell. Returns null if the string is empty or
 * listed in `read.blanks`.
 */
export function cleanCell(raw: string | undefined, blanks: ReadonlySet<string> | undefined): string | null {
  if (raw === undefined) return null;
  const trimmed = trim(raw);
  const inner = trimmed.startsWith("=") ? wrapped.exec(trimmed)?.[1] : undefined;
  const text = inner === undefined ? trimmed : trim(inner.replaceAll('""', '"'));
  return text === "" || blanks?.has(text) ? null : text;
}

/**
 * Returns the form in which values are compared, which is lowercase, with single spaces and without full-width
 * characters.
 */
export function foldValue(text: string): string {
  return trim(text).normalize("NFKC").replace(innerSpaces, " ").toLowerCase();
}
