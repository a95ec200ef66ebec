import { holds } from "./stored-line.js";

/**
 * Converts simple lines of JSON to CSV without parsing them. A simple line has the known keys in order, and its
 * values are strings without escapes, `true`, `false` or `null`.
 */
export class PlainLines {
  readonly #keys: readonly Buffer[];

  constructor(columns: readonly string[]) {
    this.#keys = columns.map((column, i) => Buffer.from(`${i === 0 ? "{" : ","}${JSON.stringify(column)}:`));
  }

  /**
   * Writes the values of a line as CSV, without the line ending. The buffer `out` must have room for at least as many
   * bytes as the line contains. This space is sufficient, because the omitted keys are longer than the added
   * quotation marks. `at` is the start position in `out`. Returns the end position in `out`, or -1 if the line is not
   * simple. In the latter case, the content of `out` is undefined.
   */
  write(bytes: Buffer, from: number, end: number, out: Buffer, at: number): number {
    let next = from;
    let to = at;
    for (let i = 0; i < this.#keys.length; i++) {
      const key = this.#keys[i]!;
      if (!holds(bytes, next, key)) return -1;
      next += key.length;
      if (i > 0) out[to++] = comma;
      if (bytes[next] === quote) {
        const first = to;
        let isQuoted = false;
        for (next += 1; next < end; next++) {
          const byte = bytes[next]!;
          if (byte === quote) break;
          if (byte < space || byte === backslash) return -1;
          if (byte === comma) isQuoted = true;
          out[to++] = byte;
        }
        next += 1;
        if (!isQuoted) continue;
        out.copyWithin(first + 1, first, to);
        out[first] = quote;
        out[to + 1] = quote;
        to += 2;
      } else {
        const word = words.find((each) => holds(bytes, next, each));
        if (word === undefined) return -1;
        if (word !== nothing) for (let k = 0; k < word.length; k++) out[to++] = word[k]!;
        next += word.length;
      }
    }
    return bytes[next] === closing && next + 1 === end ? to : -1;
  }
}

const nothing = Buffer.from("null");
const words = [Buffer.from("true"), Buffer.from("false"), nothing];
const space = 32;
const quote = 34;
const comma = 44;
const backslash = 92;
const closing = 125;
