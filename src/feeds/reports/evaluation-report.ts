import type { EvaluationInMemory } from "../../convert/engine.js";
import type { Issue } from "../../model/issues.js";
import type { RecordType } from "../../model/record-type.js";

/**
 * The result of one file as JSON: the counts of rows and records, the detected format and the issues. The report
 * contains the positions of values but no personal values.
 */
export interface EvaluationReport {
  readonly file: string;
  readonly record: string;
  readonly detected: EvaluationInMemory["detected"];
  readonly counts: EvaluationInMemory["counts"];
  /** Number of rows skipped by each mapping rule. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly refused: Issue | null;
  readonly issue_counts: Readonly<Record<string, number>>;
  /** The first issues with each code. */
  readonly issues: readonly Issue[];
}

export function evaluationReport(
  file: string,
  type: RecordType,
  evaluated: Omit<EvaluationInMemory, "accepted">,
): EvaluationReport {
  const shown = type.personal ? withoutValue : (found: Issue) => found;
  return {
    file,
    record: type.name,
    detected: evaluated.detected,
    counts: evaluated.counts,
    skipped: Object.fromEntries(evaluated.skipped),
    refused: evaluated.refused ? shown(evaluated.refused) : null,
    issue_counts: Object.fromEntries(evaluated.issueCounts),
    issues: evaluated.issues.map(shown),
  };
}

function withoutValue(found: Issue): Issue {
  const { value: _, ...rest } = found;
  return rest;
}
