import { createRequire } from "node:module";
import type { RE2JS } from "re2js";

/**
 * Regular expressions in mappings. Patterns run in linear time, so that no cell or mapping can block a run.
 * Lookaround and backreferences are not supported.
 */

/**
 * Returns the first group of a match, or the whole match if the pattern has no group. Undefined if nothing matches.
 */
export type Pattern = (text: string) => string | undefined;

/** Maximum length of a pattern, in characters. */
const longest = 1000;

/**
 * Maximum number of steps in a compiled pattern. `a{500}` compiles to 500 steps, and the time per character grows with
 * the number of steps.
 */
const mostSteps = 1000;

/** Throws `SyntaxError` with a message for users. */
export function compilePattern(pattern: string): Pattern {
  if (pattern.length > longest) throw new SyntaxError(`it is longer than ${longest} characters`);
  const compiled = compile(pattern);
  const steps = compiled.programSize();
  if (steps > mostSteps)
    throw new SyntaxError(`its repetitions expand to ${steps} steps; the maximum is ${mostSteps}`);
  const grouped = compiled.groupCount() > 0;
  return (text) => {
    const match = compiled.matcher(text);
    if (!match.find()) return undefined;
    return (grouped ? match.group(1) : match.group()) ?? "";
  };
}

function compile(pattern: string): RE2JS {
  try {
    // The library is loaded on first use, because few mappings contain a pattern and loading the library would slow
    // down short commands.
    const library = createRequire(import.meta.url)("re2js") as { RE2JS: typeof RE2JS };
    return library.RE2JS.compile(pattern);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^error parsing regexp: /, "") : "";
    throw new SyntaxError(reason, { cause: error });
  }
}

export function patternError(pattern: string): string | undefined {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError ? error.message : String(error);
  }
}
