import type { Detected } from "../formats/format.js";
import type { RecordTypeName } from "../model/record-types/index.js";
import type { FieldGuess } from "./field-guess.js";
import type { Scored } from "./scorer.js";

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

/** A table as the rules for fields see it. */
export interface GuessTable extends Scored {
  readonly record: RecordTypeName;
  readonly rows: number;
  readonly hasHeadings: boolean;
  /** How much of the headings each language explains. */
  readonly languages: ReadonlyMap<string, number>;
  /** The fields that were answered before this one. */
  readonly found: Readonly<Record<string, FieldGuess>>;
}
