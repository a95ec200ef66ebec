import { hash } from "node:crypto";
import { jsonLines } from "../../formats/output/chunks.js";
import type { AnyRecord, Value } from "../../model/record-type.js";
import { compareBytes } from "../../model/order.js";
import {
  linesIn,
  lineText,
  storedLines,
  type LineBytes,
  type StoredLine,
} from "../../formats/output/stored-line.js";

/** A list with private notes about each record. */

/** A feed's private notes about a record. Never served. */
export interface Notes {
  /**
   * Latest time from an export for the record, or "" if there is none. This time is compared only with other times
   * from exports.
   */
  readonly supplied: string;
  /** The part of the feed that last delivered the record. Empty if the feed has a single part. */
  readonly part: string;
  /**
   * Number of consecutive full deliveries without the record, up to `missingAfter`. 0 if the last full delivery
   * contained the record.
   */
  readonly missed: number;
}

/** Parsed on first access. */
export class StoredEntry {
  readonly line: StoredLine;
  readonly noted: LineBytes;
  #notes: Notes | undefined;

  constructor(line: StoredLine, noted: LineBytes) {
    this.line = line;
    this.noted = noted;
  }

  get id(): string {
    return this.line.id;
  }

  get record(): AnyRecord {
    return this.line.record;
  }

  /** True if the last full delivery for the record's part contained the record. */
  get wasDelivered(): boolean {
    const { bytes, end } = this.noted;
    return bytes.subarray(end - notMissed.length, end).equals(notMissed);
  }

  /**
   * True if the record is active. The line is searched for `"is_active":true` instead of being parsed. A JSON string
   * cannot contain this text, because quotation marks in strings are escaped.
   */
  get isActive(): boolean {
    const { bytes, from, end } = this.line;
    return bytes.subarray(from, end).includes(active);
  }

  get notes(): Notes {
    if (this.#notes === undefined) {
      const { supplied, part, missed } = JSON.parse(lineText(this.noted)) as Notes;
      this.#notes = { supplied, part, missed };
    }
    return this.#notes;
  }
}

/** The end of a delivered record's notes. `notesJson` writes `missed` last. */
const notMissed = Buffer.from(',"missed":0}');
const active = Buffer.from('"is_active":true');

/** A note about a removed record, which ensures that the record never returns with an older time. */
export interface RemovedNote {
  readonly id: string;
  readonly updated_at: string;
  readonly hash: string;
}

/**
 * A list as bytes, so that a million records are never in memory at the same time. The list may be in the store, in a
 * spill or in memory.
 */
export interface List {
  readonly count: number;
  readonly active: number;
  readonly removed: ReadonlyMap<string, RemovedNote>;
  /** The entries, ordered by the UTF-8 bytes of `external_id`, in pieces. */
  pieces(): AsyncIterable<Piece>;
  /** Returns a list of only these records. Unknown IDs are ignored. Absent if the list can only be read as a whole. */
  some?(ids: readonly string[]): Promise<List>;
}

/** A group of entries, with one JSON line and one line of notes per record. */
export interface Piece {
  readonly records: Uint8Array;
  readonly notes: Uint8Array;
}

/** An entry as two lines without line feeds. */
export interface EntryTexts {
  readonly record: string;
  readonly notes: string;
}

export function pieceOf(entries: readonly EntryTexts[]): Piece {
  const bytesOf = (text: (entry: EntryTexts) => string): Uint8Array =>
    Buffer.from(entries.map((entry) => `${text(entry)}\n`).join(""));
  return { records: bytesOf(({ record }) => record), notes: bytesOf(({ notes }) => notes) };
}

export function textsOf({ line, noted }: StoredEntry): EntryTexts {
  return { record: line.json, notes: lineText(noted) };
}

/** `entries` must be sorted by ID. */
export function listInMemory(
  entries: readonly EntryTexts[],
  removed: ReadonlyMap<string, RemovedNote> = new Map(),
): List {
  return {
    count: entries.length,
    active: entries.filter(({ record }) => record.includes(isActiveText)).length,
    removed,
    async *pieces() {
      for (let at = 0; at < entries.length; at += atOnce) yield pieceOf(entries.slice(at, at + atOnce));
    },
  };
}

const atOnce = 2_000;

/** This text cannot occur inside a JSON string, because quotation marks in strings are escaped. */
export const isActiveText = ',"is_active":true';

export const emptyList = listInMemory([]);

/** Yields the records of a list with their notes, in batches. */
export async function* entriesOf(list: List): AsyncGenerator<readonly StoredEntry[]> {
  for await (const { records, notes } of list.pieces()) {
    const noted = linesIn(notes);
    yield storedLines(records).map((line, at) => new StoredEntry(line, noted[at] as LineBytes));
  }
}

export async function* recordBytes(list: List): AsyncGenerator<Uint8Array> {
  for await (const { records } of list.pieces()) yield records;
}

export async function* recordLines(list: List): AsyncGenerator<readonly string[]> {
  for await (const { records } of list.pieces()) yield jsonLines(records);
}

/** Reads the items of several batches one item at a time. */
export interface OneByOne<T> {
  /** Returns the next item if its batch is loaded, otherwise undefined. Avoids an await for most items. */
  atHand(): T | undefined;
  /** Returns undefined at the end. */
  next(): Promise<T | undefined>;
}

export function oneByOne<T>(batches: AsyncIterable<readonly T[]>): OneByOne<T> {
  const source = batches[Symbol.asyncIterator]();
  let batch: readonly T[] = [];
  let at = 0;
  return {
    atHand: () => (at < batch.length ? batch[at++] : undefined),
    async next() {
      while (at === batch.length) {
        const found = await source.next();
        if (found.done === true) return undefined;
        batch = found.value;
        at = 0;
      }
      return batch[at++];
    },
  };
}

/** Returns all records of a small list in memory. */
export async function recordsOf(list: List): Promise<AnyRecord[]> {
  const records: AnyRecord[] = [];
  for await (const lines of recordLines(list)) {
    for (const json of lines) records.push(JSON.parse(json) as AnyRecord);
  }
  return records;
}

export function notesJson(id: string, { supplied, part, missed }: Notes): string {
  return JSON.stringify({ id, supplied, part, missed });
}

/**
 * A list from another source, such as a list read by `convert --previous`. The list has no notes, so its times are
 * treated as times from an export.
 */
export function listOfRecords(records: readonly AnyRecord[]): List {
  const inOrder = records.toSorted((a, b) => compareBytes(a.external_id, b.external_id));
  return listInMemory(
    inOrder.map((record) => ({
      record: JSON.stringify(record),
      notes: notesJson(record.external_id, { supplied: record.updated_at, part: "", missed: 0 }),
    })),
  );
}

/** The fields that differ, except `updated_at`. A missing field is treated as null. */
export function changedFields(before: AnyRecord, after: AnyRecord): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  names.delete("updated_at");
  return [...names].filter((name) => !sameValue(before[name], after[name]));
}

function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  const x = a ?? null;
  const y = b ?? null;
  if (x !== null && y !== null && typeof x === "object" && typeof y === "object") {
    // In both values, the fields are in the order defined by their type.
    return JSON.stringify(x) === JSON.stringify(y);
  }
  return x === y;
}

/** Returns the SHA-256 hash of the record with an empty `updated_at`, in hex. */
export function contentHash(record: AnyRecord): string {
  return hash("sha256", JSON.stringify({ ...record, updated_at: "" }));
}
