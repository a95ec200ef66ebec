/**
 * How headings are compared: without case, blanks (NBSP and line breaks too), a byte order mark, and the signs that
 * import templates put on required columns: `*`, `(*)`, `[Required]`, `[UPLOAD ONLY]`. The studio's page uses it too, so
 * this file imports nothing.
 */
export function foldHeading(heading: string): string {
  return heading
    .normalize("NFKC")
    .replace(/\[(?:required|upload only|optional)\]/gi, "")
    .replace(/\(\s*\*\s*\)|\*/g, "")
    .replace(/[\s\u00a0\u200b\ufeff]+/gu, "")
    .toLowerCase();
}

/** What a heading of JSON or XML is without the numbers of what repeats: `Bill.2.No`, and `Bill.{n}.No`, is `bill.no`. */
export function withoutNumbers(heading: string): string {
  return foldHeading(heading).replaceAll(/\.(?:\d+|\{[nm]?\})(?=\.|$)/g, "");
}
