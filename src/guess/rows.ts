import { isBlank } from "./profile.js";
import type { HeadingReading } from "./reading.js";
import { mentions } from "./text-words.js";
import { isSumWord } from "./value-words.js";
import { part } from "./weights.js";

/** Rows that are no records: examples, totals, captions, continuations. They are named and left out of the evidence. */
export interface RowFindings {
  /** The rows that are evidence. */
  readonly rows: readonly (readonly string[])[];
  readonly examples: number;
  /** First cell of the rows of totals at the end. */
  readonly totals: readonly string[];
  readonly captions: number;
  /** Rows that continue the one before, and the column that is blank in them. */
  readonly continuations: number;
  readonly continuationColumn: number | undefined;
}

export function sortRows(
  rows: readonly (readonly string[])[],
  width: number,
  readings: readonly HeadingReading[],
): RowFindings {
  const filled = (row: readonly string[]) => row.filter((cell) => !isBlank(cell)).length;
  let kept = rows.filter((row) => filled(row) > 0);
  const before = kept.length;
  while (kept[0] !== undefined && isExample(kept[0])) kept = kept.slice(1);
  const examples = before - kept.length;
  const totals: string[] = [];
  for (let last = kept.at(-1); last !== undefined && kept.length > 1; last = kept.at(-1)) {
    const first = last.find((cell) => !isBlank(cell)) ?? "";
    if (!isSumWord(first) && !(width >= 3 && filled(last) === 1 && isCount(first))) break;
    totals.push(first);
    kept = kept.slice(0, -1);
  }
  const captions = width >= 4 ? kept.filter((row) => filled(row) === 1 && !isBlank(row[0])).length : 0;
  if (captions > 0 && captions < kept.length * part.few) {
    kept = kept.filter((row) => !(filled(row) === 1 && !isBlank(row[0])));
  }
  const column = continuationColumn(kept, readings);
  const records = column === undefined ? kept : kept.filter((row) => !isBlank(row[column]));
  return {
    rows: records,
    examples,
    totals: totals.reverse(),
    captions: captions < kept.length * part.few ? captions : 0,
    continuations: kept.length - records.length,
    continuationColumn: column,
  };
}

function isExample(row: readonly string[]): boolean {
  const cells = row.filter((cell) => !isBlank(cell));
  const bracketed = cells.filter((cell) => /^\s*[[<{].*[\]>}]\s*$/.test(cell)).length;
  return (
    cells.some((cell) => /[:：]/.test(cell) && mentions("example", cell.split(/[:：]/)[0] ?? "")) ||
    (cells.length > 1 && bracketed >= cells.length * part.half)
  );
}

function isCount(text: string): boolean {
  const counted = /\d\s*([^\d\s]+)/.exec(text)?.[1];
  return counted !== undefined && mentions("rowCount", counted);
}

/**
 * The key column whose blank cells mark rows that go on with the record above: their other cells are mostly blank too, where
 * keyed rows fill them.
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
