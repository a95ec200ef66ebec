import { formatDiagnostics, type Diagnostic } from "../../mapping/diagnostics.js";
import { nextText } from "../next-text.js";

/** What `lading check` finds, and how it is written for people and for machines. */

/**
 * `error`: a file that cannot be used as it is; `example`, `sample`: something comes to another output than stated;
 * `remark`: nothing is wrong, somebody should know.
 */
export type CheckDiagnosticKind = "error" | "example" | "sample" | "remark";

export interface CheckDiagnostic {
  readonly kind: CheckDiagnosticKind;
  /** Relative to where the command was called. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  /** More lines. */
  readonly details?: readonly string[];
  readonly next?: string;
  /** The line where it stands, for what one line of a file is wrong about. */
  readonly located?: Diagnostic;
}

export function ofDiagnostics(
  kind: CheckDiagnosticKind,
  diagnostics: readonly Diagnostic[],
): CheckDiagnostic[] {
  return diagnostics.map((located) => {
    const { file, line, column, message, expected, nearest } = located;
    const details = [
      ...(expected === undefined ? [] : [`expected: ${expected}`]),
      ...(nearest === undefined ? [] : [`did you mean \`${nearest}\`?`]),
    ];
    return { kind, file, line, column, message, details, located };
  });
}

/** As a compiler writes it, blocks apart by an empty line. */
export function asText(diagnostic: CheckDiagnostic): string {
  if (diagnostic.located !== undefined) return `${formatDiagnostics([diagnostic.located])}\n`;
  const place = diagnostic.line === undefined ? diagnostic.file : `${diagnostic.file}:${diagnostic.line}`;
  const lines = [`${place}: ${diagnostic.kind === "remark" ? "note: " : ""}${diagnostic.message}`];
  for (const detail of diagnostic.details ?? []) lines.push(`  ${detail}`);
  if (diagnostic.next !== undefined) lines.push(nextText(diagnostic.next, "  "));
  return `${lines.join("\n")}\n`;
}
