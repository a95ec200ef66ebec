import type { Detected } from "../formats/format.js";
import type { RecordTypeName } from "../model/record-types/index.js";
import { owned, type GuessColumn } from "./column.js";
import type { FieldGuess } from "./field-guess.js";
import type { FieldEvidence, Scored } from "./scorer.js";

/** The input for a draft: one table as text. */
export interface GuessSample {
  /** Name of the file or sheet. It may show what the table lists. */
  readonly name: string;
  /** Null: the table has no headings. */
  readonly headings: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
  /** True if the file has more rows than the sample. */
  readonly isCut?: boolean;
  /**
   * True if the header has several rows. Text that spans several columns is then repeated in each heading.
   */
  readonly isGrouped?: boolean;
  /** Name of each row in the document. `Invoice` for the elements `Export.Invoice`. */
  readonly rowName?: string | undefined;
}

/** Converts a table that was read to a sample. */
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

/** A table as the rules for fields see it. */
export interface GuessTable extends Scored {
  readonly record: RecordTypeName;
  readonly rows: number;
  readonly hasHeadings: boolean;
  /** How much of the headings each language explains. */
  readonly languages: ReadonlyMap<string, number>;
  /** Fields that were already guessed. */
  readonly found: Readonly<Record<string, FieldGuess>>;
}

/** What shows a field of a record type. */
export type FieldEntry = FieldEvidence<GuessTable>;

/** The fields of a record type, with what shows them. */
export type Fields = Readonly<Record<string, FieldEntry>>;

/** True if the heading names what the table lists. */
export function isOwn(column: GuessColumn, { owners }: Pick<GuessTable, "owners">): boolean {
  return owners.some((owner) => owned(column, owner));
}
