import { isUtf8 } from "node:buffer";
import { PlainLines } from "../encode/plain-lines.js";
import { storedLines, type StoredLine } from "../encode/stored-line.js";
import type { AnyRecord, Reference } from "../records/record-type.js";
import { BrokenFrames } from "./frames.js";

/** By field: the ids that a reference in it may point to. */
export type KnownIds = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The records of an answer. The child has read hostile bytes, so each is looked at, by hand, for there are many: it is a
 * record, stands behind the one before it in the order of a list, so that no id comes twice, and refers to what is there.
 */
export class RecordCheck {
  #last: StoredLine | undefined;
  /** Lines with the fields of the first one, where none refers to another list: plainly records, without parsing them. */
  #plain: PlainLines | undefined;
  /** Where their values are written, for nobody. */
  #room = Buffer.alloc(0);
  readonly #known: KnownIds;

  /** @param known references in a field that it does not name are taken as they are */
  constructor(known: KnownIds = new Map()) {
    this.#known = known;
  }

  /** @throws BrokenFrames */
  check(bytes: Uint8Array, count: number): void {
    if (!isUtf8(bytes)) throw new BrokenFrames("bytes that are no text");
    const lines = storedLines(bytes);
    if (lines.length !== count) throw new BrokenFrames("another number of records than it says");
    for (const line of lines) {
      if (!this.#isPlainRecord(line)) this.#look(line);
      if (this.#last !== undefined && this.#last.compareId(line) >= 0) {
        throw new BrokenFrames("records in no order");
      }
      this.#last = line;
    }
  }

  #isPlainRecord(line: StoredLine): boolean {
    if (!line.isUsual || this.#plain === undefined) return false;
    if (this.#room.length < line.end - line.from) this.#room = Buffer.allocUnsafe(2 * (line.end - line.from));
    return this.#plain.write(line.bytes, line.from, line.end, this.#room, 0) >= 0;
  }

  #look(line: StoredLine): void {
    const record = recordIn(line.json);
    // A field that stands there twice says two things.
    if (record.external_id !== line.id) throw new BrokenFrames("a record of two ids");
    const fields = Object.keys(record);
    if (!fields.some((field) => this.#known.has(field))) this.#plain ??= new PlainLines(fields);
    for (const [field, ids] of this.#known) {
      const reference = record[field] as Reference | null | undefined;
      if (reference && !ids.has(reference.external_id)) throw new BrokenFrames("a reference to nothing");
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
