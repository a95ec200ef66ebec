import { foldText, withoutAccents } from "../../store/fold-text.js";
import { sql, type RawBuilder } from "../../store/kysely.js";
import type { Store } from "../../store/store.js";

function wordsOf(search: string): readonly string[] {
  // A word that consists only of accents would be found in every text.
  return search.split(/\s+/u).filter((word) => foldText(word) !== "");
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
 * The SQL expression for `foldText`. Text in ASCII needs only `lower`, which is much faster. For SQLite, `openDatabase`
 * defines `fold_text`. The collation is explicit, because some columns have a different one. With "C", PostgreSQL
 * converts only ASCII letters to lowercase. In databases with the encoding SQL_ASCII, `normalize` would fail, but each
 * byte counts as a character there, so `normalize` is not called and accents are kept.
 */
export function foldSql(engine: Store["engine"], text: RawBuilder<unknown>): RawBuilder<string> {
  return engine === "postgres"
    ? sql<string>`(case when octet_length(${text}) = char_length(${text}) then lower((${text}) collate "C")
        else lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]+', '', 'g') collate "C") end)`
    : sql<string>`(case when length(cast(${text} as blob)) <> length(${text}) then fold_text(${text})
        else lower(${text}) end)`;
}

/** SQL condition: true if `text` contains the wanted string, regardless of case and accents. */
export function contains(
  engine: Store["engine"],
  text: RawBuilder<unknown>,
  wanted: string,
): RawBuilder<boolean> {
  const folded = foldSql(engine, text);
  if (engine === "sqlite") return sql<boolean>`${folded} like ${like(foldText(wanted))} escape '\\'`;
  // The patterns are constants, because PostgreSQL evaluates functions of constants even in branches that are not used.
  const patterns = spellingsOf(wanted.toLowerCase()).map((each) => sql`cast(${like(each)} as text)`);
  return sql<boolean>`${folded} like any (array[${sql.join(patterns)}])`;
}

/**
 * Returns the spellings to search for on PostgreSQL. Most strings have one. A string with letters beyond ASCII is also
 * searched for with these letters in uppercase, all of them or those at the beginning of words, because `foldSql`
 * converts only ASCII letters to lowercase. It is also searched for with its accents, because databases with the
 * encoding SQL_ASCII keep them.
 */
function spellingsOf(wanted: string): readonly string[] {
  const others = /[^\x00-\x7f]/gu;
  const initials = /(?<!\p{L})[^\x00-\x7f]/gu;
  const upper = (letter: string) => letter.toUpperCase();
  const cases = [wanted, wanted.replaceAll(initials, upper), wanted.replaceAll(others, upper)];
  const lowerAscii = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return [...new Set(cases.flatMap((each) => [withoutAccents(each), each]).map(lowerAscii))];
}

/** `\` is the default escape character of PostgreSQL. */
function like(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (letter) => `\\${letter}`)}%`;
}
