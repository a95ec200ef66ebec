import type { IssueCode, issueKinds } from "../model/issues.js";
import type { Filling } from "../sentence.js";
import type { MissingAnswer } from "./diagnostics.js";

/** Why a cell could not be taken. The compiler makes an issue of it, with the place. */
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

/** Makes a fault of a kind; the field's name is added by the compiler. */
export function valueIssue<C extends IssueCode>(code: C, filling: FaultFilling<C>): ValueIssue {
  return new ValueIssue(code, filling);
}

/** A diagnostic of the mapping that shows only while compiling: no zone, an unknown table. */
export class CannotCompile extends Error {
  override readonly name = "CannotCompile";
  readonly asks: MissingAnswer | undefined;

  constructor(message: string, asks?: MissingAnswer) {
    super(message);
    this.asks = asks;
  }
}
