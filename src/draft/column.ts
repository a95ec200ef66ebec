import { counted } from "../sentence.js";
import type { Meaning } from "./meanings.js";
import { profileOf, type Profile } from "./profile.js";
import type { HeadingReading } from "./reading.js";
import { part } from "./weights.js";

export interface GuessColumn {
  readonly index: number;
  readonly heading: string;
  /**
   * The column's name in a mapping, which is its heading, or a position such as `#3` if the heading is empty or
   * repeated.
   */
  readonly name: string;
  readonly reading: HeadingReading;
  readonly profile: Profile;
  readonly cells: readonly string[];
  /** The columns that were combined into this column. */
  readonly joined?: { readonly columns: readonly GuessColumn[]; readonly separator: string };
}

/** Combines several columns into one. Each combined cell contains the row's nonempty cells, joined by the separator. */
export function joinColumns(
  columns: readonly GuessColumn[],
  separator: string,
  reading: HeadingReading,
): GuessColumn {
  const [first] = columns;
  const cells = (first?.cells ?? []).map((_, row) =>
    columns
      .map((column) => column.cells[row] ?? "")
      .filter((cell) => cell !== "")
      .join(separator),
  );
  const name = columns.map((column) => column.name).join(" + ");
  const { index } = first ?? { index: 0 };
  return {
    index,
    heading: name,
    name,
    reading,
    profile: profileOf(cells),
    cells,
    joined: { columns, separator },
  };
}

export function haveSameCells(a: GuessColumn, b: GuessColumn): boolean {
  return a.cells.every((cell, row) => cell.trim() === b.cells[row]?.trim());
}

/** Returns the most likely meaning of the heading, or undefined if no meaning is known. */
export function head(column: GuessColumn): Meaning | undefined {
  return column.reading.heads[0];
}

/**
 * True if the heading's most likely meaning is one of the given meanings. Pass undefined to match a heading without a
 * meaning.
 */
export function headIs(column: GuessColumn, ...meanings: readonly (Meaning | undefined)[]): boolean {
  return meanings.includes(head(column));
}

export function means(column: GuessColumn, meaning: Meaning): boolean {
  return column.reading.heads.includes(meaning);
}

export function owned(column: GuessColumn, owner: Meaning): boolean {
  return column.reading.owners.has(owner);
}

export function is(column: GuessColumn, quality: Meaning): boolean {
  return column.reading.qualities.has(quality);
}

/** True if the lexicon explains most of the heading. */
export function clear(column: GuessColumn): boolean {
  return column.reading.strength >= part.clearly;
}

/**
 * True if the column has few distinct values for its number of rows, so that it does not identify the rows. Examples
 * are `Symbol` with USD and `Item Name` with the group "Cash on hand".
 */
export function isNearlyConstant({ profile }: GuessColumn): boolean {
  return profile.rows >= 5 && profile.uniqueness <= part.few;
}

export function ranked(columns: readonly GuessColumn[], scoreOf: (column: GuessColumn) => number) {
  return columns
    .map((column) => ({ column, score: scoreOf(column) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.column.index - b.column.index);
}

/** Returns up to 300 values, which are enough to judge what a column contains. */
export function someTexts({ profile }: GuessColumn): readonly string[] {
  return profile.values.slice(0, 300);
}

/**
 * Lists a column's values and their frequencies for use in a question, such as `3 (12 rows), 0 (2 rows)`. If there
 * are too many distinct values, lists only examples.
 */
export function valuesBeside({ profile }: GuessColumn): string {
  const short = (value: string) => value.replace(/\s+/g, " ").trim().slice(0, 30);
  if (profile.distinct > 40 || (profile.distinct > 5 && profile.uniqueness === 1)) {
    const some = profile.values.slice(0, 3).map(short);
    return `${profile.distinct} different values, such as ${some.join(", ")}`;
  }
  const blank = profile.rows - profile.filled;
  const counts = [...profile.counts, ...(blank > 0 ? [["blank", blank] as const] : [])];
  const shown = counts.slice(0, 8).map(([value, count]) => {
    return `${short(value)} (${counted(count, "row")})`;
  });
  return shown.join(", ") + (counts.length > 8 ? ", ..." : "");
}
