import { type PlainRow, filledCount } from "../plain-row.js";
import { columnShapes } from "./columns.js";
import { headerVerdict } from "./score.js";
import { holdsHeadingWord } from "./words.js";

/** Comments above a table. */

/** Characters that start a comment. */
export const commentSign = /^\s*(?:#|%|\/\/|--|;|!|\*|[@']\s|rem\s)/i;

/** Characters that start comments above a table in formats in which other programs skip such lines. */
const leadingComment = /^\s*(#|%|\/\/|--|!|REM )/;

/** Characters that start a comment in some programs and a heading or key in others: `; made by`, `*Code`, `#id`. */
const unusualComment = /^\s*(?:(#|;|\*|'|@|%|!|--|\/\/)(?=[\s\p{L}])|(rem)\s)/iu;

/** True if a line above the table is definitely a comment. A line divided like the rows may belong to the header. */
export function isComment(cells: readonly string[], width: number): boolean {
  const filled = filledCount(cells);
  return commentSign.test(cells[0]!) && (filled < 3 || filled * 2 < width || isProse(cells));
}

/** True for a sentence that happens to have as many delimiters as a row, each followed by a space. */
export function isProse(cells: readonly string[]): boolean {
  return cells.length > 1 && cells.slice(1).every((cell) => cell.startsWith(" ") && cell.trim() !== "");
}

/** Removes comments above the table, because their characters do not show the dialect. */
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
  // A character that also starts other lines belongs to the table, unless a space and words follow it everywhere.
  const isWords = /^\s*#+(?:[ \t]+\p{L}|\s*$)/u;
  const lines = text.slice(at).split(/(?<=\r\n|\n|\r(?!\n))/);
  const others = lines.filter((line) => line.trimStart().startsWith(sign));
  if (others.length > 0 && ![text, ...others].every((line) => isWords.test(line))) return text;
  const rest = lines.filter((line) => !others.includes(line));
  // A line above a single other line belongs to the table.
  return rest.filter((line) => line.trim() !== "").length < 2 ? text : rest.join("");
}

/**
 * Number of comment rows at the top. A header that starts with a comment character above rows without one is not a
 * comment.
 */
export function leadingComments(rows: readonly PlainRow[], width: number): number {
  let count = 0;
  for (; count < rows.length - 1; count++) {
    const { cells } = rows[count]!;
    if (!leadingComment.test(cells[0]!)) break;
    // `#` and `#id` are headers if the row is as wide as the table.
    if (cells.length === width && !/^\s*\S+ /.test(cells[0]!)) break;
  }
  if (count === 0) return 0;
  const last = rows[count - 1]!.cells;
  const next = rows[count]!.cells;
  if (leadingComment.exec(next[0]!)?.[1] === leadingComment.exec(last[0]!)?.[1]) return 0;
  return last.length === width && !isProse(last) ? count - 1 : count;
}

/**
 * Number of rows at the top that start with an unusual comment character that no other row has. The last of them is as
 * wide as the table. They are definitely comments if the row below has more known header words, or is otherwise clearly
 * the header.
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
  // `#id,Name` is a common form of headers.
  return { count, sign, areSure, areHeadings: sign === "#" && names(bare) > 0 };
}
