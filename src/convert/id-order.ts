import { StoredLine } from "../formats/output/stored-line.js";

/** This module sorts records by the UTF-8 bytes of their IDs. The records are lines of JSON that begin with the ID. */

const quote = 34;
const backslash = 92;
/** Offset of the ID within a line. The ID is always the first property. */
const idAt = '{"external_id":"'.length;

/**
 * Packs some bytes of an ID into a number, so that most IDs can be compared without decoding them. Different IDs can
 * produce the same number. `from` is the offset of the line. `skip` is the number of leading bytes to skip. The
 * skipped bytes must be the same in all IDs, and none of them may be escaped in JSON. `length` is the number of
 * bytes to pack, which is at most six.
 */
export function idKey(bytes: Buffer, from: number, skip: number, length: number): number {
  let at = from + idAt + skip;
  let key = 0;
  for (let left = length; left > 0; left--, at++) {
    const byte = bytes[at]!;
    if (byte === quote) return key * 256 ** left;
    if (byte === backslash) return keyOfEscaped(bytes, from, skip, length);
    key = key * 256 + byte;
  }
  return key;
}

function keyOfEscaped(bytes: Buffer, from: number, skip: number, length: number): number {
  const id = Buffer.from(lineAt(bytes, from).id);
  let key = 0;
  for (let i = 0; i < length; i++) key = key * 256 + (id[skip + i] ?? 0);
  return key;
}

export function lineAt(bytes: Buffer, from: number): StoredLine {
  return new StoredLine(bytes, from, bytes.indexOf(10, from));
}

/** True if JSON represents the character as a single byte without an escape. */
export function isPlainByte(byte: number): boolean {
  return byte >= 32 && byte < 127 && byte !== quote && byte !== backslash;
}

/** Number of ID bytes that are packed into one number together with the record's position. */
const sortedLength = 4;
const most = 2 ** 21;

export interface IdOrder {
  /** Positions of the records in ID order. Records with the same ID keep their relative order. */
  readonly places: readonly number[];
  /** True if an ID occurs more than once. */
  readonly repeats: boolean;
}

/** `starts` contains the offsets of the lines, at most 2,097,152 of them. */
export function orderById(bytes: Buffer, starts: readonly number[]): IdOrder {
  const skip = sharedLength(bytes, starts);
  const packed = new Float64Array(starts.length);
  for (let i = 0; i < starts.length; i++) packed[i] = idKey(bytes, starts[i]!, skip, sortedLength) * most + i;
  packed.sort();
  const places = Array.from(packed, (each) => each % most);
  let repeats = false;
  const keyAt = (at: number): number => Math.floor(packed[at]! / most);
  for (let from = 0, end = 1; from < places.length; from = end, end++) {
    while (end < places.length && keyAt(end) === keyAt(from)) end++;
    if (end - from === 1) continue;
    const same = places.slice(from, end).map((place) => ({ place, line: lineAt(bytes, starts[place]!) }));
    // The sort is stable, so records with the same ID keep their relative order.
    same.sort((a, b) => a.line.compareId(b.line));
    for (const [i, { place, line }] of same.entries()) {
      places[from + i] = place;
      repeats ||= i > 0 && same[i - 1]!.line.compareId(line) === 0;
    }
  }
  return { places, repeats };
}

/**
 * Length of the prefix that all IDs share. The prefix ends before the first character that is not ASCII or that JSON
 * escapes.
 */
function sharedLength(bytes: Buffer, starts: readonly number[]): number {
  const first = starts[0]! + idAt;
  let shared = 0;
  while (isPlainByte(bytes[first + shared]!)) shared += 1;
  for (const start of starts) {
    const at = start + idAt;
    for (let i = 0; i < shared; i++) if (bytes[at + i] !== bytes[first + i]) shared = i;
  }
  return shared;
}
