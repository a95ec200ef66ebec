import type { Detected } from "../formats/format.js";
import type { RecordTypeName } from "../records/index.js";
import type { Meaning } from "./meanings.js";
import type { Profile } from "./profile.js";
import type { HeadingReading } from "./reading.js";
import { confidence, part } from "./weights.js";

/** What guessing works on: one table, as text. */
export interface GuessSample {
  /** Name of the file or sheet, which may say what the table is. */
  readonly name: string;
  /** Null: the table has no headings. */
  readonly headings: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
  /** Whether the file has more rows. */
  readonly isCut?: boolean;
  /** Whether the headings stand in several rows: what stands over some of them is in each. */
  readonly isGrouped?: boolean;
  /** What the document calls each row: of the elements `Export.Invoice`, `Invoice`. */
  readonly rowName?: string | undefined;
}

/** A table that was read, as the rules see it. */
export function sampleOf(
  name: string,
  { headings, detected }: { readonly headings: readonly string[] | null; readonly detected: Detected },
  rows: readonly { readonly cells: readonly string[] }[],
  isCut = false,
): GuessSample {
  return {
    name,
    headings,
    rows: rows.map(({ cells }) => cells),
    isCut,
    isGrouped: detected.headerRows.length > 1,
    rowName: detected.records?.split(".").at(-1),
  };
}

export interface GuessColumn {
  readonly index: number;
  readonly heading: string;
  /** How a mapping names it: its heading, or its position such as `#3` where the heading is empty or stands twice. */
  readonly name: string;
  readonly reading: HeadingReading;
  readonly profile: Profile;
  readonly cells: readonly string[];
}

/** A table as the rules for fields see it. */
export interface GuessTable {
  readonly record: RecordTypeName;
  readonly columns: readonly GuessColumn[];
  readonly rows: number;
  readonly hasHeadings: boolean;
  /** How much of the headings each language explains. */
  readonly languages: ReadonlyMap<string, number>;
}

/** How the chosen columns make the field. */
export type GuessOperation =
  | { readonly op: "column" }
  | { readonly op: "join"; readonly separator: string }
  | { readonly op: "flag"; readonly invert: boolean; readonly values: GuessedValues }
  | { readonly op: "values"; readonly values: GuessedValues }
  | { readonly op: "active_until"; readonly format: string | undefined; readonly never: readonly string[] }
  | { readonly op: "date"; readonly format: string | undefined; readonly either?: readonly [string, string] }
  | {
      readonly op: "timestamp";
      readonly format: string | undefined;
      readonly either?: readonly [string, string];
    }
  | { readonly op: "rate"; readonly unit: "percent" | "fraction" | undefined; readonly decimal: "." | "," }
  | { readonly op: "reference" }
  /** As it stands in the mapping. */
  | { readonly op: "written"; readonly text: string };

/** Every value of a column with what it means; undefined: nobody knows yet. */
export type GuessedValues = ReadonlyMap<string, string | boolean | undefined>;

export interface FieldCandidate {
  readonly column: string;
  readonly reason: string;
}

export interface Chosen {
  readonly decision: "chosen";
  readonly columns: readonly string[];
  readonly operation: GuessOperation;
  /** From 0 to 1. */
  readonly confidence: number;
  /** One plain sentence part, such as "heading matches and 98 % of values are e-mail addresses". */
  readonly reason: string;
  readonly runnersUp: readonly FieldCandidate[];
  /** What a person should look at. */
  readonly warnings: readonly string[];
}

export interface Abstained {
  readonly decision: "abstained";
  readonly reason: string;
  readonly candidates: readonly FieldCandidate[];
  /** The column that likely says it, with every value to be answered by a person. */
  readonly ask?: { readonly column: string; readonly values: GuessedValues } | undefined;
}

export type FieldGuess = Chosen | Abstained;

export function abstain(
  reason: string,
  candidates: readonly FieldCandidate[] = [],
  ask?: Abstained["ask"],
): Abstained {
  return { decision: "abstained", reason, candidates, ask };
}

/** The values of a column with how often they stand, as a question shows them: `3 (12 rows), 0 (2 rows)`. */
export function valuesBeside({ profile }: GuessColumn): string {
  const short = (value: string) => value.replace(/\s+/g, " ").trim().slice(0, 30);
  if (profile.distinct > 40 || (profile.distinct > 5 && profile.uniqueness === 1)) {
    const some = [...profile.counts.keys()].slice(0, 3).map(short);
    return `${String(profile.distinct)} different values, such as ${some.join(", ")}`;
  }
  const blank = profile.rows - profile.filled;
  const counts = [...profile.counts, ...(blank > 0 ? [["blank", blank] as const] : [])];
  const shown = counts.slice(0, 8).map(([value, count]) => {
    return `${short(value)} (${String(count)} row${count === 1 ? "" : "s"})`;
  });
  return shown.join(", ") + (counts.length > 8 ? ", ..." : "");
}

/** A map in which every value of a column waits for an answer, blank too where cells are. */
export function openValues({ profile }: GuessColumn): GuessedValues {
  const values: [string, undefined][] = [...profile.counts.keys()].map((value) => [value, undefined]);
  return new Map(profile.filled < profile.rows ? [...values, ["", undefined]] : values);
}

export function choose(
  columns: readonly GuessColumn[],
  operation: GuessOperation,
  sureness: number,
  reason: string,
  more: { readonly runnersUp?: readonly FieldCandidate[]; readonly warnings?: readonly string[] } = {},
): Chosen {
  return {
    decision: "chosen",
    columns: columns.map((column) => column.name),
    operation,
    confidence: Math.round(Math.min(Math.max(sureness, 0), confidence.most) * 100) / 100,
    reason,
    runnersUp: more.runnersUp ?? [],
    warnings: more.warnings ?? [],
  };
}

export function saySame(a: GuessColumn, b: GuessColumn): boolean {
  return a.cells.every((cell, row) => cell.trim() === b.cells[row]?.trim());
}

/** The best meaning of a heading. */
export function head(column: GuessColumn): Meaning | undefined {
  return column.reading.heads[0];
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

export function percentText(share: number): string {
  return `${String(Math.floor(share * 100))} %`;
}

export function candidates(
  columns: readonly GuessColumn[],
  reason: (column: GuessColumn) => string,
): readonly FieldCandidate[] {
  return columns.map((column) => ({ column: column.name, reason: reason(column) }));
}
