import { abbreviations } from "./abbreviations.js";
import type { Lexicon } from "./lexicon.js";
import { meaningKind, rankOf, type Meaning, type MeaningKind } from "./meanings.js";
import { segment, type Segment } from "./segments.js";
import { wordsOf } from "./words.js";
import { doubt, part } from "./weights.js";

/** The meaning of a heading. An ambiguous word has several meanings, and the values show which of them applies. */
export interface HeadingReading {
  /** The possible meanings, most likely first. Empty if no meaning is known. */
  readonly heads: readonly Meaning[];
  readonly owners: ReadonlySet<Meaning>;
  readonly qualities: ReadonlySet<Meaning>;
  /** Other entities that the heading mentions, such as the company in `Company Status`. */
  readonly besides: ReadonlySet<Meaning>;
  /** 1 if every word is understood. Each unknown word lowers the value. */
  readonly strength: number;
  /** Words that the lexicon does not contain. */
  readonly unknown: readonly string[];
}

export const blankReading: HeadingReading = {
  heads: [],
  owners: new Set(),
  qualities: new Set(),
  besides: new Set(),
  strength: 0,
  unknown: [],
};

/** Entities that the records in a table describe. In a list of vendors, "Vendor Code" is the record's own code. */
type Owners = ReadonlySet<Meaning>;
const none: Owners = new Set();

function kindOf(meaning: Meaning, owners: Owners): MeaningKind {
  return owners.has(meaning) ? "owner" : meaningKind(meaning);
}

export function headingReading(known: readonly Meaning[], owners = none): HeadingReading {
  const of = (...kinds: readonly string[]) =>
    known.filter((meaning) => kinds.includes(kindOf(meaning, owners)));
  return {
    heads: of("head", "other"),
    owners: new Set(of("owner")),
    qualities: new Set(of("quality")),
    besides: new Set(),
    strength: 1,
    unknown: [],
  };
}

/**
 * Reads all headings in a table together, because shared prefixes and the predominant language help to interpret each
 * heading.
 */
export function readHeadings(
  headings: readonly string[],
  lexicon: Lexicon,
  owners = none,
  isGrouped = false,
): readonly HeadingReading[] {
  const words = withoutSharedWord(headings.map(wordsOf), lexicon, isGrouped);
  const segments = words.map((list, index) =>
    segment(list, lexicon, abbreviations(headings[index] ?? "", list, lexicon)),
  );
  const languages = languageShares(segments);
  return segments.map((list) => understand(list, languages, owners));
}

/**
 * Returns the number of heading phrases that each language explains. A phrase that several languages share is divided
 * equally among them.
 */
export function languageShares(segments: readonly (readonly Segment[])[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const list of segments) {
    for (const { entries, text } of list) {
      if (entries === undefined || text.length < 2) continue;
      const spoken = new Set(entries.map((entry) => entry.language));
      for (const language of spoken) shares.set(language, (shares.get(language) ?? 0) + 1 / spoken.size);
    }
  }
  return shares;
}

/**
 * Drops the first word of headings if at least three headings and at least half of all headings share this word and the
 * lexicon does not contain it, such as the table prefix `AC_`. Also drops labels from the header row above, such as
 * `Identité` above `Nom` and `Prénom`.
 */
function withoutSharedWord(
  words: readonly (readonly string[])[],
  lexicon: Lexicon,
  isGrouped: boolean,
): readonly (readonly string[])[] {
  const counts = new Map<string, number>();
  for (const [first] of words) if (first !== undefined) counts.set(first, (counts.get(first) ?? 0) + 1);
  const isShared = (count: number): boolean =>
    isGrouped ? count >= 2 : count >= 3 && count >= words.length * part.half;
  const shared = [...counts].flatMap(([word, count]) =>
    isShared(count) && !lexicon.entries.has(word) ? [word] : [],
  );
  return words.map((list) => (list.length > 1 && shared.includes(list[0] ?? "") ? list.slice(1) : list));
}

function understand(
  segments: readonly Segment[],
  languages: ReadonlyMap<string, number>,
  asOwners: Owners,
): HeadingReading {
  const heads: (readonly Meaning[])[] = [];
  const owners = new Set<Meaning>();
  const others: Meaning[] = [];
  const qualities = new Set<Meaning>();
  const things = new Set<Meaning>();
  const unknown: string[] = [];
  for (const { entries, text } of segments) {
    if (entries === undefined) {
      if (!/^\p{Nd}+$/u.test(text)) unknown.push(text);
      else if (Number(text) > 1) qualities.add("secondary");
      continue;
    }
    const found = entriesOf(entries, languages);
    const of = (kind: MeaningKind) => found.filter((meaning) => kindOf(meaning, asOwners) === kind);
    if (of("head").length > 0) heads.push(of("head"));
    for (const owner of of("owner")) owners.add(owner);
    for (const quality of of("quality")) qualities.add(quality);
    for (const thing of of("other")) things.add(thing);
    // "Company email" means a work address, whereas "Company" alone refers to the company.
    if (!found.includes("work") || segments.length === 1) others.push(...of("other"));
  }
  const length = segments.reduce((sum, part) => sum + part.text.length, 0);
  const lost = unknown.reduce((sum, part) => sum + part.length, 0);
  const strength = length === 0 ? 0 : Math.max(0, 1 - lost / length - doubt.unknownWord * unknown.length);
  // "Last name, First name" means a full name.
  const both =
    heads.some((here) => here.includes("given_name")) && heads.some((here) => here.includes("family_name"));
  const apart = both && !heads.some((here) => here.includes("given_name") && here.includes("family_name"));
  if (apart) heads.unshift(["full_name"]);
  // "Company email" means a work address in any language and word order.
  const isWorkAddress = heads.length > 0 && heads.every((here) => here.includes("email"));
  const besides = isWorkAddress ? others.filter((meaning) => meaning !== "company") : others;
  if (besides.length < others.length) qualities.add("work");
  const candidates = [...besides, ...heads.flat()];
  const ordered = order(candidates, heads, besides);
  if (ordered[0] !== undefined) things.delete(ordered[0]);
  return { heads: ordered, owners, qualities, besides: things, strength, unknown };
}

/** Returns the meanings of a phrase in the predominant languages. */
function entriesOf(
  entries: readonly { readonly meanings: readonly Meaning[]; readonly language: string }[],
  languages: ReadonlyMap<string, number>,
): readonly Meaning[] {
  const share = (language: string) => languages.get(language) ?? 0;
  const most = Math.max(...entries.map((entry) => share(entry.language)));
  const spoken = entries.filter((entry) => share(entry.language) >= most * part.half);
  return [...new Set(spoken.flatMap((entry) => entry.meanings))];
}

/** Puts the best-ranked meaning first, followed by the other meanings of the same phrase. */
function order(
  candidates: readonly Meaning[],
  heads: readonly (readonly Meaning[])[],
  others: readonly Meaning[],
): readonly Meaning[] {
  const sorted = [...new Set(candidates)].sort((a, b) => rankOf(a) - rankOf(b));
  const first = sorted[0];
  if (first === undefined) return [];
  if (others.length === 0 && heads.length === 1) return sorted;
  const alternatives = heads.find((group) => group.includes(first)) ?? [];
  return [first, ...alternatives.filter((meaning) => meaning !== first)];
}
