import { isUtf8 } from "node:buffer";
import { storedLines, type StoredLine } from "../../formats/output/stored-line.js";
import { z } from "zod";
import { referredTo, type AnyRecord, type RecordType } from "../../model/record-type.js";
import { holdsWithin, Tally, type Sums } from "../../model/within.js";
import { quickCheck } from "../../model/rules/quick-check.js";
import { BrokenFrames } from "./frames.js";

/** By field, those of elements as `list.field`: the ids that a reference in it may point to. */
export type KnownIds = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The records of an answer. The child has read hostile bytes, so each is asked of the schema of its type; besides, it stands
 * behind the one before it in the order of a list, so that no id comes twice, and refers to what is there.
 */
export class RecordCheck {
  #last: StoredLine | undefined;
  readonly #isStamped: (record: unknown) => boolean;
  readonly #isUnstamped: (record: unknown) => boolean;
  readonly #known: KnownIds;
  readonly #within: Tally | undefined;

  /** @param known references in a field that it does not name are taken as they are */
  constructor(type: RecordType, known: KnownIds = new Map()) {
    this.#isStamped = quickCheck(type.schema);
    this.#isUnstamped = quickCheck(type.schema.extend({ updated_at: z.literal("") }));
    this.#known = known;
    this.#within = holdsWithin(type) ? new Tally() : undefined;
  }

  /** What stands within the records. */
  within(): Sums {
    return this.#within?.take() ?? new Map<string, bigint>();
  }

  /** @throws BrokenFrames */
  check(bytes: Uint8Array, count: number): void {
    if (!isUtf8(bytes)) throw new BrokenFrames("bytes that are no text");
    const lines = storedLines(bytes);
    if (lines.length !== count) throw new BrokenFrames("another number of records than it says");
    for (const line of lines) {
      this.#look(line);
      if (this.#last !== undefined && this.#last.compareId(line) >= 0) {
        throw new BrokenFrames("records in no order");
      }
      this.#last = line;
    }
  }

  #look(line: StoredLine): void {
    const record = parsed(line.json);
    if (!this.#isStamped(record) && !this.#isUnstamped(record)) {
      throw new BrokenFrames("something that is no record");
    }
    const values = record as AnyRecord;
    this.#within?.addRecord(values);
    // A field that stands there twice says two things.
    if (values["external_id"] !== line.id) throw new BrokenFrames("a record of two ids");
    for (const [field, ids] of this.#known) {
      for (const id of referredTo(values, field))
        if (!ids.has(id)) throw new BrokenFrames("a reference to nothing");
    }
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new BrokenFrames("a record that is not JSON");
  }
}
