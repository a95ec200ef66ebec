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

/** An error in the mapping that only compilation can detect, such as a missing zone or a missing lookup file. */
export class CannotCompile extends Error {
  override readonly name = "CannotCompile";
  readonly asks: MissingAnswer | undefined;

  constructor(message: string, asks?: MissingAnswer) {
    super(message);
    this.asks = asks;
  }
}
