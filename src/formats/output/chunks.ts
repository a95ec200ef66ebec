import { asServed } from "../../model/fields.js";
import type { AnyRecord } from "../../model/record-type.js";

/** Joins small strings into chunks of more than 65,536 characters, to reduce the number of writes. */
export function* inChunks<T>(items: Iterable<T>, write: (item: T) => string): Generator<string> {
  let chunk = "";
  for (const item of items) {
    chunk += write(item);
    if (chunk.length > 65_536) {
      yield chunk;
      chunk = "";
    }
  }
  if (chunk !== "") yield chunk;
}

export async function* linesOfRecords(records: Iterable<AnyRecord>): AsyncGenerator<Uint8Array> {
  for (const chunk of inChunks(records, (record) => `${JSON.stringify(record)}\n`)) yield Buffer.from(chunk);
}

/**
 * Replaces the line feeds between records in a piece of NDJSON with a separator and removes the last line feed. JSON
 * escapes line feeds in strings, so the bytes do not have to be parsed.
 */
export function joinedBy(separator: string, piece: Uint8Array): Buffer {
  const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  const between = Buffer.from(separator);
  const parts: Buffer[] = [];
  let from = 0;
  const last = bytes.length - 1;
  for (let end = bytes.indexOf(10); end >= 0 && end < last; end = bytes.indexOf(10, from)) {
    parts.push(bytes.subarray(from, end), between);
    from = end + 1;
  }
  parts.push(bytes.subarray(from, last));
  return Buffer.concat(parts);
}

/** Splits a piece of NDJSON, which must end with a line feed. */
export function jsonLines(piece: Uint8Array): readonly string[] {
  const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  return bytes.toString("utf8", 0, bytes.length - 1).split("\n");
}

/** Converts stored lines to served lines. Pieces without amounts of money or private values remain unchanged. */
export async function* servedLines(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    const isUnchanged = !bytes.includes('"total":"') && !bytes.includes(',"private":');
    yield isUnchanged ? piece : Buffer.from(asServed(bytes.toString("utf8")));
  }
}
