import { JsonLineBytes } from "../formats/output/json-line-bytes.js";
import { compareBytes } from "../model/order.js";
import type { Candidate } from "../model/rules/duplicates.js";
import { lineAt, orderById } from "./id-order.js";
import type { Stored } from "./spill.js";

/**
 * This module stores accepted rows as lines of JSON. Each record is encoded once, immediately after validation, and is
 * not kept as an object.
 */

/** Records ordered by ID. Records with the same ID are ordered by line. */
interface RunOf {
  /** Line number in the file for each record. */
  readonly lines: Uint32Array;
  /** The value in the `prefer newest` column for each record. Undefined if the mapping does not use such a column. */
  readonly newest: readonly string[] | undefined;
  readonly first: string;
  readonly last: string;
  /** True if an ID occurs more than once. */
  readonly repeats: boolean;
  readonly times: Times;
}

/** The `updated_at` times of the records, which reconciliation needs. */
export interface Times {
  readonly latest: string;
  /** True if a record has no time. */
  readonly isMissing: boolean;
}

/** A run in memory: one JSON record per line. */
export interface SortedRun extends RunOf {
  readonly bytes: Uint8Array;
}

/** Stored records in ID order. */
export interface StoredRows {
  readonly stored: Stored;
  /** Line number in the file for each record. */
  readonly lines: Uint32Array;
  /** Undefined if the times were not determined. */
  readonly times?: Times;
}

export interface StoredRun extends RunOf {
  readonly stored: Stored;
}

/** True if a run can be appended to the previous run without merging. */
export function follows(before: StoredRun | undefined, run: StoredRun): boolean {
  return !run.repeats && (before === undefined || compareBytes(before.last, run.first) < 0);
}

/** After the last record, the records are sorted if they are not already in ID order. */
export class RunWriter {
  readonly #json: JsonLineBytes;
  readonly #lines: number[] = [];
  /** Offset of each record. */
  readonly #starts: number[] = [];
  readonly #newest: string[] = [];
  #first = "";
  #last = "";
  #isAscending = true;
  #latest = "";
  #isMissing = false;
  readonly #stamp: string;

  /**
   * `buffer` is the memory for the records. A larger buffer replaces it if necessary. `stamp` is the value of
   * `updated_at` for records without a time. If `stamp` is omitted, `updated_at` stays empty.
   */
  constructor(columns: readonly string[], buffer: Uint8Array, stamp = "") {
    this.#json = new JsonLineBytes(columns, buffer);
    this.#stamp = stamp;
  }

  get size(): number {
    return this.#json.size;
  }

  add({ line, record, newest }: Candidate): void {
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
