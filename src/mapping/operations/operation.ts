import type { z } from "zod";
import type { IssueCode } from "../../model/issues.js";
import type { FieldKind } from "../../model/fields.js";
import type { TaxMode } from "../../model/account.js";
import type { Cell } from "../cells.js";
import type { ValueIssue } from "../value-issue.js";
import type { MappingContext } from "../mapping.js";
import type { Lookups } from "../../model/lookups.js";

/**
 * Types of operations. Each operation is defined in its own file and has its own keyword in the mapping language. In
 * a mapping, operations are written below a source and applied from top to bottom. To add an operation, write a file
 * in this folder and add a line to `index.ts`.
 */

/**
 * A compiled operation. The result depends only on the cell. `notes` collects warnings and notes that do not prevent
 * the value from being used.
 */
export type Step = (cell: Cell, notes: ValueIssue[]) => Cell | ValueIssue;

export interface OperationContext {
  /** The target field. The kind of field determines how a date is written. */
  readonly field: { readonly name: string; readonly kind: FieldKind };
  /** IANA zone for times without an offset, from the mapping or the account. */
  readonly zone: string | undefined;
  /** `yyyy-MM-dd` in the account's zone. */
  readonly today: string;
  readonly taxMode: TaxMode;
  /** If false, references to tax codes are used unchanged. */
  readonly hasTaxCodes: boolean;
  readonly lookups: Lookups;
  readonly tables: MappingContext["tables"];
}

/** `reject`, `pass`, a value, or `{ constant: VALUE }` for a constant that is one of these keywords. */
export type Otherwise = string | { readonly constant: string };

/**
 * Keywords that accompany an operation. Each keyword belongs to the nearest operation above that accepts the keyword
 * or, if there is none, to the first such operation below.
 */
export interface Companions {
  readonly otherwise?: Otherwise | undefined;
  readonly zone?: string | undefined;
  readonly language?: string | undefined;
}

export type CompanionName = keyof Companions;

/**
 * A documented example, which consists of the operation as written, a cell, and the result or the issue. A test runs
 * all examples.
 */
export interface OperationExample {
  readonly write: Readonly<Record<string, unknown>>;
  readonly input: string;
  /** The result. Null is blank. */
  readonly result?: Cell;
  /** Code of the issue, if the operation has no result. */
  readonly issue?: IssueCode;
  /** Kind of the target field. Default: `text`. */
  readonly kind?: FieldKind;
}

interface Definition<S extends z.ZodType> {
  /** The keyword in the mapping. */
  readonly name: string;
  /** A one-line summary for the reference page and editor completion. */
  readonly summary: string;
  /** Schema of the value that follows the keyword. Scalars are strings. */
  readonly options: S;
  readonly takes?: readonly CompanionName[];
  readonly usesToday?: true;
  /** Kinds of fields that the operation supports. Default: all kinds. */
  readonly kinds?: readonly FieldKind[];
  readonly examples: readonly OperationExample[];
  /** Throws `CannotCompile` if the mapping has an error that the grammar cannot detect. */
  apply(options: z.output<S>, context: OperationContext, companions: Companions): Step;
}

export interface Operation extends Omit<Definition<z.ZodType>, "apply"> {
  apply(options: unknown, context: OperationContext, companions: Companions): Step;
}

/** Defines an operation and hides the type of its options, which the grammar has already checked. */
export function defineOperation<S extends z.ZodType>(definition: Definition<S>): Operation {
  return {
    ...definition,
    apply: (options, context, companions) => definition.apply(options as z.output<S>, context, companions),
  };
}

/** Applies a step to strings. Blank cells and flags pass unchanged. */
export function onText(step: (text: string, notes: ValueIssue[]) => Cell | ValueIssue): Step {
  return (cell, notes) => (typeof cell === "string" ? step(cell, notes) : cell);
}

/** Maximum number of cached results per operation. */
const kept = 10_000;

/** Like `onText`, but caches results, because dates and statuses repeat from row to row. */
export function remembered(answerTo: (text: string) => Cell | ValueIssue): Step {
  const answers = new Map<string, Cell | ValueIssue>();
  return (cell) => {
    if (typeof cell !== "string") return cell;
    const known = answers.get(cell);
    if (known !== undefined) return known;
    const answer = answerTo(cell);
    // Copies the cell for use as a key, because a cell is a slice that would keep a whole chunk of the file in
    // memory.
    if (answers.size < kept) answers.set(` ${cell}`.slice(1), answer);
    return answer;
  };
}

/** Handles cells without a result as `otherwise` specifies. An empty constant is blank. */
export function otherwiseStep(
  otherwise: Otherwise | undefined,
  reject: ValueIssue,
): (text: string) => Cell | ValueIssue {
  if (otherwise === undefined || otherwise === "reject") return () => reject;
  if (otherwise === "pass") return (text) => text;
  const value = typeof otherwise === "string" ? otherwise : otherwise.constant;
  return () => (value === "" ? null : value);
}
