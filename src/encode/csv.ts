import type { AnyRecord, Value } from "../records/record-type.js";
import { inChunks, jsonLines } from "./chunks.js";
import type { Encoder } from "./encoder.js";

/**
 * RFC 4180: commas, CRLF, quotes only where needed, one heading line. Cells are byte-exact in every format, for ids such
 * as `-10` are foreign keys: nothing is put in front of what a spreadsheet could take for a formula.
 */
export const csv: Encoder = {
  name: "csv",
  summary: "a CSV file of RFC 4180 in UTF-8",
  mediaType: "text/csv",
  async *encode({ columns, records }) {
    yield csvLine(columns);
    yield* inChunks(records, (record) => csvLine(flatRecord(record, columns)));
  },
  async *encodeLines(columns, pieces) {
    yield csvLine(columns);
    for await (const piece of pieces) {
      yield* inChunks(jsonLines(piece), (json) =>
        csvLine(flatRecord(JSON.parse(json) as AnyRecord, columns)),
      );
    }
  },
};

/** The cells of a record as a flat file shows them: a reference by its `external_id`, null and absent as blank. */
export function flatRecord(record: AnyRecord, columns: readonly string[]): string[] {
  return columns.map((column) => flatValue(record[column]));
}

export function flatValue(value: Value | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return value.external_id;
  return String(value);
}

/** One line of CSV, CRLF included. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
