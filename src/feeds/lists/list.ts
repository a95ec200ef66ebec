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

/** A list with what is kept of each record in private. */

/** What a feed remembers of a record besides the record itself. Never served. */
export interface Notes {
  /** Newest time that an export gave the record; empty when none did. Only ever compared with supplied times. */
  readonly supplied: string;
  /** The part of the feed that delivered it last; empty when the feed has one part. */
  readonly part: string;
  /** How many full deliveries in a row it was missing from; 0: it was in the last one. */
  readonly missed: number;
}

/** An entry as it stands in a list. It is parsed only when that is asked. */
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

  /** Whether it was in the last delivery of its part. */
  get wasDelivered(): boolean {
    const { bytes, end } = this.noted;
    return bytes.subarray(end - notMissed.length, end).equals(notMissed);
  }

  get notes(): Notes {
    if (this.#notes === undefined) {
      const { supplied, part, missed } = JSON.parse(lineText(this.noted)) as Notes;
      this.#notes = { supplied, part, missed };
    }
    return this.#notes;
  }
}

/** The end of the notes of a record that was in the last delivery: `notesJson` writes `missed` last. */
const notMissed = Buffer.from(',"missed":0}');

/** What stays of a removed record, so that it never comes back with an older time. */
export interface RemovedNote {
  readonly id: string;
  readonly updated_at: string;
  readonly hash: string;
}

/**
 * A list as bytes: a million records are never in memory together. Where it is held (a publication, a spill, memory) its
 * readers need not know.
 */
export interface List {
  /** How many records, and how many of them are active. */
  readonly count: number;
  readonly active: number;
  readonly removed: ReadonlyMap<string, RemovedNote>;
  /** The entries, ordered by the UTF-8 bytes of `external_id`, some at a time. */
  pieces(): AsyncIterable<Piece>;
  /** The same of some records alone, where they can be had without reading all; ids that it lacks are left out. */
  some?(ids: readonly string[]): Promise<List>;
}

/** Some entries: a line of JSON for each record, and as many lines for what is remembered of them. */
export interface Piece {
  readonly records: Uint8Array;
  readonly notes: Uint8Array;
}

/** An entry as two lines, without their line feeds. */
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

/** A list in memory, of entries that are in order. */
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

/** Entries of a piece. */
const atOnce = 2_000;

/** Stands in no text, whose quotes have backslashes before them. */
export const isActiveText = ',"is_active":true';

export const emptyList = listInMemory([]);

/** The records of a list with what is remembered of them, some at a time. */
export async function* entriesOf(list: List): AsyncGenerator<readonly StoredEntry[]> {
  for await (const { records, notes } of list.pieces()) {
    const noted = linesIn(notes);
    yield storedLines(records).map((line, at) => new StoredEntry(line, noted[at] as LineBytes));
  }
}

/** The lines of the records as bytes, some at a time. */
export async function* recordBytes(list: List): AsyncGenerator<Uint8Array> {
  for await (const { records } of list.pieces()) yield records;
}

/** The lines of the records, some at a time. */
export async function* recordLines(list: List): AsyncGenerator<readonly string[]> {
  for await (const { records } of list.pieces()) yield jsonLines(records);
}

/** What comes in batches, one after the other. */
export interface OneByOne<T> {
  /** The next, when its batch is here; undefined when there may be more. Most can be had so, without waiting for nothing. */
  atHand(): T | undefined;
  /** The next; undefined when there is no more. */
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

/** All records of a list that is known to be small, or is looked at whole. */
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
 * A list that somebody else made, as `convert --previous` reads it: nothing private is known, so its times stand for those
 * that an export gave.
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

/** The fields that differ, `updated_at` aside. A field that one side lacks differs from any value but null. */
export function changedFields(before: AnyRecord, after: AnyRecord): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  names.delete("updated_at");
  return [...names].filter((name) => !sameValue(before[name], after[name]));
}

function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  const x = a ?? null;
  const y = b ?? null;
  if (x !== null && y !== null && typeof x === "object" && typeof y === "object") {
    // Both were made in the order of the fields of their type.
    return JSON.stringify(x) === JSON.stringify(y);
  }
  return x === y;
}

/** sha256 of the contents, `updated_at` aside, hex. */
export function contentHash(record: AnyRecord): string {
  return hash("sha256", JSON.stringify({ ...record, updated_at: "" }));
}
