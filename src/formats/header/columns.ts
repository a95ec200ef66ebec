import { type CellKind, cellKind } from "../cell-kind.js";
import type { PlainRow } from "../plain-row.js";

export interface Column {
  readonly filled: number;
  readonly kind: CellKind;
  /** Share of the non-empty cells, other than flags, that have this `kind`. */
  readonly share: number;
  readonly values: ReadonlySet<string>;
  /** Number of values that occur only once. */
  readonly single: number;
  /** Minimum and maximum length of the non-empty cells. */
  readonly shortest: number;
  readonly longest: number;
}

/** Describes each column, based on up to 300 rows of this width. */
export function columnShapes(rows: readonly PlainRow[], width: number): readonly Column[] {
  const table = rows.filter((row) => row.cells.length === width).slice(0, 300);
  return Array.from({ length: width }, (_, index) => {
    const kinds = new Map<CellKind, number>();
    const counts = new Map<string, number>();
    let filled = 0;
    let shortest = Infinity;
    let longest = 0;
    for (const row of table) {
      const cell = row.cells[index]!.trim();
      if (cell === "") continue;
      filled++;
      counts.set(cell, (counts.get(cell) ?? 0) + 1);
      shortest = Math.min(shortest, cell.length);
      longest = Math.max(longest, cell.length);
      const kind = cellKind(cell);
      if (kind !== "flag") kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    }
    const counted = [...kinds.values()].reduce((sum, count) => sum + count, 0);
    const top = [...kinds].sort((a, b) => b[1] - a[1])[0];
    return {
      filled,
      kind: top?.[0] ?? (filled > 0 ? "flag" : "empty"),
      share: top === undefined ? 1 : top[1] / counted,
      values: new Set(counts.keys()),
      single: [...counts.values()].filter((count) => count === 1).length,
      shortest,
      longest,
    };
  });
}

/** Returns the share of non-empty cells that start with a space. The first cell of each row is excluded. */
export function leadingBlanks(rows: readonly PlainRow[], width: number): number {
  let filled = 0;
  let leading = 0;
  for (const { cells } of rows.slice(0, 300)) {
    if (cells.length !== width) continue;
    for (let i = 1; i < width; i++) {
      const cell = cells[i]!;
      if (cell.trim() === "") continue;
      filled++;
      if (cell.startsWith(" ")) leading++;
    }
  }
  return filled === 0 ? 0 : leading / filled;
}
