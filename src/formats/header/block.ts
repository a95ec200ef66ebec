import { cellKind, isTyped } from "../cell-kind.js";
import { filledCount, type PlainRow } from "../plain-row.js";
import { type Column, columnShapes } from "./columns.js";
import { type Evidence, headerEvidence, isSameRow, type Sample } from "./evidence.js";
import { isApart } from "./several-lines.js";
import { areNamed } from "./words.js";

/**
 * This module recognizes a separate block above the table, such as a report header or a list of parameters. The block
 * may be as wide as the table, and may look like a table.
 */

/** Maximum number of lines in a block whose columns contain the same kinds of values as the columns of the table. */
const mostAlike = 20;

/** Maximum number of rows that are searched for a header below a block. */
const searched = 1_000;

/** Maximum number of rows that are compared with the rows above and below them. In wide tables, the limit is lower. */
const mostCompared = 20;

/** Maximum number of columns that count as evidence. */
const mostOther = 3;

/** Columns with fewer values above or below a line are no evidence, nor are fewer rows below it. */
const fewValues = 4;

/** Minimum share of the values of a column that are of the same kind, and of the lines that fill all columns. */
const nearlyAll = 0.8;

/** Returns the evidence for a separate block above each row that looks like a header, by the index of the row. */
export function blockEvidence(sample: Sample): ReadonlyMap<number, Evidence> {
  const found = new Map<number, Evidence>();
  const most = Math.min(mostCompared, Math.max(3, Math.floor(1_000 / sample.width)));
  let compared = 0;
  for (let at = 1; at < Math.min(searched, sample.rows.length - 1) && compared < most; at++) {
    if (!mayBeHeader(sample, at)) continue;
    compared++;
    const evidence = evidenceAt(sample, at);
    if (evidence !== undefined) found.set(at, evidence);
  }
  return found;
}

function evidenceAt(sample: Sample, at: number): Evidence | undefined {
  const { rows, width, usual } = sample;
  const { cells } = rows[at]!;
  // The first row may be the header of the block.
  const block = rows.slice(1, at);
  const full = block.filter((row) => filledCount(row.cells) >= filledCount(cells));
  const isTable = block.length > 1 && full.length >= block.length * nearlyAll && rows.length - at > fewValues;
  const otherColumns = isTable ? countOther(columnShapes(block, width), sample.columnsFrom(at + 1)) : 0;
  if (otherColumns > 1 || (otherColumns === 1 && areNamed(cells)))
    return { blockAbove: 1, otherColumns: Math.min(mostOther, otherColumns) };
  // If there are empty lines above the row, `second_table` reports the row.
  if (at > mostAlike || isApart(rows[at - 1]!, rows[at]) || filledCount(cells) < usual) return undefined;
  const { wordsOverValues = 0, headerNames = 0 } = headerEvidence(sample, at, 1);
  // Above a single row, cells that look like column names may be values.
  const isHeader = wordsOverValues >= 2 || (headerNames >= 1 && at + 2 < rows.length);
  return isHeader ? { blockAbove: 1 } : undefined;
}

/**
 * True if a row has only different words, which are common column names or have values above or below them. A header
 * that is repeated on every page does not begin a table.
 */
function mayBeHeader({ rows, width }: Sample, at: number): boolean {
  const { cells } = rows[at]!;
  const names = cells.map((cell) => cell.trim());
  const filled = names.filter((name) => name !== "");
  if (width < 2 || cells.length !== width || new Set(filled).size < Math.max(2, filled.length)) return false;
  const after = rows[at + 1]!;
  const isName = (name: string): boolean => /^\p{L}/u.test(name) && !isTyped(cellKind(name));
  if (filledCount(after.cells) > filled.length || !filled.every(isName)) return false;
  const valuesIn = (other: PlainRow): number =>
    names.filter((name, i) => name !== "" && isTyped(cellKind(other.cells[i] ?? ""))).length;
  const isLikely = areNamed(names) || valuesIn(rows[at - 1]!) > 1 || valuesIn(after) > 1;
  return isLikely && !rows.slice(0, at).some((row) => isSameRow(row.cells, cells));
}

/** Counts the columns that contain other kinds of values, or other repeated values, above a line than below it. */
function countOther(above: readonly Column[], below: readonly Column[]): number {
  const kindOf = ({ kind, share }: Column): string => (isTyped(kind) && share >= nearlyAll ? kind : "text");
  return above.filter((column, i) => {
    const other = below[i]!;
    if (other.filled === 0) return column.filled > 1;
    if (Math.min(column.filled, other.filled) < fewValues) return false;
    const isRepeated = column.values.size * 4 <= column.filled && other.filled > fewValues;
    return (
      kindOf(column) !== kindOf(other) ||
      (isRepeated && ![...column.values].some((value) => other.values.has(value)))
    );
  }).length;
}
