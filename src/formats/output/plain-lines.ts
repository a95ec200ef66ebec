/**
 * Lines of JSON that can be read without parsing them, because that is plain to see: known keys in order, texts in which
 * nothing is escaped, `true`, `false` and `null`.
 */
export class PlainLines {
  readonly #keys: readonly Buffer[];

  /** @param columns the keys, in order */
  constructor(columns: readonly string[]) {
    this.#keys = columns.map((column, i) => Buffer.from(`${i === 0 ? "{" : ","}${JSON.stringify(column)}:`));
  }

  /**
   * Writes the values of a line as a line of CSV without its end, each byte looked at and copied in one go.
   *
   * @param out has room for as much as the line is long: what goes with the keys is more than what quotes can add
   * @param at where to begin in `out`
   * @returns where it ends in `out`; -1 when the line is not plain, and may be anything
   */
  write(bytes: Buffer, from: number, end: number, out: Buffer, at: number): number {
    let next = from;
    let to = at;
    for (let i = 0; i < this.#keys.length; i++) {
      const key = this.#keys[i]!;
      if (!stands(bytes, next, key)) return -1;
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
        const word = wordAt(bytes, next);
        if (word === undefined) return -1;
        if (word !== nothing) for (let k = 0; k < word.length; k++) out[to++] = word[k]!;
        next += word.length;
      }
    }
    return bytes[next] === closing && next + 1 === end ? to : -1;
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
const comma = 44;
const backslash = 92;
const closing = 125;
