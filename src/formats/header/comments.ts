import { filledCount, type PlainRow } from "../plain-row.js";
import { holdsHeadingWord } from "./words.js";

export const commentSign = /^\s*(?:#|%|\/\/|--|;|!|\*|[@']\s|rem\s)/i;

/** Characters that start comment lines above a table, which other programs skip. */
const leadingComment = /^\s*(#|%|\/\/|--|!|REM )/;

/**
 * True if a line above the table is definitely a comment. A line that starts like a comment but has at least three
 * cells and fills at least half of the columns may be the header, as in `#id,code,name`.
 */
export function isComment(cells: readonly string[], width: number): boolean {
  const filled = filledCount(cells);
  return commentSign.test(cells[0]!) && (filled < 3 || filled * 2 < width || isProse(cells));
}

/** True for a sentence that contains the delimiter. In a sentence, a space and text follow each delimiter. */
export function isProse(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.slice(1).every((cell) => cell.startsWith(" ") && cell.trim() !== "");
}

/**
 * Characters that start a comment in some programs and a heading or key in others, as in `; made by`, `*Code` and
 * `#id`.
 */
const unusualComment = /^\s*(?:(#|;|\*|'|@|%|!|--|\/\/)(?=[\s\p{L}])|(rem)\s)/iu;

/**
 * Returns the number of rows at the top that start with the same comment character. Returns 0 if all rows or a later
 * row also start with this character, or if the character may be part of a heading.
 */
export function markedRows(rows: readonly PlainRow[]): number {
  const signOf = ({ cells }: PlainRow): string | undefined => {
    const found = unusualComment.exec(cells[0]!);
    return (found?.[1] ?? found?.[2])?.toLowerCase();
  };
  const sign = rows[0] === undefined ? undefined : signOf(rows[0]);
  if (sign === undefined) return 0;
  const signs = rows.map(signOf);
  const count = signs.findIndex((each) => each !== sign);
  const [first = "", ...others] = rows[count - 1]?.cells ?? [];
  if (count < 1 || signs.includes(sign, count)) return 0;
  // `*Code,*Name` marks required columns, and headers often have the form `#id,Name`.
  if (others.some((cell) => cell.trimStart().startsWith(sign))) return 0;
  const bare = [first.replace(unusualComment, ""), ...others];
  return sign === "#" && bare.some(holdsHeadingWord) ? 0 : count;
}

/** Removes comments above the table, because the characters in them give no information about the dialect. */
export function withoutComments(text: string): string {
  const sign = leadingComment.exec(text)?.[1];
  if (sign === undefined) return text;
  let at = 0;
  while (
    text
      .slice(at, at + 200)
      .trimStart()
      .startsWith(sign)
  ) {
    const end = /\r\n?|\n/g;
    end.lastIndex = at;
    if (end.exec(text) === null) return text;
    at = end.lastIndex;
  }
  // If other lines also start with the character, the character belongs to the table, unless the character is `#` and a
  // space and words follow on each of these lines.
  const isWords = /^\s*#+(?:[ \t]+\p{L}|\s*$)/u;
  const lines = text.slice(at).split(/(?<=\r\n|\n|\r(?!\n))/);
  const others = lines.filter((line) => line.trimStart().startsWith(sign));
  if (others.length > 0 && ![text, ...others].every((line) => isWords.test(line))) return text;
  const rest = lines.filter((line) => !others.includes(line));
  // If fewer than two non-empty lines would remain, the removed lines belong to the table.
  return rest.filter((line) => line.trim() !== "").length < 2 ? text : rest.join("");
}
