import type { Issue } from "./issues.js";

/** The rows of a record after the mapping has been applied and before the record rules are applied. */
export interface Draft {
  /**
   * Values by field. Parts of an amount have keys such as `amount.part`. The value of a reference is the target's
   * external_id. A value is null if the cell was blank or unreadable.
   */
  readonly values: Readonly<Record<string, string | boolean | null>>;
  /** List elements by field. Lists that the mapping does not fill are absent. */
  readonly lists?: Readonly<Record<string, readonly DraftElement[]>>;
  /** True until the header row of a multi-row record has been read. */
  readonly isHeadless?: boolean;
  /** Operation from the header row of a multi-row record. */
  readonly operation?: RowOperation;
}

export interface DraftElement extends Pick<Draft, "values"> {
  readonly line: number;
  /** Table from which the row was read. Omitted for the first table. */
  readonly of?: string | undefined;
  /** Number of the repeated column, or 1-based number of the part within a cell. 1 for all other elements. */
  readonly number: number;
  readonly issues: readonly Issue[];
}

/** The operation that a row in a delta export specifies. */
export type RowOperation = "upsert" | "delete";
