import type { Issue } from "./issues.js";

/** A row after mapping, before the record rules. */
export interface Draft {
  /**
   * By field; parts of an amount as `amount.part`. A reference is the target's external_id. Null: the cell was
   * blank.
   */
  readonly values: Readonly<Record<string, string | boolean | null>>;
  /** Elements by list. Absent for lists that the mapping does not fill. */
  readonly lists?: Readonly<Record<string, readonly DraftElement[]>>;
  /** True until the header row of a record with several rows arrives. */
  readonly isHeadless?: boolean;
  /** Operation from the header row of a record with several rows. */
  readonly operation?: RowOperation;
}

export interface DraftElement extends Pick<Draft, "values"> {
  /** Line of the source row. */
  readonly line: number;
  /** Source table, unless it is the first. */
  readonly of?: string | undefined;
  /** From 1: the numbered column or the part of the cell. */
  readonly number: number;
  readonly issues: readonly Issue[];
}

/** Operation of a row in an export of changes. */
export type RowOperation = "upsert" | "delete";
