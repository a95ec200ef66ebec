import type { GridRow } from "../grid.js";

export interface Sheet {
  readonly name: string;
  readonly hidden: boolean;
  /** Rows that have a non-empty cell or an issue, in order. */
  readonly rows: readonly GridRow[];
  /** The last line in each merged range. */
  readonly merged: readonly number[];
}
