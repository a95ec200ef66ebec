import { atFirstUse, ownDocumentWords, ownOrgWords, ownSynonyms } from "./data.js";
import { isMeaning, type Meaning } from "./meanings.js";
import { wordsOf } from "./words.js";

/** The meanings of a phrase in one language. */
export interface LexiconEntry {
  readonly meanings: readonly Meaning[];
  readonly language: string;
}

export interface Lexicon {
  readonly entries: ReadonlyMap<string, readonly LexiconEntry[]>;
  /** Length of the longest phrase, in characters. */
  readonly longest: number;
  /** Phrases, indexed by the key that {@link likeness} returns. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
}

/** A phrase without filler words. */
interface Phrase {
  readonly words: readonly string[];
  readonly entry: LexiconEntry;
}

/** An invalid line in a synonym file. `line` is 1-based. */
export interface SynonymDiagnostic {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

interface Synonyms {
  readonly language: string;
  readonly meanings: readonly Meaning[];
  /** Words and phrases, separated by commas. */
  readonly phrases: string;
}

/** Spelled-out forms of German and Nordic letters, as in `Steuerschluessel`. */
const writtenOut: readonly (readonly [RegExp, string])[] = [
  [/ä/gi, "ae"],
  [/ö/gi, "oe"],
  [/ü/gi, "ue"],
  [/å/gi, "aa"],
  [/ø/gi, "oe"],
];

function spellings(phrase: string): readonly (readonly string[])[] {
  const written = writtenOut.reduce((text, [letter, out]) => text.replace(letter, out), phrase);
  return (written === phrase ? [phrase] : [phrase, written]).map(wordsOf);
}

function lexiconOf(synonyms: readonly Synonyms[]): Lexicon {
  const entries = new Map<string, LexiconEntry[]>();
  const all: Phrase[] = [];
  let longest = 0;
  for (const { language, meanings, phrases } of synonyms) {
    const entry = { meanings, language };
    for (const words of phrases.split(",").flatMap(spellings)) {
      const key = words.join("");
      if (key === "") continue;
      const known = entries.get(key) ?? [];
      if (known.at(-1) === entry) continue;
      known.push(entry);
      entries.set(key, known);
      all.push({ words, entry });
      longest = Math.max(longest, key.length);
    }
  }
  const phrases = new Map<string, Phrase[]>();
  for (const { words, entry } of all) {
    const content = words.filter((word) => saysSomething(word, entries));
    const like = phrases.get(likeness(content));
    if (like === undefined) phrases.set(likeness(content), [{ words: content, entry }]);
    else like.push({ words: content, entry });
  }
  return { entries, longest, phrases };
}

/** False for filler words such as `of` and `de`, and true for all other words. */
export function saysSomething(word: string, entries: Lexicon["entries"]): boolean {
  const known = entries.get(word) ?? [];
  return known.length === 0 || known.some(({ meanings }) => meanings.some((meaning) => meaning !== "filler"));
}

/**
 * Returns the index key that a phrase shares with its abbreviations. The key consists of the number of words and the
 * first letter.
 */
export function likeness(content: readonly string[]): string {
  return `${content.length}${content[0]?.[0] ?? ""}`;
}

export const standardLexicon = atFirstUse(() => lexiconOf(synonymsOf(ownSynonyms())));
const ofDocuments = atFirstUse(() => lexiconOf(synonymsOf(ownDocumentWords())));
const ofOrgs = atFirstUse(() =>
  withChanges(standardLexicon(), [...lexiconOf(synonymsOf(ownOrgWords())).entries]),
);

/** Returns the lexicon for jobs and invoices, extended with the workspace's words. */
export function documentLexicon(lexicon: Lexicon): Lexicon {
  return withChanges(ofDocuments(), changesIn(lexicon));
}

/**
 * Returns the lexicon for orgs, extended with the workspace's words. Some words have different meanings for orgs. For
 * example, `Razón social` is a name.
 */
export function orgLexicon(lexicon: Lexicon): Lexicon {
  return withChanges(ofOrgs(), changesIn(lexicon));
}

type LexiconChanges = readonly (readonly [string, readonly LexiconEntry[]])[];

function changesIn({ entries }: Lexicon): LexiconChanges {
  const known = standardLexicon().entries;
  return entries === known ? [] : [...entries].filter(([key, entry]) => known.get(key) !== entry);
}

function withChanges(lexicon: Lexicon, changes: LexiconChanges): Lexicon {
  if (changes.length === 0) return lexicon;
  const longest = Math.max(lexicon.longest, ...changes.map(([key]) => key.length));
  return { ...lexicon, longest, entries: new Map([...lexicon.entries, ...changes]) };
}

function synonymsOf(files: ReturnType<typeof ownSynonyms>): readonly Synonyms[] {
  return Object.entries(files).flatMap(([language, words]) =>
    Object.entries(words).map(([key, phrases]) => ({
      language,
      meanings: key.split("+").filter(isMeaning),
      phrases,
    })),
  );
}

/**
 * Returns the built-in lexicon extended with the workspace's synonym files, which take precedence. Each line has the
 * form `meaning: phrase, phrase`, or `meaning+meaning: ...` for phrases with several meanings. Blank lines and lines
 * that begin with `//` are ignored.
 */
export function lexiconWith(files: Readonly<Record<string, string>>): {
  readonly lexicon: Lexicon;
  readonly diagnostics: readonly SynonymDiagnostic[];
} {
  const synonyms: Synonyms[] = [];
  const diagnostics: SynonymDiagnostic[] = [];
  for (const [file, text] of Object.entries(files)) {
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (line.trim() === "" || line.trim().startsWith("//")) continue;
      const colon = line.indexOf(":");
      const words = line.slice(0, Math.max(colon, 0)).trim().split("+");
      const meanings = words.filter(isMeaning);
      if (colon >= 0 && meanings.length === words.length) {
        synonyms.push({ language: file, meanings, phrases: line.slice(colon + 1) });
        continue;
      }
      const unknown = words.find((word) => !isMeaning(word)) ?? "";
      diagnostics.push({ file, line: index + 1, reason: `there is no meaning named "${unknown}"` });
    }
  }
  const own = lexiconOf(synonyms);
  const { entries, longest, phrases } = standardLexicon();
  return {
    lexicon: {
      entries: new Map([...entries, ...own.entries]),
      longest: Math.max(longest, own.longest),
      phrases: new Map(
        [...new Set([...phrases.keys(), ...own.phrases.keys()])].map((key) => [
          key,
          [...(phrases.get(key) ?? []), ...(own.phrases.get(key) ?? [])],
        ]),
      ),
    },
    diagnostics,
  };
}
