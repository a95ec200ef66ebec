import { formatDiagnostics, type Diagnostic } from "../../mapping/diagnostics.js";
import { nextText } from "../next-text.js";

/** Diagnostics from `lading check`, as text or JSON. */

/**
 * `error`: the file cannot be used. `example` and `sample`: the output differs from the expected output. `remark`:
 * the file is correct, but it could be improved.
 */
export type CheckDiagnosticKind = "error" | "example" | "sample" | "remark";

export interface CheckDiagnostic {
  readonly kind: CheckDiagnosticKind;
  /** Path relative to the working directory. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  /** Lines shown below the message. */
  readonly details?: readonly string[];
  readonly next?: string;
  /** If set, the text output also shows the affected line of the file. */
  readonly located?: Diagnostic;
}

export type FeedFinding = Pick<CheckDiagnostic, "kind" | "message" | "next">;

export function ofDiagnostics(
  kind: CheckDiagnosticKind,
  diagnostics: readonly Diagnostic[],
): CheckDiagnostic[] {
  return diagnostics.map((located) => {
    const { file, line, column, message, expected, nearest } = located;
    const details = [
      ...(expected?.split("\n") ?? []).map((each) => `expected: ${each}`),
      ...(nearest === undefined ? [] : [`did you mean \`${nearest}\`?`]),
    ];
    return { kind, file, line, column, message, details, located };
  });
}

/** Formats a diagnostic like a compiler message. */
export function asText(diagnostic: CheckDiagnostic): string {
  if (diagnostic.located !== undefined) return `${formatDiagnostics([diagnostic.located])}\n`;
  const place = diagnostic.line === undefined ? diagnostic.file : `${diagnostic.file}:${diagnostic.line}`;
  const lines = [`${place}: ${diagnostic.kind === "remark" ? "note: " : ""}${diagnostic.message}`];
  for (const detail of diagnostic.details ?? []) lines.push(`  ${detail}`);
  if (diagnostic.next !== undefined) lines.push(nextText(diagnostic.next, "  "));
  return `${lines.join("\n")}\n`;
}
