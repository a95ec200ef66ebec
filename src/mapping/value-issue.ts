import type { IssueCode, issueKinds } from "../model/issues.js";
import type { Filling } from "../sentence.js";
import type { MissingAnswer } from "./diagnostics.js";

/** A problem with a cell, which the bound mapping converts to an issue with a position. */
export class ValueIssue {
  readonly code: IssueCode;
  readonly filling: Readonly<Record<string, string | number>>;

  constructor(code: IssueCode, filling: Readonly<Record<string, string | number>>) {
    this.code = code;
    this.filling = filling;
  }
}

type FaultFilling<C extends IssueCode> = Omit<
  Filling<(typeof issueKinds)[C]["sentence"] | (typeof issueKinds)[C]["hint"]>,
  "field"
>;

/** The bound mapping adds the field name. */
export function valueIssue<C extends IssueCode>(code: C, filling: FaultFilling<C>): ValueIssue {
  return new ValueIssue(code, filling);
}

/** Maximum number of characters of the listed values. */
const longestList = 150;

/**
 * A value that the mapping does not define. The message for the partner lists as many of the defined values as fit.
 */
export function unmappedValue(defined: readonly string[]): ValueIssue {
  const shown: string[] = [];
  let length = 0;
  for (const value of defined) {
    length += value.length + 2;
    if (shown.length > 0 && length > longestList) break;
    shown.push(value);
  }
  const more = defined.length - shown.length;
  const values = `${shown.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
  return new ValueIssue("unmapped_value", { values });
}

/** An error in the mapping that only compilation can detect, such as a missing zone or a missing lookup file. */
export class CannotCompile extends Error {
  override readonly name = "CannotCompile";
  readonly asks: MissingAnswer | undefined;

  constructor(message: string, asks?: MissingAnswer) {
    super(message);
    this.asks = asks;
  }
}
