import { isMeaning, type Meaning } from "./meanings.js";
import { synonymFiles } from "./synonyms/index.js";
import { phraseKey } from "./words.js";

/** One way to understand a phrase, and the languages that do. */
export interface Entry {
  readonly meanings: readonly Meaning[];
  readonly language: string;
}

export interface Lexicon {
  readonly entries: ReadonlyMap<string, readonly Entry[]>;
  /** Length of the longest phrase in characters. */
  readonly longest: number;
}

/** A line of a synonym file that says nothing that can be understood: its number from 1, and what is wrong. */
export interface SynonymMistake {
  readonly language: string;
  readonly line: number;
  readonly reason: string;
}

/** German and Nordic letters are also written out, as in `Steuerschluessel`. */
const writtenOut: readonly (readonly [RegExp, string])[] = [
  [/ä/gi, "ae"],
  [/ö/gi, "oe"],
  [/ü/gi, "ue"],
  [/å/gi, "aa"],
  [/ø/gi, "oe"],
];

/**
 * Reads synonym files. A line is `meaning: phrase, phrase`, or `meaning+meaning: ...` for phrases that say several things
 * at once; a line that begins with `//` or is blank says nothing.
 */
export function buildLexicon(files: Readonly<Record<string, string>>): {
  readonly lexicon: Lexicon;
  readonly mistakes: readonly SynonymMistake[];
} {
  const entries = new Map<string, Entry[]>();
  const mistakes: SynonymMistake[] = [];
  let longest = 0;
  for (const [language, text] of Object.entries(files)) {
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (line.trim() === "" || line.trim().startsWith("//")) continue;
      const colon = line.indexOf(":");
      const words = line.slice(0, Math.max(colon, 0)).trim().split("+");
      const meanings = words.filter(isMeaning);
      if (colon < 0 || meanings.length !== words.length) {
        const unknown = words.find((word) => !isMeaning(word)) ?? "";
        mistakes.push({ language, line: index + 1, reason: `there is no meaning named "${unknown}"` });
        continue;
      }
      for (const phrase of line.slice(colon + 1).split(",")) {
        for (const key of spellings(phrase)) {
          if (key === "") continue;
          const known = entries.get(key) ?? [];
          known.push({ meanings, language });
          entries.set(key, known);
          longest = Math.max(longest, key.length);
        }
      }
    }
  }
  return { lexicon: { entries, longest }, mistakes };
}

function spellings(phrase: string): ReadonlySet<string> {
  const written = writtenOut.reduce((text, [letter, out]) => text.replace(letter, out), phrase);
  return new Set([phraseKey(phrase), phraseKey(written)]);
}

let ownLexicon: Lexicon | undefined;

/** The lexicon of the synonym files that come with Lading, built at first use. */
export function standardLexicon(): Lexicon {
  ownLexicon ??= buildLexicon(synonymFiles).lexicon;
  return ownLexicon;
}

/**
 * The standard lexicon with more files on top, such as those of a workspace. What they say of a phrase holds, whatever the
 * files of Lading say.
 */
export function lexiconWith(extra: Readonly<Record<string, string>>): {
  readonly lexicon: Lexicon;
  readonly mistakes: readonly SynonymMistake[];
} {
  const { lexicon: own, mistakes } = buildLexicon(extra);
  const standard = standardLexicon();
  return {
    lexicon: {
      entries: new Map([...standard.entries, ...own.entries]),
      longest: Math.max(standard.longest, own.longest),
    },
    mistakes,
  };
}
