import { sql, type RawBuilder } from "../../store/kysely.js";

function wordsOf(search: string): readonly string[] {
  return search.toLowerCase().split(/\s+/u).filter(Boolean);
}

/** True if `text` contains every word of `search`, in any order and regardless of case. */
export function hasWords(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  return wordsOf(search).every((word) => lower.includes(word));
}

/** SQL condition: true if the condition that `has` returns is true for every search word. */
export function everyWord(search: string, has: (word: string) => RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join([sql`1 = 1`, ...wordsOf(search).map(has)], sql` and `)})`;
}

/** SQL condition: true if `text` contains the wanted string, regardless of case. */
export function contains(text: RawBuilder<unknown>, wanted: string): RawBuilder<boolean> {
  const patterns = casesOf(wanted).map((each) => sql`lower(${text}) like ${like(each)} escape '!'`);
  return sql<boolean>`(${sql.join(patterns, sql` or `)})`;
}

/**
 * Returns the spellings to search for. SQLite converts only ASCII letters to lowercase, so a string with other
 * letters is searched for in three spellings: in lowercase, in uppercase, and with each word capitalized.
 */
function casesOf(wanted: string): readonly string[] {
  const lower = wanted.toLowerCase();
  const others = /[^\x00-\x7f]/gu;
  const initials = /(?<!\p{L})[^\x00-\x7f]/gu;
  const upper = (letter: string) => letter.toUpperCase();
  return [...new Set([lower, lower.replaceAll(initials, upper), lower.replaceAll(others, upper)])];
}

function like(text: string): string {
  return `%${text.replaceAll(/[!%_]/g, (letter) => `!${letter}`)}%`;
}
