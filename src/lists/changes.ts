import { jsonLines } from "../encode/chunks.js";
import type { AnyRecord } from "../records/record-type.js";
import type { Spill, Stored } from "../evaluation/spill.js";
import { AmountSizer, type AmountSizes } from "./amount-sizes.js";
import { bytesOf } from "./list.js";
import { movedElements, type Moved } from "./moved-elements.js";

/** What a delivery changes in a list: counted as it is found, and put away, for it may be every record. */

export type ChangeKind = "added" | "changed" | "revived" | "deactivated" | "removed";

export interface Change {
  readonly kind: ChangeKind;
  readonly id: string;
  readonly fields: readonly string[];
  readonly before: AnyRecord | undefined;
  readonly after: AnyRecord | undefined;
  /** Line of the file that caused it; undefined when the record was missing. */
  readonly line: number | undefined;
}

export interface Changes {
  readonly count: number;
  readonly kinds: Readonly<Record<ChangeKind, number>>;
  /** In how many records each field changed, by field. */
  readonly fields: Readonly<Record<string, number>>;
  /** How many records a row of the file made inactive. */
  readonly turnedOff: number;
  /** Elements of changed records that come under another id than before. */
  readonly elements: Moved;
  /** How large the amounts are that are new. */
  readonly amounts: AmountSizes;
  /** The first ones in order of the list, for people. */
  readonly first: readonly Change[];
  /** What is new and what was removed, where there was a list before. */
  readonly added: readonly Trace[];
  readonly removed: readonly Trace[];
  /** All in order of the list, some at a time; may be gone through more than once. */
  batches(): AsyncIterable<readonly Change[]>;
}

/** The counts that are not zero. */
export function occurring(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** By what a record is recognized that comes back under another id. */
export interface Trace {
  readonly id: string;
  readonly code: string;
  readonly email: string;
}

export function traceOf(record: AnyRecord): Trace {
  const text = (field: string): string => {
    const value = record[field];
    return typeof value === "string" ? value : "";
  };
  return { id: record.external_id, code: text("code"), email: text("email_address") };
}

/** How many changes are kept at hand. */
const changesAtHand = 200;

/** How much of the changes is put away at once, in characters: of jobs each is thousands. */
const pieceSize = 1024 * 1024;

/** How many elements are compared one by one; of more, what was seen of these is enough. */
const mostElements = 100_000;

export class ChangeCollector {
  readonly #spill: Spill;
  readonly #isTraced: boolean;
  readonly #kinds = { added: 0, changed: 0, revived: 0, deactivated: 0, removed: 0 };
  readonly #fields: Record<string, number> = {};
  readonly #elements = { moved: 0, of: 0 };
  readonly #amounts = new AmountSizer();
  readonly #first: Change[] = [];
  readonly #added: Trace[] = [];
  readonly #removed: Trace[] = [];
  readonly #pieces: Stored[] = [];
  #count = 0;
  #turnedOff = 0;
  /** Lines of JSON. */
  #waiting = "";

  /** @param isTraced false: there was no list before, so nothing can come back under another id */
  constructor(spill: Spill, isTraced: boolean) {
    this.#spill = spill;
    this.#isTraced = isTraced;
  }

  get isFull(): boolean {
    return this.#waiting.length > pieceSize;
  }

  get count(): number {
    return this.#count;
  }

  add(change: Change): void {
    const { kind, fields, before, after, line } = change;
    this.#count += 1;
    this.#kinds[kind] += 1;
    for (const field of fields) this.#fields[field] = (this.#fields[field] ?? 0) + 1;
    const isOff = before?.["is_active"] === true && after?.["is_active"] === false;
    if (line !== undefined && isOff) this.#turnedOff += 1;
    if (after !== undefined) this.#amounts.add(after, before, before && fields);
    if (before !== undefined && after !== undefined && this.#elements.of < mostElements) {
      const { moved, of } = movedElements(before, after, fields);
      this.#elements.moved += moved;
      this.#elements.of += of;
    }
    if (this.#first.length < changesAtHand) this.#first.push(change);
    if (this.#isTraced && kind === "added" && after !== undefined) this.#added.push(traceOf(after));
    if (this.#isTraced && kind === "removed" && before !== undefined) this.#removed.push(traceOf(before));
    this.#waiting += `${JSON.stringify(change)}\n`;
  }

  /** Puts away what waits, when it is enough. */
  async putAway(): Promise<void> {
    if (!this.isFull) return;
    this.#pieces.push(await this.#spill.append(Buffer.from(this.#waiting)));
    this.#waiting = "";
  }

  end(): Changes {
    const pieces = this.#pieces;
    const last = this.#waiting;
    return {
      count: this.#count,
      kinds: this.#kinds,
      fields: this.#fields,
      turnedOff: this.#turnedOff,
      elements: this.#elements,
      amounts: this.#amounts.end(),
      first: this.#first,
      added: this.#added,
      removed: this.#removed,
      async *batches() {
        for await (const bytes of bytesOf(pieces)) yield jsonLines(bytes).map(asChange);
        if (last !== "") yield jsonLines(Buffer.from(last)).map(asChange);
      },
    };
  }
}

function asChange(json: string): Change {
  const { kind, id, fields, before, after, line } = JSON.parse(json) as Change;
  return { kind, id, fields, before, after, line };
}
