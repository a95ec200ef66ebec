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
  const first = seen.toSorted((a, b) => a.line - b.line);
  return issue(code, { line: first[0]?.line, column }, { column, values: cellsInWords(first, count) });
}

/** Quotes the first cells with their lines. `count` is the number of all such cells. */
export function cellsInWords(first: readonly DamagedValue[], count: number): string {
  const shown = first.slice(0, mostShown);
  const values = shown.map(({ value, line }) => `\`${value.trim()}\` on line ${line}`).join(", ");
  return count > shown.length ? `${values} and ${count - shown.length} more` : values;
}
