import { passingBytes } from "../bytes.js";
import { decoder } from "./charset.js";
import { piecesOf, type Text } from "./text.js";

export interface QuoteScan {
  /** The lines around the first quote that is at the start of a cell. */
  readonly opening: string | undefined;
  /** True if every cell that starts with a quote also ends with one, and all inner quotes are doubled. */
  readonly isWellFormed: boolean;
  /** True if unquoted cells contain at least two quotes and a backslash precedes each of these quotes. */
  readonly isEscaped: boolean;
}

/**
 * Approximate number of bytes that are kept before the first opening quote. Twice as many bytes are kept after the
 * quote.
 */
const around = 16 * 1024;

/** Character sets in which ASCII bytes always represent ASCII characters. */
const plainSets = /^(?:utf-8|windows-\d+|iso-8859-\d+|koi8-[ru]|macintosh)$/;

const [lineFeed, carriageReturn, blank, quoteByte, backslash] = [10, 13, 32, 34, 92];

/**
 * Checks every `"` in a file with a known delimiter. The first quoted cell may be anywhere in the file. Jumping from
 * one quote to the next is much faster than reading rows.
 */
export async function scanQuotes(text: Text, delimiter: string): Promise<QuoteScan> {
  const { source, charset, mark, lineEnd } = text;
  const isPlain = plainSets.test(charset) && lineEnd === undefined && /^[\x00-\x7f]*$/.test(delimiter);
  const scan = new Scanner(Buffer.from(delimiter));
  let skip = isPlain ? mark : 0;
  for await (const piece of isPlain ? passingBytes(source) : asUtf8(text)) {
    const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.length).subarray(skip);
    skip -= Math.min(skip, piece.length);
    if (!scan.push(bytes)) break;
  }
  return scan.end(isPlain ? charset : "utf-8");
}

async function* asUtf8(text: Text): AsyncGenerator<Uint8Array> {
  for await (const piece of piecesOf(text)) yield Buffer.from(piece);
}

class Scanner {
  private readonly delimiter: Buffer;
  /** The last bytes of the previous chunk, which are needed if the current chunk starts with a quote. */
  private before: Buffer = Buffer.alloc(0);
  private isInside = false;
  /** True if the previous chunk ended with a quote inside a quoted cell. */
  private isAfterQuote = false;
  private opening: Buffer | undefined;
  private isWellFormed = true;
  /** Number of quotes inside unquoted cells. */
  private loose = 0;
  private behindBackslash = 0;

  constructor(delimiter: Buffer) {
    this.delimiter = delimiter;
  }

  /** Returns true if scanning should continue. */
  push(piece: Buffer): boolean {
    if (piece.length === 0) return true;
    let at = 0;
    if (this.isAfterQuote) {
      this.isAfterQuote = false;
      at = this.behindQuote(piece, 0);
    }
    while (this.isWellFormed) {
      const found = nextQuote(piece, at);
      if (found < 0) break;
      if (!this.isInside) {
        at = found + 1;
        if (!this.opens(piece, found)) {
          this.loose++;
          if ((piece[found - 1] ?? this.before.at(-1)) === backslash) this.behindBackslash++;
          continue;
        }
        this.opening ??= Buffer.concat([
          this.before,
          piece.subarray(Math.max(0, found - around), found + 2 * around),
        ]);
        this.isInside = true;
      } else if (found + 1 === piece.length) {
        this.isAfterQuote = true;
        break;
      } else {
        at = this.behindQuote(piece, found + 1);
      }
    }
    this.before = Buffer.from(piece.subarray(Math.max(0, piece.length - around)));
    return this.isWellFormed;
  }

  end(charset: string): QuoteScan {
    return {
      opening: this.opening && wholeLines(this.opening, charset),
      isWellFormed: this.isWellFormed && (!this.isInside || this.isAfterQuote),
      isEscaped: this.loose > 1 && this.loose === this.behindBackslash,
    };
  }

  /** The character at `at`, which follows the quote, shows whether the quote is doubled or ends the cell. */
  private behindQuote(piece: Buffer, at: number): number {
    const next = piece[at]!;
    if (next === quoteByte) return at + 1;
    this.isInside = false;
    this.isWellFormed = next === lineFeed || next === carriageReturn || next === this.delimiter[0];
    return at;
  }

  /** True if the quote at `at` starts a cell. Spaces and a byte order mark may precede the quote. */
  private opens(piece: Buffer, at: number): boolean {
    const byteAt = (i: number) => (i >= 0 ? piece[i] : this.before[this.before.length + i]);
    for (let i = at - 1; ; i--) {
      if (byteAt(i) === 0xbf && byteAt(i - 1) === 0xbb && byteAt(i - 2) === 0xef) i -= 3;
      const byte = byteAt(i);
      if (byte === undefined || byte === lineFeed || byte === carriageReturn) return true;
      if (byte === this.delimiter.at(-1)) return true;
      if (byte !== blank) return false;
    }
  }
}

function wholeLines(bytes: Buffer, charset: string): string {
  const lines = bytes.subarray(bytes.indexOf(lineFeed) + 1, bytes.lastIndexOf(lineFeed) + 1);
  try {
    return decoder(charset).write(lines);
  } catch {
    // The reader reports the error later, with the line number.
    return "";
  }
}

/** For the next few bytes, a loop is faster than calling `indexOf`. */
function nextQuote(bytes: Buffer, from: number): number {
  const near = Math.min(bytes.length, from + 48);
  for (let i = from; i < near; i++) if (bytes[i] === quoteByte) return i;
  return near === bytes.length ? -1 : bytes.indexOf(quoteByte, near);
}
