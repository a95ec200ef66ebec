/**
 * The ways to write a quote inside a quoted cell. The quote is either doubled or preceded by a backslash or one of
 * the other characters listed here.
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

export function escapeCharacter(escape: Escape): string {
  return escape === "double" ? "" : escape === "backslash" ? "\\" : escape;
}
