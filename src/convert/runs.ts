import { JsonLineBytes } from "../formats/output/json-line-bytes.js";
import { storedLines } from "../formats/output/stored-line.js";
import { compareBytes } from "../model/order.js";
import type { Candidate } from "../model/rules/duplicates.js";
import type { Stored } from "./spill.js";

/**
 * Accepted rows as they travel: lines of JSON, encoded once, right after a row was validated. No record stays in memory as
 * an object.
 */

/** Some records, ordered by id, those of one id by line. */
interface RunOf {
  /** Line of the file of each record. */
  readonly lines: Uint32Array;
  /** Of each record the value of the mapping's `prefer newest` column; undefined when the mapping has none. */
  readonly newest: readonly string[] | undefined;
  readonly first: string;
  readonly last: string;
  /** Whether an id stands in it more than once. */
  readonly repeats: boolean;
  readonly times: Times;
}

/** Times of records that reconciling must look at. */
export interface Times {
  readonly latest: string;
  /** Whether a record has none. */
  readonly isMissing: boolean;
}

/** A run as it was made: one JSON record a line. */
export interface SortedRun extends RunOf {
  readonly bytes: Uint8Array;
}

/** Records that were put away, in the order of a list. */
export interface StoredRows {
  readonly stored: Stored;
  /** Line of the file of each record. */
  readonly lines: Uint32Array;
  /** Undefined where nobody looked. */
  readonly times?: Times;
}

/** A run whose records were put away. */
export interface StoredRun extends RunOf {
  readonly stored: Stored;
}

/** Whether a run continues a list that ends with the one before it, with nothing to merge. */
export function follows(before: StoredRun | undefined, run: StoredRun): boolean {
  return !run.repeats && (before === undefined || compareBytes(before.last, run.first) < 0);
}

/** Encodes records as they come, and orders them at the end where they are not ordered already. */
export class RunWriter {
  readonly #json: JsonLineBytes;
  readonly #lines: number[] = [];
  readonly #newest: string[] = [];
  #first = "";
  #last = "";
  #isAscending = true;
  #latest = "";
  #isMissing = false;

  /** @param buffer written into from its beginning; when it is too small, a larger one takes its place */
  constructor(columns: readonly string[], buffer: Uint8Array) {
    this.#json = new JsonLineBytes(columns, buffer);
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#json.size;
  }

  add(candidates: readonly Candidate[]): void {
    for (const { line, record, newest } of candidates) {
      const { external_id: id, updated_at: time } = record;
      if (this.#lines.length === 0) this.#first = id;
      else if (this.#isAscending) this.#isAscending = compareBytes(this.#last, id) < 0;
      this.#last = id;
      this.#lines.push(line);
      if (newest !== undefined) this.#newest[this.#lines.length - 1] = newest;
      if (time > this.#latest) this.#latest = time;
      else if (time === "") this.#isMissing = true;
      this.#json.add(record);
    }
  }

  /** @returns undefined when there was no record */
  end(): SortedRun | undefined {
    if (this.#lines.length === 0) return undefined;
    const bytes = this.#json.end();
    const times = { latest: this.#latest, isMissing: this.#isMissing };
    const newest = this.#newest.length === 0 ? undefined : this.#newest;
    if (this.#isAscending) {
      const [first, last] = [this.#first, this.#last];
      return { bytes, lines: Uint32Array.from(this.#lines), newest, first, last, repeats: false, times };
    }
    const records = storedLines(bytes);
    // The sort is stable: rows of one id stay as they stand in the file.
    const order = [...records.keys()].sort((a, b) => records[a]!.compareId(records[b]!));
    const ordered = order.map((place) => records[place]!);
    const sorted = Buffer.allocUnsafeSlow(bytes.length);
    let at = 0;
    for (const { bytes: from, from: begin, end } of ordered) at += from.copy(sorted, at, begin, end + 1);
    return {
      bytes: sorted,
      lines: Uint32Array.from(order, (place) => this.#lines[place]!),
      newest: newest && order.map((place) => newest[place] ?? ""),
      first: ordered[0]!.id,
      last: ordered[ordered.length - 1]!.id,
      repeats: ordered.some((record, i) => i > 0 && ordered[i - 1]!.compareId(record) === 0),
      times,
    };
  }
}
