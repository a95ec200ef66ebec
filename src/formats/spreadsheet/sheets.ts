import type { GridRow } from "../grid.js";

/** One sheet of a workbook, read. */
export interface Sheet {
  readonly name: string;
  readonly hidden: boolean;
  /** Rows with a cell that is filled or has an issue, in order. */
  readonly rows: readonly GridRow[];
  /** The last line of each merged range. */
  readonly merged: readonly number[];
}
