/** What finds columns in a file. */
export interface ColumnFinder {
  /** -1 for a heading that the file lacks, which is reported apart. */
  index(heading: string): number;
  has(heading: string): boolean;
  /** The column of a heading of the first table, where the headers of records stand. */
  ofHeader(heading: string): number;
  /** The headings as they stand in the file. */
  readonly headings: readonly string[];
  readonly width: number;
}

/** A heading with its number; XML gives no number to the first of several elements. */
export function numbered(heading: string, mark: string, number: number): readonly string[] {
  const written = heading.replaceAll(mark, String(number));
  const bare = heading.replaceAll(`.${mark}`, "");
  return number === 1 && bare !== heading ? [written, bare] : [written];
}

/** The column of a heading with this number for a mark; -1 where the file lacks it. */
export function columnWith(heading: string, mark: string, number: number, columns: ColumnFinder): number {
  const found = numbered(heading, mark, number).find((each) => columns.has(each));
  return found === undefined ? -1 : columns.index(found);
}
