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
 * Types of a compiled mapping. A mapping is a pure function from rows to drafts and issues, without I/O or a clock.
 * The current date is a parameter.
 *
 * text -> parse (grammar.ts) -> compile (account, lookups) -> bind (headings) -> apply (row)
 */

export type RowOutcome =
  | {
      readonly kind: "draft";
      readonly draft: Draft;
      readonly issues: readonly Issue[];
      /**
       * The cells of the row, including filled-down cells and the file name. Defined if these cells differ from the
       * cells in the file.
       */
      readonly cells?: readonly string[];
      /**
       * A string that sorts newer rows after older ones. Defined if `duplicates` in the mapping prefers the newest
       * row.
       */
      readonly newest?: string;
      /** The action for the record in a delta export. Defined if the mapping has `operation`. */
      readonly operation?: RowOperation;
    }
  /** The row was skipped. `rule` is the name of an `only` or `skip` rule, or another reason such as `blank row`. */
  | {
      readonly kind: "skipped";
      readonly rule: string;
      /** Cell in the company column, if a company rule skipped the row. */ readonly company?: string;
    }
  /**
   * The row continues the record of an earlier row. If the row adds to the record, `draft` replaces the earlier
   * draft, and `issues` are added to the record's issues.
   */
  | { readonly kind: "merged"; readonly draft?: Draft; readonly issues?: readonly Issue[] };

/** A step from a cell to its field, as displayed by `preview --id`. */
export interface TraceStep {
  /** The keyword of the step, such as `column`, `constant`, `join`, `id_prefix` or the name of an operation. */
  readonly word: string;
  /** Heading as written in the mapping. Defined if the step reads a cell. */
  readonly column?: string;
  /** Result of the step. Null is blank. */
  readonly value: string | boolean | null;
  /** Set if the step failed. */
  readonly issue?: IssueCode;
}

export interface FieldTrace {
  readonly field: string;
  readonly steps: readonly TraceStep[];
}

/**
 * A mapping bound to the headings of a file. Rows must be applied in file order, because continuation rows and
 * filled-down cells depend on earlier rows.
 */
export interface BoundMapping {
  /** Issues for headings that are missing or repeated in the file. Errors reject the file. */
  readonly issues: readonly Issue[];
  /**
   * Fields that the mapping fills, in column order. These fields and the required fields are the columns of the list.
   */
  readonly fills: readonly string[];
  /** The columns that the mapping reads, in file order. The rejects file contains these columns. */
  readonly reads: readonly { readonly heading: string; readonly index: number }[];
  /**
   * Returns the headings from which a field is built, for use in issues reported by later rules. Undefined for a
   * constant.
   */
  columnOf(field: string, number?: number): string | undefined;
  /** True if the mapping reads an ID, a reference, a code or a group key from the column. */
  isKeyColumn(label: string): boolean;
  /**
   * Returns the key of the record to which a row belongs, or undefined if the row belongs to the record above. This
   * function is undefined if the rows of a record are consecutive.
   */
  readonly keyOf?: (row: Row) => string | undefined;
  /** Returns the cells of a row, including the file name if the mapping uses it. */
  cellsOf(row: Row): readonly string[];
  apply(row: Row): RowOutcome;
  /**
   * Returns a draft in which the amounts that are sums over its elements are filled in. Call this function after the
   * last row of the record. Undefined if the mapping has no such amount.
   */
  readonly complete?: (
    draft: Draft,
    line: number,
  ) => { readonly draft: Draft; readonly issues: readonly Issue[] };
  /**
   * Returns issues for totals in the file that do not match its rows. Call this function after all rows have been
   * applied. `read` contains the sums from the rows.
   */
  misses?(read: Sums): readonly Issue[];
  /** Returns the counts and sums for the rows since the last call. */
  within(): Within;
  /** Traces the fields of a row. Call this function directly after `apply` for that row. */
  trace(row: Row): readonly FieldTrace[];
}

/** Numbers of elements, and sums of money, in rows. `read` must equal the sum over all outcomes. */
export interface Within {
  readonly read: Sums;
  /** Sums for rows that are skipped by a rule. */
  readonly skipped: Sums;
  /** Sums for repeated header rows, and counts of elements that were added to an element with the same ID. */
  readonly merged: Sums;
}

export type Missing = "deactivate" | "remove" | "keep";

export interface CompiledMapping {
  readonly recordType: RecordType;
  readonly read: ReadOptions;
  readonly duplicates: Duplicates;
  readonly missing: Missing;
  /** Number of full deliveries from which a record must be missing before `missing` applies to the record. */
  readonly missingAfter: number;
  /** True if a column with this heading may be missing from the file (`optional`). */
  mayLack(heading: string): boolean;
  /** True if elements that are absent from the file stay in the record (`children: merge`). */
  readonly mergesElements: boolean;
  /**
   * Explains how joined columns or a prefix make the IDs differ from the IDs in the source system. Undefined if the
   * mapping has neither.
   */
  readonly changedIds: string | undefined;
  /** Column with the action for each record, as in a delta export. Undefined if there is no such column. */
  readonly operationColumn: string | undefined;
  /** Record types that the mapping uses for lookups or references. */
  readonly refersTo: ReadonlySet<string>;
  /** True if the outcome depends on the current date, for example because of end dates. */
  readonly usesToday: boolean;
  /** True if a row may add to the previous row's record. */
  readonly continues: boolean;
  /**
   * True if the outcome of a row depends on earlier rows (`group`, `continuation`, `carry_down`, `totals`).
   */
  readonly looksBack: boolean;
  /** True if the rows of a record need not be consecutive (`group.scattered` or `tables`). */
  readonly gathers: boolean;
  /** sha256 in hex of everything that affects records, such as the mapping and its parameters. */
  readonly hash: string;
  /** The `read` options for other tables, keyed by the name in `Row.of`. */
  readonly tables: ReadonlyMap<string, ReadOptions & { readonly optional?: "true" | undefined }>;
  /** Lists whose table may be missing from a delivery. */
  readonly optionalLists: readonly string[];
  /** The source of the mapping, so that another process or thread can compile it again. */
  readonly origin: MappingOrigin;
  /**
   * `others` contains the headings of other tables. `fileOf` returns the name of the file that contains a line, if
   * known.
   */
  bind(
    headings: readonly string[] | null,
    firstRow: Row | undefined,
    others?: ReadonlyMap<string, readonly string[] | null>,
    fileOf?: (line: number) => string,
  ): BoundMapping;
}

/**
 * Source of a compiled mapping as plain data. This is either the document with its context, or the record type of a
 * file in the recommended format.
 */
export type MappingOrigin =
  | { readonly written: Plain; readonly context: Omit<MappingContext, "lookups"> }
  | { readonly recommended: string };

/** The inputs for compiling a mapping, in addition to its file. */
export interface MappingContext {
  readonly account: Account;
  readonly lookups: Lookups;
  /** The current date in the account's zone, as `yyyy-MM-dd`. */
  readonly today: string;
  /** Rows of the lookup tables next to the mapping, keyed by file name as written in the mapping. */
  readonly tables: ReadonlyMap<
    string,
    { readonly headings: readonly string[]; readonly rows: readonly (readonly string[])[] }
  >;
}
