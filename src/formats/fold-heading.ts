/**
 * Normalizes a heading for comparison: ignores case, spaces (including NBSP and line breaks), a byte order mark, and
 * markers of required, optional or upload-only columns, such as `*`, `(*)`, `[Required]` and `[UPLOAD ONLY]`. The
 * studio's app also uses this file, so the file has no imports.
 */
export function foldHeading(heading: string): string {
  return heading
    .normalize("NFKC")
    .replace(/\[(?:required|upload only|optional)\]/gi, "")
    .replace(/\(\s*\*\s*\)|\*/g, "")
    .replace(/[\s\u00a0\u200b\ufeff]+/gu, "")
    .toLowerCase();
}

/**
 * Normalizes a JSON or XML heading and removes the numbers of repeated elements: `Bill.2.No` and `Bill.{n}.No` become
 * `bill.no`.
 */
export function withoutNumbers(heading: string): string {
  return foldHeading(heading).replaceAll(/\.(?:\d+|\{[nm]?\})(?=\.|$)/g, "");
}
