import { StoredLine } from "../formats/output/stored-line.js";

/** The order of records by the UTF-8 bytes of their ids, found in lines of JSON that begin with the id. */

const quote = 34;
const backslash = 92;
/** Where the id begins in a line, since it is the first column. */
const idAt = '{"external_id":"'.length;

/**
 * Some bytes of an id as a number, so that most ids are compared without looking at their text. Equal numbers decide nothing.
 *
 * @param from where the line begins
 * @param skip how many bytes of the id to leave out, which all ids have in common and JSON writes as they are
 * @param length how many bytes, at most six
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

/** Whether JSON writes a character as it is, as one byte. */
export function isPlainByte(byte: number): boolean {
  return byte >= 32 && byte < 127 && byte !== quote && byte !== backslash;
}

/** Bytes of an id that are sorted as a number, together with the place of the record. */
const sortedLength = 4;
const most = 2 ** 21;

export interface IdOrder {
  /** Places of the records, by id; those of one id in the order in which they were. */
  readonly places: readonly number[];
  /** Whether an id occurs more than once. */
  readonly repeats: boolean;
}

/** @param starts where the lines begin; a million at most */
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
    // The sort is stable.
    same.sort((a, b) => a.line.compareId(b.line));
    for (const [i, { place, line }] of same.entries()) {
      places[from + i] = place;
      repeats ||= i > 0 && same[i - 1]!.line.compareId(line) === 0;
    }
  }
  return { places, repeats };
}

/** How many bytes all ids begin with alike. */
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
