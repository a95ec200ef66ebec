import { formatDiagnostics, type Diagnostic } from "../../mapping/diagnostics.js";
import { nextText } from "../next-text.js";

/** Diagnostics of `lading check`, for people and as JSON. */

/**
 * `error`: the file cannot be used; `example`, `sample`: the output differs from the expected one; `remark`:
 * correct, but worth knowing.
 */
export type CheckDiagnosticKind = "error" | "example" | "sample" | "remark";

export interface CheckDiagnostic {
  readonly kind: CheckDiagnosticKind;
  /** Relative to the working directory. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  /** Additional lines. */
  readonly details?: readonly string[];
  readonly next?: string;
  /** Source line, if the diagnostic concerns a line of a file. */
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

/** Formats a diagnostic like a compiler message, followed by an empty line. */
export function asText(diagnostic: CheckDiagnostic): string {
  if (diagnostic.located !== undefined) return `${formatDiagnostics([diagnostic.located])}\n`;
  const place = diagnostic.line === undefined ? diagnostic.file : `${diagnostic.file}:${diagnostic.line}`;
  const lines = [`${place}: ${diagnostic.kind === "remark" ? "note: " : ""}${diagnostic.message}`];
  for (const detail of diagnostic.details ?? []) lines.push(`  ${detail}`);
  if (diagnostic.next !== undefined) lines.push(nextText(diagnostic.next, "  "));
  return `${lines.join("\n")}\n`;
}
