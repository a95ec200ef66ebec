import { asServed } from "../../model/fields.js";
import type { AnyRecord, Value } from "../../model/record-type.js";
import type { OutputFormat } from "./output-format.js";
import { PlainLines } from "./plain-lines.js";

/**
 * CSV as defined in RFC 4180, with commas, CRLF, quotation marks only where required, and one header line. Cell
 * values are not changed. No prefix is added to cells that look like formulas, because IDs such as `-10` are foreign
 * keys.
 */
export const csv: OutputFormat = {
  name: "csv",
  summary: "a CSV file of RFC 4180 in UTF-8",
  mediaType: "text/csv",
  async *encode({ columns, lines }) {
    yield csvLine(columns);
    const plain = new PlainLines(columns);
    for await (const piece of lines) yield csvLines(piece, columns, plain);
  },
};

/** Simple lines are converted byte by byte, and others are parsed. */
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
 * References are written as `external_id`, amounts and lists as JSON, and null, absent values and empty lists as empty
 * cells.
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

/** Returns the ID if the value is only a reference, and undefined otherwise. */
function idOf(value: object): string | undefined {
  const [[key, id] = [], ...others] = Object.entries(value) as [string, Value][];
  return key === "external_id" && typeof id === "string" && others.length === 0 ? id : undefined;
}

export function csvLine(cells: readonly string[]): string {
  return delimitedLine(cells, ",");
}

export function delimitedLine(cells: readonly string[], delimiter: string): string {
  const quoted = cells.map((cell) =>
    cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(delimiter)}\r\n`;
}
