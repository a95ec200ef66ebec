/** Diagnostics of a file that a person wrote, shown like a compiler shows them. */

export interface Diagnostic {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1, in characters. */
  readonly column: number;
  /** How many characters the caret marks. */
  readonly length: number;
  /** The line as it stands in the file. */
  readonly text: string;
  /** What was found. */
  readonly message: string;
  readonly expected?: string | undefined;
  /** The nearest valid word. */
  readonly nearest?: string | undefined;
  readonly asks?: MissingAnswer | undefined;
  /** The account or feed that it is told of, where what stands there is written for several. */
  readonly about?: string | undefined;
}

/** What is missing rather than wrong: an answer that a draft left open, the zone of its times, which rows are the account's. */
export type MissingAnswer = "answer" | "zone" | "company";

/** From and to in characters of the file, the second not included. */
export type Span = readonly [number, number];

/** What stands in a line where a secret may stand in the file. */
const mask = "(not shown)";

export function diagnosticAt(
  file: string,
  source: string,
  span: Span,
  message: string,
  more: {
    readonly expected?: string | undefined;
    readonly nearest?: string | undefined;
    readonly hidden?: boolean | undefined;
    readonly asks?: MissingAnswer | undefined;
    readonly about?: string | undefined;
  } = {},
): Diagnostic {
  const start = Math.min(span[0], source.length);
  const lineStart = source.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = source.indexOf("\n", start);
  const text = source.slice(lineStart, lineEnd < 0 ? source.length : lineEnd).replace(/\r$/, "");
  const line = source.slice(0, lineStart).split("\n").length;
  const before = start - lineStart;
  const length = Math.max(1, Math.min(span[1], lineStart + text.length) - start);
  const isHidden = more.hidden === true;
  return {
    file,
    line,
    column: before + 1,
    length: isHidden ? mask.length : length,
    text: isHidden ? `${text.slice(0, before)}${mask}${text.slice(before + length)}` : text,
    message,
    ...(more.expected === undefined ? {} : { expected: more.expected }),
    ...(more.nearest === undefined ? {} : { nearest: more.nearest }),
    ...(more.asks === undefined ? {} : { asks: more.asks }),
    ...(more.about === undefined ? {} : { about: more.about }),
  };
}

/** The word that a draft writes for what it did not know. */
export const openAnswer = "TODO";
export const unfinishedText = "`TODO` marks what is not finished: the draft did not know it";

/** Whether it asks what nobody has answered yet. */
export function isOpenQuestion({ asks }: Diagnostic): boolean {
  return asks === "answer";
}

/** Diagnostics in the order of the file. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort((a, b) => a.line - b.line || a.column - b.column);
}

/** So much of a line is shown that it stays one line on the narrowest usual terminal, and the caret below what is meant. */
const longestLine = 70;

/** The diagnostics as text, each with its line and a caret under what is meant. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return sortDiagnostics(diagnostics).map(formatDiagnostic).join("\n\n");
}

function formatDiagnostic(diagnostic: Diagnostic): string {
  const number = String(diagnostic.line);
  const margin = " ".repeat(number.length);
  // Tabs would move the caret.
  const text = diagnostic.text.replaceAll("\t", " ");
  const at = diagnostic.column - 1;
  const from = text.length <= longestLine ? 0 : Math.max(0, Math.min(at - 25, text.length - longestLine));
  const end = from + longestLine;
  const shown = `${from > 0 ? "…" : ""}${text.slice(from, end)}${end < text.length ? "…" : ""}`;
  const length = Math.min(diagnostic.length, end - at);
  const caret = " ".repeat(at - from + (from > 0 ? 1 : 0)) + "^".repeat(length);
  const lines = [
    `${diagnostic.file}:${diagnostic.line}:${diagnostic.column}: ${diagnostic.message}`,
    ` ${margin} |`,
    ` ${number} | ${shown}`,
    ` ${margin} | ${caret}`,
  ];
  if (diagnostic.expected !== undefined) lines.push(` ${margin} = expected: ${diagnostic.expected}`);
  if (diagnostic.nearest !== undefined) lines.push(` ${margin} = did you mean \`${diagnostic.nearest}\`?`);
  return lines.join("\n");
}
