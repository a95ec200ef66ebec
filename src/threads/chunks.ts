import type { Body } from "../formats/body.js";
import type { ByteSource } from "../formats/format.js";

/**
 * A text file in pieces that end between two rows. Where a row ends is told by bytes alone: behind a line feed, with an
 * even number of quotes before it, and with something in the line that ends. That is a guess; whoever reads the piece
 * proves it (`BodyReader.isSettled`), and a file in which it is wrong is read from top to bottom instead.
 */
export interface Chunk {
  readonly index: number;
  /** Begins at the beginning of its own buffer, so that the buffer can be handed over. */
  readonly bytes: Uint8Array;
  /** True line number of its first line. */
  readonly firstLine: number;
  /** Line number behind its last line feed. */
  readonly nextLine: number;
  readonly isLast: boolean;
}

/** Thrown when no place to cut is found for long. */
export class NoPlaceToCut extends Error {}

/** How much longer than wished a chunk may become. */
const mostSizes = 16;

const feed = 10;
const carriageReturn = 13;

/** @param size bytes of a chunk, about */
export async function* chunksOf(source: ByteSource, body: Body, size: number): AsyncGenerator<Chunk> {
  const { quote, loneReturn } = body.shape.dialect;
  const quoteByte = quote === "" ? -1 : quote.charCodeAt(0);
  let index = 0;
  let firstLine = 1;
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source.stream()) {
    waiting.push(piece);
    length += piece.length;
    if (length < size) continue;
    const bytes = joined(waiting, length);
    const cut = placeToCut(bytes);
    if (cut === undefined) {
      if (length > size * mostSizes) throw new NoPlaceToCut();
      waiting = [bytes];
      continue;
    }
    const nextLine = firstLine + cut.lines;
    const rest = bytes.slice(cut.at);
    yield { index, bytes: bytes.subarray(0, cut.at), firstLine, nextLine, isLast: false };
    index += 1;
    firstLine = nextLine;
    waiting = rest.length === 0 ? [] : [rest];
    length = rest.length;
  }
  const bytes = joined(waiting, length);
  yield { index, bytes, firstLine, nextLine: firstLine, isLast: true };

  /** The last place between two rows, and how many lines end before it. */
  function placeToCut(text: Uint8Array): { at: number; lines: number } | undefined {
    let found: { at: number; lines: number } | undefined;
    let lines = 0;
    let isQuoted = false;
    let hasContent = false;
    for (let i = 0; i < text.length; i++) {
      const byte = text[i]!;
      if (byte === feed) {
        lines++;
        if (!isQuoted && hasContent) {
          if (found === undefined) found = { at: i + 1, lines };
          else {
            found.at = i + 1;
            found.lines = lines;
          }
        }
        hasContent = false;
      } else if (byte === quoteByte) {
        isQuoted = !isQuoted;
      } else if (byte === carriageReturn) {
        if (loneReturn && i + 1 < text.length && text[i + 1] !== feed) lines++;
      } else if (isContent(byte)) {
        hasContent = true;
      }
    }
    return found;
  }
}

/** Whether a byte is neither blank nor a delimiter for certain: a digit or a letter. */
function isContent(byte: number): boolean {
  return (byte >= 48 && byte < 58) || (byte >= 65 && byte < 91) || (byte >= 97 && byte < 123);
}

/** One array with a buffer of its own. */
function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
