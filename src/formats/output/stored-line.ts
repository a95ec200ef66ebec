import type { AnyRecord } from "../../model/record-type.js";
import { compareBytes } from "../../model/order.js";

/** Lines of a list as the bytes that they are: of those that say what was said before, none becomes a text. */

/** A line in bytes that hold others, without its line feed. */
export interface LineBytes {
  readonly bytes: Buffer;
  readonly from: number;
  readonly end: number;
}

export function lineText({ bytes, from, end }: LineBytes): string {
  return bytes.toString("utf8", from, end);
}

/** The line of a record, as `jsonLine` writes it. It is made into a text, and parsed, only when that is asked. */
export class StoredLine implements LineBytes {
  readonly bytes: Buffer;
  readonly from: number;
  readonly end: number;
  /** Where the id ends that stands first, as it is; -1 when the line is not written so, or escapes signs of the id. */
  readonly #idEnd: number;
  /** Where the value of `updated_at` begins, behind the id; -1 when the line is not written so. */
  readonly #timeAt: number;
  #record: AnyRecord | undefined;

  constructor(bytes: Buffer, from: number, end: number) {
    this.bytes = bytes;
    this.from = from;
    this.end = end;
    let at = from + idAt;
    let isEscaped = false;
    // A quote within a text is written with a backslash before it.
    for (; at < end && bytes[at] !== quote; at++) {
      if (bytes[at] !== backslash) continue;
      isEscaped = true;
      at += 1;
    }
    const isUsual = holds(bytes, from, beforeId) && holds(bytes, at, behindId);
    this.#timeAt = isUsual ? at + behindId.length : -1;
    this.#idEnd = isUsual && !isEscaped ? at : -1;
  }

  /** Whether it begins with the id, as it is, and `updated_at`, both texts. */
  get isUsual(): boolean {
    return this.#idEnd >= 0;
  }

  get id(): string {
    return this.isUsual
      ? this.bytes.toString("utf8", this.from + idAt, this.#idEnd)
      : this.record.external_id;
  }

  get record(): AnyRecord {
    if (this.#record !== undefined) return this.#record;
    const record = JSON.parse(this.json) as AnyRecord;
    // Lines are in order by the id that is plain to see; a key that occurs twice could have another value.
    if (this.isUsual && record.external_id !== this.id) throw new Error("a record of two ids");
    return (this.#record = record);
  }

  get json(): string {
    return this.bytes.toString("utf8", this.from, this.end);
  }

  /** Compares ids by their UTF-8 bytes. */
  compareId(other: StoredLine): number {
    if (!this.isUsual || !other.isUsual) return compareBytes(this.id, other.id);
    return compare(this.bytes, this.from + idAt, this.#idEnd, other.bytes, other.from + idAt, other.#idEnd);
  }

  /**
   * Whether all that stands behind `updated_at` is the same: lines of lists with the same columns differ in contents only
   * where this differs. False also when that does not show in the bytes.
   */
  saysTheSame(other: StoredLine): boolean {
    if (this.#timeAt < 0 || other.#timeAt < 0) return false;
    const [from, begin] = [this.#timeEnd, other.#timeEnd];
    return (
      this.end - from === other.end - begin &&
      this.bytes.compare(other.bytes, begin, other.end, from, this.end) === 0
    );
  }

  /** Whether `updated_at` is not later than a time, as ASCII. False also when the line is not written as usual. */
  isUntil(time: Buffer): boolean {
    const [from, end] = [this.#timeAt, this.#timeEnd];
    return this.isUsual && compare(this.bytes, from, end, time, 0, time.length) <= 0;
  }

  /**
   * Whether a line of notes names this id, this `updated_at` as the supplied time, and then says `rest`. False also when
   * that does not show in the bytes.
   */
  isNotedIn({ bytes, from, end }: LineBytes, rest: Buffer): boolean {
    if (!this.isUsual) return false;
    const [idFrom, timeEnd] = [this.from + idAt, this.#timeEnd];
    const idEnd = from + beforeNotedId.length + this.#idEnd - idFrom;
    const suppliedAt = idEnd + beforeSupplied.length;
    const restAt = suppliedAt + timeEnd - this.#timeAt;
    return (
      restAt + rest.length === end &&
      holds(bytes, from, beforeNotedId) &&
      holds(bytes, from + beforeNotedId.length, this.bytes, idFrom, this.#idEnd) &&
      holds(bytes, idEnd, beforeSupplied) &&
      holds(bytes, suppliedAt, this.bytes, this.#timeAt, timeEnd) &&
      holds(bytes, restAt, rest)
    );
  }

  get #timeEnd(): number {
    let at = this.#timeAt;
    while (at < this.end && this.bytes[at] !== quote) at += 1;
    return at;
  }
}

/** The lines of a piece that ends with a line feed. */
export function storedLines(piece: Uint8Array): StoredLine[] {
  return cut(piece, (bytes, from, end) => new StoredLine(bytes, from, end));
}

/** The same, whatever they say. */
export function linesIn(piece: Uint8Array): LineBytes[] {
  return cut(piece, (bytes, from, end) => ({ bytes, from, end }));
}

function cut<L>(piece: Uint8Array, line: (bytes: Buffer, from: number, end: number) => L): L[] {
  const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  const lines: L[] = [];
  for (let from = 0; from < bytes.length;) {
    const feed = bytes.indexOf(10, from);
    const end = feed < 0 ? bytes.length : feed;
    lines.push(line(bytes, from, end));
    from = end + 1;
  }
  return lines;
}

const beforeId = Buffer.from('{"external_id":"');
const idAt = beforeId.length;
const behindId = Buffer.from('","updated_at":"');
const beforeNotedId = Buffer.from('{"id":"');
const beforeSupplied = Buffer.from('","supplied":"');
const quote = 34;
const backslash = 92;

/** Whether bytes stand there. A few, so that a loop is quicker than a call of the platform. */
function holds(bytes: Buffer, at: number, wanted: Buffer, from = 0, end = wanted.length): boolean {
  if (at + end - from > bytes.length) return false;
  for (let i = from; i < end; i++) if (bytes[at + i - from] !== wanted[i]) return false;
  return true;
}

/** Compares a few bytes with others. */
function compare(a: Buffer, from: number, end: number, b: Buffer, begin: number, last: number): number {
  const length = Math.min(end - from, last - begin);
  for (let i = 0; i < length; i++) {
    const difference = a[from + i]! - b[begin + i]!;
    if (difference !== 0) return difference;
  }
  return end - from - (last - begin);
}
