import type { PlainRow } from "../plain-row.js";
import { headerScore, margin } from "./search.js";
import { holdsHeadingWord } from "./words.js";

/** Recognizes lines above a table that are comments in some programs and headers in others. */

/**
 * Characters that start a comment in some programs and a heading or key in others, as in `; made by`, `*Code` and
 * `#id`.
 */
const unusualComment = /^\s*(?:(#|;|\*|'|@|%|!|--|\/\/)(?=[\s\p{L}])|(rem)\s)/iu;

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
  const score = headerScore(rows, count, width);
  const bare = [last.cells[0]!.replace(unusualComment, ""), ...last.cells.slice(1)];
  const names = (cells: readonly string[]) => cells.filter(holdsHeadingWord).length;
  const areSure =
    score > (rows.length > count + 2 ? 0 : margin) && (names(below) > names(bare) || names(below) === width);
  // Headers often have the form `#id,Name`.
  return { count, sign, areSure, areHeadings: sign === "#" && names(bare) > 0 };
}
