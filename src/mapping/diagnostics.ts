/** Diagnostics for files that people write, formatted like compiler diagnostics. */

export interface Diagnostic {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** In characters, 1-based. */
  readonly column: number;
  /** Number of characters that the caret underlines. */
  readonly length: number;
  /** The line as written in the file, except that a value that may be secret is masked. */
  readonly text: string;
  readonly message: string;
  /** The expected text, with one line for each missing part. */
  readonly expected?: string | undefined;
  readonly nearest?: string | undefined;
  readonly asks?: MissingAnswer | undefined;
  /** True if a required key is absent. */
  readonly isMissing?: true | undefined;
  /** The account or feed to which the diagnostic refers, if the same file applies to several accounts or feeds. */
  readonly about?: string | undefined;
}

/**
 * Type of a missing answer, which is an open question in a draft, the time zone, or the company to which the rows
 * belong.
 */
export type MissingAnswer = "answer" | "zone" | "company";

/** Start and exclusive end of a range, as character offsets from the beginning of the file. */
export type Span = readonly [number, number];

/** Text displayed in place of a value that may be a secret. */
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
    readonly isMissing?: true | undefined;
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
    ...(more.isMissing === undefined ? {} : { isMissing: more.isMissing }),
    ...(more.about === undefined ? {} : { about: more.about }),
  };
}

/** The placeholder in a draft for values that Lading could not determine. */
export const openAnswer = "TODO";
export const unfinishedText = "`TODO` is an open question in the draft";

export function isOpenQuestion({ asks }: Diagnostic): boolean {
  return asks === "answer";
}

export function sortDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort((a, b) => a.line - b.line || a.column - b.column);
}

/**
 * Maximum length of a displayed line, in characters. Lines of this length fit in a narrow terminal, so the caret
 * stays below its word.
 */
const longestLine = 70;

/** Each diagnostic includes the source line and a caret below the position. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return sortDiagnostics(diagnostics).map(formatDiagnostic).join("\n\n");
}

function formatDiagnostic(diagnostic: Diagnostic): string {
  const number = String(diagnostic.line);
  const margin = " ".repeat(number.length);
  // Tabs would shift the caret.
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
  for (const expected of diagnostic.expected?.split("\n") ?? []) {
    lines.push(` ${margin} = expected: ${expected}`);
  }
  if (diagnostic.nearest !== undefined) lines.push(` ${margin} = did you mean \`${diagnostic.nearest}\`?`);
  return lines.join("\n");
}
