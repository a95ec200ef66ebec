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
    const plainLine = plainLineOf(columns);
    for await (const piece of pieces) {
      yield* inChunks(
        jsonLines(piece),
        (json) => plainLine(json) ?? csvLine(flatRecord(JSON.parse(json) as AnyRecord, columns)),
      );
    }
  },
};

/**
 * A line of JSON to a line of CSV without parsing it, where that is plain to see: the columns in order, texts without
 * anything escaped, no references. Undefined where it is not.
 */
function plainLineOf(columns: readonly string[]): (json: string) => string | undefined {
  const keys = columns.map((column, i) => `${i === 0 ? "{" : ","}${JSON.stringify(column)}:`);
  return (json) => {
    if (json.includes("\\")) return undefined;
    let line = "";
    let at = 0;
    for (let i = 0; i < keys.length; i++) {
      if (!json.startsWith(keys[i]!, at)) return undefined;
      at += keys[i]!.length;
      if (i > 0) line += ",";
      if (json.startsWith('"', at)) {
        const end = json.indexOf('"', at + 1);
        const cell = json.slice(at + 1, end);
        line += cell.includes(",") ? `"${cell}"` : cell;
        at = end + 1;
      } else {
        const word = words.find((each) => json.startsWith(each, at));
        if (word === undefined) return undefined;
        if (word !== "null") line += word;
        at += word.length;
      }
    }
    return json.length === at + 1 ? `${line}\r\n` : undefined;
  };
}

const words = ["true", "false", "null"];

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
