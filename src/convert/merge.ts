import { StoredRow } from "./accepted-rows.js";
import { StoredLine } from "../formats/output/stored-line.js";
import { compareBytes } from "../model/order.js";
import { rowThatCounts, type Candidate, type Duplicates } from "../model/rules/duplicates.js";
import { Tally, type Sums } from "../model/within.js";
import { idKey, isPlainByte } from "./id-order.js";
import { follows, type StoredRun, type Times } from "./runs.js";
import type { Spill } from "./spill.js";

/**
 * If each run begins after the end of the previous run, no merge is required. The merge places records with the same ID
 * next to each other, so duplicates are detected without storing a set of all IDs.
 */

export interface Merged {
  /** The resulting runs, in ID order. */
  readonly runs: readonly StoredRun[];
  readonly count: number;
  /** Number of rows that were merged into another row with the same ID. */
  readonly merged: number;
  readonly contradicting: readonly (readonly Candidate[])[];
  /** List elements and amounts of money in the merged records and in the records that contradict each other. */
  readonly within: { readonly merged: Sums; readonly contradicting: Sums };
}

/** `spill` stores the records if a merge is required. */
export async function mergeRuns(
  runs: readonly StoredRun[],
  duplicates: Duplicates,
  spill: Spill,
): Promise<Merged> {
  if (runs.every((run, i) => follows(runs[i - 1], run))) {
    const within = { merged: new Map(), contradicting: new Map() };
    return { runs, count: countOf(runs), merged: 0, contradicting: [], within };
  }
  const contradicting: (readonly Candidate[])[] = [];
  const [mergedWithin, contradictingWithin] = [new Tally(), new Tally()];
  let merged = 0;
  const writer = new MergedRuns(spill, timesOfAll(runs));
  const cursors = new Cursors();
  const skip = sharedBeginning(runs);
  for (const [index, run] of runs.entries()) {
    const cursor = new Cursor(run, index, skip);
    if (await cursor.load()) cursors.push(cursor);
  }
  for (let first = cursors.first; first !== undefined; first = cursors.first) {
    const { bytes, from, end, line, key, newest } = first;
    if (first.next()) cursors.reorder();
    else await cursors.refill();
    if (
      cursors.first?.key === key &&
      cursors.first.stored.compareId(new StoredLine(bytes, from, end)) === 0
    ) {
      const rows = [new StoredRow(line, new StoredLine(bytes, from, end), newest)];
      while (cursors.first?.key === key && cursors.first.stored.compareId(rows[0]!.stored) === 0) {
        rows.push(new StoredRow(cursors.first.line, cursors.first.stored, cursors.first.newest));
        if (cursors.first.next()) cursors.reorder();
        else await cursors.refill();
      }
      const counts = rowThatCounts(rows, duplicates);
      if (counts === undefined) {
        contradicting.push(rows);
        for (const { record } of rows) contradictingWithin.addRecord(record);
        continue;
      }
      merged += rows.length - 1;
      for (const row of rows) if (row !== counts) mergedWithin.addRecord(row.record);
      writer.add(counts.stored.bytes, counts.stored.from, counts.stored.end, counts.line);
    } else {
      writer.add(bytes, from, end, line);
    }
    if (writer.isFull) await writer.putAway();
  }
  await writer.putAway();
  const within = { merged: mergedWithin.take(), contradicting: contradictingWithin.take() };
  return { runs: writer.runs, count: countOf(writer.runs), merged, contradicting, within };
}

function countOf(runs: readonly StoredRun[]): number {
  return runs.reduce((sum, run) => sum + run.lines.length, 0);
}

/** No merged record has a later time than `latest`. */
function timesOfAll(runs: readonly StoredRun[]): Times {
  const latest = runs.reduce((latest, { times }) => (times.latest > latest ? times.latest : latest), "");
  return { latest, isMissing: runs.some(({ times }) => times.isMissing) };
}

/**
 * Length of the prefix that all IDs share. The prefix ends before the first character that is not ASCII or that JSON
 * escapes.
 */
function sharedBeginning(runs: readonly StoredRun[]): number {
  const lowest = Buffer.from(
    runs.map(({ first }) => first).reduce((a, b) => (compareBytes(b, a) < 0 ? b : a)),
  );
  const highest = Buffer.from(
    runs.map(({ last }) => last).reduce((a, b) => (compareBytes(b, a) > 0 ? b : a)),
  );
  let shared = 0;
  while (isPlainByte(lowest[shared] ?? 0) && lowest[shared] === highest[shared]) shared += 1;
  return shared;
}

/** Number of bytes that are read from a run in one step. */
const windowSize = 128 * 1024;
const feed = 10;
/** Maximum number of ID bytes that fit into a number without loss of precision. */
const keyLength = 6;

/** Iterates over the records in a run, keeping only a window of the run in memory. */
class Cursor {
  readonly index: number;
  /** Buffer that contains the current record, from `from` to `end`. */
  bytes: Buffer = Buffer.alloc(0);
  from = 0;
  end = -1;
  /** The first bytes of the ID after the shared prefix. Most comparisons need no further bytes. */
  key = 0;
  readonly #run: StoredRun;
  readonly #skip: number;
  #stored: StoredLine | undefined;
  #row = -1;
  #read = 0;

  constructor(run: StoredRun, index: number, skip: number) {
    this.#run = run;
    this.index = index;
    this.#skip = skip;
  }

  get stored(): StoredLine {
    return (this.#stored ??= new StoredLine(this.bytes, this.from, this.end));
  }

  get line(): number {
    return this.#run.lines[this.#row]!;
  }

  get newest(): string | undefined {
    return this.#run.newest?.[this.#row];
  }

  /** Moves to the next record. Returns false at the end of the window. */
  next(): boolean {
    const from = this.end + 1;
    if (from >= this.bytes.length) return false;
    this.from = from;
    this.end = this.bytes.indexOf(feed, from);
    this.#row += 1;
    this.#stored = undefined;
    this.key = idKey(this.bytes, from, this.#skip, keyLength);
    return true;
  }

  /** Reads the next window and moves to the first record in it. Returns false at the end of the run. */
  async load(): Promise<boolean> {
    const { stored } = this.#run;
    if (this.#read >= stored.size) return false;
    // The size of the window is doubled until it contains a whole record.
    for (let size = windowSize; ; size *= 2) {
      const read = await stored.read(this.#read, Math.min(size, stored.size - this.#read));
      const length = read.lastIndexOf(feed) + 1;
      if (length === 0) continue;
      this.#read += length;
      this.bytes = Buffer.from(read.buffer, read.byteOffset, length);
      this.end = -1;
      return this.next();
    }
  }

  /** If IDs are equal, the run that is earlier in the file comes first. */
  isBefore(other: Cursor): boolean {
    if (this.key !== other.key) return this.key < other.key;
    return (this.stored.compareId(other.stored) || this.index - other.index) < 0;
  }
}

/** A binary heap of cursors, with the lowest ID on top. */
class Cursors {
  readonly #heap: Cursor[] = [];

  get first(): Cursor | undefined {
    return this.#heap[0];
  }

  push(cursor: Cursor): void {
    const heap = this.#heap;
    let at = heap.push(cursor) - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!cursor.isBefore(heap[above]!)) break;
      heap[at] = heap[above]!;
      at = above;
    }
    heap[at] = cursor;
  }

  /** Loads the next window for the first cursor, or removes the cursor at the end of its run. */
  async refill(): Promise<void> {
    if (!(await this.#heap[0]!.load())) {
      const last = this.#heap.pop()!;
      if (this.#heap.length === 0) return;
      this.#heap[0] = last;
    }
    this.reorder();
  }

  /** Restores the order of the heap after the first cursor has moved. */
  reorder(): void {
    const heap = this.#heap;
    const moved = heap[0]!;
    let at = 0;
    for (let below = 1; below < heap.length; below = 2 * at + 1) {
      if (below + 1 < heap.length && heap[below + 1]!.isBefore(heap[below]!)) below += 1;
      if (!heap[below]!.isBefore(moved)) break;
      heap[at] = heap[below]!;
      at = below;
    }
    heap[at] = moved;
  }
}

/** Approximate number of bytes per merged run. */
const runSize = 2 * 1024 * 1024;

class MergedRuns {
  readonly runs: StoredRun[] = [];
  readonly #spill: Spill;
  readonly #times: Times;
  #bytes = Buffer.alloc(0);
  #length = 0;
  #lines: number[] = [];

  constructor(spill: Spill, times: Times) {
    this.#spill = spill;
    this.#times = times;
  }

  get isFull(): boolean {
    return this.#length >= runSize;
  }

  /** Adds the line from `from` to `end`, which does not include the line feed. */
  add(bytes: Buffer, from: number, end: number, line: number): void {
    const length = this.#length + end - from + 1;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, runSize + runSize / 8));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    bytes.copy(this.#bytes, this.#length, from, end);
    this.#bytes[length - 1] = feed;
    this.#length = length;
    this.#lines.push(line);
  }

  async putAway(): Promise<void> {
    const lines = Uint32Array.from(this.#lines);
    if (lines.length === 0) return;
    const bytes = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.alloc(0);
    this.#length = 0;
    this.#lines = [];
    const first = new StoredLine(bytes, 0, bytes.indexOf(feed)).id;
    const last = new StoredLine(bytes, bytes.lastIndexOf(feed, -2) + 1, bytes.length - 1).id;
    const stored = await this.#spill.append(bytes);
    this.runs.push({ stored, lines, newest: undefined, first, last, repeats: false, times: this.#times });
  }
}
