import type { Detected } from "../formats/format.js";
import type { RecordTypeName } from "../model/record-types/index.js";
import { owned, type GuessColumn } from "./column.js";
import type { FieldGuess } from "./field-guess.js";
import type { FieldEvidence, Scored } from "./scorer.js";

export interface GuessSample {
  /** Name of the file or sheet, which may indicate what the table lists. */
  readonly name: string;
  /** Null if the table has no headings. */
  readonly headings: readonly string[] | null;
  readonly rows: readonly (readonly string[])[];
  /** True if the file has more rows than the sample. */
  readonly isCut?: boolean;
  /**
   * True if the header has several rows, so that the text of a cell that spans several columns is repeated in each
   * heading.
   */
  readonly isGrouped?: boolean;
  /** Name of the document element from which each row was read, such as `Invoice` for `Export.Invoice`. */
  readonly rowName?: string | undefined;
}

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

export interface GuessTable extends Scored {
  readonly record: RecordTypeName;
  readonly rows: number;
  readonly hasHeadings: boolean;
  /** Number of heading phrases that each language explains. */
  readonly languages: ReadonlyMap<string, number>;
  readonly found: Readonly<Record<string, FieldGuess>>;
}

export type FieldEntry = FieldEvidence<GuessTable>;

export type Fields = Readonly<Record<string, FieldEntry>>;

/** True if the heading names the entity that the table lists. */
export function isOwn(column: GuessColumn, { owners }: Pick<GuessTable, "owners">): boolean {
  return owners.some((owner) => owned(column, owner));
}
