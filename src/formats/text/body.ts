import { isBlankRow } from "./split-sample.js";
import { type Issue, issue } from "../../model/issues.js";
import { addCounts, BodyWatch, type BodyCounts, watchIssues } from "../body-watch.js";
import { mayHoldMojibake } from "./column-damage.js";
import type { Limits } from "../limits.js";
import { overLimit } from "../refused.js";
import type { Row } from "../row.js";
import { mayHoldDamage, repairRow } from "./repair.js";
import type { TableShape } from "../table-shape.js";
import type { SplitRow } from "./split-row.js";
import { Splitter } from "./splitter.js";

/**
 * This module reads the rows of delimited text once the text's encoding, dialect and header are known. The module reads
 * the whole body or one piece of the body.
 */

/** All the information required to read the body, as plain data that can be sent to other threads. */
export interface Body {
  readonly charset: string;
  /** Length of the byte order mark in bytes. */
  readonly mark: number;
  readonly headings: readonly string[] | null;
  readonly headerRows: readonly number[];
  readonly bodyFrom: number;
  /** The most common number of cells per row. */
  readonly rowWidth: number;
  readonly shape: TableShape;
  /** Index of the column that contains the row types. Each row type has its own width. */
  readonly types?: number | undefined;
  readonly limits: Limits;
}

/** The result of reading a body, in addition to its rows. Plain data. */
export interface BodyTally {
  readonly rows: number;
  /** Number of the line after the last line break. */
  readonly lines: number;
  /** True if the last line does not end with a line break. */
  readonly isOpen: boolean;
  readonly counts: BodyCounts;
}

export class BodyReader {
  readonly #body: Body;
  readonly #splitter: Splitter;
  readonly #watch: BodyWatch;
  readonly #headerLines: ReadonlySet<number>;
  readonly #shapes = new Map<string, TableShape>();
  readonly #lastHeaderLine: number;
  #count = 0;
  #last = "";
  /** Pending empty rows. Empty rows at the end of the file are dropped. */
  #blank: Row[] = [];

  /**
   * `firstLine` is the number of the line on which the text starts, which is greater than 1 unless the text is the
   * beginning of the file.
   */
  constructor(body: Body, firstLine = 1) {
    this.#body = body;
    this.#splitter = new Splitter(body.shape.dialect, body.rowWidth, body.limits, firstLine);
    this.#watch = new BodyWatch(body.headings, body.shape);
    this.#headerLines = new Set(body.headerRows);
    this.#lastHeaderLine = Math.max(0, ...body.headerRows);
  }

  /** Throws `Refused` if a limit is exceeded. */
  push(text: string): Row[] {
    // The character that marks the end of a file may be in a chunk of its own.
    this.#last = text === "\u001a" ? this.#last + text : text;
    return this.#take(this.#splitter.push(text));
  }

  finish(): Row[] {
    return this.#take(this.#splitter.finish());
  }

  /**
   * True if the text that follows can be read without any earlier context, because no row, empty line or unclosed
   * quote is pending.
   */
  get isSettled(): boolean {
    return this.#splitter.isSettled && this.#blank.length === 0 && !this.#watch.isAfterBlank;
  }

  tally(): BodyTally {
    return {
      rows: this.#count,
      lines: this.#splitter.lines,
      isOpen: !/(?:^|[\r\n])\u001a?$/.test(this.#last),
      counts: this.#watch.counts(this.#blank.map(({ line }) => line)),
    };
  }

  #take(split: readonly SplitRow[]): Row[] {
    const rows: Row[] = [];
    if (split.length === 0) return rows;
    const { bodyFrom, limits, types, shape } = this.#body;
    // Quick tests of the text, so that not every cell has to be tested.
    const [mojibake, damage] = [mayHoldMojibake(this.#splitter.text), mayHoldDamage(this.#splitter.text)];
    for (const row of split) {
      if (row.line < bodyFrom) continue;
      if (row.line <= this.#lastHeaderLine && this.#headerLines.has(row.line)) continue;
      if (isBlankRow(row.cells)) {
        if (row.cells.length > 1) {
          this.#watch.gap();
          this.#blank.push(repairRow(row, types === undefined ? shape : this.#shapeOf(row, types)));
        } else this.#watch.blank(row.line);
        continue;
      }
      if (this.#blank.length > 0) {
        for (const blank of this.#blank) rows.push(blank);
        this.#blank = [];
      }
      const own = types === undefined ? shape : this.#shapeOf(row, types);
      rows.push(this.#watch.look(repairRow(row, own, damage), mojibake));
    }
    this.#count += rows.length;
    if (this.#count > limits.rows) throw overLimit("rows", this.#count, limits.rows);
    return rows;
  }

  /** The first row of a type determines the width. */
  #shapeOf({ cells }: SplitRow, types: number): TableShape {
    const { shape } = this.#body;
    const type = cells[types]?.trim() ?? "";
    const known = this.#shapes.get(type);
    if (known !== undefined || this.#shapes.size >= mostTypes) return known ?? shape;
    const width = cells.length;
    const unknown = { kinds: [], usual: [], filled: [], required: [] };
    const own = { ...shape, ...unknown, width, rowWidth: width, unnamedFrom: width };
    this.#shapes.set(type, own);
    return own;
  }
}

/** Maximum number of row types. A column with more distinct values does not contain row types. */
const mostTypes = 1_000;

export function addTally(before: BodyTally, after: BodyTally): BodyTally {
  return { ...after, rows: before.rows + after.rows, counts: addCounts(before.counts, after.counts) };
}

export function bodyIssues({ rows, lines, isOpen, counts }: BodyTally, headings: Body["headings"]): Issue[] {
  const found: Issue[] = [];
  if (isOpen) found.push(issue("no_final_line_end", { line: lines }, { line: lines }));
  found.push(...watchIssues(counts, headings));
  if (rows === 0) found.push(issue("no_rows", {}, {}));
  return found;
}
