import type { Body } from "../formats/text/body.js";
import { passingBytes } from "../formats/bytes.js";
import type { ByteSource } from "../formats/format.js";

/**
 * A text file in pieces that end between two rows. Where a row ends is told by bytes alone: behind a line feed, with an
 * even number of quotes before it, and with something in the line that ends. That is a guess; whoever reads the piece
 * proves it (`BodyReader.isSettled`), and a file in which it is wrong is read from top to bottom instead.
 */
export interface Chunk {
  readonly index: number;
  /** Begins at the beginning of its own buffer, so that the buffer can be sent. */
  readonly bytes: Uint8Array;
  /** True line number of its first line. */
  readonly firstLine: number;
  /** Line number behind its last line feed. */
  readonly nextLine: number;
  readonly isLast: boolean;
}

/** Whether line feeds can be found in the bytes of the text. */
export function isCuttable({ charset, headings }: Body): boolean {
  return headings !== null && /^(?:utf-8|windows-125\d|iso-8859-\d+)$/.test(charset);
}

/** Thrown when no place to cut is found for long. */
export class NoPlaceToCut extends Error {}

/** How much longer than wished a chunk may become. */
const mostSizes = 16;

const feed = 10;
const carriageReturn = 13;

/**
 * @param size bytes of a chunk, about
 * @param buffers where chunks come from
 */
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

  /** The last place between two rows, and how many lines end before it. */
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

/** How many carriage returns end a line of their own; one before the line feed does not. */
function loneReturns(text: Buffer, begin: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf(carriageReturn, begin); at >= 0 && at < end - 1;) {
    count += 1;
    at = text.indexOf(carriageReturn, at + 1);
  }
  return count;
}

/** Whether a line holds a digit or a letter: what is neither blank nor a delimiter for certain. */
function hasContent(text: Buffer, begin: number, end: number): boolean {
  for (let at = end - 1; at >= begin; at--) {
    const byte = text[at]!;
    if ((byte >= 48 && byte < 58) || (byte >= 65 && byte < 91) || (byte >= 97 && byte < 123)) return true;
  }
  return false;
}

/**
 * The large buffers in which bytes travel: read into as a chunk, then written into as a run, then free again. A fresh one each
 * time costs page faults, and collections of all else that is alive.
 */
export class Buffers {
  readonly #free: Uint8Array[] = [];

  /** Takes the buffer of bytes that nobody needs any more. */
  give(bytes: Uint8Array): void {
    this.#free.push(wholeBuffer(bytes));
  }

  /** The same bytes at the beginning of a buffer of their own, with room for more. */
  moved(bytes: Uint8Array, spare: number): Buffer<ArrayBuffer> {
    const wanted = bytes.length + spare;
    let larger = this.#free.pop();
    // Chunks differ by a row or two.
    if (larger === undefined || larger.length < wanted) larger = new Uint8Array(Math.ceil(wanted * 1.05));
    larger.set(bytes);
    return Buffer.from(larger.buffer as ArrayBuffer);
  }
}

/** All of the buffer that bytes lie in. */
export function wholeBuffer(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer);
}
