import { jsonLines } from "../encode/chunks.js";
import { StoredLine } from "../lists/list.js";
import { compareBytes } from "../lists/order.js";
import type { Duplicates } from "../mapping/mapping.js";
import { resolveDuplicates, type Candidate } from "../validate/duplicates.js";
import { timesOf, type Run } from "./chunk-decider.js";
import { JsonLineBytes } from "./json-line-bytes.js";
import type { Spill, Stored } from "../storage/spill.js";

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
  const writer = new RunWriter(await spill(), merged);
  for await (const rows of rowsById(runs)) {
    if (rows.length === 1) {
      await writer.add(rows[0]!);
      continue;
    }
    const found = resolveDuplicates(rows.map(candidateOf), duplicates);
    folded += found.folded.length;
    contradicting.push(...found.contradicting);
    for (const kept of found.kept) await writer.add(rows.find((row) => row.line === kept.line)!);
  }
  await writer.end();
  return { runs: merged, count: countOf(merged), folded, contradicting };
}

function isOneList(runs: readonly StoredRun[]): boolean {
  return runs.every((run, i) => {
    const before = runs[i - 1];
    return !run.repeats && (before === undefined || compareBytes(before.last, run.first) < 0);
  });
}

function countOf(runs: readonly StoredRun[]): number {
  return runs.reduce((sum, run) => sum + run.lines.length, 0);
}

/** A record as it travels: its JSON and where it stood. */
interface JsonRow {
  readonly line: number;
  readonly stored: StoredLine;
}

function candidateOf({ line, stored }: JsonRow): Candidate {
  return { line, record: stored.record };
}

/** The records of all runs in order, those of one id together. */
async function* rowsById(runs: readonly StoredRun[]): AsyncGenerator<JsonRow[]> {
  const heap = new Heap();
  for (const [index, run] of runs.entries()) {
    const cursor = new Cursor(run, index);
    if (await cursor.next()) heap.push(cursor);
  }
  let same: JsonRow[] = [];
  for (let cursor = heap.top; cursor !== undefined; cursor = heap.top) {
    const { row } = cursor;
    if (same.length > 0 && same[0]!.stored.id !== row.stored.id) {
      yield same;
      same = [];
    }
    same.push(row);
    const isMore = cursor.next();
    heap.replaceTop(typeof isMore === "boolean" ? isMore : await isMore);
  }
  if (same.length > 0) yield same;
}

/** How much of a run is looked at at once, in bytes. */
const windowSize = 128 * 1024;

const feed = 10;

const noRow: JsonRow = { line: 0, stored: new StoredLine("{}") };

/** Goes through a run record by record, holding only a window of it. */
class Cursor {
  readonly index: number;
  row: JsonRow = noRow;
  readonly #run: StoredRun;
  #records: readonly string[] = [];
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
    const stored = new StoredLine(this.#records[this.#at]!);
    this.#at += 1;
    const line = this.#run.lines[this.#next]!;
    this.#next += 1;
    this.row = { line, stored };
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
      this.#records = jsonLines(bytes.subarray(0, end + 1));
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
  return (compareBytes(a.row.stored.id, b.row.stored.id) || a.index - b.index) < 0;
}

/** How many characters of records make a run. */
const runSize = 2 * 1024 * 1024;

/** Puts records away as runs. */
class RunWriter {
  readonly #spill: Spill;
  readonly #runs: StoredRun[];
  #rows: JsonRow[] = [];
  #size = 0;

  constructor(spill: Spill, runs: StoredRun[]) {
    this.#spill = spill;
    this.#runs = runs;
  }

  add(row: JsonRow): Promise<void> | undefined {
    this.#rows.push(row);
    this.#size += row.stored.json.length;
    return this.#size < runSize ? undefined : this.end();
  }

  async end(): Promise<void> {
    const rows = this.#rows;
    if (rows.length === 0) return;
    this.#rows = [];
    this.#size = 0;
    const bytes = new TextEncoder().encode(rows.map((row) => `${row.stored.json}\n`).join(""));
    this.#runs.push({
      stored: await this.#spill.append(bytes),
      lines: Uint32Array.from(rows, (row) => row.line),
      first: rows[0]!.stored.id,
      last: rows[rows.length - 1]!.stored.id,
      repeats: false,
      times: timesOf(rows.map((row) => row.stored.time)),
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
    const json = new JsonLineBytes(columns, rows.length * 160);
    for (const { record } of rows) json.add(record);
    runs.push({
      stored: await spill.append(json.end()),
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
