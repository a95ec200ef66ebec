import type { Limits } from "../limits.js";
import type { CellIssue, GridRow } from "../grid.js";
import { overLimit } from "../refused.js";
import type { CellText } from "./cell.js";

export interface Sheet {
  readonly name: string;
  readonly hidden: boolean;
  /** Rows that have a non-empty cell or an issue, in order. */
  readonly rows: readonly GridRow[];
  /** The last line in each merged range. */
  readonly merged: readonly number[];
}

/** Builds a sheet from rows and cells, which may be repeated or skipped. */
export class SheetBuilder {
  readonly #name: string;
  readonly #limits: Limits;
  readonly #rows: GridRow[] = [];
  #cells: string[] = [];
  #cellIssues: CellIssue[] = [];
  #isFilled = false;
  #column = 0;
  #line = 1;
  hidden = false;
  readonly #merged: number[] = [];

  constructor(name: string, limits: Limits) {
    this.#name = name;
    this.#limits = limits;
  }

  /** Starts a row. `line` is its 1-based number. If undefined, the row follows the previous one. */
  startRow(line: number | undefined): void {
    this.#line = line ?? this.#line;
    this.#cells = [];
    this.#cellIssues = [];
    this.#isFilled = false;
    this.#column = 0;
  }

  skipRows(count: number): void {
    this.#line += count;
  }

  /** Records a merged range that starts in this row. */
  merge(rows: number): void {
    this.#merged.push(this.#line + rows - 1);
  }

  /** 0-based index of the next cell. */
  get column(): number {
    return this.#column;
  }

  /** Moves to a 0-based column. */
  moveTo(column: number): void {
    this.#column = column;
  }

  cell({ text, issue }: CellText, times = 1): void {
    const isBlank = text.trim() === "" && issue === undefined;
    const isTooFar = this.#column + times > this.#limits.columns;
    if (!isBlank && isTooFar) throw overLimit("columns", this.#column + times, this.#limits.columns);
    if (!isTooFar && !(isBlank && text === "")) {
      this.#isFilled ||= !isBlank;
      while (this.#cells.length < this.#column) this.#cells.push("");
      for (let i = 0; i < times; i += 1) {
        if (issue !== undefined) this.#cellIssues.push({ index: this.#cells.length, code: issue });
        this.#cells.push(text);
      }
    }
    this.#column += times;
  }

  endRow(times = 1): void {
    if (this.#isFilled) {
      if (this.#rows.length + times > this.#limits.rows) {
        throw overLimit("rows", this.#rows.length + times, this.#limits.rows);
      }
      for (let i = 0; i < times; i += 1) {
        this.#rows.push({ line: this.#line + i, cells: this.#cells, cellIssues: this.#cellIssues });
      }
    }
    this.#line += times;
  }

  sheet(): Sheet {
    return { name: this.#name, hidden: this.hidden, rows: this.#rows, merged: this.#merged };
  }
}
