import { createRequire } from "node:module";
import type { RE2JS } from "re2js";

/**
 * Patterns that a mapping may hold. They run in time linear in the text, whatever is written, so that no cell and no
 * mapping can make a run hang; look-around and back-references do not exist in this language.
 */

/** Finds a pattern in a text: the first group when it has one, else all that matched; undefined without a match. */
export type Pattern = (text: string) => string | undefined;

/** The longest pattern that is accepted, in characters. */
const longest = 1000;

/** The most steps it may unfold to: each character of a text takes time in proportion to them, and `a{500}` unfolds to 500. */
const mostSteps = 1000;

/** @throws {SyntaxError} that says in words what is wrong with the pattern */
export function compilePattern(pattern: string): Pattern {
  if (pattern.length > longest) throw new SyntaxError(`it is longer than ${longest} characters`);
  const compiled = compile(pattern);
  const steps = compiled.programSize();
  if (steps > mostSteps)
    throw new SyntaxError(`its repetitions unfold to ${steps} steps, and ${mostSteps} are the most`);
  const grouped = compiled.groupCount() > 0;
  return (text) => {
    const match = compiled.matcher(text);
    if (!match.find()) return undefined;
    return (grouped ? match.group(1) : match.group()) ?? "";
  };
}

function compile(pattern: string): RE2JS {
  try {
    // Loaded at the first pattern: few mappings hold one, and a short command would feel it.
    const library = createRequire(import.meta.url)("re2js") as { RE2JS: typeof RE2JS };
    return library.RE2JS.compile(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, "") : "";
    throw new SyntaxError(reason, { cause: error });
  }
}

/** What is wrong with a pattern, or undefined. */
export function patternError(pattern: string): string | undefined {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError ? error.message : String(error);
  }
}
