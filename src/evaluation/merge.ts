import { jsonLines } from "../encode/chunks.js";
import { compareBytes } from "../records/order.js";
import type { Duplicates } from "../mapping/mapping.js";
import { resolveDuplicates, type Candidate } from "../validate/duplicates.js";
import { timesOf, type Run, type Times } from "./part.js";
import { JsonLineBytes } from "../encode/json-line-bytes.js";
import { lineOf, recordsIn, type RecordBytes } from "./record-bytes.js";
import type { Spill, Stored } from "./spill.js";

/**
 * Runs that are ordered each by itself become one list: where each begins behind the end of the one before, they are the
 * list already; else they are merged. Records of one id meet here, so that nothing has to remember all ids.
 */

/** A run whose records were put away. */
export interface StoredRun extends Omit<Run, "bytes"> {
  readonly stored: Stored;
}

export interface Merged {
  /** In the order of the list. */
  readonly runs: readonly StoredRun[];
  readonly count: number;
  /** How many rows were folded into others of their id. */
  readonly folded: number;
  readonly contradicting: readonly (readonly Candidate[])[];
}

/** @param spill takes what the merge writes, when there is something to merge */
export async function mergeRuns(
  runs: readonly StoredRun[],
  duplicates: Duplicates,
  spill: () => Promise<Spill>,
): Promise<Merged> {
  if (isOneList(runs)) return { runs, count: countOf(runs), folded: 0, contradicting: [] };
  const merged: StoredRun[] = [];
  const contradicting: (readonly Candidate[])[] = [];
  let folded = 0;
  const writer = new RunWriter(await spill(), merged, timesOfAll(runs));
  const add = (rows: readonly JsonRow[]): void => {
    if (rows.length === 1) {
      writer.add(rows[0]!);
      return;
    }
    const found = resolveDuplicates(rows.map(candidateOf), duplicates);
    folded += found.folded.length;
    contradicting.push(...found.contradicting);
    for (const kept of found.kept) writer.add(rows.find((row) => row.line === kept.line)!);
  };
  for await (const some of rowsById(runs)) {
    for (const rows of some) add(rows);
    await writer.putAway();
  }
  await writer.end();
  return { runs: merged, count: countOf(merged), folded, contradicting };
}

function isOneList(runs: readonly StoredRun[]): boolean {
  return runs.every((run, i) => follows(runs[i - 1], run));
}

/** Whether a run continues a list that ends with the one before it, with nothing to merge. */
export function follows(before: StoredRun | undefined, run: StoredRun): boolean {
  return !run.repeats && (before === undefined || compareBytes(before.last, run.first) < 0);
}

function countOf(runs: readonly StoredRun[]): number {
  return runs.reduce((sum, run) => sum + run.lines.length, 0);
}

/** The latest of all, which none of some is later than. */
function timesOfAll(runs: readonly StoredRun[]): Times {
  const { latest } = timesOf(runs.map(({ times }) => times.latest));
  return { latest, isMissing: runs.some(({ times }) => times.isMissing) };
}

/** A record as it travels: its JSON and where it stood. */
interface JsonRow extends RecordBytes {
  readonly line: number;
}

function candidateOf(row: JsonRow): Candidate {
  return { line: row.line, record: lineOf(row).record };
}

/** How many ids are handed on at once. */
const idsAtOnce = 1_000;

/** The records of all runs in order, those of one id together, some ids at a time. */
async function* rowsById(runs: readonly StoredRun[]): AsyncGenerator<readonly (readonly JsonRow[])[]> {
  const heap = new Heap();
  for (const [index, run] of runs.entries()) {
    const cursor = new Cursor(run, index);
    if (await cursor.next()) heap.push(cursor);
  }
  let some: JsonRow[][] = [];
  let same: JsonRow[] = [];
  for (let cursor = heap.top; cursor !== undefined; cursor = heap.top) {
    const { row } = cursor;
    if (same[0]?.id !== row.id) {
      if (some.length === idsAtOnce) {
        yield some;
        some = [];
      }
      same = [];
      some.push(same);
    }
    same.push(row);
    const isMore = cursor.next();
    heap.replaceTop(typeof isMore === "boolean" ? isMore : await isMore);
  }
  yield some;
}

/** How much of a run is looked at at once, in bytes. */
const windowSize = 128 * 1024;

const feed = 10;

const noRow: JsonRow = { line: 0, id: "", bytes: Buffer.alloc(0) };

/** Goes through a run record by record, holding only a window of it. */
class Cursor {
  readonly index: number;
  row: JsonRow = noRow;
  readonly #run: StoredRun;
  #records: readonly RecordBytes[] = [];
  #at = 0;
  #next = 0;
  #from = 0;

  constructor(run: StoredRun, index: number) {
    this.#run = run;
    this.index = index;
  }

  /** Goes to the next record; false when there is none. */
  next(): boolean | Promise<boolean> {
    return this.#at < this.#records.length ? this.#take() : this.#load();
  }

  #take(): true {
    const { id, bytes } = this.#records[this.#at]!;
    this.#at += 1;
    const line = this.#run.lines[this.#next]!;
    this.#next += 1;
    this.row = { line, id, bytes };
    return true;
  }

  async #load(): Promise<boolean> {
    const { stored } = this.#run;
    if (this.#from >= stored.size) return false;
    // A record that is longer than a window needs a larger one.
    for (let size = windowSize; ; size *= 2) {
      const bytes = await stored.read(this.#from, Math.min(size, stored.size - this.#from));
      const end = bytes.lastIndexOf(feed);
      if (end < 0) continue;
      this.#from += end + 1;
      this.#records = recordsIn(bytes.subarray(0, end + 1));
      this.#at = 0;
      return this.#take();
    }
  }
}

/** Cursors by the id of their record; of equal ids the run that comes first in the file is first. */
class Heap {
  readonly #cursors: Cursor[] = [];

  get top(): Cursor | undefined {
    return this.#cursors[0];
  }

  push(cursor: Cursor): void {
    const heap = this.#cursors;
    let at = heap.push(cursor) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(heap[at]!, heap[above]!)) return;
      [heap[at], heap[above]] = [heap[above]!, heap[at]!];
      at = above;
    }
  }

  /** The first cursor went on, or has ended. */
  replaceTop(isMore: boolean): void {
    const heap = this.#cursors;
    if (!isMore) {
      const last = heap.pop();
      if (last === undefined || heap.length === 0) return;
      heap[0] = last;
    }
    let at = 0;
    for (;;) {
      let first = at;
      for (const below of [2 * at + 1, 2 * at + 2]) {
        if (below < heap.length && isBefore(heap[below]!, heap[first]!)) first = below;
      }
      if (first === at) return;
      [heap[at], heap[first]] = [heap[first]!, heap[at]!];
      at = first;
    }
  }
}

function isBefore(a: Cursor, b: Cursor): boolean {
  return (compareBytes(a.row.id, b.row.id) || a.index - b.index) < 0;
}

/** How many bytes of records make a run. */
const runSize = 2 * 1024 * 1024;

/** Puts records away as runs. */
class RunWriter {
  readonly #spill: Spill;
  readonly #runs: StoredRun[];
  readonly #times: Times;
  #rows: JsonRow[] = [];
  #size = 0;

  /** @param times what all records together have: none is later */
  constructor(spill: Spill, runs: StoredRun[], times: Times) {
    this.#spill = spill;
    this.#runs = runs;
    this.#times = times;
  }

  add(row: JsonRow): void {
    this.#rows.push(row);
    this.#size += row.bytes.length;
  }

  /** Puts away what waits, when it is enough. */
  async putAway(): Promise<void> {
    if (this.#size >= runSize) await this.end();
  }

  async end(): Promise<void> {
    const rows = this.#rows;
    if (rows.length === 0) return;
    const bytes = Buffer.concat(
      rows.map((row) => row.bytes),
      this.#size,
    );
    this.#rows = [];
    this.#size = 0;
    this.#runs.push({
      stored: await this.#spill.append(bytes),
      lines: Uint32Array.from(rows, (row) => row.line),
      first: rows[0]!.id,
      last: rows[rows.length - 1]!.id,
      repeats: false,
      times: this.#times,
    });
  }
}

/** How many records that one thread decided make a run. */
const rowsOfRun = 8_000;

/** The records of a file that was decided without pieces, as runs in the order of the list. */
export async function asRuns(
  accepted: readonly Candidate[],
  columns: readonly string[],
  spill: Spill,
): Promise<readonly StoredRun[]> {
  const ordered = [...accepted].sort((a, b) => compareBytes(a.record.external_id, b.record.external_id));
  const runs: StoredRun[] = [];
  for (let at = 0; at < ordered.length; at += rowsOfRun) {
    const rows = ordered.slice(at, at + rowsOfRun);
    const json = new JsonLineBytes(columns, new Uint8Array(rows.length * 160));
    for (const { record } of rows) json.add(record);
    runs.push({
      stored: await spill.append(new Uint8Array(json.end())),
      lines: Uint32Array.from(rows, (row) => row.line),
      first: rows[0]!.record.external_id,
      last: rows[rows.length - 1]!.record.external_id,
      repeats: false,
      times: timesOf(rows.map((row) => row.record.updated_at)),
    });
  }
  return runs;
}

/** The records of a run, one JSON text each. */
export async function recordsOf({ stored }: StoredRun): Promise<readonly string[]> {
  return jsonLines(await stored.read(0, stored.size));
}
