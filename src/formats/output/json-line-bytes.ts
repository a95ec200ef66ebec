import type { AnyRecord } from "../../model/record-type.js";
import { jsonLine } from "./json-line.js";

/** Writes records as NDJSON in UTF-8, one after another, into one buffer. */
export class JsonLineBytes {
  readonly #line: (record: AnyRecord) => string;
  #bytes: Buffer;
  #length = 0;

  /**
   * `columns` contains the keys of the records, in order. Every record has all of these keys. `buffer` is the initial
   * buffer, which is replaced with a larger one if necessary.
   */
  constructor(columns: readonly string[], buffer: Uint8Array) {
    this.#line = jsonLine(columns);
    this.#bytes = Buffer.from(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  }

  get size(): number {
    return this.#length;
  }

  add(record: AnyRecord): void {
    const line = this.#line(record);
    // UTF-8 needs at most three bytes for a code unit of UTF-16.
    const most = line.length * 3;
    if (this.#length + most > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * this.#bytes.length + most);
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    this.#length += this.#bytes.write(line, this.#length);
  }

  /** Returns the written bytes, which share memory with the buffer. */
  end(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }
}
