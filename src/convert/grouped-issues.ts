import type { EvaluationInMemory } from "./evaluation.js";
import type { Issue, Severity } from "../model/issues.js";

/** Issues with the same code, column and field, and the rows in which they occur. */
export interface GroupedIssues {
  readonly code: string;
  readonly severity: Severity;
  readonly column?: string;
  readonly field?: string;
  /** Message of the first issue in the group. */
  readonly message: string;
  readonly hint: string;
  /** Message and hint for a partner's clerk (see `clerkSentence`). */
  readonly clerk?: string;
  readonly count: number;
  /** True if there were more issues with this code than a report keeps, so `count` is a minimum. */
  readonly more: boolean;
  /** The first twenty line or row numbers. */
  readonly rows: readonly number[];
  /** The first five distinct values. Absent if values are private. */
  readonly values?: readonly string[];
}

const rowsShown = 20;
const valuesShown = 5;
const longestValue = 60;

const order: readonly Severity[] = ["error", "warning", "note"];

/**
 * Groups are sorted by severity, and groups with the same severity by number of issues. `withValues` is true if the
 * reader of the report may see record values.
 */
export function groupedIssues(
  { issues, issueCounts: total }: Pick<EvaluationInMemory, "issues" | "issueCounts">,
  withValues: boolean,
): readonly GroupedIssues[] {
  const groups = new Map<string, Issue[]>();
  const kept = new Map<string, number>();
  for (const found of issues) {
    const key = JSON.stringify([found.code, found.column, found.field]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [found]);
    else group.push(found);
    kept.set(found.code, (kept.get(found.code) ?? 0) + 1);
  }
  const found = [...groups.values()].map((group) => {
    const { code } = group[0] as Issue;
    return describedGroup(group, (total.get(code) ?? 0) > (kept.get(code) ?? 0), withValues);
  });
  return found.sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity) || b.count - a.count);
}

function describedGroup(group: readonly Issue[], more: boolean, withValues: boolean): GroupedIssues {
  const { code, severity, column, field, message, hint, clerk } = group[0] as Issue;
  const rows = [...new Set(group.flatMap(({ line }) => line ?? []))].sort((a, b) => a - b);
  const values = [...new Set(group.flatMap(({ value }) => value ?? []))].slice(0, valuesShown);
  return {
    code,
    severity,
    ...(column !== undefined && { column }),
    ...(field !== undefined && { field }),
    message,
    hint,
    ...(clerk !== undefined && { clerk }),
    count: group.length,
    more,
    rows: rows.slice(0, rowsShown),
    ...(withValues && values.length > 0 && { values: values.map(shortened) }),
  };
}

function shortened(value: string): string {
  return value.length <= longestValue ? value : `${value.slice(0, longestValue - 1)}…`;
}
