import { StoredLine } from "../encode/stored-line.js";

/** Records as lines of JSON in bytes, told apart without making texts of them: of each only its id becomes one. */

/** A record where it stands. */
export interface RecordBytes {
  readonly id: string;
  /** Its line, line feed included. */
  readonly bytes: Buffer;
}

/** @param bytes whole lines, as `JsonLineBytes` writes them */
export function recordsIn(bytes: Uint8Array): RecordBytes[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records: RecordBytes[] = [];
  for (let begin = 0; begin < all.length;) {
    const end = all.indexOf(feed, begin) + 1;
    const line = all.subarray(begin, end);
    records.push({ id: idOf(line), bytes: line });
    begin = end;
  }
  return records;
}

/** The record as it reads. */
export function lineOf({ bytes }: RecordBytes): StoredLine {
  return new StoredLine(bytes, 0, bytes.length - 1);
}

/** The id stands first in a line, up to the next quote; one with signs that are escaped is left to who parses lines. */
function idOf(line: Buffer): string {
  const end = line.indexOf(quote, beforeId.length);
  const id = line.toString("utf8", beforeId.length, end);
  return id.includes("\\") || !line.subarray(0, beforeId.length).equals(beforeId)
    ? lineOf({ id, bytes: line }).id
    : id;
}

const beforeId = Buffer.from('{"external_id":"');
const feed = 10;
const quote = 34;
