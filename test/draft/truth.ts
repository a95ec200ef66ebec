import type { RecordTypeName } from "../../src/model/record-types/index.js";
import type { FieldGuess } from "../../src/draft/field-guess.js";

/**
 * The right answer for a field: a heading, columns with an operation, or null if the file does not contain
 * it.
 */
export type Answer =
  | string
  | null
  | { readonly columns: readonly string[]; readonly op: "join"; readonly separator: string }
  | { readonly column: string; readonly invert: boolean }
  | { readonly column: string; readonly op: "active_if_empty_or_future" };

export interface Truth {
  readonly mapping: Readonly<Record<string, Answer>>;
  /** Other right answers per field. */
  readonly acceptable?: Readonly<Record<string, readonly Answer[]>>;
  /** Meanings of values per field. Values that are not listed may stay open. */
  readonly value_maps?: Readonly<Record<string, Readonly<Record<string, string | boolean>>>>;
  /** Unit of the rate. */
  readonly rate_unit?: "percent" | "fraction";
}

export interface TruthTable extends Truth {
  readonly name: string;
  readonly kind: RecordTypeName;
  readonly language: string;
  /** True if the headings and value formats come from a public file. Otherwise they are invented. */
  readonly isReal: boolean;
  readonly headings: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
}

/** Name of a table with its language: `de: SAP Steuerkennzeichen T007A`. */
export function titleOf({ language, name }: TruthTable): string {
  return `${language}: ${name}`;
}

export type Judgement = "right" | "wrong" | "abstained";

/** Judges one field. An open field is right if the answer is not in the file. */
export function judge(field: string, guess: FieldGuess | undefined, truth: Truth): Judgement {
  const answers = [truth.mapping[field] ?? null, ...(truth.acceptable?.[field] ?? [])];
  if (guess === undefined || guess.decision === "abstained")
    return answers.includes(null) ? "right" : "abstained";
  if (!answers.some((answer) => isAnswer(guess, answer))) return "wrong";
  if (field === "rate" && truth.rate_unit !== undefined && guess.operation.op === "rate") {
    if (guess.operation.unit !== undefined && guess.operation.unit !== truth.rate_unit) return "wrong";
  }
  const map = truth.value_maps?.[field];
  if (map !== undefined && "values" in guess.operation) {
    for (const [value, meaning] of guess.operation.values) {
      const right = map[value];
      if (right !== undefined && meaning !== undefined && right !== meaning) return "wrong";
    }
  }
  return "right";
}

function isAnswer(guess: Extract<FieldGuess, { decision: "chosen" }>, answer: Answer): boolean {
  if (answer === null) return false;
  const { columns, operation } = guess;
  if (typeof answer === "string") {
    return (
      columns.length === 1 &&
      columns[0]?.trim() === answer.trim() &&
      !(operation.op === "flag" && operation.invert)
    );
  }
  if ("columns" in answer) {
    return (
      operation.op === "join" &&
      columns.join("\u0001") === answer.columns.join("\u0001") &&
      operation.separator === answer.separator
    );
  }
  if (columns.length !== 1 || columns[0]?.trim() !== answer.column.trim()) return false;
  if ("op" in answer) return operation.op === "active_until";
  return operation.op === "values" || (operation.op === "flag" && operation.invert === answer.invert);
}
