/** As the server compares headings. */
export function comparedHeading(heading: string): string {
  return heading
    .normalize("NFKC")
    .replace(/\[(?:required|upload only|optional)\]/gi, "")
    .replace(/\(\s*\*\s*\)|\*/g, "")
    .replace(/\s+/gu, "")
    .toLowerCase();
}
