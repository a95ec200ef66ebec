import type { GuessColumn } from "./column.js";
import type { DateFormat } from "./dates.js";
import { confidence, confident } from "./weights.js";

/** What is guessed of a field: the columns that make it, or why a person has to say it. */

/** How the chosen columns make the field. */
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
  /** As it stands in the mapping. */
  | { readonly op: "written"; readonly text: string };

/** Every value of a column with what it means; undefined: nobody knows yet. */
export type GuessedValues = ReadonlyMap<string, string | boolean | undefined>;

export interface FieldCandidate {
  readonly column: string;
  readonly reason: string;
}

export interface Chosen {
  readonly decision: "chosen";
  readonly columns: readonly string[];
  readonly operation: GuessOperation;
  /** From 0 to 1. */
  readonly confidence: number;
  /** One plain sentence part, such as "heading matches and 98 % of values are e-mail addresses". */
  readonly reason: string;
  readonly runnersUp: readonly FieldCandidate[];
  /** What a person should look at. */
  readonly warnings: readonly string[];
}

export interface Abstained {
  readonly decision: "abstained";
  readonly reason: string;
  readonly candidates: readonly FieldCandidate[];
  /** The column that likely says it, with every value to be answered by a person. */
  readonly ask?: { readonly column: string; readonly values: GuessedValues } | undefined;
  /** Whether its names have the family name first. */
  readonly isTurned?: true;
}

export type FieldGuess = Chosen | Abstained;

export function abstain(
  reason: string,
  candidates: readonly FieldCandidate[] = [],
  ask?: Abstained["ask"],
): Abstained {
  return { decision: "abstained", reason, candidates, ask };
}

/** What `read` makes of every value of a column; what it does not understand waits for an answer. */
export function readValues(
  { profile }: GuessColumn,
  read: (value: string) => string | boolean | undefined,
): GuessedValues {
  return new Map(profile.values.map((value) => [value, read(value)]));
}

/** The same, and where cells are blank, what that means waits for an answer too. */
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
    /** False: nothing to warn of. */
    readonly warnings?: readonly (string | false)[];
  } = {},
): Chosen {
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

/** The field is what stands in one column. */
export function take(
  column: GuessColumn,
  sureness: number,
  reason: string,
  more?: Parameters<typeof choose>[4],
): Chosen {
  return choose([column], { op: "column" }, sureness, reason, more);
}

/** The same answer with what a person should look at. */
export function warn(chosen: Chosen, warnings: readonly (string | false)[]): Chosen {
  return { ...chosen, warnings: [...chosen.warnings, ...warnings.filter((warning) => warning !== false)] };
}

/** The same answer with less evidence: an amount of evidence from 0 to 1. */
export function doubted(chosen: Chosen, less: number): Chosen {
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
  return columns.map((column) => ({
    column: column.name,
    reason: typeof reason === "string" ? reason : reason(column),
  }));
}

/** Dates as they are written; where no value says whether day or month comes first, both ways are asked. */
export function datedAs(
  op: "date" | "timestamp",
  { format, ambiguous }: Pick<DateFormat, "format" | "ambiguous">,
): GuessOperation {
  return ambiguous === undefined ? { op, format } : { op, format: undefined, either: ambiguous };
}
