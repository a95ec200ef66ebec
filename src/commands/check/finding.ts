import { formatDiagnostics, type Diagnostic } from "../../mapping/diagnostics.js";

/** What `lading check` finds, and how it is written for people, for machines and for pull requests. */

/**
 * `mistake`: a file that cannot be used as it is; `example`, `sample`: something comes to another output than stated;
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
  /** Where the finding is a mistake in a file, to be shown with its line. */
  readonly mistake?: Diagnostic;
}

export function ofMistakes(kind: CheckFindingKind, diagnostics: readonly Diagnostic[]): CheckFinding[] {
  return diagnostics.map((mistake) => {
    const { file, line, column, message, expected, nearest } = mistake;
    const details = [
      ...(expected === undefined ? [] : [`expected: ${expected}`]),
      ...(nearest === undefined ? [] : [`did you mean \`${nearest}\`?`]),
    ];
    return { kind, file, line, column, message, details, mistake };
  });
}

/** As a compiler writes it, blocks apart by an empty line. */
export function asText(finding: CheckFinding): string {
  if (finding.mistake !== undefined) return `${formatDiagnostics([finding.mistake])}\n`;
  const place = finding.line === undefined ? finding.file : `${finding.file}:${finding.line}`;
  const lines = [`${place}: ${finding.kind === "remark" ? "note: " : ""}${finding.message}`];
  for (const detail of finding.details ?? []) lines.push(`  ${detail}`);
  if (finding.next !== undefined) lines.push(`  Next: ${finding.next}`);
  return `${lines.join("\n")}\n`;
}

/** A workflow command that GitHub shows beside the line of a pull request. */
export function asAnnotation(finding: CheckFinding): string {
  const level = finding.kind === "remark" ? "notice" : "error";
  const properties = [
    `file=${property(finding.file)}`,
    ...(finding.line === undefined ? [] : [`line=${finding.line}`]),
    ...(finding.column === undefined ? [] : [`col=${finding.column}`]),
    `title=lading check`,
  ];
  const next = finding.next === undefined ? [] : [`Next: ${finding.next}`];
  const text = [finding.message, ...(finding.details ?? []), ...next].join("\n");
  return `::${level} ${properties.join(",")}::${escaped(text)}\n`;
}

function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
