import { ownTextWords } from "./data.js";
import { isSpaceless, valueKey } from "./words.js";

/**
 * Words within texts, headings and file names: those of `data/texts.json`. `vat` is a word of its own, `isent-` begins one, `-ust` ends
 * one, `-tax-` may stand anywhere in one; in scripts that write no blanks a word may stand anywhere.
 */

const patterns = new Map<readonly string[], RegExp>();

function patternOf(lines: readonly string[]): RegExp {
  const known = patterns.get(lines);
  if (known !== undefined) return known;
  const parts = lines
    .join(",")
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "")
    .map((word) => {
      const anywhere = isSpaceless(word);
      const before = anywhere || word.startsWith("-") ? "" : "(?<![\\p{L}\\p{M}\\p{Nd}])";
      const after = anywhere || word.endsWith("-") ? "" : "(?![\\p{L}\\p{M}\\p{Nd}])";
      return before + valueKey(word) + after;
    });
  const pattern = new RegExp(parts.join("|"), "u");
  patterns.set(lines, pattern);
  return pattern;
}

type Data = ReturnType<typeof ownTextWords>;

/** Whether a text holds one of the words of a list. */
export function mentions(list: keyof Data["texts"], text: string): boolean {
  return patternOf(ownTextWords().texts[list]).test(valueKey(text));
}

/** Freight, origin or destination, as the wording of a description suggests it; never applied, only shown as unconfirmed. */
export function wordingOf(text: string): string | undefined {
  return listsIn(ownTextWords().wording, text)[0];
}

/** The record types that the name of a file or sheet speaks of. */
export function recordsNamed(name: string): readonly string[] {
  return listsIn(ownTextWords().fileNames, name);
}

function listsIn(lists: Readonly<Record<string, readonly string[]>>, text: string): readonly string[] {
  const key = valueKey(text);
  return Object.keys(lists).filter((name) => patternOf(lists[name] ?? []).test(key));
}
