import type { z } from "zod";
import { mismatchesOf } from "./explain.js";
import type { MissingAnswer, Diagnostic } from "./diagnostics.js";

/**
 * The parsed content of YAML files that people write (`read-yaml.ts`), which consists of strings, lists and maps with
 * their positions.
 */

export type Path = readonly (string | number)[];

/** A parsed file with the positions of its parts, for later diagnostics. */
export interface YamlDocument<T> {
  readonly fileName: string;
  readonly value: T;
  /** Creates a diagnostic at a key or, by default, at its value. */
  diagnostic(path: Path, message: string, more?: DiagnosticDetail): Diagnostic;
}

interface DiagnosticDetail {
  readonly at?: "key" | "value";
  readonly expected?: string | undefined;
  readonly nearest?: string | undefined;
  /** True if the line must be shown without the value. */
  readonly hidden?: boolean | undefined;
  readonly asks?: MissingAnswer | undefined;
  readonly isMissing?: true | undefined;
  readonly about?: string | undefined;
}

export type ReportDiagnostic = (path: Path, message: string, asks?: MissingAnswer) => void;

export interface Report {
  /** Reports a diagnostic at the path's value. */
  at(path: Path, message: string, more?: DiagnosticDetail): void;
  /** Reports a diagnostic at the path's last key. */
  word(path: Path, message: string, expected?: string): void;
}

export function reporter(document: YamlDocument<unknown>, into: Diagnostic[]): Report {
  const at: Report["at"] = (path, message, more) => void into.push(document.diagnostic(path, message, more));
  return { at, word: (path, message, expected) => at(path, message, { at: "key", expected }) };
}

export type Plain = string | readonly Plain[] | YamlMap;

export type YamlMap = { readonly [key: string]: Plain };

export function isYamlMap(value: Plain | undefined): value is YamlMap {
  return typeof value === "object" && !isYamlList(value);
}

export function isYamlList(value: Plain | undefined): value is readonly Plain[] {
  return Array.isArray(value);
}

export function yamlMapOf(value: Plain | undefined): YamlMap | undefined {
  return isYamlMap(value) ? value : undefined;
}

/** `looksAt` selects the parts to check. By default, all parts are checked. */
export function checkAgainst(
  document: YamlDocument<Plain>,
  schema: z.ZodType,
  looksAt: (path: Path) => boolean = () => true,
): Diagnostic[] {
  return mismatchesOf(schema, document.value)
    .filter((each) => looksAt(each.path))
    .map((each) =>
      document.diagnostic(each.path, each.message, {
        at: each.atKey ? "key" : "value",
        expected: each.expected,
        nearest: each.nearest,
        hidden: each.hidden,
        isMissing: each.isMissing,
      }),
    );
}

/**
 * Keeps the first diagnostic at each position. Other diagnostics at the same position are usually consequences of the
 * first. Missing keys are an exception: all keys missing from a map have the same position, and all are reported.
 */
export function onePerPosition(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const firsts = new Map<string, Diagnostic>();
  return diagnostics.filter((each) => {
    const place = `${each.line}:${each.column}`;
    const first = firsts.get(place);
    if (first === undefined) firsts.set(place, each);
    return first === undefined || (first.isMissing === true && each.isMissing === true);
  });
}
