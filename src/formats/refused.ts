import { issue, type Issue } from "../model/issues.js";
import { namesOf, shellWord } from "../sentence.js";

/**
 * Error for a file that cannot be read. This error is thrown only inside `formats/`. Readers convert it to an empty
 * table (`noTable`), because problems in a partner's file are reported as issues.
 */
export class Refused extends Error {
  readonly issue: Issue;

  constructor(found: Issue) {
    super(found.message);
    this.issue = found;
  }
}

/** `reason` completes the sentence "The file cannot be read: ...". */
export function unreadable(reason: string): Refused {
  return new Refused(issue("unreadable_file", {}, { reason }));
}

/**
 * Returns the error for a file that lacks the part named in `read`, or in which it is unclear which part is the
 * table. `reason` completes the sentence "The rows were not found in the file: ...". `key` is the key to set under
 * `read`. `value` is the value to suggest, if there is only one.
 */
export function notFound(
  reason: string,
  key: "records" | "sheet" | "header" | "table" | "member" | "members",
  value?: string,
): Refused {
  const setting = value === undefined ? key : `${key}: ${value}`;
  const isOption = key !== "table" && key !== "members";
  const option = !isOption ? "" : ` (\`--${key}\` with \`lading read\`)`;
  return new Refused(issue("rows_not_found", {}, { reason, setting, option }));
}

/** Returns the error for a kind of file that Lading does not read, such as "a PDF document". */
export function unsupported(kind: string): Refused {
  return new Refused(issue("unsupported_format", {}, { kind }));
}

export function withPassword(): Refused {
  return new Refused(issue("password_protected", {}, {}));
}

/**
 * Returns the error for a file with several lists, if it is unclear which of them is the table. `all` is an
 * expression that selects all of the lists.
 */
export function severalLists(names: readonly string[], all?: string): Refused {
  const together = all === undefined ? "" : ` If all of them are rows of one list, use \`${all}\`.`;
  return new Refused(
    issue("several_lists", {}, { names: namesOf(names), first: shellWord(names[0] ?? ""), all: together }),
  );
}

export function overLimit(
  what: string,
  found: string | number,
  allowed: string | number,
  line?: number,
): Refused {
  return new Refused(issue("limit_exceeded", { line }, { what, found, allowed }));
}

/** Returns the issue of a `Refused` error. Other errors are rethrown. */
export function issueOf(error: unknown): Issue {
  if (error instanceof Refused) return error.issue;
  throw error;
}
