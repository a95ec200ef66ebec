/** Sizes over which a file is refused; each is named in the issue `limit_exceeded`. */
export interface Limits {
  readonly bytes: number;
  readonly rows: number;
  readonly columns: number;
  /** Length of a cell in characters. */
  readonly cell: number;
  /** Length of a row in characters. */
  readonly record: number;
}

export const defaultLimits: Limits = {
  bytes: 256 * 1024 * 1024,
  rows: 5_000_000,
  columns: 1_000,
  cell: 64 * 1024,
  record: 1024 * 1024,
};
