import type { z } from "zod";
import type { IssueCode } from "../../model/issues.js";
import type { FieldKind } from "../../model/fields.js";
import type { TaxMode } from "../../model/account.js";
import type { Cell } from "../cells.js";
import type { ValueIssue } from "../value-issue.js";
import type { MappingContext } from "../mapping.js";
import type { Lookups } from "../../model/lookups.js";

/**
 * What every operation is: one file, one word of the mapping language. Operations stand under a column and are applied
 * from top to bottom as written. A new one is a file here and a line in index.ts.
 */

/** One compiled operation: pure. `notes` takes what is worth knowing without being in the way. */
export type Step = (cell: Cell, notes: ValueIssue[]) => Cell | ValueIssue;

/** What an operation may know while it is compiled. */
export interface OperationContext {
  /** The field that is filled; its kind decides how a date is written. */
  readonly field: { readonly name: string; readonly kind: FieldKind };
  /** IANA zone of times without an offset: the mapping's, else the account's. */
  readonly zone: string | undefined;
  /** `yyyy-MM-dd` in the account's zone. */
  readonly today: string;
  readonly taxMode: TaxMode;
  /** False: references to tax codes are taken as they are. */
  readonly hasTaxCodes: boolean;
  readonly lookups: Lookups;
  readonly tables: MappingContext["tables"];
}

/** `reject`, `pass`, a value, or `{ constant: VALUE }` for a value that is one of these words. */
export type Otherwise = string | { readonly constant: string };

/** Words that stand beside an operation and belong to it: to the nearest one above that takes them. */
export interface Companions {
  readonly otherwise?: Otherwise | undefined;
  readonly zone?: string | undefined;
  readonly language?: string | undefined;
}

export type CompanionName = keyof Companions;

/** One documented use: what is written under the column, a cell, and what becomes of it. A test runs every one. */
export interface OperationExample {
  readonly write: Readonly<Record<string, unknown>>;
  readonly input: string;
  /** The result; null is blank. */
  readonly result?: Cell;
  /** The issue, where there is no result. */
  readonly issue?: IssueCode;
  /** Kind of the field, where it matters; `text` by default. */
  readonly kind?: FieldKind;
}

interface Definition<S extends z.ZodType> {
  /** The word in the mapping. */
  readonly name: string;
  /** One line for the reference page and for completion in editors. */
  readonly summary: string;
  /** What may stand after the word. Scalars are text. */
  readonly options: S;
  readonly takes?: readonly CompanionName[];
  /** Whether the outcome depends on today's date. */
  readonly usesToday?: true;
  /** Set where the operation makes sense for some kinds of field only. */
  readonly kinds?: readonly FieldKind[];
  readonly examples: readonly OperationExample[];
  /**
   * Compiles one use of the operation.
   *
   * @throws {CannotCompile} when the mapping is at fault in a way that its grammar cannot see
   */
  apply(options: z.output<S>, context: OperationContext, companions: Companions): Step;
}

export interface Operation extends Omit<Definition<z.ZodType>, "apply"> {
  apply(options: unknown, context: OperationContext, companions: Companions): Step;
}

/** Keeps the type of the options inside the definition; whoever calls has checked them by the grammar. */
export function defineOperation<S extends z.ZodType>(definition: Definition<S>): Operation {
  return {
    ...definition,
    apply: (options, context, companions) => definition.apply(options as z.output<S>, context, companions),
  };
}

/** A step that works on text; what is blank or a flag already passes through. */
export function onText(step: (text: string, notes: ValueIssue[]) => Cell | ValueIssue): Step {
  return (cell, notes) => (typeof cell === "string" ? step(cell, notes) : cell);
}

/** How many texts are kept with their answer. */
const kept = 10_000;

/** Works out the answer once per text: dates and statuses repeat from row to row. */
export function remembered(
  answerTo: (text: string) => Cell | ValueIssue,
): (text: string) => Cell | ValueIssue {
  const answers = new Map<string, Cell | ValueIssue>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    const answer = answerTo(text);
    // The key is a copy: a cell is a slice that would keep the whole piece of the file in memory.
    if (answers.size < kept) answers.set(` ${text}`.slice(1), answer);
    return answer;
  };
}

/** A step for what `otherwise` says of a text that an operation has no answer for; an empty constant is blank. */
export function otherwiseStep(
  otherwise: Otherwise | undefined,
  reject: ValueIssue,
): (text: string) => Cell | ValueIssue {
  if (otherwise === undefined || otherwise === "reject") return () => reject;
  if (otherwise === "pass") return (text) => text;
  const value = typeof otherwise === "string" ? otherwise : otherwise.constant;
  return () => (value === "" ? null : value);
}
