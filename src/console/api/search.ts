import { foldText } from "../../store/fold-text.js";
import { sql, type RawBuilder } from "../../store/kysely.js";
import type { Store } from "../../store/store.js";

function wordsOf(search: string): readonly string[] {
  return search.split(/\s+/u).filter(Boolean);
}

/** True if `text` contains every word of `search`, in any order and regardless of case and accents. */
export function hasWords(text: string, search: string): boolean {
  const folded = foldText(text);
  return wordsOf(search).every((word) => folded.includes(foldText(word)));
}

/** SQL condition: true if the condition that `has` returns is true for every search word. */
export function everyWord(search: string, has: (word: string) => RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join([sql`1 = 1`, ...wordsOf(search).map(has)], sql` and `)})`;
}

/**
 * The SQL expression for `foldText`. For SQLite, `openDatabase` defines the function. PostgreSQL can remove accents only
 * in databases with the encoding UTF8. The collation is explicit, because some columns have a different one. With "C",
 * only ASCII letters are converted to lowercase.
 */
export function foldSql(engine: Store["engine"], text: RawBuilder<unknown>): RawBuilder<string> {
  return engine === "postgres"
    ? sql<string>`(case when current_setting('server_encoding') = 'UTF8'
        then lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]+', '', 'g') collate "C")
        else lower((${text}) collate "C") end)`
    : sql<string>`fold_text(${text})`;
}

/** SQL condition: true if `text` contains the wanted string, regardless of case and accents. */
export function contains(
  engine: Store["engine"],
  text: RawBuilder<unknown>,
  wanted: string,
): RawBuilder<boolean> {
  const folded = foldSql(engine, text);
  const patterns = casesOf(wanted.toLowerCase()).map((each) => {
    const pattern = foldSql(engine, sql`cast(${like(each)} as text)`);
    return sql`${folded} like ${pattern} escape '!'`;
  });
  return sql<boolean>`(${sql.join(patterns, sql` or `)})`;
}

/**
 * Returns the spellings to search for. On PostgreSQL, `foldSql` converts only ASCII letters to lowercase, so a string
 * with other letters is searched for in three spellings: in lowercase, in uppercase, and with each word capitalized.
 */
function casesOf(wanted: string): readonly string[] {
  const others = /[^\x00-\x7f]/gu;
  const initials = /(?<!\p{L})[^\x00-\x7f]/gu;
  const upper = (letter: string) => letter.toUpperCase();
  return [...new Set([wanted, wanted.replaceAll(initials, upper), wanted.replaceAll(others, upper)])];
}

function like(text: string): string {
  return `%${text.replaceAll(/[!%_]/g, (letter) => `!${letter}`)}%`;
}
