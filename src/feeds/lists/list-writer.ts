import type { LineBytes } from "../../formats/output/stored-line.js";
import type { Spill, Stored } from "../../convert/spill.js";
import type { AnyRecord } from "../../model/record-type.js";
import { ChangeCollector, type Changes, type ShownChange } from "./changes.js";
import {
  isActiveText,
  notesJson,
  textsOf,
  type List,
  type Notes,
  type RemovedNote,
  type StoredEntry,
} from "./list.js";

/** Writes a record's line. All records in a list have the same fields in the same order. */
export type RecordLine = (record: AnyRecord) => string;

export const asItIs: RecordLine = (record) => `${JSON.stringify(record)}\n`;

export interface ListWriterOptions {
  readonly spill: Spill;
  readonly line: RecordLine;
}

export interface WrittenList {
  readonly list: List;
  readonly changes: Changes;
}

/** Writes the next version of a list to a spill in order and collects the changes. */
export class ListWriter {
  readonly #spill: Spill;
  readonly #line: RecordLine;
  readonly #pieces: (readonly [Stored, Stored])[] = [];
  readonly #records = new Gathered();
  readonly #notes = new Gathered();
  readonly #changes: ChangeCollector;
  #count = 0;
  #active = 0;

  /** `isTraced` is true if there was an earlier list, so records may return under a different ID. */
  constructor({ spill, line }: ListWriterOptions, isTraced = false) {
    this.#spill = spill;
    this.#line = line;
    this.#changes = new ChangeCollector(spill, isTraced);
  }

  get isFull(): boolean {
    return this.#records.length > pieceSize || this.#changes.isFull;
  }

  /** `old` is the record's entry in the previous list. */
  add(record: AnyRecord, notes: Notes, old: StoredEntry | undefined, shown?: ShownChange): void {
    const id = record.external_id;
    const now = { record: this.#line(record).slice(0, -1), notes: notesJson(id, notes) };
    this.#records.addText(`${now.record}\n`);
    this.#notes.addText(`${now.notes}\n`);
    this.#count += 1;
    if (record["is_active"] === true) this.#active += 1;
    const was = old && textsOf(old);
    if (was?.record !== now.record || was.notes !== now.notes)
      this.#changes.add({ id, was, now, before: old?.record, after: record }, shown);
  }

  /** Copies an entry from the previous list unchanged. */
  keep({ line, noted }: StoredEntry): void {
    this.#records.addLine(line);
    this.#notes.addLine(noted);
    this.#count += 1;
    if (isActive(line)) this.#active += 1;
  }

  drop(old: StoredEntry, shown?: ShownChange): void {
    const { id, record: before } = old;
    this.#changes.add({ id, was: textsOf(old), now: undefined, before, after: undefined }, shown);
  }

  async putAway(): Promise<void> {
    if (this.#records.length > pieceSize) await this.#store();
    await this.#changes.putAway();
  }

  async #store(): Promise<void> {
    if (this.#records.length === 0) return;
    const [records, notes] = [this.#records.take(), this.#notes.take()];
    this.#pieces.push([await this.#spill.append(records), await this.#spill.append(notes)]);
  }

  async end(removed: ReadonlyMap<string, RemovedNote>): Promise<WrittenList> {
    await this.#store();
    const pieces = this.#pieces;
    const list = {
      count: this.#count,
      active: this.#active,
      removed,
      async *pieces() {
        for (const [records, notes] of pieces)
          yield { records: await records.read(0, records.size), notes: await notes.read(0, notes.size) };
      },
    };
    return { list, changes: await this.#changes.end() };
  }
}

/** Number of characters or bytes to collect before records are written. */
const pieceSize = 1024 * 1024;

/** Collects lines. Adjacent lines in one buffer are copied together. */
class Gathered {
  /** Pending characters or bytes. */
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

/** Ends of lines to check first, because `is_active` is the last field in most lines. */
const endings = [Buffer.from(`${isActiveText}}`), Buffer.from(',"is_active":false}')] as const;

function isActive({ bytes, from, end }: LineBytes): boolean {
  const isLast = (wanted: Buffer): boolean =>
    end - from >= wanted.length && bytes.compare(wanted, 0, wanted.length, end - wanted.length, end) === 0;
  if (isLast(endings[0])) return true;
  return !isLast(endings[1]) && bytes.subarray(from, end).includes(isActiveText);
}
