/**
 * Measures how much of a table was recovered: precision and recall of headings, records and cells, regardless
 * of row order.
 */

export interface PlainTable {
  readonly headings: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
}

/** Shares from 0 to 1 (F1 of precision and recall). */
export interface Score {
  readonly header: number;
  readonly records: number;
  readonly cells: number;
}

export function score(truth: PlainTable, found: PlainTable): Score {
  const key = (cells: readonly string[]): string => JSON.stringify(cells);
  return {
    header:
      key(truth.headings ?? []) === key(found.headings ?? [])
        ? 1
        : f1(truth.headings ?? [], found.headings ?? []),
    records: f1(truth.rows.map(key), found.rows.map(key)),
    cells: f1(truth.rows.flat(), found.rows.flat()),
  };
}

function f1(truth: readonly string[], found: readonly string[]): number {
  if (truth.length === 0 && found.length === 0) return 1;
  const left = new Map<string, number>();
  for (const item of truth) left.set(item, (left.get(item) ?? 0) + 1);
  let hits = 0;
  for (const item of found) {
    const count = left.get(item) ?? 0;
    if (count > 0) {
      hits++;
      left.set(item, count - 1);
    }
  }
  return (2 * hits) / (truth.length + found.length);
}
