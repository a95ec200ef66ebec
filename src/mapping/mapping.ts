import type { ReadOptions } from "../formats/read-options.js";
import type { Row } from "../formats/row.js";
import type { Draft, RowOperation } from "../model/draft.js";
import type { Issue, IssueCode } from "../model/issues.js";
import type { Lookups } from "../model/lookups.js";
import type { Duplicates } from "../model/rules/duplicates.js";
import type { Account } from "../model/account.js";
import type { RecordType } from "../model/record-type.js";
import type { Sums } from "../model/within.js";
import type { Plain } from "./yaml-document.js";

/**
 * What a compiled mapping is. Pure: rows in, drafts and issues out; no I/O and no clock (today is given).
 *
 *     text -> parse (grammar.ts, every diagnostic at once) -> compile (account, look-ups) -> bind (headings) -> apply (row)
 */

export type RowOutcome =
  | {
      readonly kind: "draft";
      readonly draft: Draft;
      readonly issues: readonly Issue[];
      /** With `carry_down`: the row's cells with what was carried down into them. */
      readonly cells?: readonly string[];
      /** With `duplicates: prefer newest COLUMN`: the column's value as text that sorts by age. */
      readonly newest?: string;
      /** With `operation`: what is done with the record in an export of changes. */
      readonly operation?: RowOperation;
    }
  /** Left out by a rule of the mapping (`only`, `skip`), which is named. */
  | {
      readonly kind: "skipped";
      readonly rule: string;
      /** Left out because it belongs to another company. */ readonly company?: string;
    }
  /**
   * Continues the record of a row before it. When it adds to that record, `draft` is the record with the addition: it
   * replaces the draft that was given before, and `issues` are added to that draft's.
   */
  | { readonly kind: "merged"; readonly draft?: Draft; readonly issues?: readonly Issue[] };

/** One step on the way of a cell to its field, for people who ask why. */
export interface TraceStep {
  /** `column`, `constant`, `join`, the word of an operation, or `id_prefix`. */
  readonly word: string;
  /** With `column`: the heading as the mapping writes it. */
  readonly column?: string;
  /** What it comes to; null is blank. */
  readonly value: string | boolean | null;
  /** Set where the way ends. */
  readonly issue?: IssueCode;
}

export interface FieldTrace {
  readonly field: string;
  readonly steps: readonly TraceStep[];
}

/** A mapping bound to the headings of one file. Apply rows in file order: continuation and carry-down look back. */
export interface BoundMapping {
  /** Headings that the mapping needs and the file lacks or repeats. Errors here reject the file. */
  readonly issues: readonly Issue[];
  /** The fields that the mapping fills, in column order; with the required ones they are the columns of the list. */
  readonly fills: readonly string[];
  /** The columns that the mapping reads, in file order: what the rejects file holds. */
  readonly reads: readonly { readonly heading: string; readonly index: number }[];
  /** The headings that a field is made of, for issues that the rules raise later; undefined for a constant. */
  columnOf(field: string, number?: number): string | undefined;
  /** Whether an id, a reference, a code or the key of a group is made of the column. */
  isKeyColumn(label: string): boolean;
  /** The key of the record that a row is of; undefined: that of the row above. Absent: rows of one record follow each other. */
  readonly keyOf?: (row: Row) => string | undefined;
  apply(row: Row): RowOutcome;
  /**
   * Issues of totals that the file states and its rows do not add up to, once all rows were applied. `read` holds the
   * sums of the rows.
   */
  misses?(read: Sums): readonly Issue[];
  /** Counts of elements, and their money, in the rows since the last call. */
  within(): Within;
  /** How the fields of the row that was applied last came about. */
  trace(row: Row): readonly FieldTrace[];
}

/** What stood in rows, counted as it is made of their cells: what comes of it must come to as much. */
export interface Within {
  readonly read: Sums;
  /** Of rows that a rule leaves out. */
  readonly skipped: Sums;
  /** Of headers that repeat. */
  readonly merged: Sums;
}

export type Missing = "deactivate" | "remove" | "keep";

export interface CompiledMapping {
  readonly recordType: RecordType;
  readonly read: ReadOptions;
  readonly duplicates: Duplicates;
  readonly missing: Missing;
  /** How many full deliveries a record may be missing from before `missing` applies; 1 when at once. */
  readonly missingAfter: number;
  /** Whether a file may come without a column of this heading (`optional`). */
  mayLack(heading: string): boolean;
  /** Whether elements that a record comes without stay in it (`children: merge`). */
  readonly mergesElements: boolean;
  /** That records are known by other ids than the system's own, as a sentence; undefined when they are not. */
  readonly changedIds: string | undefined;
  /** Set when a column says what is done with each record (an export of changes). */
  readonly operationColumn: string | undefined;
  /** Record types that the mapping looks values up in or that its reference fields point to. */
  readonly refersTo: ReadonlySet<string>;
  /** Whether the outcome depends on today's date (end dates, validity). */
  readonly usesToday: boolean;
  /** Whether a row may continue the record of the row before it and add to it. */
  readonly continues: boolean;
  /** Whether what a row comes to depends on the rows before it (`group`, `continuation`, `carry_down`). */
  readonly looksBack: boolean;
  /** Whether rows of one record need not follow each other (`group.scattered`). */
  readonly gathers: boolean;
  /** sha256 of what was compiled, hex: a changed mapping or parameter changes it. */
  readonly hash: string;
  /** How further tables of a delivery are read, by the names that `Row.of` has. */
  readonly tables: ReadonlyMap<string, ReadOptions & { readonly optional?: "true" | undefined }>;
  /** Lists that a delivery may say nothing of, because their table may be missing. */
  readonly optionalLists: readonly string[];
  /** What it was compiled from, so that another process or thread can compile it again. */
  readonly origin: MappingOrigin;
  /** @param others the headings of further tables */
  bind(
    headings: readonly string[] | null,
    firstRow: Row | undefined,
    others?: ReadonlyMap<string, readonly string[] | null>,
  ): BoundMapping;
}

/** The value of a mapping's document with what it was compiled for, or the record type of a file in the recommended format. Plain data. */
export type MappingOrigin =
  | { readonly written: Plain; readonly context: Omit<MappingContext, "lookups"> }
  | { readonly recommended: string };

/** What compiling needs besides the mapping file. */
export interface MappingContext {
  readonly account: Account;
  readonly lookups: Lookups;
  /** Today in the account's zone, `yyyy-MM-dd`. */
  readonly today: string;
  /** Look-up tables beside the mapping, by the name that the mapping gives them: rows of text under headings. */
  readonly tables: ReadonlyMap<
    string,
    { readonly headings: readonly string[]; readonly rows: readonly (readonly string[])[] }
  >;
}
