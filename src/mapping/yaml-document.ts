import type { z } from "zod";
import { mismatchesOf } from "./explain.js";
import type { MissingAnswer, Diagnostic } from "./diagnostics.js";

/** YAML files that people write, once they are read (`read-yaml.ts`): text, lists and maps, with the places of their parts. */

export type Path = readonly (string | number)[];

/** A file that keeps the grammar, with the places of its parts for diagnostics that show later. */
export interface YamlDocument<T> {
  readonly fileName: string;
  readonly value: T;
  /** A diagnostic at a part of the file: at its key (`key`), or at what stands there. */
  diagnostic(path: Path, message: string, more?: DiagnosticDetail): Diagnostic;
}

interface DiagnosticDetail {
  readonly at?: "key" | "value";
  readonly expected?: string | undefined;
  readonly nearest?: string | undefined;
  /** Whether the line is shown without what stands there. */
  readonly hidden?: boolean | undefined;
  readonly asks?: MissingAnswer | undefined;
  readonly about?: string | undefined;
}

/** Tells a diagnostic, and where it is. */
export type ReportDiagnostic = (path: Path, message: string, asks?: MissingAnswer) => void;

/** Tells diagnostics of a document. */
export interface Report {
  /** At what stands there. */
  at(path: Path, message: string, more?: DiagnosticDetail): void;
  /** At the last word of the path. */
  word(path: Path, message: string, expected?: string): void;
}

/** @param into where the diagnostics are kept */
export function reporter(document: YamlDocument<unknown>, into: Diagnostic[]): Report {
  const at: Report["at"] = (path, message, more) => void into.push(document.diagnostic(path, message, more));
  return { at, word: (path, message, expected) => at(path, message, { at: "key", expected }) };
}

/** What YAML comes to here: text, lists and maps, nothing else. */
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

/**
 * Every way in which a document breaks a grammar.
 *
 * @param looksAt which parts are looked at; all when omitted
 */
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
      }),
    );
}

/** The first diagnostic of each place: what follows at the same place follows from it. */
export function onePerPosition(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set<string>();
  return diagnostics.filter((each) => {
    const place = `${each.line}:${each.column}`;
    return seen.has(place) ? false : (seen.add(place), true);
  });
}
