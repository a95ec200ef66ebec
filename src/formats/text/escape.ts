/** How a quote inside a quoted cell is written: doubled, or after a backslash or one of these characters. */
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

/** Returns the character before an inner quote, or "" if quotes are doubled. */
export function escapeCharacter(escape: Escape): string {
  return escape === "double" ? "" : escape === "backslash" ? "\\" : escape;
}
