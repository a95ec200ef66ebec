import { formatDiagnostics, type Diagnostic } from "../../mapping/diagnostics.js";
import { nextText } from "../next-text.js";

/** What `lading check` finds, and how it is written for people and for machines. */

/**
 * `diagnostic`: a file that cannot be used as it is; `example`, `sample`: something comes to another output than stated;
 * `remark`: nothing is wrong, somebody should know.
 */
export type CheckFindingKind = "mistake" | "example" | "sample" | "remark";

export interface CheckFinding {
  readonly kind: CheckFindingKind;
  /** Relative to where the command was called. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  /** More lines. */
  readonly details?: readonly string[];
  readonly next?: string;
  /** Where the finding is a diagnostic in a file, to be shown with its line. */
  readonly diagnostic?: Diagnostic;
}

export function ofDiagnostics(kind: CheckFindingKind, diagnostics: readonly Diagnostic[]): CheckFinding[] {
  return diagnostics.map((diagnostic) => {
    const { file, line, column, message, expected, nearest } = diagnostic;
    const details = [
      ...(expected === undefined ? [] : [`expected: ${expected}`]),
      ...(nearest === undefined ? [] : [`did you mean \`${nearest}\`?`]),
    ];
    return { kind, file, line, column, message, details, diagnostic };
  });
}

/** As a compiler writes it, blocks apart by an empty line. */
export function asText(finding: CheckFinding): string {
  if (finding.diagnostic !== undefined) return `${formatDiagnostics([finding.diagnostic])}\n`;
  const place = finding.line === undefined ? finding.file : `${finding.file}:${finding.line}`;
  const lines = [`${place}: ${finding.kind === "remark" ? "note: " : ""}${finding.message}`];
  for (const detail of finding.details ?? []) lines.push(`  ${detail}`);
  if (finding.next !== undefined) lines.push(nextText(finding.next, "  "));
  return `${lines.join("\n")}\n`;
}
