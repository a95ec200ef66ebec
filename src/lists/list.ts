import { createHash } from "node:crypto";
import { jsonLines } from "../encode/chunks.js";
import type { AnyRecord, Value } from "../records/record-type.js";
import { memorySpill, type Spill, type Stored } from "../evaluation/spill.js";
import { compareBytes } from "../records/order.js";
import { linesIn, storedLines, type LineBytes, type StoredLine } from "../encode/stored-line.js";

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

export interface ListEntry {
  readonly record: AnyRecord;
  readonly notes: Notes;
}

/** An entry as it stands in a list. It is parsed only when that is asked. */
export class StoredEntry implements ListEntry {
  readonly line: StoredLine;
  /** Undefined where nothing is remembered. */
  readonly noted: LineBytes | undefined;
  #notes: Notes | undefined;

  constructor(line: StoredLine, noted: LineBytes | undefined) {
    this.line = line;
    this.noted = noted;
  }

  get id(): string {
    return this.line.id;
  }

  get record(): AnyRecord {
    return this.line.record;
  }

  get notes(): Notes {
    if (this.#notes === undefined) {
      const json = this.noted?.bytes.toString("utf8", this.noted.from, this.noted.end) ?? "{}";
      const { supplied, part, missed } = JSON.parse(json) as Notes;
      this.#notes = { supplied, part, missed };
    }
    return this.#notes;
  }
}

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
  /** A line of JSON for each record, ordered by the UTF-8 bytes of `external_id`, in pieces of whole lines. */
  records(): AsyncIterable<Uint8Array>;
  /** A line of JSON for what is remembered of each record, in the same order, in pieces of whole lines of their own. */
  notes(): AsyncIterable<Uint8Array>;
  /** The same of some records alone, where they can be had without reading all; ids that it lacks are left out. */
  some?(ids: readonly string[]): Promise<List>;
}

export const emptyList: List = { count: 0, active: 0, removed: new Map(), records: noBytes, notes: noBytes };

async function* noBytes(): AsyncGenerator<Uint8Array> {}

/** The records of a list with what is remembered of them, some at a time. */
export async function* entriesOf(list: List): AsyncGenerator<readonly StoredEntry[]> {
  const notes = list.notes()[Symbol.asyncIterator]();
  let noted: readonly LineBytes[] = [];
  let at = 0;
  for await (const piece of list.records()) {
    const entries: StoredEntry[] = [];
    for (const line of storedLines(piece)) {
      if (at === noted.length) {
        const next = await notes.next();
        noted = next.done === true ? [] : linesIn(next.value);
        at = 0;
      }
      entries.push(new StoredEntry(line, noted[at]));
      at += 1;
    }
    yield entries;
  }
}

/** The lines of the records, some at a time. */
export async function* recordLines(list: List): AsyncGenerator<readonly string[]> {
  for await (const piece of list.records()) yield jsonLines(piece);
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

/** The line of a record in a list; those of one list have the same fields in the same order. */
export type RecordLine = (record: AnyRecord) => string;

export const asItIs: RecordLine = (record) => `${JSON.stringify(record)}\n`;

/** Writes a list, record by record in order, into a spill. */
export class ListWriter {
  readonly #spill: Spill;
  readonly #line: RecordLine;
  readonly #records: Stored[] = [];
  readonly #notes: Stored[] = [];
  readonly #recordLines = new Gathered();
  readonly #noteLines = new Gathered();
  #count = 0;
  #active = 0;

  constructor(spill: Spill, line: RecordLine) {
    this.#spill = spill;
    this.#line = line;
  }

  /** Whether so much waits that it should be put away. */
  get isFull(): boolean {
    return this.#recordLines.length > pieceSize;
  }

  add(record: AnyRecord, notes: Notes): void {
    this.#recordLines.addText(this.#line(record));
    this.#noteLines.addText(`${notesJson(record.external_id, notes)}\n`);
    this.#count += 1;
    if (record["is_active"] === true) this.#active += 1;
  }

  /** An entry of the list before, as it stands there. */
  addAsItIs(line: StoredLine, noted: LineBytes): void {
    this.#recordLines.addLine(line);
    this.#noteLines.addLine(noted);
    this.#count += 1;
    if (isActive(line)) this.#active += 1;
  }

  /** Puts away what waits, when it is enough. */
  async putAway(): Promise<void> {
    if (this.isFull) await this.#store();
  }

  async #store(): Promise<void> {
    if (this.#recordLines.length === 0) return;
    const [records, notes] = [this.#recordLines.take(), this.#noteLines.take()];
    this.#records.push(await this.#spill.append(records));
    this.#notes.push(await this.#spill.append(notes));
  }

  async end(removed: ReadonlyMap<string, RemovedNote>): Promise<List> {
    await this.#store();
    const [records, notes] = [this.#records, this.#notes];
    return {
      count: this.#count,
      active: this.#active,
      removed,
      records: () => bytesOf(records),
      notes: () => bytesOf(notes),
    };
  }
}

/** Lines one after the other; those that follow each other where they stand are copied together. */
class Gathered {
  /** How many characters or bytes wait. */
  length = 0;
  #parts: Uint8Array[] = [];
  #text = "";
  #lines: LineBytes | undefined;

  addText(text: string): void {
    if (this.#lines !== undefined) this.#close();
    this.#text += text;
    this.length += text.length;
  }

  addLine({ bytes, from, end }: LineBytes): void {
    this.length += end - from + 1;
    const before = this.#lines;
    if (before?.bytes === bytes && before.end + 1 === from) {
      this.#lines = { bytes, from: before.from, end };
      return;
    }
    this.#close();
    this.#lines = { bytes, from, end };
  }

  /** All that waits. */
  take(): Uint8Array {
    this.#close();
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    this.length = 0;
    return bytes;
  }

  #close(): void {
    if (this.#text !== "") this.#parts.push(Buffer.from(this.#text));
    this.#text = "";
    if (this.#lines === undefined) return;
    const { bytes, from, end } = this.#lines;
    this.#parts.push(bytes.subarray(from, end), lineFeed);
    this.#lines = undefined;
  }
}

const lineFeed = Buffer.from("\n");

/** Stands in no text, whose quotes have backslashes before them; in most lines it stands last. */
const active = ',"is_active":true';
const endings = [Buffer.from(`${active}}`), Buffer.from(',"is_active":false}')] as const;

function isActive({ bytes, from, end }: LineBytes): boolean {
  const isLast = (wanted: Buffer): boolean =>
    end - from >= wanted.length && bytes.compare(wanted, 0, wanted.length, end - wanted.length, end) === 0;
  if (isLast(endings[0])) return true;
  return !isLast(endings[1]) && bytes.subarray(from, end).includes(active);
}

function notesJson(id: string, { supplied, part, missed }: Notes): string {
  return JSON.stringify({ id, supplied, part, missed });
}

/** How many characters of records are put away at once. */
const pieceSize = 1024 * 1024;

/** Bytes that were put away, piece by piece. */
export async function* bytesOf(pieces: readonly Stored[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield await piece.read(0, piece.size);
}

/** A list of entries that are in order. */
async function listOfEntries(
  entries: Iterable<ListEntry>,
  removed: ReadonlyMap<string, RemovedNote> = new Map(),
): Promise<List> {
  const writer = new ListWriter(memorySpill(), asItIs);
  for (const { record, notes } of entries) {
    writer.add(record, notes);
    await writer.putAway();
  }
  return writer.end(removed);
}

/**
 * A list that somebody else made, as `convert --previous` reads it: nothing private is known, so its times stand for those
 * that an export gave.
 */
export function listOfRecords(records: readonly AnyRecord[]): Promise<List> {
  const entries = records.map((record) => ({
    record,
    notes: { supplied: record.updated_at, part: "", missed: 0 },
  }));
  entries.sort((a, b) => compareBytes(a.record.external_id, b.record.external_id));
  return listOfEntries(entries);
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
  return createHash("sha256")
    .update(JSON.stringify({ ...record, updated_at: "" }))
    .digest("hex");
}
