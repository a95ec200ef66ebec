import type { AnyRecord } from "../../model/record-type.js";
import { compareBytes } from "../../model/order.js";

/** This module compares the stored lines of a list as bytes, so that unchanged records never have to be decoded. */

/** A line within a larger buffer, without its line feed. */
export interface LineBytes {
  readonly bytes: Buffer;
  readonly from: number;
  readonly end: number;
}

export function lineText({ bytes, from, end }: LineBytes): string {
  return bytes.toString("utf8", from, end);
}

/** A record's line as written by `jsonLine`. The line is decoded and parsed only on demand. */
export class StoredLine implements LineBytes {
  readonly bytes: Buffer;
  readonly from: number;
  readonly end: number;
  /**
   * End of the ID, which is the first value in the line. -1 if the line has a different form or the ID contains
   * escapes.
   */
  readonly #idEnd: number;
  /** Start of the `updated_at` value, which follows the ID. -1 if the line has a different form. */
  readonly #timeAt: number;
  #record: AnyRecord | undefined;

  constructor(bytes: Buffer, from: number, end: number) {
    this.bytes = bytes;
    this.from = from;
    this.end = end;
    let at = from + idAt;
    let isEscaped = false;
    // In JSON strings, quotation marks are escaped with a backslash.
    for (; at < end && bytes[at] !== quote; at++) {
      if (bytes[at] !== backslash) continue;
      isEscaped = true;
      at += 1;
    }
    const isUsual = holds(bytes, from, beforeId) && holds(bytes, at, behindId);
    this.#timeAt = isUsual ? at + behindId.length : -1;
    this.#idEnd = isUsual && !isEscaped ? at : -1;
  }

  /** True if the line starts with an ID without escapes, `updated_at` follows, and both values are strings. */
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
    // Lines are sorted by the ID as it appears in the raw bytes. If the key occurs twice, the parsed ID could differ.
    if (this.isUsual && record.external_id !== this.id) throw new Error("a record has two ids");
    return (this.#record = record);
  }

  get json(): string {
    return this.bytes.toString("utf8", this.from, this.end);
  }

  /** Compares IDs by their UTF-8 bytes. */
  compareId(other: StoredLine): number {
    if (!this.isUsual || !other.isUsual) return compareBytes(this.id, other.id);
    return compare(this.bytes, this.from + idAt, this.#idEnd, other.bytes, other.from + idAt, other.#idEnd);
  }

  /**
   * True if everything after `updated_at` is the same in both lines. If both lists have the same columns, the
   * records then have the same content. May be false for equal records if a line has an unusual form.
   */
  hasSameContent(other: StoredLine): boolean {
    if (this.#timeAt < 0 || other.#timeAt < 0) return false;
    const [from, begin] = [this.#timeEnd, other.#timeEnd];
    return (
      this.end - from === other.end - begin &&
      this.bytes.compare(other.bytes, begin, other.end, from, this.end) === 0
    );
  }

  /**
   * True if `updated_at` is not later than `time`, which contains the time as ASCII text. False if the line has an
   * unusual form.
   */
  isUntil(time: Buffer): boolean {
    const [from, end] = [this.#timeAt, this.#timeEnd];
    return this.isUsual && compare(this.bytes, from, end, time, 0, time.length) <= 0;
  }

  /**
   * True if the given line of notes contains this line's ID, then this line's `updated_at` as the time from the
   * export, and then `rest`. May be false for lines in an unusual form.
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

/** Splits a piece of NDJSON into lines. The last line feed is optional. */
export function storedLines(piece: Uint8Array): StoredLine[] {
  return cut(piece, (bytes, from, end) => new StoredLine(bytes, from, end));
}

/** Like `storedLines`, but does not interpret the lines. */
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

/** True if `bytes` contains a part of `wanted` at a position. For a few bytes, a loop is faster than a library call. */
export function holds(bytes: Buffer, at: number, wanted: Buffer, from = 0, end = wanted.length): boolean {
  if (at + end - from > bytes.length) return false;
  for (let i = from; i < end; i++) if (bytes[at + i - from] !== wanted[i]) return false;
  return true;
}

function compare(a: Buffer, from: number, end: number, b: Buffer, begin: number, last: number): number {
  const length = Math.min(end - from, last - begin);
  for (let i = 0; i < length; i++) {
    const difference = a[from + i]! - b[begin + i]!;
    if (difference !== 0) return difference;
  }
  return end - from - (last - begin);
}
