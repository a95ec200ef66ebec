/** Maximum sizes of a file. Exceeding one is reported as `limit_exceeded`. */
export interface Limits {
  readonly bytes: number;
  readonly rows: number;
  readonly columns: number;
  /** Characters in a row, including cells that no field reads, such as embedded documents. */
  readonly record: number;
}

export const defaultLimits: Limits = {
  bytes: 256 * 1024 * 1024,
  rows: 5_000_000,
  columns: 1_000,
  record: 16 * 1024 * 1024,
};

/** Maximum characters in a cell that a field reads. The mapping may change it. */
export const longestCell = 64 * 1024;
