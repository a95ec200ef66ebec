import type { Issue } from "./issues.js";

/** A row after the mapping has been applied and before the record rules are applied. */
export interface Draft {
  /**
   * Values by field. Parts of an amount have keys such as `amount.part`. The value of a reference is the target's
   * external_id. The value is null if the cell was blank.
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
  /** Line number of the source row. */
  readonly line: number;
  /** Table from which the row was read. Omitted for the first table. */
  readonly of?: string | undefined;
  /** 1-based number of the repeated column or of the part within the cell. */
  readonly number: number;
  readonly issues: readonly Issue[];
}

/** The operation that a row in a delta export specifies. */
export type RowOperation = "upsert" | "delete";
