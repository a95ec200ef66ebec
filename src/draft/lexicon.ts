import { atFirstUse, ownDocumentWords, ownOrgWords, ownSynonyms } from "./data.js";
import { isMeaning, type Meaning } from "./meanings.js";
import { wordsOf } from "./words.js";

/** One way to understand a phrase, and the languages that do. */
export interface LexiconEntry {
  readonly meanings: readonly Meaning[];
  readonly language: string;
}

export interface Lexicon {
  readonly entries: ReadonlyMap<string, readonly LexiconEntry[]>;
  /** Length of the longest phrase in characters. */
  readonly longest: number;
  /** Every phrase by its {@link likeness}. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
}

/** A phrase with the words in it that say something. */
interface Phrase {
  readonly words: readonly string[];
  readonly entry: LexiconEntry;
}

/** A line of a synonym file that says nothing that can be understood: its number from 1, and what is wrong. */
export interface SynonymDiagnostic {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
}

interface Synonyms {
  readonly language: string;
  readonly meanings: readonly Meaning[];
  /** Words and phrases with commas between them. */
  readonly phrases: string;
}

/** German and Nordic letters are also written out, as in `Steuerschluessel`. */
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

/** Whether a word is more than a filler, as `of` and `de` are. */
export function saysSomething(word: string, entries: Lexicon["entries"]): boolean {
  const known = entries.get(word) ?? [];
  return known.length === 0 || known.some(({ meanings }) => meanings.some((meaning) => meaning !== "filler"));
}

/** What a phrase and its abbreviation have in common: how many words, and the first letter. */
export function likeness(content: readonly string[]): string {
  return `${content.length}${content[0]?.[0] ?? ""}`;
}

/** The lexicon of the synonym files that come with Lading, built at first use. */
export const standardLexicon = atFirstUse(() => lexiconOf(synonymsOf(ownSynonyms())));
const ofDocuments = atFirstUse(() => lexiconOf(synonymsOf(ownDocumentWords())));
const ofOrgs = atFirstUse(() =>
  laidOver(standardLexicon(), [...lexiconOf(synonymsOf(ownOrgWords())).entries]),
);

/** The words of jobs and invoices alone; what a workspace says of a word holds here too. */
export function documentLexicon(lexicon: Lexicon): Lexicon {
  return laidOver(ofDocuments(), saidIn(lexicon));
}

/** In a list of orgs some words say something else, as `Razón social` is a name there; what a workspace says of a word holds here too. */
export function orgLexicon(lexicon: Lexicon): Lexicon {
  return laidOver(ofOrgs(), saidIn(lexicon));
}

type Said = readonly (readonly [string, readonly LexiconEntry[]])[];

/** What a workspace says of words. */
function saidIn({ entries }: Lexicon): Said {
  const known = standardLexicon().entries;
  return entries === known ? [] : [...entries].filter(([key, entry]) => known.get(key) !== entry);
}

function laidOver(lexicon: Lexicon, said: Said): Lexicon {
  if (said.length === 0) return lexicon;
  const longest = Math.max(lexicon.longest, ...said.map(([key]) => key.length));
  return { ...lexicon, longest, entries: new Map([...lexicon.entries, ...said]) };
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
 * The standard lexicon with the files of a workspace on top: what they say of a phrase holds, whatever the files of Lading
 * say. A line is `meaning: phrase, phrase`, or `meaning+meaning: ...` for phrases that say several things at once; a line
 * that begins with `//` or is blank says nothing.
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
