import type { GuessColumn } from "./column.js";
import type { DateFormat } from "./dates.js";
import { confidence, confident } from "./weights.js";

/**
 * The guess for one field. A guess contains either the columns for the field or the reason why a person has to choose
 * them.
 */

export type GuessOperation =
  | { readonly op: "column" }
  | { readonly op: "join"; readonly separator: string }
  | { readonly op: "flag"; readonly invert: boolean; readonly values: GuessedValues }
  | { readonly op: "values"; readonly values: GuessedValues }
  | { readonly op: "active_until"; readonly format: string | undefined; readonly never: readonly string[] }
  | {
      readonly op: "date" | "timestamp";
      readonly format: string | undefined;
      readonly either?: readonly [string, string];
    }
  | { readonly op: "rate"; readonly unit: "percent" | "fraction" | undefined; readonly decimal: "." | "," }
  | { readonly op: "reference" }
  /** The complete source of the field in YAML. */
  | { readonly op: "written"; readonly text: string };

/** The meaning of each value in a column, or undefined for values with an unknown meaning. */
export type GuessedValues = ReadonlyMap<string, string | boolean | undefined>;

export interface FieldCandidate {
  readonly column: string;
  readonly reason: string;
}

export interface ColumnChoice {
  readonly decision: "chosen";
  readonly columns: readonly string[];
  readonly operation: GuessOperation;
  /** From 0 to 1. */
  readonly confidence: number;
  /**
   * Part of a sentence that explains the guess, such as "heading suggests an email address; 98% of values are email
   * addresses".
   */
  readonly reason: string;
  readonly runnersUp: readonly FieldCandidate[];
  /** Points that a person should check. */
  readonly warnings: readonly string[];
}

export interface Abstention {
  readonly decision: "abstained";
  readonly reason: string;
  readonly candidates: readonly FieldCandidate[];
  /** The most likely column, with its values. A person has to supply the missing meanings. */
  readonly ask?: { readonly column: string; readonly values: GuessedValues } | undefined;
  /** True if the family name comes first. */
  readonly isNameSwapped?: true;
  /**
   * True if the heading of the candidate is clear and nearly all of its values fit. The console then asks about the
   * field even if the field is optional.
   */
  readonly isNearlyChosen?: true;
}

export type FieldGuess = ColumnChoice | Abstention;

export function abstain(
  reason: string,
  candidates: readonly FieldCandidate[] = [],
  ask?: Abstention["ask"],
): Abstention {
  return { decision: "abstained", reason, candidates, ask };
}

/** The meaning is undefined if `read` does not recognize the value. */
export function readValues(
  { profile }: GuessColumn,
  read: (value: string) => string | boolean | undefined,
): GuessedValues {
  return new Map(profile.values.map((value) => [value, read(value)]));
}

/** Like `readValues`, but if the column has blank cells, also returns an entry for `""` with an undefined meaning. */
export function readCells(column: GuessColumn, read: Parameters<typeof readValues>[1]): GuessedValues {
  const values = readValues(column, read);
  return column.profile.filled < column.profile.rows ? new Map([...values, ["", undefined]]) : values;
}

export function choose(
  columns: readonly GuessColumn[],
  operation: GuessOperation,
  sureness: number,
  reason: string,
  more: {
    readonly runnersUp?: readonly FieldCandidate[];
    /** Warnings to add. False entries are ignored. */
    readonly warnings?: readonly (string | false)[];
  } = {},
): ColumnChoice {
  return {
    decision: "chosen",
    columns: columns.map((column) => column.name),
    operation,
    confidence: Math.round(Math.min(Math.max(sureness, 0), confidence.most) * 100) / 100,
    reason,
    runnersUp: more.runnersUp ?? [],
    warnings: (more.warnings ?? []).filter((warning) => warning !== false),
  };
}

/** Chooses a column or, if the column was combined from several columns, a join of those columns. */
export function take(
  column: GuessColumn,
  sureness: number,
  reason: string,
  more?: Parameters<typeof choose>[4],
): ColumnChoice {
  const { columns, separator } = column.joined ?? {};
  if (columns === undefined || separator === undefined)
    return choose([column], { op: "column" }, sureness, reason, more);
  return choose(columns, { op: "join", separator }, sureness, reason, more);
}

export function warn(chosen: ColumnChoice, warnings: readonly (string | false)[]): ColumnChoice {
  return { ...chosen, warnings: [...chosen.warnings, ...warnings.filter((warning) => warning !== false)] };
}

/** `less` is the amount of evidence to subtract, from 0 to 1. */
export function doubted(chosen: ColumnChoice, less: number): ColumnChoice {
  return {
    ...chosen,
    confidence: Math.round((chosen.confidence - confident(less) + confident(0)) * 100) / 100,
  };
}

export function percentText(share: number): string {
  return `${Math.floor(share * 100)}%`;
}

export function candidates(
  columns: readonly GuessColumn[],
  reason: string | ((column: GuessColumn) => string),
): readonly FieldCandidate[] {
  return [...new Set(columns.flatMap((column) => column.joined?.columns ?? [column]))].map((column) => ({
    column: column.name,
    reason: typeof reason === "string" ? reason : reason(column),
  }));
}

/** Offers both formats if no value shows whether the day or the month comes first. */
export function datedAs(
  op: "date" | "timestamp",
  { format, ambiguous }: Pick<DateFormat, "format" | "ambiguous">,
): GuessOperation {
  return ambiguous === undefined ? { op, format } : { op, format: undefined, either: ambiguous };
}
