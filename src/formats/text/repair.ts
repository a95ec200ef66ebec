import { extent, filledCount, isFilled, type PlainRow } from "../plain-row.js";
import { cellKind, type CellKind } from "../cell-kind.js";
import { columnPosition } from "../heading.js";
import type { Row } from "../row.js";
import { type Issue, issue } from "../../model/issues.js";
import { commentSign } from "../header/comments.js";
import { possibleDelimiters, strongDelimiters } from "./delimiters.js";
import { allQuotedCells, requoted, splitLine, unwrappedCells } from "./requote.js";
import type { TableShape } from "../table-shape.js";
import { keepsSigns, signsOf } from "./signs.js";
import type { Dialect, SplitRow } from "./split-row.js";

/**
 * This module adjusts a row to the width of the table if there is only one plausible way to do so. Every repair is
 * reported as an issue with the row.
 */

/**
 * Finds trailing columns without a heading in a table whose rows end with a delimiter. If there is no header, at most
 * one row may have a value in such a column, and joining two cells of this row must give a row that fits the columns.
 * For example, `V05,Special,5,5,` fits if the last two cells are the amount `5,5`.
 *
 * A column whose position is in `wanted` always belongs to the table.
 */
export function unnamedFrom(
  headings: readonly string[] | null,
  body: readonly PlainRow[],
  shape: TableShape,
  wanted: readonly string[] = [],
): number {
  const { width } = shape;
  const rows = body.filter(({ cells }) => cells.length >= width);
  const isWanted = (at: number): boolean => wanted.some((column) => columnPosition(column) === at);
  let from = width;
  while (from > 0 && (headings?.[from - 1] ?? "").trim() === "" && !isWanted(from - 1)) {
    const filled = rows.filter(({ cells }) => isFilled(cells[from - 1]!));
    // If each of these rows also has more cells than the header, the rows are too long, however many there are.
    const areLong =
      headings !== null && filled.length > 0 && filled.every(({ cells }) => cells.length > width);
    if (filled.length * 2 >= rows.length && !areLong) break;
    if (headings === null && (filled.length > 1 || filled.some(({ cells }) => !isJoinable(cells, shape))))
      break;
    from--;
  }
  return from;
}

/** True if joining two adjacent cells leaves the last cell empty and fits every column. */
function isJoinable(cells: readonly string[], { kinds, dialect }: TableShape): boolean {
  const last = extent(cells) - 1;
  return cells.slice(0, last).some((cell, at) => {
    const joined = cells.toSpliced(at, 2, `${cell}${dialect.delimiter}${cells[at + 1]!}`);
    return cell !== "" && cells[at + 1] !== "" && agree(joined, kinds).against === 0;
  });
}

/**
 * True if a cell starts with a quote that is not closed. A single unpaired quote is not enough to treat a file as
 * quoted, so tables without quoted cells may also contain such cells.
 */
export function isHalfQuoted(cell: string): boolean {
  const text = cell.trim();
  return text.startsWith('"') && text.split('"').length % 2 === 0;
}

/** True if the text may contain NUL or the replacement character, which are signs of damage. */
export function mayHoldDamage(text: string): boolean {
  return text.includes("\u0000") || text.includes("\ufffd");
}

/** True if the row certainly needs no repair. A row that starts with a quote is always examined. */
function needsNoRepair({ source, cells, repairs }: SplitRow, shape: TableShape): boolean {
  if (cells.length !== shape.width || repairs.length > 0) return false;
  if (shape.unnamedFrom < shape.width && extent(cells) > shape.unnamedFrom) return false;
  if (shape.quoteInDoubt && source.includes('"')) return false;
  const first = source.charCodeAt(0);
  return first !== 34 && first !== 39;
}

/** `mayBeDamaged` is false if `mayHoldDamage` returned false for the row's text. */
export function repairRow(split: SplitRow, shape: TableShape, mayBeDamaged = true): Row {
  const { line } = split;
  if (!mayBeDamaged && !shape.isUnusual && needsNoRepair(split, shape)) return { line, cells: split.cells };
  const row = repaired(split, shape);
  return (row.issues === undefined && !shape.isUnusual) || isWhole(split, row.cells, shape.dialect)
    ? row
    : { ...row, issues: [...(row.issues ?? []), issue("signs_lost", { line }, {})] };
}

/**
 * True if the cells contain all letters and digits of the row. Also true if the delimiter is itself a letter or
 * digit.
 */
function isWhole({ source, lines }: SplitRow, cells: readonly string[], { delimiter }: Dialect): boolean {
  const text = source === "" ? lines : source;
  return text === undefined || signsOf(delimiter) !== "" || keepsSigns(text, cells);
}

function repaired(asSplit: SplitRow, shape: TableShape): Row {
  const { line } = asSplit;
  const whole = quotedWhole(asSplit, shape);
  if (whole !== undefined) return { line, cells: whole, issues: [issue("row_quoted_whole", { line }, {})] };
  const row = requoted(asSplit, shape.dialect, shape.width);
  const issues: Issue[] = [];
  for (const code of row.repairs) issues.push(issue(code, { line }, {}));
  let cells: readonly string[] = row.cells;
  // Searching each line once is faster than searching each cell.
  const text = row.source === "" ? cells.join("") : row.source;
  if (text.includes("\u0000")) {
    cells = cells.map((cell) => cell.replaceAll("\u0000", ""));
    issues.push(issue("nul_bytes", { line }, {}));
  }
  if (shape.quoteInDoubt && text.includes('"')) {
    if (cells.some(isHalfQuoted)) issues.push(issue("unclosed_quote", { line }, {}));
    else if (cells.some((cell) => /^ *"/.test(cell))) issues.push(issue("stray_quote", { line }, {}));
  }
  if (text.includes("\ufffd")) issues.push(issue("lost_characters", { line }, {}));
  if (cells.length !== shape.width) {
    const fitted = fit({ ...row, cells: [...cells] }, shape);
    cells = fitted.cells;
    if (fitted.issue !== undefined) issues.push(fitted.issue);
  } else if (
    shape.unnamedFrom < shape.width &&
    extent(cells) > shape.unnamedFrom &&
    (shape.isHeadless !== true || isJoinable(cells, shape))
  ) {
    issues.push(tooLong(line, cells.slice(0, extent(cells)), shape.unnamedFrom, shape));
  }
  return issues.length === 0 ? { line, cells } : { line, cells, issues };
}

/** Returns the cells of a row that was quoted as a single cell, if these cells fit the columns. */
function quotedWhole(row: SplitRow, shape: TableShape): readonly string[] | undefined {
  const { dialect, width, kinds } = shape;
  if (width < 2 || row.source.charCodeAt(0) !== 34) return undefined;
  const isOneCell =
    dialect.quote === '"' ? row.cells.length === 1 : dialect.quote !== "" || shape.quoteInDoubt;
  const cells = isOneCell ? unwrappedCells(row.source, dialect, width) : undefined;
  // If a row consists only of `"Doe, John"`, the comma and the space may be part of a single cell.
  if (cells === undefined || (!shape.blanksLead && cells.some((cell, i) => i > 0 && cell.startsWith(" ")))) {
    return undefined;
  }
  const agreement = agree(cells, kinds);
  if (agreement.against > agreement.with || (width === 2 && agreement.with === 0)) return undefined;
  return cells;
}

function fit(row: SplitRow, shape: TableShape): { cells: readonly string[]; issue?: Issue } {
  const { width } = shape;
  const { line, cells } = row;
  const other = otherReading(row, shape);
  if (other !== undefined) return { cells: other, issue: issue("other_delimiter", { line }, {}) };
  const position = { found: cells.length, expected: width };
  if (cells.length > width) {
    if (extent(cells) <= width) {
      const cut = cells.slice(0, width);
      if (shape.isHeadless !== true && shape.unnamedFrom < width && extent(cells) > shape.unnamedFrom)
        return { cells, issue: tooLong(line, cells.slice(0, extent(cells)), shape.unnamedFrom, shape) };
      if (cells.length === shape.rowWidth) return { cells: cut };
      // Trailing empty cells are harmless, unless an extra delimiter farther to the left shifted the other cells.
      const shifted = shiftedFrom(cut, shape, Math.max(1, cells.length - shape.rowWidth));
      if (shifted !== undefined) return { cells, issue: tooLong(line, cells, shifted, shape, position) };
      if (agree(cut, shape.kinds).against === 0)
        return { cells: cut, issue: issue("trailing_delimiters", { line }, position) };
    }
    const requotedCells = joinedQuoted(cells, shape);
    if (requotedCells !== undefined)
      return { cells: requotedCells, issue: issue("other_quote", { line }, {}) };
    const merged = realigned(cells, shape) ?? joinedAtBlanks(cells, shape);
    if (merged !== undefined) return { cells: merged, issue: issue("row_realigned", { line }, position) };
    return { cells, issue: tooLong(line, cells, width, shape) };
  }
  const sign = filledCount(cells) === 1 ? commentSign.exec(cells[0]!)?.[0].trim() : undefined;
  if (sign !== undefined)
    return { cells: padded(cells, width), issue: issue("comment_row", { line }, { sign }) };
  const shifted = realigned(cells, shape);
  if (shifted !== undefined) return { cells: shifted, issue: issue("row_realigned", { line }, position) };
  // Only a column without a heading is missing, because this row does not end with a delimiter.
  if (cells.length >= shape.unnamedFrom) return { cells: padded(cells, width) };
  return { cells: padded(cells, width), issue: issue("row_too_short", { line }, position) };
}

/**
 * Returns the index of the first cell that may belong farther to the left, because an earlier cell contains an
 * unquoted delimiter. The result is a cell in an otherwise empty column, or the last cell if joining other cells fits
 * the columns equally well. `extra` is the number of surplus delimiters in the row.
 */
function shiftedFrom(
  cells: readonly string[],
  { filled, kinds, dialect }: TableShape,
  extra: number,
): number | undefined {
  const alone = cells.findIndex((cell, i) => filled[i] === "none" && cell.trim() !== "");
  if (alone >= 0) return alone;
  const last = extent(cells) - 1;
  if (filled[last] !== "some") return undefined;
  const isJoinable = cells.slice(0, last).some((cell, at) => {
    const others = cells.slice(at + 1, at + 1 + extra);
    if (kinds[at] !== undefined || cell === "" || others.length < extra || others.includes("")) return false;
    const joined = padded(
      cells.toSpliced(at, 1 + extra, [cell, ...others].join(dialect.delimiter)),
      cells.length,
    );
    return (
      agree(joined, kinds).against === 0 && joined.every((each, i) => each !== "" || filled[i] !== "all")
    );
  });
  return isJoinable ? last : undefined;
}

/**
 * Returns an issue that contains the cells starting at index `from`. If the mapping accepts the row, no field reads
 * these cells.
 */
function tooLong(
  line: number,
  cells: readonly string[],
  from: number,
  { dialect }: TableShape,
  position = { found: cells.length, expected: from },
): Issue {
  return issue("row_too_long", { line, value: cells.slice(from).join(dialect.delimiter) }, position);
}

function padded(cells: readonly string[], width: number): string[] {
  return [...cells, ...Array.from({ length: width - cells.length }, () => "")];
}

/**
 * Reads the row with a different delimiter, if exactly one delimiter results in the correct width and in cells that
 * fit the columns.
 */
function otherReading(row: SplitRow, shape: TableShape): readonly string[] | undefined {
  const { width, dialect } = shape;
  if (width < 2 || row.source === "" || row.cells.length >= width) return undefined;
  const quoted = allQuotedCells(row.source, width);
  if (quoted !== undefined) return quoted;
  const quote = dialect.quote === "" && shape.quoteInDoubt ? '"' : dialect.quote;
  const splits = possibleDelimiters
    .filter((delimiter) => delimiter !== dialect.delimiter && row.source.includes(delimiter))
    .map((delimiter) => ({ delimiter, cells: splitLine(row.source, delimiter, quote) }))
    .filter(({ cells }) => cells.length === width && filledCount(cells) >= 2);
  // A comma followed by a space counts as a single delimiter.
  const longest = splits.filter(
    ({ delimiter }) =>
      !splits.some((other) => other.delimiter !== delimiter && other.delimiter.includes(delimiter)),
  );
  const isAlone = row.cells.length === 1 || isInText(row.source, dialect.delimiter);
  const readings = longest.filter(({ delimiter, cells }) => {
    const agreement = agree(cells, shape.kinds);
    if (agreement.against > agreement.with) return false;
    return (isAlone && isSure(delimiter, cells)) || agreement.with >= (isAlone ? 1 : 2);
  });
  return readings.length === 1 ? readings[0]!.cells : undefined;
}

/** True if the delimiter occurs only as punctuation, which means inside quotes or before a space. */
function isInText(source: string, delimiter: string): boolean {
  const bare = source.replace(/"(?:[^"]|"")*"/g, "").replaceAll(`${delimiter} `, "");
  return !bare.includes(delimiter);
}

/**
 * True if the cells prove that the line is a row. A cell that starts with a space suggests a sentence, because
 * punctuation is followed by a space.
 */
function isSure(delimiter: string, cells: readonly string[]): boolean {
  if (strongDelimiters.includes(delimiter)) {
    return cells.length > 2 || cells.every((cell) => cell !== "" && cell === cell.trim());
  }
  return cells.length > 3 && delimiter !== " " && cells.every((cell) => cell !== "");
}

function agree(
  cells: readonly string[],
  kinds: readonly (CellKind | undefined)[],
): { with: number; against: number } {
  let yes = 0;
  let no = 0;
  kinds.forEach((kind, i) => {
    if (kind === undefined || cells[i] === undefined) return;
    const found = cellKind(cells[i]);
    if (found === kind) yes++;
    else if (found !== "empty" && found !== "flag") no++;
  });
  return { with: yes, against: no };
}

/**
 * Removes an empty cell, joins neighboring cells or inserts empty cells, so that the row has the width of the table.
 * Returns undefined unless exactly one way of doing so fits all columns.
 */
function realigned(cells: readonly string[], shape: TableShape): readonly string[] | undefined {
  const { width, kinds, dialect } = shape;
  const extra = cells.length - width;
  const spliced = (at: number, removed: number, ...inserted: readonly string[]): readonly string[] =>
    cells.toSpliced(at, removed, ...inserted);
  const places = [...cells.keys()];
  if (extra < 0) {
    if (extra < -8 || cells.length < 2) return undefined;
    const blanks = padded([], -extra);
    const shifted = [...places, cells.length].map((at) => spliced(at, 0, ...blanks));
    return certainOne(shifted, padded(cells, width), kinds);
  }
  if (extra > 8) return undefined;
  // Removing any one of several adjacent empty cells gives the same result.
  const blank = places.filter((at) => extra === 1 && at < width && cells[at] === "" && cells[at - 1] !== "");
  const joinable = places.filter((at) => at < width && kinds[at] === undefined);
  return (
    certainOne(
      blank.map((at) => spliced(at, 1)),
      cells,
      kinds,
    ) ??
    certainOne(
      joinable.map((at) => spliced(at, extra + 1, cells.slice(at, at + extra + 1).join(dialect.delimiter))),
      cells,
      kinds,
    )
  );
}

/**
 * Joins each cell that starts with a space to the cell before it, if a row has too many cells. For example,
 * `Roe, Ann` becomes one cell. Returns undefined if other rows also have cells with a leading space, or if the result
 * has the wrong number of cells.
 */
function joinedAtBlanks(cells: readonly string[], shape: TableShape): readonly string[] | undefined {
  const isLed = (cell: string) => cell.startsWith(" ") && cell.trim() !== "";
  if (shape.blanksLead || cells.filter(isLed).length !== cells.length - shape.width) return undefined;
  const joined: string[] = [];
  for (const cell of cells) {
    if (isLed(cell) && joined.length > 0) joined.push(`${joined.pop()}${shape.dialect.delimiter}${cell}`);
    else joined.push(cell);
  }
  return joined.length === shape.width && agree(joined, shape.kinds).against === 0 ? joined : undefined;
}

/**
 * Joins cells enclosed in the other kind of quote, such as `1,'single, quoted',x` in a file that uses `"`. Returns
 * undefined unless exactly one group of adjacent cells is enclosed in this way and joining it results in the correct
 * width.
 */
function joinedQuoted(
  cells: readonly string[],
  { dialect, width, quoteInDoubt }: TableShape,
): readonly string[] | undefined {
  if (dialect.quote === "" && !quoteInDoubt) return undefined;
  const quote = dialect.quote === "'" ? '"' : "'";
  const extra = cells.length - width;
  const found: string[][] = [];
  for (let at = 0; at < width; at++) {
    const joined = cells.slice(at, at + extra + 1).join(dialect.delimiter);
    if (joined.length < 3 || !joined.startsWith(quote) || !joined.endsWith(quote)) continue;
    const text = joined.slice(1, -1);
    if (text.replaceAll(quote + quote, "").includes(quote)) continue;
    found.push(cells.toSpliced(at, extra + 1, text.replaceAll(quote + quote, quote)));
  }
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Returns the candidate that fits all columns and matches the most columns. There must be only one such candidate. The
 * candidate must match at least two columns and more columns than the unchanged row, which must contradict at least
 * one column.
 */
function certainOne(
  candidates: readonly (readonly string[])[],
  unchanged: readonly string[],
  kinds: TableShape["kinds"],
): readonly string[] | undefined {
  const { with: known, against } = agree(unchanged, kinds);
  const clean = candidates
    .map((cells) => ({ cells, ...agree(cells, kinds) }))
    .filter((candidate) => candidate.against === 0);
  const most = Math.max(0, ...clean.map((candidate) => candidate.with));
  const best = clean.filter((candidate) => candidate.with === most);
  const isBetter = against > 0 && most > known;
  return best.length === 1 && most >= 2 && isBetter ? best[0]!.cells : undefined;
}
