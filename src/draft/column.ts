import type { Meaning } from "./meanings.js";
import type { Profile } from "./profile.js";
import type { HeadingReading } from "./reading.js";
import { part } from "./weights.js";

/** A column, by what its heading says and what its values are. */
export interface GuessColumn {
  readonly index: number;
  readonly heading: string;
  /** How a mapping names it: its heading, or its position such as `#3` where the heading is empty or stands twice. */
  readonly name: string;
  readonly reading: HeadingReading;
  readonly profile: Profile;
  readonly cells: readonly string[];
}

export function saySame(a: GuessColumn, b: GuessColumn): boolean {
  return a.cells.every((cell, row) => cell.trim() === b.cells[row]?.trim());
}

/** The best meaning of a heading. */
export function head(column: GuessColumn): Meaning | undefined {
  return column.reading.heads[0];
}

/** Whether the best meaning is one of these; undefined: that there is none. */
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

/** Whether every word of the heading is understood, more or less. */
export function clear(column: GuessColumn): boolean {
  return column.reading.strength >= part.clearly;
}

/** `Symbol` over USD in every account: what is the same in nearly all rows names none of them; `Item Name` over "Cash on hand" names a group that they are in. */
export function hardlyDiffers({ profile }: GuessColumn): boolean {
  return profile.rows >= 5 && profile.uniqueness <= part.few;
}

/** The columns for which something speaks, best first. */
export function ranked(columns: readonly GuessColumn[], scoreOf: (column: GuessColumn) => number) {
  return columns
    .map((column) => ({ column, score: scoreOf(column) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.column.index - b.column.index);
}

/** Enough of a column's values to tell of what their words speak. */
export function someTexts({ profile }: GuessColumn): readonly string[] {
  return profile.values.slice(0, 300);
}

/** The values of a column with how often they stand, as a question shows them: `3 (12 rows), 0 (2 rows)`. */
export function valuesBeside({ profile }: GuessColumn): string {
  const short = (value: string) => value.replace(/\s+/g, " ").trim().slice(0, 30);
  if (profile.distinct > 40 || (profile.distinct > 5 && profile.uniqueness === 1)) {
    const some = profile.values.slice(0, 3).map(short);
    return `${profile.distinct} different values, such as ${some.join(", ")}`;
  }
  const blank = profile.rows - profile.filled;
  const counts = [...profile.counts, ...(blank > 0 ? [["blank", blank] as const] : [])];
  const shown = counts.slice(0, 8).map(([value, count]) => {
    return `${short(value)} (${count} row${count === 1 ? "" : "s"})`;
  });
  return shown.join(", ") + (counts.length > 8 ? ", ..." : "");
}
