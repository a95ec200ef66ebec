import { asServed } from "../../model/fields.js";
import type { AnyRecord, Value } from "../../model/record-type.js";
import type { Encoder } from "./encoder.js";
import { PlainLines } from "./plain-lines.js";

/**
 * RFC 4180: commas, CRLF, quotes only where needed, one heading line. Cells are byte-exact in every format, for ids such
 * as `-10` are foreign keys: nothing is put in front of what a spreadsheet could take for a formula.
 */
export const csv: Encoder = {
  name: "csv",
  summary: "a CSV file of RFC 4180 in UTF-8",
  mediaType: "text/csv",
  async *encode({ columns, lines }) {
    yield csvLine(columns);
    const plain = new PlainLines(columns);
    for await (const piece of lines) yield csvLines(piece, columns, plain);
  },
};

/** Lines of JSON to lines of CSV: those that are plain byte for byte, the others parsed. */
function csvLines(piece: Uint8Array, columns: readonly string[], plain: PlainLines): Buffer {
  const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  const parts: Buffer[] = [];
  const out = Buffer.allocUnsafe(bytes.length);
  let taken = 0;
  let length = 0;
  for (let from = 0; from < bytes.length;) {
    const feed = bytes.indexOf(lineFeed, from);
    const end = feed < 0 ? bytes.length : feed;
    const to = plain.write(bytes, from, end, out, length);
    if (to >= 0) {
      out[to] = carriageReturn;
      out[to + 1] = lineFeed;
      length = to + 2;
    } else {
      const record = JSON.parse(bytes.toString("utf8", from, end)) as AnyRecord;
      parts.push(out.subarray(taken, length), Buffer.from(csvLine(flatRecord(record, columns))));
      taken = length;
    }
    from = end + 1;
  }
  parts.push(out.subarray(taken, length));
  return Buffer.concat(parts);
}

const lineFeed = 10;
const carriageReturn = 13;

/**
 * The cells of a record as a flat file shows them: a reference by its `external_id`, null and absent as blank; an amount
 * and a list as the JSON that they are in JSON.
 */
export function flatRecord(record: AnyRecord, columns: readonly string[]): string[] {
  return columns.map((column) => flatValue(record[column]));
}

export function flatValue(value: Value | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value) && value.length === 0) return "";
  const id = idOf(value);
  return id ?? asServed(JSON.stringify(value));
}

/** The id of what is a reference, and nothing but one. */
function idOf(value: object): string | undefined {
  const [[key, id] = [], ...others] = Object.entries(value) as [string, Value][];
  return key === "external_id" && typeof id === "string" && others.length === 0 ? id : undefined;
}

/** One line of CSV, CRLF included. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
