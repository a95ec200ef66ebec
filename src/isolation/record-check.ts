import { jsonLines } from "../encode/chunks.js";
import { compareBytes } from "../lists/order.js";
import type { AnyRecord } from "../records/record-type.js";
import { BrokenFrames } from "./frames.js";

/**
 * The records of an answer. The child has read hostile bytes, so each is looked at, by hand, for there are many: it is a
 * record, and stands behind the one before it in the order of a list.
 */
export class RecordCheck {
  #last: string | undefined;

  /** @throws BrokenFrames */
  check(bytes: Uint8Array, count: number): void {
    const lines = jsonLines(bytes);
    if (lines.length !== count) throw new BrokenFrames("another number of records than it says");
    for (const line of lines) {
      const id = recordIn(line).external_id;
      if (this.#last !== undefined && compareBytes(this.#last, id) >= 0) {
        throw new BrokenFrames("records in no order");
      }
      this.#last = id;
    }
  }
}

function recordIn(line: string): AnyRecord {
  let record: Partial<AnyRecord> | null;
  try {
    record = JSON.parse(line) as Partial<AnyRecord> | null;
  } catch {
    throw new BrokenFrames("a record that is not JSON");
  }
  const isRecord = typeof record?.external_id === "string" && typeof record.updated_at === "string";
  if (!isRecord || !Object.values(record as object).every(isValue)) {
    throw new BrokenFrames("something that is no record");
  }
  return record as AnyRecord;
}

function isValue(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  return typeof value === "object" && typeof (value as { external_id?: unknown }).external_id === "string";
}
