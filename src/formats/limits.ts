/** Maximum sizes for a file. Files that exceed a limit are reported as `limit_exceeded`. */
export interface Limits {
  readonly bytes: number;
  readonly rows: number;
  readonly columns: number;
  /** Maximum number of characters in a row, including cells that no field reads, such as embedded documents. */
  readonly record: number;
}

export const defaultLimits: Limits = {
  bytes: 256 * 1024 * 1024,
  rows: 5_000_000,
  columns: 1_000,
  record: 16 * 1024 * 1024,
};

/** Maximum number of characters in a cell that a field reads. A mapping may change this limit. */
export const longestCell = 64 * 1024;
