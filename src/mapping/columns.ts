import { foldHeading } from "../formats/fold-heading.js";
import { columnPosition, nearestHeading } from "../formats/heading.js";
import { issue, type Issue } from "../model/issues.js";
import type { ColumnFinder } from "./column-finder.js";
import { fileMark } from "./grammar.js";

/** Finds columns by heading or position and records which columns were requested. */
export class Columns {
  /** Requested headings that are ambiguous, or missing but not optional. */
  readonly #unfound: { readonly heading: string; readonly positions?: string }[] = [];
  readonly #headings: readonly string[] | null;
  readonly #width: number;
  readonly #mayLack: (heading: string) => boolean;
  readonly #folded = new Map<string, number[]>();
  /** The column index for each requested heading, or -1 if there is not exactly one match. */
  readonly #asked = new Map<string, number>();
  /**
   * Index of the column `{file}`, which follows all other columns. Defined if this column was requested and the file
   * does not contain it.
   */
  fileIndex: number | undefined;
  readonly #behind: number;
  /** Number of column positions that the mapping may read. */
  readonly #positions: number;

  /**
   * `mayLack` returns true for headings that may be missing without an issue. `widest` is the highest 1-based
   * position that the mapping reads. `isOpen` is true if rows may have more cells than the header.
   */
  constructor(
    headings: readonly string[] | null,
    width: number,
    mayLack: (heading: string) => boolean = () => false,
    widest = 0,
    isOpen = false,
  ) {
    this.#headings = headings;
    this.#mayLack = mayLack;
    this.#width = headings?.length ?? width;
    this.#behind = Math.max(this.#width, widest);
    this.#positions = isOpen ? this.#behind : this.#width;
    for (const [i, heading] of (headings ?? []).entries()) {
      const folded = foldHeading(heading);
      const same = this.#folded.get(folded);
      if (same === undefined) this.#folded.set(folded, [i]);
      else same.push(i);
    }
  }

  /**
   * Returns -1 if the heading or position is missing or ambiguous. Adds an issue in both cases, except for a missing
   * column that is optional.
   */
  index(heading: string): number {
    let index = this.#asked.get(heading);
    if (index === undefined) {
      index = this.#find(heading);
      this.#asked.set(heading, index);
    }
    return index;
  }

  /**
   * An issue for each requested column that is ambiguous, or missing but not optional. The list is complete once all
   * columns have been requested.
   */
  get issues(): readonly Issue[] {
    const read = new Set(this.#asked.values());
    const unread = this.headings.filter((heading, index) => heading.trim() !== "" && !read.has(index));
    const isFirst = (heading: string): boolean =>
      this.#unfound.find(({ positions }) => positions === undefined)?.heading === heading;
    return this.#unfound.map(({ heading, positions }) => {
      const position = { column: heading };
      if (positions !== undefined) return issue("ambiguous_column", position, { column: heading, positions });
      // If the mapping belongs to a different file, all of its columns are missing, so only the first issue lists the
      // headings of the file.
      const found = isFirst(heading) ? this.#inWords(unread) : "";
      const nearest = nearestHeading(heading, unread);
      return issue("missing_column", position, { column: heading, found, nearest });
    });
  }

  /**
   * Returns a space and a sentence that lists the headings that were not requested, or that reports that the file has
   * no headings. Returns "" if all headings were requested.
   */
  #inWords(unread: readonly string[]): string {
    if (this.#headings === null) return ` The file has ${this.#width} columns without headings.`;
    const names = unread.map((heading) => heading.trim()).join(", ");
    return names === "" ? "" : ` Headings that are not read: ${names}.`;
  }

  /**
   * Returns the indexes of columns that were not requested and have a folded heading that matches one of the
   * patterns.
   */
  unreadLike(shapes: readonly RegExp[]): readonly number[] {
    const read = new Set(this.#asked.values());
    return [...this.#folded]
      .filter(([folded]) => shapes.some((shape) => shape.test(folded)))
      .flatMap(([, indexes]) => indexes.filter((index) => !read.has(index)));
  }

  get headings(): readonly string[] {
    return this.#headings ?? [];
  }

  get width(): number {
    return this.fileIndex === undefined ? this.#positions : this.#behind + 1;
  }

  has(heading: string): boolean {
    const position = columnPosition(heading);
    if (heading === fileMark) return true;
    return position === undefined ? this.#folded.has(foldHeading(heading)) : position < this.#positions;
  }

  /** Returns the trimmed heading, the position (such as `#3`) if the heading is blank, or `{file}`. */
  label(index: number): string {
    if (index === this.fileIndex) return fileMark;
    const heading = this.#headings?.[index]?.trim() ?? "";
    return heading === "" ? `#${index + 1}` : heading;
  }

  /** Returns the requested columns that the file contains, in file order. */
  reads(): readonly { readonly heading: string; readonly index: number }[] {
    const indexes = [...new Set(this.#asked.values())].filter((index) => index >= 0);
    return indexes.sort((a, b) => a - b).map((index) => ({ heading: this.#nameToFind(index), index }));
  }

  /**
   * Returns the position if the mapping refers to the column only by position. Otherwise, returns the label of the
   * column.
   */
  #nameToFind(index: number): string {
    const names = [...this.#asked].filter(([, found]) => found === index).map(([name]) => name.trim());
    const [name] = names;
    return name !== undefined && names.every((each) => columnPosition(each) !== undefined)
      ? name
      : this.label(index);
  }

  #find(heading: string): number {
    // Only rejects files and examples contain a `{file}` column. For other files, this column is added after the last
    // column.
    if (heading === fileMark && !this.#folded.has(foldHeading(heading)))
      return (this.fileIndex = this.#behind);
    const position = columnPosition(heading);
    if (position !== undefined) {
      // Columns have different positions in a rejects file, so the headings of that file contain the original
      // positions.
      const written = this.#folded.get(foldHeading(heading));
      if (written?.length === 1 && written[0] !== undefined) return written[0];
      // Without a header and rows, the number of columns is unknown.
      if (position < this.#positions || (this.#headings === null && this.#width === 0)) return position;
      return this.#missing(heading);
    }
    const folded = foldHeading(heading);
    const found = folded === "" ? [] : (this.#folded.get(folded) ?? []);
    const [only] = found;
    if (only === undefined) return this.#missing(heading);
    if (found.length === 1) return only;
    const exact = found.filter((index) => this.#headings?.[index]?.trim() === heading.trim());
    if (exact.length === 1 && exact[0] !== undefined) return exact[0];
    const positions = found.map((index) => `#${index + 1}`).join(", ");
    this.#unfound.push({ heading, positions });
    return -1;
  }

  #missing(heading: string): number {
    if (this.#mayLack(heading)) return -1;
    this.#unfound.push({ heading });
    return -1;
  }
}

/** `first` contains the columns of the first table, which has the header rows of records. */
export function finderOf(of: Columns, first: Columns): ColumnFinder {
  return {
    index: (heading) => of.index(heading),
    has: (heading) => of.has(heading),
    ofHeader: (heading) => first.index(heading),
    headings: of.headings,
    width: of.width,
  };
}
