import { likeness, saysSomething, type Lexicon, type LexiconEntry } from "./lexicon.js";
import { meaningKind } from "./meanings.js";
import { fold } from "./words.js";

/**
 * Minimum number of letters in the longest word of an abbreviated phrase, because shorter abbreviations are too
 * ambiguous. Also the maximum length of a contraction.
 */
const leastLetters = 3;

/**
 * Finds abbreviated phrases in a heading, such as `Últ. modif.` or `F. últ. cambio`, and returns their lexicon
 * entries. A word is treated as abbreviated if it ends with a period, or if the lexicon does not contain it and the
 * heading has other words.
 */
export function abbreviations(
  heading: string,
  words: readonly string[],
  lexicon: Lexicon,
): ReadonlyMap<string, readonly LexiconEntry[]> {
  const found = new Map<string, readonly LexiconEntry[]>();
  const stopped = new Set((heading.normalize("NFKC").match(/[\p{L}\p{M}]+(?=\.)/gu) ?? []).map(fold));
  const contentOf = (run: readonly string[]) =>
    run.filter((word) => stopped.has(word) || saysSomething(word, lexicon.entries));
  const isShort = (word: string) => stopped.has(word) || !lexicon.entries.has(word);
  const isAlone = contentOf(words).length === 1;
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= words.length; to++) {
      const run = words.slice(from, to);
      const key = run.join("");
      const content = contentOf(run);
      if (lexicon.entries.has(key) || !content.some((word) => word.length >= leastLetters)) continue;
      if (
        content.length > 1 ? !content.some(isShort) : !isAlone || !content.some((word) => stopped.has(word))
      )
        continue;
      const like = lexicon.phrases.get(likeness(content)) ?? [];
      const fitting = (isShortFor: (short: string, full: string) => boolean) =>
        like.filter(({ words: full }) =>
          full.every((word, index) => {
            const here = content[index] ?? "";
            return word === here || (isShort(here) && isShortFor(here, word));
          }),
        );
      const begun = fitting(isPrefix);
      const phrases = begun.length > 0 || isAlone ? begun : fitting(isContraction);
      const entries = phrases.map(({ entry }) => entry);
      const clear = entries.filter(({ language }) => hasOneMeaning(entries, language));
      if (clear.length > 0) found.set(key, clear);
    }
  }
  return found;
}

function isPrefix(short: string, full: string): boolean {
  return full.startsWith(short);
}

/**
 * True if the short word is the beginning of the full word, or a contraction of at most three letters, such as `dt`
 * for `data` and `fch` for `fecha`.
 */
function isContraction(short: string, full: string): boolean {
  if (isPrefix(short, full)) return true;
  let at = 0;
  for (const letter of full) if (letter === short[at]) at++;
  return at === short.length && short[0] === full[0] && short.length <= leastLetters;
}

/**
 * True if an abbreviation has only one meaning in its language. Abbreviations with several meanings are ignored. An
 * abbreviation with two meanings is accepted if one of them is an active flag, because the column's values show which
 * meaning applies.
 */
function hasOneMeaning(entries: readonly LexiconEntry[], language: string): boolean {
  const own = entries.filter((entry) => entry.language === language);
  const things = new Set(
    own.flatMap(({ meanings }) => meanings.filter((meaning) => meaningKind(meaning) !== "owner")),
  );
  return things.size === 1 || (things.size === 2 && (things.has("active") || things.has("inactive")));
}
