import { isFilled, type PlainRow } from "../plain-row.js";
import type { Dialect, SplitRow } from "./split-row.js";
import { Splitter } from "./splitter.js";

const limits = { record: Infinity };

/** `width` is the expected number of cells per row. */
export function splitSample(text: string, dialect: Dialect, width: number): SplitRow[] {
  const splitter = new Splitter(dialect, width, limits);
  return [...splitter.push(text), ...splitter.finish()];
}

/**
 * Returns the most common number of cells per row. Wider rows have more weight, because preambles and notes are
 * usually narrow.
 */
export function commonWidth(rows: readonly PlainRow[]): number {
  const counts = new Map<number, number>();
  for (const row of rows) {
    if (isBlankRow(row.cells)) continue;
    counts.set(row.cells.length, (counts.get(row.cells.length) ?? 0) + 1);
  }
  let best = 1;
  let bestWeight = 0;
  for (const [width, count] of counts) {
    const weight = count * (width === 1 ? 0.5 : 1 - 0.4 / width);
    if (weight > bestWeight) {
      best = width;
      bestWeight = weight;
    }
  }
  return best;
}

/** Also true for the character that old programs and mainframes write at the end of a file (SUB). */
export function isBlankRow(cells: readonly string[]): boolean {
  return !cells.some(isFilled) || (cells.length === 1 && cells[0] === "\u001a");
}
