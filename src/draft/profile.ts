import { dateFormatOf, type DateFormat } from "./dates.js";
import { isNumber, numberFormatOf, type NumberFormat } from "./numbers.js";
import { isCountryCode, isCurrencyCode } from "./places.js";
import { flagOf, statusOf } from "./value-words.js";
import { isSpaceless } from "./words.js";
import { part } from "./weights.js";

/**
 * Describes the values in a column, regardless of its heading. Shares are relative to the filled cells and range from
 * 0 to 1.
 */
export interface Profile {
  readonly rows: number;
  readonly filled: number;
  /** Share of filled cells, relative to all rows. */
  readonly filledShare: number;
  /** Number of cells for each non-blank value, in order of first appearance. */
  readonly counts: ReadonlyMap<string, number>;
  /** The distinct values, in order of first appearance. */
  readonly values: readonly string[];
  readonly distinct: number;
  /** Number of distinct values divided by the number of filled cells. 1 if no value repeats. */
  readonly uniqueness: number;
  /** True if every row has a different value. */
  readonly isUnique: boolean;
  readonly email: number;
  readonly number: number;
  readonly flag: number;
  readonly status: number;
  readonly code: number;
  /** Share of cells that look like a person's full name. */
  readonly person: number;
  /** Share of short cells without digits or `@`, such as given names and family names. */
  readonly word: number;
  readonly prose: number;
  readonly country: number;
  readonly currency: number;
  readonly phone: number;
  readonly meanLength: number;
  /** True if the values are 1, 2, 3 and so on, in file order. */
  readonly isRowNumber: boolean;
  readonly dates: DateFormat | undefined;
  readonly numbers: NumberFormat | undefined;
}

/** Maximum number of distinct values that are tested to determine shares and formats. */
const judged = 3000;

const emailShape = /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]{2,}$/;
const codeShape = /^[\p{L}\p{Nd}][\p{L}\p{Nd}._/+&|#:()%-]{0,23}$/u;
const uuidShape = /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i;
const phoneShape = /^\+?[\d\s()./-]{7,20}$/;

/** Cell values that are treated as blank in any column. */
export const blankTokens: ReadonlySet<string> = new Set([
  "",
  "\\N",
  "NULL",
  "null",
  "(null)",
  "n/a",
  "N/A",
  "#N/A",
  "-",
  "--",
  "—",
]);

const longestToken = Math.max(...[...blankTokens].map((token) => token.length));

export function isBlank(cell: string | undefined): boolean {
  if (cell === undefined) return true;
  const text = cell.trim();
  return text.length <= longestToken && blankTokens.has(text);
}

function isEmail(value: string): boolean {
  return emailShape.test(value.trim());
}

export function isUuid(value: string): boolean {
  return uuidShape.test(value.trim());
}

/** True for a short string without spaces: `AFRT`, `00`, `S1`, `GST-18`, or a UUID. */
function isCode(value: string): boolean {
  const cell = value.trim();
  if (uuidShape.test(cell)) return true;
  if (!codeShape.test(cell)) return false;
  return !isSpaceless(cell) || cell.length <= 6;
}

function isPerson(value: string): boolean {
  const cell = value.trim();
  if (/\p{Nd}/u.test(cell) || cell.length > 60 || !/^[\p{L}\p{M}\s.,'’`´()・·-]+$/u.test(cell)) return false;
  if (isSpaceless(cell)) return cell.replace(/[\s・·]/gu, "").length >= 2 && cell.length <= 12;
  const words = cell.split(/[\s,]+/).filter((word) => word !== "");
  return words.length >= 2 && words.length <= 6;
}

function isProse(value: string): boolean {
  const cell = value.trim();
  if (isSpaceless(cell)) return cell.length >= 2;
  return /\p{L}{2,}.*\s+.*\p{L}/u.test(cell) || cell.length > 24;
}

/** `cells` must be in file order. */
export function profileOf(cells: readonly string[]): Profile {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  let filled = cells.length;
  for (const [value, count] of counts) {
    if (!isBlank(value)) continue;
    filled -= count;
    counts.delete(value);
  }
  const isRowNumber = cells.length >= 3 && cells.every((cell, index) => cell.trim() === String(index + 1));
  const sample = [...counts].slice(0, judged);
  const total = sample.reduce((sum, [, count]) => sum + count, 0);
  const share = (test: (value: string) => boolean): number =>
    total === 0 ? 0 : sample.reduce((sum, [value, count]) => sum + (test(value) ? count : 0), 0) / total;
  const values = sample.map(([value]) => value);
  const number = share(isNumber);
  return {
    rows: cells.length,
    filled,
    filledShare: cells.length === 0 ? 0 : filled / cells.length,
    counts,
    values: [...counts.keys()],
    distinct: counts.size,
    uniqueness: filled === 0 ? 0 : counts.size / filled,
    isUnique: cells.length > 0 && counts.size === cells.length,
    email: share(isEmail),
    number,
    flag: share((value) => flagOf(value) !== undefined),
    status: share((value) => statusOf(value) !== undefined),
    code: share(isCode),
    person: share(isPerson),
    word: share((value) => !/[\p{Nd}@]/u.test(value) && value.length <= 40),
    prose: share(isProse),
    country: share((value) => isCountryCode(value.split(/[\s,;]/)[0] ?? "")),
    currency: share(isCurrencyCode),
    phone: share((value) => phoneShape.test(value.trim()) && value.replace(/\D/g, "").length >= 7),
    meanLength:
      total === 0 ? 0 : sample.reduce((sum, [value, count]) => sum + value.trim().length * count, 0) / total,
    isRowNumber,
    dates: dateFormatOf(values),
    numbers: number >= part.nearlyAll ? numberFormatOf(values) : undefined,
  };
}

/** True if at least `share` (from 0 to 1) of the values pass the test. */
export function enoughMatch<Value>(
  values: readonly Value[],
  test: (value: Value) => boolean,
  share: number,
): boolean {
  return values.filter(test).length >= values.length * share;
}
