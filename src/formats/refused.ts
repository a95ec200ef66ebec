import { issue, type Issue } from "../model/issues.js";
import type { FormatName, Table } from "./format.js";
import { noTable } from "./no-table.js";

/**
 * A file that cannot be read, found deep within a reader. It never leaves `formats/`: a reader answers with
 * `noTable`, since what is wrong with a partner's file is an issue.
 */
export class Refused extends Error {
  readonly issue: Issue;

  constructor(found: Issue) {
    super(found.message);
    this.issue = found;
  }
}

/** The file cannot be read; `reason` completes the sentence "The file cannot be read: ...". */
export function unreadable(reason: string): Refused {
  return new Refused(issue("unreadable_file", {}, { reason }));
}

/** The file is of a kind that Lading does not read, such as "a PDF document". */
export function unsupported(kind: string): Refused {
  return new Refused(issue("unsupported_format", {}, { kind }));
}

/** The file has a password. */
export function withPassword(): Refused {
  return new Refused(issue("password_protected", {}, {}));
}

/**
 * The file holds several lists, and it is not clear which of them is the table.
 *
 * @param all what names all of them together
 */
export function severalLists(names: readonly string[], all?: string): Refused {
  const named = `${names.slice(0, 10).join(", ")}${names.length > 10 ? " and more" : ""}`;
  const together = all === undefined ? "" : ` If all of them are rows of one list, use \`${all}\`.`;
  return new Refused(issue("several_lists", {}, { names: named, first: names[0] ?? "", all: together }));
}

/** The file goes over a limit. */
export function overLimit(what: string, found: string | number, allowed: string | number): Refused {
  return new Refused(issue("limit_exceeded", {}, { what, found, allowed }));
}

/** Runs a reader and turns a refusal into the table that says so. */
export async function refusing(format: FormatName, read: () => Promise<Table>): Promise<Table> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Refused) return noTable(format, error.issue);
    throw error;
  }
}
