import { isBlank } from "./profile.js";
import type { HeadingReading } from "./reading.js";
import type { GuessSample } from "./table.js";
import { mentions } from "./text-words.js";
import { isSumWord } from "./value-words.js";
import { part } from "./weights.js";

/**
 * The records of a table, separated from other rows such as examples, totals, captions and continuations. Such rows are
 * counted but not used as evidence.
 */
export interface SortedRows {
  readonly rows: readonly (readonly string[])[];
  readonly examples: number;
  /** Number of rows that repeat the headings. */
  readonly headings: number;
  /** Rows below the last record, such as totals, counts, or the print date. */
  readonly footers: readonly (readonly string[])[];
  readonly captions: number;
  /** Number of rows that continue the previous row. */
  readonly continuations: number;
  readonly continuationColumn: number | undefined;
}

/** Maximum number of footer rows. Rows above the last five never count as footers. */
const mostFooters = 5;

export function sortRows(
  rows: readonly (readonly string[])[],
  width: number,
  readings: readonly HeadingReading[],
  { isCut = false, headings }: Pick<GuessSample, "isCut"> & { readonly headings: readonly string[] | null },
): SortedRows {
  const all = rows.filter((row) => filled(row) > 0);
  let kept = all.filter((row) => headings === null || !isSame(row, headings));
  const again = all.length - kept.length;
  const before = kept.length;
  while (kept[0] !== undefined && isExample(kept[0])) kept = kept.slice(1);
  const examples = before - kept.length;
  let footers = isCut ? [] : footersOf(kept, width);
  const above = kept
    .slice(0, kept.length - footers.length)
    .map(firstCell)
    .filter(isSummary)
    .map(firstWord);
  // A subtotal at the end does not mark the end of the list, because the next file may contain another branch after the
  // subtotal.
  while (footers[0] !== undefined && above.includes(firstWord(firstCell(footers[0]))))
    footers = footers.slice(1);
  kept = kept.slice(0, kept.length - footers.length);
  const captions = width >= 4 ? kept.filter((row) => filled(row) === 1 && !isBlank(row[0])).length : 0;
  if (captions > 0 && captions < kept.length * part.few) {
    kept = kept.filter((row) => !(filled(row) === 1 && !isBlank(row[0])));
  }
  const column = continuationColumn(kept, readings);
  const records = column === undefined ? kept : kept.filter((row) => !isBlank(row[column]));
  const unkeyed = column === undefined ? [] : kept.filter((row) => isBlank(row[column]));
  // Subtotal rows also have no key but do not continue a record. Subtotal rows contain a word such as "total", or
  // they are nearly blank and all begin with the same word.
  const begins = new Set(unkeyed.map((row) => firstWord(row[0] || (row[1] ?? ""))));
  const areBare = unkeyed.every((row) => filled(row) * 3 <= width);
  const areAlike = unkeyed.length > 1 && areBare && begins.size === 1 && !begins.has("");
  const continuations = areAlike ? 0 : unkeyed.filter((row) => !isSummary(firstCell(row))).length;
  return {
    rows: records,
    examples,
    headings: again,
    footers,
    captions: captions < kept.length * part.few ? captions : 0,
    continuations,
    continuationColumn: continuations === 0 ? undefined : column,
  };
}

function firstCell(row: readonly string[]): string {
  return row.find((cell) => !isBlank(cell)) ?? "";
}

function firstWord(text: string): string {
  return text.trim().split(/[\s:]+/)[0] ?? "";
}

function isSame(row: readonly string[], headings: readonly string[]): boolean {
  return (
    headings.length > 1 && headings.every((heading, index) => (row[index] ?? "").trim() === heading.trim())
  );
}

function filled(row: readonly string[]): number {
  return row.filter((cell) => !isBlank(cell)).length;
}

/**
 * Returns the rows at the end that are marked as totals or in which only one of the usually filled columns is filled.
 */
function footersOf(rows: readonly (readonly string[])[], width: number): readonly (readonly string[])[] {
  const above = rows.slice(0, Math.ceil(rows.length / 2));
  const full = Array.from({ length: width }, (_, index) => index).filter(
    (index) => above.filter((row) => !isBlank(row[index])).length >= above.length * part.nearlyAll,
  );
  const isFooter = (row: readonly string[]): boolean => {
    const cells = row.filter((cell) => !isBlank(cell));
    if (isSumWord(cells[0] ?? "") || cells.every((cell) => /^[-=_*.~]+$/.test(cell.trim()))) return true;
    const shared = full.filter((index) => !isBlank(row[index])).length;
    if (cells.some(isSummary) && (cells.length === 1 || shared * 2 <= full.length)) return width >= 3;
    return above.length >= 3 && cells.length === 1 && full.length >= 3 && shared <= 1;
  };
  let from = rows.length;
  while (from > 1 && rows.length - from < mostFooters && isFooter(rows[from - 1] ?? [])) from--;
  return rows.slice(from);
}

/** True for text such as `Total staff: 4`, `Grand total` or `4 records`. */
function isSummary(text: string): boolean {
  return isSumWord(firstWord(text)) || mentions("rowCount", text);
}

function isExample(row: readonly string[]): boolean {
  const cells = row.filter((cell) => !isBlank(cell));
  const bracketed = cells.filter((cell) => /^\s*[[<{].*[\]>}]\s*$/.test(cell)).length;
  return (
    cells.some((cell) => /[:：]/.test(cell) && mentions("example", cell.split(/[:：]/)[0] ?? "")) ||
    (cells.length > 1 && bracketed >= cells.length * part.half)
  );
}

/**
 * Returns the key column that is blank in continuation rows, or undefined if there is no such column. Of the other
 * columns that usually have values in rows with a key (at least two), most must be blank in continuation rows.
 */
function continuationColumn(
  rows: readonly (readonly string[])[],
  readings: readonly HeadingReading[],
): number | undefined {
  if (rows.length < 4) return undefined;
  for (const [index, reading] of readings.entries()) {
    const meaning = reading.heads[0];
    if (meaning !== "id" && meaning !== "code" && meaning !== "number") continue;
    const keyed = rows.filter((row) => !isBlank(row[index]));
    const open = rows.filter((row) => isBlank(row[index]));
    if (isBlank(rows[0]?.[index]) || open.length < rows.length * part.few || keyed.length < 2) continue;
    const full = readings
      .map((_, other) => other)
      .filter(
        (other) =>
          other !== index && keyed.filter((row) => !isBlank(row[other])).length >= keyed.length * part.most,
      );
    if (full.length < 2) continue;
    const blanks = full.filter(
      (other) => open.filter((row) => !isBlank(row[other])).length <= open.length * part.few,
    );
    if (blanks.length >= full.length * part.clearly) return index;
  }
  return undefined;
}
