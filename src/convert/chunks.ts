import type { Body } from "../formats/text/body.js";
import { passingBytes } from "../formats/bytes.js";
import type { ByteSource } from "../formats/format.js";

/**
 * A part of a text file that ends at the end of a row. The position of the cut is guessed from the bytes: the cut
 * follows a line feed that is preceded by an even number of quotation marks, and the line before the cut contains an
 * ASCII letter or digit. The guess is verified when the chunk is read (`BodyReader.isSettled`). If the guess is wrong,
 * the file is read from top to bottom instead.
 */
export interface Chunk {
  readonly index: number;
  /**
   * The bytes of the chunk. Each chunk starts at offset 0 of a separate buffer, so that the buffer can be transferred
   * to a different thread.
   */
  readonly bytes: Uint8Array;
  /** Number of the chunk's first line in the file, starting at 1. */
  readonly firstLine: number;
  /**
   * Number of the first line after the chunk. In the last chunk, equal to `firstLine`, because the lines are not
   * counted.
   */
  readonly nextLine: number;
  readonly isLast: boolean;
}

/**
 * True if the text has a header and, in the character set of the text, a byte with the value 10 is always a line feed.
 */
export function isCuttable({ charset, headings }: Body): boolean {
  return headings !== null && /^(?:utf-8|windows-125\d|iso-8859-\d+)$/.test(charset);
}

/** Thrown if there is no possible position for a cut within `mostSizes` times the chunk size. */
export class NoPlaceToCut extends Error {}

/** Maximum size of a chunk as a multiple of the requested size. */
const mostSizes = 16;

const feed = 10;
const carriageReturn = 13;

/** `size` is the approximate number of bytes per chunk. */
export async function* chunksOf(
  source: ByteSource,
  body: Body,
  size: number,
  buffers: Buffers,
): AsyncGenerator<Chunk> {
  const { quote, loneReturn } = body.shape.dialect;
  const quoteByte = quote === "" ? -1 : quote.charCodeAt(0);
  let index = 0;
  let firstLine = 1;
  let held: Buffer = Buffer.alloc(0);
  let length = 0;
  for await (const piece of passingBytes(source)) {
    if (length + piece.length > held.length)
      held = buffers.moved(held.subarray(0, length), size + piece.length);
    held.set(piece, length);
    length += piece.length;
    if (length < size) continue;
    const cut = placeToCut(held.subarray(0, length));
    if (cut === undefined) {
      if (length > size * mostSizes) throw new NoPlaceToCut();
      continue;
    }
    const nextLine = firstLine + cut.lines;
    const bytes = held.subarray(0, cut.at);
    held = buffers.moved(held.subarray(cut.at, length), piece.length);
    length -= cut.at;
    yield { index, bytes, firstLine, nextLine, isLast: false };
    index += 1;
    firstLine = nextLine;
  }
  yield { index, bytes: held.subarray(0, length), firstLine, nextLine: firstLine, isLast: true };

  function placeToCut(text: Buffer): { at: number; lines: number } | undefined {
    let found = 0;
    let linesBefore = 0;
    let lines = 0;
    let isQuoted = false;
    let begin = 0;
    let quoted = quoteByte < 0 ? -1 : text.indexOf(quoteByte);
    const hasReturns = loneReturn && text.includes(carriageReturn);
    for (let end = text.indexOf(feed); end >= 0; end = text.indexOf(feed, begin)) {
      for (; quoted >= 0 && quoted < end; quoted = text.indexOf(quoteByte, quoted + 1)) isQuoted = !isQuoted;
      lines += 1 + (hasReturns ? loneReturns(text, begin, end) : 0);
      if (!isQuoted && hasContent(text, begin, end)) {
        found = end + 1;
        linesBefore = lines;
      }
      begin = end + 1;
    }
    return found === 0 ? undefined : { at: found, lines: linesBefore };
  }
}

/** Counts the carriage returns that end a line without a line feed. */
function loneReturns(text: Buffer, begin: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf(carriageReturn, begin); at >= 0 && at < end - 1;) {
    count += 1;
    at = text.indexOf(carriageReturn, at + 1);
  }
  return count;
}

/** True if a line contains an ASCII letter or digit. Other lines may be empty or contain only delimiters. */
function hasContent(text: Buffer, begin: number, end: number): boolean {
  for (let at = end - 1; at >= begin; at--) {
    const byte = text[at]!;
    if ((byte >= 48 && byte < 58) || (byte >= 65 && byte < 91) || (byte >= 97 && byte < 123)) return true;
  }
  return false;
}

/**
 * Reuses large buffers: first for a chunk, then for the run of a later chunk, and then for another chunk. New buffers
 * would cause page faults and garbage collection.
 */
export class Buffers {
  readonly #free: Uint8Array[] = [];

  give(bytes: Uint8Array): void {
    this.#free.push(wholeBuffer(bytes));
  }

  /** Copies bytes to the start of a different buffer with at least `spare` free bytes. */
  moved(bytes: Uint8Array, spare: number): Buffer<ArrayBuffer> {
    const wanted = bytes.length + spare;
    let larger = this.#free.pop();
    // A new buffer has 5% extra space, because later chunks may be a row or two longer.
    if (larger === undefined || larger.length < wanted) larger = new Uint8Array(Math.ceil(wanted * 1.05));
    larger.set(bytes);
    return Buffer.from(larger.buffer as ArrayBuffer);
  }
}

export function wholeBuffer(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer);
}
