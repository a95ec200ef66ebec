import { JsonLineBytes } from "../formats/output/json-line-bytes.js";
import { compareBytes } from "../model/order.js";
import type { Candidate } from "../model/rules/duplicates.js";
import { lineAt, orderById } from "./id-order.js";
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
  /** Where each record begins. */
  readonly #starts: number[] = [];
  readonly #newest: string[] = [];
  #first = "";
  #last = "";
  #isAscending = true;
  #latest = "";
  #isMissing = false;
  readonly #stamp: string;

  /**
   * @param buffer written into from its beginning; when it is too small, a larger one takes its place
   * @param stamp time of records that have none; they stay without one when omitted
   */
  constructor(columns: readonly string[], buffer: Uint8Array, stamp = "") {
    this.#json = new JsonLineBytes(columns, buffer);
    this.#stamp = stamp;
  }

  /** Bytes written so far. */
  get size(): number {
    return this.#json.size;
  }

  add(candidates: readonly Candidate[]): void {
    for (const { line, record, newest } of candidates) {
      const { external_id: id } = record;
      const isTimed = record.updated_at !== "";
      const time = isTimed ? record.updated_at : this.#stamp;
      if (this.#lines.length === 0) this.#first = id;
      else if (this.#isAscending) this.#isAscending = compareBytes(this.#last, id) < 0;
      this.#last = id;
      this.#lines.push(line);
      this.#starts.push(this.#json.size);
      if (newest !== undefined) this.#newest[this.#lines.length - 1] = newest;
      if (time > this.#latest) this.#latest = time;
      else if (time === "") this.#isMissing = true;
      this.#json.add(isTimed ? record : { ...record, updated_at: time });
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
    const from = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const { places, repeats } = orderById(from, this.#starts);
    const sorted = Buffer.allocUnsafeSlow(bytes.length);
    let at = 0;
    for (const place of places)
      at += from.copy(sorted, at, this.#starts[place], this.#starts[place + 1] ?? from.length);
    return {
      bytes: sorted,
      lines: Uint32Array.from(places, (place) => this.#lines[place]!),
      newest: newest && places.map((place) => newest[place] ?? ""),
      first: lineAt(from, this.#starts[places[0]!]!).id,
      last: lineAt(from, this.#starts[places.at(-1)!]!).id,
      repeats,
      times,
    };
  }
}
