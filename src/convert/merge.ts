import { storedLines, type StoredLine } from "../formats/output/stored-line.js";
import type { Duplicates } from "../model/rules/duplicates.js";
import { rowThatCounts, type Candidate } from "../model/rules/duplicates.js";
import { follows, type StoredRun, type Times } from "./runs.js";
import { Tally, type Sums } from "../model/within.js";
import type { Spill } from "./spill.js";

/**
 * Runs that are ordered each by itself become one list: where each begins behind the end of the one before, they are the
 * list already; else they are merged. Records of one id meet here, so that nothing has to remember all ids.
 */

export interface Merged {
  /** In the order of the list. */
  readonly runs: readonly StoredRun[];
  readonly count: number;
  /** How many rows were folded into others of their id. */
  readonly folded: number;
  readonly contradicting: readonly (readonly Candidate[])[];
  /** What stood within the records that were folded, and within those that contradict each other. */
  readonly within: { readonly folded: Sums; readonly contradicting: Sums };
}

/** @param spill takes what the merge writes, when there is something to merge */
export async function mergeRuns(
  runs: readonly StoredRun[],
  duplicates: Duplicates,
  spill: Spill,
): Promise<Merged> {
  if (runs.every((run, i) => follows(runs[i - 1], run))) {
    const within = { folded: new Map(), contradicting: new Map() };
    return { runs, count: countOf(runs), folded: 0, contradicting: [], within };
  }
  const merged: StoredRun[] = [];
  const contradicting: (readonly Candidate[])[] = [];
  const [foldedWithin, contradictingWithin] = [new Tally(), new Tally()];
  let folded = 0;
  const writer = new MergedRuns(spill, merged, timesOfAll(runs));
  for await (const some of rowsById(runs)) {
    for (const rows of some) {
      const counts = rows.length === 1 ? rows[0] : rowThatCounts(rows, duplicates);
      if (counts === undefined) {
        contradicting.push(rows);
        for (const { record } of rows) contradictingWithin.addRecord(record);
      } else {
        folded += rows.length - 1;
        for (const row of rows) if (row !== counts) foldedWithin.addRecord(row.record);
        writer.add(counts);
      }
    }
    await writer.putAway();
  }
  await writer.end();
  const within = { folded: foldedWithin.take(), contradicting: contradictingWithin.take() };
  return { runs: merged, count: countOf(merged), folded, contradicting, within };
}

function countOf(runs: readonly StoredRun[]): number {
  return runs.reduce((sum, run) => sum + run.lines.length, 0);
}

/** The latest of all, which none of some is later than. */
function timesOfAll(runs: readonly StoredRun[]): Times {
  const latest = runs.reduce((latest, { times }) => (times.latest > latest ? times.latest : latest), "");
  return { latest, isMissing: runs.some(({ times }) => times.isMissing) };
}

/** A record as it travels: its JSON and where it stood. */
class LineRow implements Candidate {
  readonly line: number;
  readonly stored: StoredLine;
  readonly newest: string | undefined;

  constructor(line: number, stored: StoredLine, newest: string | undefined) {
    this.line = line;
    this.stored = stored;
    this.newest = newest;
  }

  get record(): Candidate["record"] {
    return this.stored.record;
  }

  /** Its line, line feed included. */
  get bytes(): Buffer {
    return this.stored.bytes.subarray(this.stored.from, this.stored.end + 1);
  }
}

/** How many ids are handed on at once. */
const idsAtOnce = 1_000;

/** The records of all runs in order, those of one id together, some ids at a time. */
async function* rowsById(runs: readonly StoredRun[]): AsyncGenerator<readonly (readonly LineRow[])[]> {
  const heap = new Heap();
  for (const [index, run] of runs.entries()) {
    const cursor = new Cursor(run, index);
    if (await cursor.next()) heap.push(cursor);
  }
  let some: LineRow[][] = [];
  let same: LineRow[] = [];
  for (let cursor = heap.top; cursor !== undefined; cursor = heap.top) {
    const { row } = cursor;
    if (same[0]?.stored.compareId(row.stored) !== 0) {
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

/** Goes through a run record by record, holding only a window of it. */
class Cursor {
  readonly index: number;
  readonly #run: StoredRun;
  #row: LineRow | undefined;
  #records: readonly StoredLine[] = [];
  #at = 0;
  #next = 0;
  #from = 0;

  constructor(run: StoredRun, index: number) {
    this.#run = run;
    this.index = index;
  }

  /** Where it stands, once `next` has said that there is a record. */
  get row(): LineRow {
    return this.#row!;
  }

  /** Goes to the next record; false when there is none. */
  next(): boolean | Promise<boolean> {
    return this.#at < this.#records.length ? this.#take() : this.#load();
  }

  #take(): true {
    const { lines, newest } = this.#run;
    this.#row = new LineRow(lines[this.#next]!, this.#records[this.#at]!, newest?.[this.#next]);
    this.#at += 1;
    this.#next += 1;
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
      this.#records = storedLines(bytes.subarray(0, end + 1));
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
  return (a.row.stored.compareId(b.row.stored) || a.index - b.index) < 0;
}

/** How many bytes of records make a run. */
const runSize = 2 * 1024 * 1024;

/** Puts merged records away as runs. */
class MergedRuns {
  readonly #spill: Spill;
  readonly #runs: StoredRun[];
  readonly #times: Times;
  #rows: LineRow[] = [];
  #size = 0;

  /** @param times what all records together have: none is later */
  constructor(spill: Spill, runs: StoredRun[], times: Times) {
    this.#spill = spill;
    this.#runs = runs;
    this.#times = times;
  }

  add(row: LineRow): void {
    this.#rows.push(row);
    this.#size += row.stored.end + 1 - row.stored.from;
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
      newest: undefined,
      first: rows[0]!.stored.id,
      last: rows[rows.length - 1]!.stored.id,
      repeats: false,
      times: this.#times,
    });
  }
}
