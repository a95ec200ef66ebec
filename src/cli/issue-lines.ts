import type { EvaluationInMemory } from "../convert/engine.js";
import type { Issue } from "../model/issues.js";
import type { RecordType } from "../model/record-type.js";
import { nextText } from "./next-text.js";

/** Issues as lines for people: where, what, and what to do next. Values of people are left out. */

const shownIssues = 10;

/** The first issues, the worst first, and how many more there are. Empty when there are none. */
export function issueLines(
  evaluated: Pick<EvaluationInMemory, "issues" | "issueCounts">,
  type: Pick<RecordType, "personal">,
): string {
  const order = { error: 0, warning: 1, note: 2 };
  const sorted = [...evaluated.issues].sort((a, b) => order[a.severity] - order[b.severity]);
  const shown = sorted.slice(0, shownIssues);
  const lines = shown.map((found, index) => {
    // What several issues in a row ask for is said once, below the last of them.
    const isSaidBelow = shown[index + 1]?.hint === found.hint;
    return isSaidBelow
      ? issueLine(found, type)
      : `${issueLine(found, type)}\n${nextText(found.hint, "    ")}`;
  });
  const all = [...evaluated.issueCounts.values()].reduce((sum, count) => sum + count, 0);
  if (all > shown.length) {
    const counts = [...evaluated.issueCounts].map(([code, count]) => `${code} ${count}`).join(", ");
    lines.push(`  ... and ${all - shown.length} more; in all: ${counts}`);
  }
  return lines.map((line) => `${line}\n`).join("");
}

function issueLine(found: Issue, type: Pick<RecordType, "personal">): string {
  const value = found.value === undefined || type.personal ? "" : ` Found ${JSON.stringify(found.value)}.`;
  const where = whereText(found);
  return `  ${found.severity}: ${where}${found.message}${value} (${found.code})`;
}

/** Where an issue is, with a colon and a blank behind it; empty when it has no place. */
export function whereText({ sheet, line, column }: Issue): string {
  const parts = [
    sheet === undefined ? "" : `sheet ${sheet}`,
    line === undefined ? "" : `line ${line}`,
    column === undefined ? "" : `column ${column}`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `${parts.join(", ")}: `;
}
