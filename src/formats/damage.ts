import { issue, type Issue } from "../model/issues.js";

/** A value that a spreadsheet made of a code. It is a date or a number, and shows nothing private. */
export interface SeenValue {
  readonly value: string;
  readonly line: number;
}

/** How many values an issue shows. */
export const mostSeen = 3;

/** The issue of a column in which a spreadsheet turned codes into dates or numbers, with the first of them. */
export function damageIssue(
  code: "damaged_date" | "damaged_number",
  column: string,
  seen: readonly SeenValue[],
  count: number,
): Issue {
  const shown = seen.toSorted((a, b) => a.line - b.line).slice(0, mostSeen);
  const values = shown.map(({ value, line }) => `\`${value.trim()}\` in line ${line}`).join(", ");
  const more = count > shown.length ? ` and ${count - shown.length} more` : "";
  return issue(code, { line: shown[0]?.line, column }, { column, values: values + more });
}
