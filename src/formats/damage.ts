import { issue, type Issue } from "../model/issues.js";

/**
 * A code that a spreadsheet changed to a date or number. Such a value is not private, so messages may contain the
 * value.
 */
export interface DamagedValue {
  readonly value: string;
  readonly line: number;
}

/** Maximum number of values shown in an issue. */
export const mostShown = 3;

export function damageIssue(
  code: "damaged_date" | "damaged_number",
  column: string,
  seen: readonly DamagedValue[],
  count: number,
): Issue {
  const shown = seen.toSorted((a, b) => a.line - b.line).slice(0, mostShown);
  const values = shown.map(({ value, line }) => `\`${value.trim()}\` on line ${line}`).join(", ");
  const more = count > shown.length ? ` and ${count - shown.length} more` : "";
  return issue(code, { line: shown[0]?.line, column }, { column, values: values + more });
}
