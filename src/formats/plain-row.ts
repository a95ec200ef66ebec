export interface PlainRow {
  readonly line: number;
  readonly cells: readonly string[];
}

export function filledCount(cells: readonly string[]): number {
  let filled = 0;
  for (const cell of cells) if (cell.trim() !== "") filled++;
  return filled;
}

/** Returns the index after the last non-empty cell. */
export function extent(cells: readonly string[]): number {
  let end = cells.length;
  while (end > 0 && cells[end - 1]!.trim() === "") end--;
  return end;
}

/** Compares with an empty string first, because trimming is slower. */
export function isFilled(cell: string): boolean {
  return cell !== "" && cell.trim() !== "";
}
