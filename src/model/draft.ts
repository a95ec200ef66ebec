import type { Issue } from "./issues.js";

/** A record before the rules: what a mapping makes of a row. */

/** Values of one row by field, before the rules are applied. */
export interface Draft {
  /** By field of the record type, parts of an amount as `amount.part`. A reference holds the target's external_id as text. Null: the cell was blank. */
  readonly values: Readonly<Record<string, string | boolean | null>>;
  /** By list, what its elements are made of; a list that the mapping says nothing of is absent. */
  readonly lists?: Readonly<Record<string, readonly DraftElement[]>>;
  /** Set while a record of several rows lacks its header row. */
  readonly isHeadless?: boolean;
  /** With `operation`, of a record of several rows: what its header says. */
  readonly operation?: RowOperation;
}

/** What may become an element of a list. */
export interface DraftElement extends Pick<Draft, "values"> {
  /** Line of the row that it comes from. */
  readonly line: number;
  /** The table that it comes from, where it is not the first. */
  readonly of?: string | undefined;
  /** Which of numbered columns it comes from, or which part of a cell, from 1. */
  readonly number: number;
  readonly issues: readonly Issue[];
}

/** What an export of changes says of a row. */
export type RowOperation = "upsert" | "delete";
