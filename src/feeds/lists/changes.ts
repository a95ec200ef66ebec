import { createHash } from "node:crypto";
import type { AnyRecord } from "../../model/record-type.js";
import type { Spill, Stored } from "../../convert/spill.js";
import { AmountSizer, type AmountSizes } from "./amount-sizes.js";
import type { EntryTexts } from "./list.js";
import { movedElements, type Moved } from "./moved-elements.js";
import type { ChangeKind } from "../../store/states.js";

/**
 * The changes that a delivery makes to a list. Changes are counted and written to a temporary file, because there may
 * be as many changes as records.
 */

export interface Change {
  readonly kind: ChangeKind;
  readonly id: string;
  readonly fields: readonly string[];
  readonly before: AnyRecord | undefined;
  readonly after: AnyRecord | undefined;
  /** Line number of the row that caused the change. Undefined if the file has no row for the record. */
  readonly line: number | undefined;
}

export interface Changes {
  readonly count: number;
  readonly kinds: Readonly<Record<ChangeKind, number>>;
  /** Number of records in which each field changed, by field. */
  readonly fields: Readonly<Record<string, number>>;
  /** Number of records that became inactive because of a row in the file. */
  readonly turnedOff: number;
  /** Number of elements in changed lists, and how many of them now have a different ID. */
  readonly elements: Moved;
  readonly amounts: AmountSizes;
  /** The first few changes in list order, for display. */
  readonly first: readonly Change[];
  /** New and removed records. Empty if there was no list before. */
  readonly added: readonly Trace[];
  readonly removed: readonly Trace[];
  /** SHA-256 hash of all changes, in hex. Excludes `updated_at`, so equal changes have equal digests. */
  readonly digest: string;
  /** All changes in list order, in batches. Can be iterated more than once. */
  batches(): AsyncIterable<readonly Change[]>;
  /** The stored changes: `ChangedRow`s as JSON arrays, including rows that are not shown to people. */
  readonly rows: readonly Stored[];
  /** IDs that are no longer in the list. */
  readonly dropped: readonly string[];
}

/**
 * A record whose line or notes differ between the two lists. Contains its ID, the kind and field names to show, the
 * old record and notes, the new record and notes, and the line of the row that caused the change.
 */
export type ChangedRow = readonly [
  id: string,
  kind: ChangeKind | "",
  fields: string,
  was: string | null,
  noted: string | null,
  now: string | null,
  notes: string | null,
  line: number | null,
];

export function occurring(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** Formats counts by kind, such as `2 added, 1 changed`. */
export function countsText(kinds: Readonly<Record<string, number>>): string {
  return Object.entries(occurring(kinds))
    .map(([kind, count]) => `${count} ${kindText(kind)}`)
    .join(", ");
}

/** Returns the word that people see for a kind of change. */
export function kindText(kind: string): string {
  return kind === "revived" ? "reactivated" : kind;
}

/** Values that identify a record if it returns under a different ID. */
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

/** The change to a record, as shown to people. */
export type ShownChange = Pick<Change, "kind"> & Partial<Pick<Change, "fields" | "line">>;

/** The old and new state of a record. Undefined if the record does not exist. */
interface Difference extends Pick<Change, "id" | "before" | "after"> {
  readonly was: EntryTexts | undefined;
  readonly now: EntryTexts | undefined;
}

/** Quotation marks within strings are escaped, so the first match is the actual field. */
const time = /"updated_at":"[^"]*"/;

/** Maximum number of changes kept in memory. */
const changesAtHand = 200;

/**
 * Number of characters after which a piece is written to the spill. A number of records would not limit the size,
 * because a single job may have thousands of elements.
 */
const pieceSize = 1024 * 1024;

/** Maximum number of elements that are compared individually, which is enough for an estimate. */
const mostElements = 100_000;

export class ChangeCollector {
  readonly #spill: Spill;
  readonly #isTraced: boolean;
  readonly #amounts = new AmountSizer();
  readonly #found = {
    count: 0,
    kinds: { added: 0, changed: 0, revived: 0, deactivated: 0, removed: 0 },
    fields: {} as Record<string, number>,
    turnedOff: 0,
    elements: { moved: 0, of: 0 },
    first: [] as Change[],
    added: [] as Trace[],
    removed: [] as Trace[],
    rows: [] as Stored[],
    dropped: [] as string[],
  };
  readonly #digest = createHash("sha256");
  /** Pending rows as JSON. */
  #waiting = "";

  /** `isTraced` is false if there was no earlier list, so no record can return under a different ID. */
  constructor(spill: Spill, isTraced: boolean) {
    this.#spill = spill;
    this.#isTraced = isTraced;
  }

  get isFull(): boolean {
    return this.#waiting.length > pieceSize;
  }

  /** `shown` is undefined if there is no change to show to people. */
  add({ id, was, now, before, after }: Difference, shown: ShownChange | undefined): void {
    const { kind, fields = [], line } = shown ?? { kind: "" };
    const row = [id, kind, JSON.stringify(fields), was?.record, was?.notes, now?.record, now?.notes, line];
    this.#waiting += `${this.#waiting === "" ? "[" : ","}${JSON.stringify(row)}`;
    const found = this.#found;
    if (now === undefined) found.dropped.push(id);
    if (kind === "") return;
    this.#digest.update(`${kind} ${JSON.stringify(id)} ${now?.record.replace(time, "") ?? ""}\n`);
    found.count += 1;
    found.kinds[kind] += 1;
    for (const field of fields) found.fields[field] = (found.fields[field] ?? 0) + 1;
    const isOff = before?.["is_active"] === true && after?.["is_active"] === false;
    if (line !== undefined && isOff) found.turnedOff += 1;
    if (after !== undefined) this.#amounts.add(after, before, before && fields);
    if (before !== undefined && after !== undefined && found.elements.of < mostElements) {
      const { moved, of } = movedElements(before, after, fields);
      found.elements.moved += moved;
      found.elements.of += of;
    }
    if (found.first.length < changesAtHand) found.first.push({ kind, id, fields, before, after, line });
    if (this.#isTraced && kind === "added" && after !== undefined) found.added.push(traceOf(after));
    if (this.#isTraced && kind === "removed" && before !== undefined) found.removed.push(traceOf(before));
  }

  async putAway(): Promise<void> {
    if (this.isFull) await this.#store();
  }

  async #store(): Promise<void> {
    if (this.#waiting !== "")
      this.#found.rows.push(await this.#spill.append(Buffer.from(`${this.#waiting}]`)));
    this.#waiting = "";
  }

  async end(): Promise<Changes> {
    await this.#store();
    const { rows } = this.#found;
    return {
      ...this.#found,
      amounts: this.#amounts.end(),
      digest: this.#digest.digest("hex"),
      async *batches() {
        for (const piece of rows)
          yield (JSON.parse(await storedText(piece)) as readonly ChangedRow[]).flatMap(asChange);
      },
    };
  }
}

export async function storedText(piece: Stored): Promise<string> {
  return Buffer.from(await piece.read(0, piece.size)).toString("utf8");
}

function asChange([id, kind, fields, was, , now, , line]: ChangedRow): readonly Change[] {
  if (kind === "") return [];
  const record = (json: string | null) => (json === null ? undefined : (JSON.parse(json) as AnyRecord));
  const [before, after] = [record(was), record(now)];
  return [{ kind, id, fields: JSON.parse(fields) as string[], before, after, line: line ?? undefined }];
}
