import { type PlainRow, filledCount } from "../plain-row.js";
import { columnShapes } from "./columns.js";
import { headerVerdict } from "./score.js";
import { holdsHeadingWord } from "./words.js";

/** Recognizes comments above a table. */

/** Characters that start a comment. */
export const commentSign = /^\s*(?:#|%|\/\/|--|;|!|\*|[@']\s|rem\s)/i;

/** Characters that start comments above a table. Other programs skip such comment lines. */
const leadingComment = /^\s*(#|%|\/\/|--|!|REM )/;

/**
 * Characters that start a comment in some programs and a heading or key in others, as in `; made by`, `*Code` and
 * `#id`.
 */
const unusualComment = /^\s*(?:(#|;|\*|'|@|%|!|--|\/\/)(?=[\s\p{L}])|(rem)\s)/iu;

/**
 * True if a line above the table is definitely a comment. A line with the same delimiters as the rows may belong to
 * the header.
 */
export function isComment(cells: readonly string[], width: number): boolean {
  const filled = filledCount(cells);
  return commentSign.test(cells[0]!) && (filled < 3 || filled * 2 < width || isProse(cells));
}

/**
 * True for a sentence that happens to have as many delimiters as a row. In a sentence, each delimiter is followed by
 * a space.
 */
export function isProse(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.slice(1).every((cell) => cell.startsWith(" ") && cell.trim() !== "");
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
  // If other lines also start with the character, it belongs to the table, unless a space and words follow it on
  // every line.
  const isWords = /^\s*#+(?:[ \t]+\p{L}|\s*$)/u;
  const lines = text.slice(at).split(/(?<=\r\n|\n|\r(?!\n))/);
  const others = lines.filter((line) => line.trimStart().startsWith(sign));
  if (others.length > 0 && ![text, ...others].every((line) => isWords.test(line))) return text;
  const rest = lines.filter((line) => !others.includes(line));
  // If only one line would remain, the lines above it also belong to the table.
  return rest.filter((line) => line.trim() !== "").length < 2 ? text : rest.join("");
}

/**
 * Returns the number of comment rows at the top. If the header starts with a comment character but the rows below it
 * do not, the header is not a comment.
 */
export function leadingComments(rows: readonly PlainRow[], width: number): number {
  let count = 0;
  for (; count < rows.length - 1; count++) {
    const { cells } = rows[count]!;
    if (!leadingComment.test(cells[0]!)) break;
    // If the row is as wide as the table, a cell such as `#` or `#id` belongs to the header.
    if (cells.length === width && !/^\s*\S+ /.test(cells[0]!)) break;
  }
  if (count === 0) return 0;
  const last = rows[count - 1]!.cells;
  const next = rows[count]!.cells;
  if (leadingComment.exec(next[0]!)?.[1] === leadingComment.exec(last[0]!)?.[1]) return 0;
  return last.length === width && !isProse(last) ? count - 1 : count;
}

/**
 * Returns the number of rows at the top that start with an unusual comment character, if no other row starts with it
 * and the last of these rows is as wide as the table. Such rows are definitely comments if the row below them has
 * more known header words, or is otherwise clearly the header.
 */
export function unusualComments(
  rows: readonly PlainRow[],
  width: number,
): {
  readonly count: number;
  readonly sign: string;
  readonly areSure: boolean;
  readonly areHeadings: boolean;
} {
  const signs = rows.map(({ cells }) => {
    const found = unusualComment.exec(cells[0]!);
    return (found?.[1] ?? found?.[2])?.toLowerCase();
  });
  const [sign] = signs;
  const count = Math.max(
    0,
    signs.findIndex((each) => each !== sign),
  );
  const last = rows[count - 1];
  const isRun =
    width > 1 &&
    sign !== undefined &&
    last?.cells.length === width &&
    !signs.includes(sign, count) &&
    // `*Code,*Name` marks required columns.
    !last.cells.slice(1).some((cell) => cell.trimStart().startsWith(sign));
  if (!isRun) return { count: 0, sign: "", areSure: false, areHeadings: false };
  const below = rows[count]!.cells;
  const next = headerVerdict(below, columnShapes(rows.slice(count + 1), width), rows.length - count - 1);
  const bare = [last.cells[0]!.replace(unusualComment, ""), ...last.cells.slice(1)];
  const names = (cells: readonly string[]) => cells.filter(holdsHeadingWord).length;
  const areSure =
    next.isHeader &&
    (next.isSure === true || rows.length > count + 2) &&
    (names(below) > names(bare) || names(below) === width);
  // Headers often have the form `#id,Name`.
  return { count, sign, areSure, areHeadings: sign === "#" && names(bare) > 0 };
}
