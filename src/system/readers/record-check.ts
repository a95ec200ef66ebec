import { isUtf8 } from "node:buffer";
import { storedLines, type StoredLine } from "../../formats/output/stored-line.js";
import type { AnyRecord, RecordType } from "../../model/record-type.js";
import { holdsWithin, Tally, type Sums } from "../../model/within.js";
import { BrokenFrames } from "./frames.js";

/**
 * Checks the records in a response, because the reader has processed untrusted bytes. The records must be valid UTF-8
 * and sorted by ID without duplicates. The check recounts the money and elements. The check does not repeat the record
 * type's rules, which the reader has applied.
 */
export class RecordCheck {
  #last: StoredLine | undefined;
  readonly #within: Tally | undefined;

  constructor(type: RecordType) {
    this.#within = holdsWithin(type) ? new Tally() : undefined;
  }

  /** Returns the sums of the money and elements in the records. */
  within(): Sums {
    return this.#within?.take() ?? new Map<string, bigint>();
  }

  /** Throws `BrokenFrames` if the records are damaged. */
  check(bytes: Uint8Array, count: number): void {
    if (!isUtf8(bytes)) throw new BrokenFrames("bytes that are not text");
    const lines = storedLines(bytes);
    if (lines.length !== count)
      throw new BrokenFrames("a number of records that differs from the stated number");
    for (const line of lines) {
      if (!line.isUsual || this.#within !== undefined) this.#parse(line);
      if (this.#last !== undefined && this.#last.compareId(line) >= 0) {
        throw new BrokenFrames("records that are not in order");
      }
      this.#last = line;
    }
  }

  /** Parses a record whose ID is not in the usual position, or whose money must be counted. */
  #parse(line: StoredLine): void {
    const record = parsed(line.json);
    const id = record?.["external_id"];
    if (typeof id !== "string") throw new BrokenFrames("an invalid record");
    // The ID field may occur twice with different values.
    if (id !== line.id) throw new BrokenFrames("a record with two IDs");
    try {
      this.#within?.addRecord(record as AnyRecord);
    } catch {
      throw new BrokenFrames("amounts that are not valid");
    }
  }
}

function parsed(line: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(line) as Readonly<Record<string, unknown>> | null;
  } catch {
    throw new BrokenFrames("a record that is not JSON");
  }
}
