import { ownTextWords } from "./data.js";
import { isSpaceless, valueKey } from "./words.js";

/**
 * This module finds words in descriptions, headings and file names, using the lists in `data/texts.json`. In these
 * lists, `vat` matches a whole word, `isent-` the start of a word, `-ust` the end of a word, and `-tax-` any part of a
 * word. In scripts without spaces, a word may occur anywhere.
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

export function mentions(list: keyof Data["texts"], text: string): boolean {
  return patternOf(ownTextWords().texts[list]).test(valueKey(text));
}

/**
 * Returns freight, origin or destination if a description suggests one of them. The suggestion is shown as
 * unconfirmed and never applied.
 */
export function wordingOf(text: string): string | undefined {
  return listsIn(ownTextWords().wording, text)[0];
}

/** Returns the record types that a file or sheet name suggests. */
export function recordsNamed(name: string): readonly string[] {
  return listsIn(ownTextWords().fileNames, name);
}

function listsIn(lists: Readonly<Record<string, readonly string[]>>, text: string): readonly string[] {
  const key = valueKey(text);
  return Object.keys(lists).filter((name) => patternOf(lists[name] ?? []).test(key));
}
