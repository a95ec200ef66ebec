import type { AnyRecord, Value } from "../../model/record-type.js";

/** Like `jsonLine`, but writes UTF-8 bytes directly. */
export class JsonLineBytes {
  readonly #columns: readonly string[];
  readonly #keys: readonly Uint8Array[];
  #bytes: Uint8Array;
  #length = 0;

  /**
   * `columns` contains the keys of the records, in order. Every record has all of these keys. `buffer` is the initial
   * buffer, which is replaced with a larger one if necessary.
   */
  constructor(columns: readonly string[], buffer: Uint8Array) {
    this.#columns = columns;
    this.#keys = columns.map((column, i) => utf8.encode(`${i === 0 ? "{" : ","}${JSON.stringify(column)}:`));
    this.#bytes = buffer;
  }

  /** Number of bytes written so far. */
  get size(): number {
    return this.#length;
  }

  add(record: AnyRecord): void {
    for (let i = 0; i < this.#columns.length; i++) {
      this.#raw(this.#keys[i]!);
      this.#value(record[this.#columns[i]!]);
    }
    this.#raw(lineEnd);
  }

  /** Returns the written bytes. Nothing can be added afterward. */
  end(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #value(value: Value | undefined): void {
    if (typeof value === "string") {
      if (!this.#plainText(value)) this.#encoded(JSON.stringify(value));
    } else if (typeof value === "boolean") {
      this.#raw(value ? yes : no);
    } else {
      this.#encoded(JSON.stringify(value ?? null));
    }
  }

  #encoded(text: string): void {
    this.#ensureCapacity(text.length * 3);
    this.#length += utf8.encodeInto(text, this.#bytes.subarray(this.#length)).written;
  }

  /**
   * Writes a string that needs no escapes. Returns false without writing anything if the string needs escapes or
   * contains lone surrogates.
   */
  #plainText(text: string): boolean {
    this.#ensureCapacity(text.length * 3 + 2);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = quote;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < 0x80) {
        if (code < 0x20 || code === quote || code === backslash) return false;
        bytes[at++] = code;
      } else if (code < 0x800) {
        bytes[at++] = 0xc0 | (code >> 6);
        bytes[at++] = 0x80 | (code & 0x3f);
      } else {
        if (code >= 0xd800 && code < 0xe000) return false;
        bytes[at++] = 0xe0 | (code >> 12);
        bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
        bytes[at++] = 0x80 | (code & 0x3f);
      }
    }
    bytes[at++] = quote;
    this.#length = at;
    return true;
  }

  #raw(piece: Uint8Array): void {
    this.#ensureCapacity(piece.length);
    const bytes = this.#bytes;
    let at = this.#length;
    // Pieces are only a few bytes long, so a loop is faster than a call to `set`.
    for (let i = 0; i < piece.length; i++) bytes[at++] = piece[i]!;
    this.#length = at;
  }

  #ensureCapacity(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * this.#bytes.length + more);
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}

const utf8 = new TextEncoder();
const quote = 34;
const backslash = 92;
const lineEnd = utf8.encode("}\n");
const yes = utf8.encode("true");
const no = utf8.encode("false");
