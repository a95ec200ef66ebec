import type { EvaluationInMemory } from "../convert/engine.js";
import type { Issue } from "../model/issues.js";
import type { RecordType } from "../model/record-type.js";
import { nextText } from "./next-text.js";

/** This module formats issues as text lines with their position, message and next step. Personal data is omitted. */

const shownIssues = 10;

/**
 * Returns the lines for some of the issues, most severe first, and the number of remaining issues. The first issue with
 * each code is preferred to further issues with the same code, because an issue that affects the whole file is more
 * useful than a tenth issue that affects a row.
 */
export function issueLines(
  evaluated: Pick<EvaluationInMemory, "issues" | "issueCounts">,
  type: Pick<RecordType, "personal">,
): string {
  const order = { error: 0, warning: 1, note: 2 };
  const sorted = [...evaluated.issues].sort((a, b) => order[a.severity] - order[b.severity]);
  const firsts = sorted.filter(
    ({ code }, index) => sorted.findIndex((other) => other.code === code) === index,
  );
  const chosen = new Set([...new Set([...firsts, ...sorted])].slice(0, shownIssues));
  const shown = sorted.filter((found) => chosen.has(found));
  const lines = shown.map((found, index) => {
    // If consecutive issues have the same next step, it is shown once, after the last of them.
    const isHintRepeated = shown[index + 1]?.hint === found.hint;
    return isHintRepeated
      ? issueLine(found, type)
      : `${issueLine(found, type)}\n${nextText(found.hint, "    ")}`;
  });
  const all = [...evaluated.issueCounts.values()].reduce((sum, count) => sum + count, 0);
  if (all > shown.length) {
    const counts = [...evaluated.issueCounts].map(([code, count]) => `${code} ${count}`).join(", ");
    lines.push(`  ... and ${all - shown.length} more; total: ${counts}`);
  }
  return lines.map((line) => `${line}\n`).join("");
}

function issueLine(found: Issue, type: Pick<RecordType, "personal">): string {
  const { value: cell } = found;
  const isShown = cell === undefined || type.personal || found.message.includes(`\`${cell}\``);
  const value = isShown ? "" : ` Found ${JSON.stringify(cell)}.`;
  const where = whereText(found);
  return `  ${found.severity}: ${where}${found.message}${value} (${found.code})`;
}

/** Returns the position of an issue, followed by a colon and a space. Empty if the issue has no position. */
export function whereText({ sheet, line, column }: Issue): string {
  const parts = [
    sheet === undefined ? "" : `sheet ${sheet}`,
    line === undefined ? "" : `line ${line}`,
    column === undefined ? "" : `column ${column}`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `${parts.join(", ")}: `;
}
