/** Sizes over which a file is refused; each is named in the issue `limit_exceeded`. */
export interface Limits {
  readonly bytes: number;
  readonly rows: number;
  readonly columns: number;
  /** Length of a row in characters. Cells that no field reads count, such as documents within the row. */
  readonly record: number;
}

export const defaultLimits: Limits = {
  bytes: 256 * 1024 * 1024,
  rows: 5_000_000,
  columns: 1_000,
  record: 16 * 1024 * 1024,
};

/** Length of a cell in characters that a field may read, unless the mapping states another. */
export const longestCell = 64 * 1024;
