/**
 * Lines of JSON that can be read without parsing them, because that is plain to see: known keys in order, texts in which
 * nothing is escaped, `true`, `false` and `null`.
 */
export class PlainLines {
  readonly #keys: readonly Buffer[];
  /** Where the values of the line found last begin and end, texts without their quotes; `null` is nothing. */
  readonly begins: Int32Array;
  readonly ends: Int32Array;

  /** @param columns the keys, in order */
  constructor(columns: readonly string[]) {
    this.#keys = columns.map((column, i) => Buffer.from(`${i === 0 ? "{" : ","}${JSON.stringify(column)}:`));
    this.begins = new Int32Array(columns.length);
    this.ends = new Int32Array(columns.length);
  }

  /** Finds the values of a line; false when it is not plain, and may be anything. */
  find(bytes: Buffer, from: number, end: number): boolean {
    let at = from;
    for (let i = 0; i < this.#keys.length; i++) {
      const key = this.#keys[i]!;
      if (!stands(bytes, at, key)) return false;
      at += key.length;
      if (bytes[at] === quote) {
        this.begins[i] = at + 1;
        for (at += 1; at < end && bytes[at] !== quote; at++) {
          const byte = bytes[at]!;
          if (byte < space || byte === backslash) return false;
        }
        this.ends[i] = at;
        at += 1;
      } else {
        const word = wordAt(bytes, at);
        if (word === undefined) return false;
        this.begins[i] = at;
        this.ends[i] = word === nothing ? at : at + word.length;
        at += word.length;
      }
    }
    return bytes[at] === closing && at + 1 === end;
  }
}

/** Few bytes: a loop is quicker than a call of the platform. */
function stands(bytes: Buffer, at: number, wanted: Buffer): boolean {
  for (let i = 0; i < wanted.length; i++) if (bytes[at + i] !== wanted[i]) return false;
  return true;
}

function wordAt(bytes: Buffer, at: number): Buffer | undefined {
  for (const word of words) if (stands(bytes, at, word)) return word;
  return undefined;
}

const nothing = Buffer.from("null");
const words = [Buffer.from("true"), Buffer.from("false"), nothing];
const space = 32;
const quote = 34;
const backslash = 92;
const closing = 125;
