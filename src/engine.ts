import type { ByteSource, Detected, Limits } from "./formats/format.js";
import type { Issue } from "./issues.js";
import type { CompiledMapping, Lookups } from "./mapping/mapping.js";
import type { Account } from "./records/account.js";
import type { AnyRecord } from "./records/record-type.js";

/**
 * START HERE: one file to records and issues.
 *
 *     bytes -> read (formats/) -> rows -> map (mapping/) -> drafts -> validate (validate/) -> records and issues
 */

export interface Job {
  readonly source: ByteSource;
  /** Compiled for the account; for a file in the recommended format, the mapping of mapping/recommended.ts. */
  readonly mapping: CompiledMapping;
  /** The current lists that references are checked against. */
  readonly lookups: Lookups;
  readonly account: Account;
  /** `feed`: repairs that the mapping does not accept are errors, and so is an encoding that is only suggested. */
  readonly care: "feed" | "by hand";
  readonly limits?: Partial<Limits>;
  readonly onProgress?: (rows: number) => void;
}

export interface AcceptedRow {
  readonly line: number;
  /** `updated_at` is the supplied time; empty when the export has none, and reconciling fills it. */
  readonly record: AnyRecord;
}

export interface RejectedRow {
  readonly line: number;
  /** Undefined when the row has no readable id. */
  readonly id: string | undefined;
  /** What the row says of `is_active`, when that could be read. */
  readonly isActive: boolean | undefined;
  /** The cells that the mapping reads, by heading, as they stood. */
  readonly cells: Readonly<Record<string, string>>;
  readonly issues: readonly Issue[];
}

/** Every row that was read is in exactly one of these counts (`semantics.md` section 3, Conservation). */
export interface RowCounts {
  readonly read: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly skipped: number;
  readonly folded: number;
}

/** What the file came to. */
export interface Decided {
  readonly detected: Detected;
  readonly columns: readonly string[];
  readonly accepted: readonly AcceptedRow[];
  readonly rejected: readonly RejectedRow[];
  /** How many rows each rule of the mapping left out, by rule. */
  readonly skipped: ReadonlyMap<string, number>;
  /** Rows left out because they belong to another company, by company. */
  readonly otherCompanies: ReadonlyMap<string, number>;
  readonly counts: RowCounts;
  /** Set when the file as a whole is refused; then nothing is accepted. */
  readonly refused: Issue | undefined;
  /** All issues: of the file, of rejected rows, and warnings and notes of accepted rows. */
  readonly issues: readonly Issue[];
}
