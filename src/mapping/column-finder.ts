export interface ColumnFinder {
  /**
   * Returns -1 if the heading is missing or ambiguous. `Columns.issues` reports the heading, unless the heading is
   * missing but optional.
   */
  index(heading: string): number;
  has(heading: string): boolean;
  /** Returns the index of a column in the first table, which contains the header rows of records. */
  ofHeader(heading: string): number;
  /** The headings exactly as written in the file. */
  readonly headings: readonly string[];
  readonly width: number;
}

/**
 * Returns the possible headings of the column with a given number. In XML, the first of several elements may have a
 * heading without a number.
 */
export function numbered(heading: string, mark: string, number: number): readonly string[] {
  const written = heading.replaceAll(mark, String(number));
  const bare = heading.replaceAll(`.${mark}`, "");
  return number === 1 && bare !== heading ? [written, bare] : [written];
}

/** Returns the column index of a numbered heading, or -1 if there is no such column. */
export function columnWith(heading: string, mark: string, number: number, columns: ColumnFinder): number {
  const found = numbered(heading, mark, number).find((each) => columns.has(each));
  return found === undefined ? -1 : columns.index(found);
}
