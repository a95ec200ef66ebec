/** How a quote within a quoted cell is written: doubled, or behind a backslash or behind one of these signs. */
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

/** The sign that stands before a quote within a cell; empty when quotes are doubled. */
export function escapeSign(escape: Escape): string {
  return escape === "double" ? "" : escape === "backslash" ? "\\" : escape;
}
