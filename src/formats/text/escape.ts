/**
 * How a quote inside a quoted cell is written. Either it is doubled, or it follows a backslash or one of these
 * characters.
 */
export const escapes = [
  "double",
  "backslash",
  "@",
  "^",
  "#",
  "~",
  "%",
  "$",
  "/",
  "!",
  "`",
  "'",
  "&",
  "*",
  "?",
] as const;

export type Escape = (typeof escapes)[number];

/** Returns the character that precedes an inner quote, or "" if quotes are doubled. */
export function escapeCharacter(escape: Escape): string {
  return escape === "double" ? "" : escape === "backslash" ? "\\" : escape;
}
