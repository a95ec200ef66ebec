import { createHash } from "node:crypto";
import type { AnyRecord } from "../../model/record-type.js";
import type { Spill, Stored } from "../../convert/spill.js";
import { AmountSizer, type AmountSizes } from "./amount-sizes.js";
import type { EntryTexts } from "./list.js";
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
  /** sha256 of all of them, hex. The times that a publication gives do not count, so the same changes have the same digest tomorrow. */
  readonly digest: string;
  /** All in order of the list, some at a time; may be gone through more than once. */
  batches(): AsyncIterable<readonly Change[]>;
  /** What is written of them: `ChangedRow`s as arrays of JSON, put away; also where people are told nothing. */
  readonly rows: readonly Stored[];
  /** Ids that are not in the list any more. */
  readonly dropped: readonly string[];
}

/**
 * Of a record that is not in both lists to the letter, or of which something else is remembered: its id, what people are told
 * (kind, names of fields), the line of the record and of what is remembered of it, as they were and as they are, and the line
 * of the file that caused it.
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

/** What people are told of a record that is another one than before. */
export type ShownChange = Pick<Change, "kind"> & Partial<Pick<Change, "fields" | "line">>;

/** A record as it was and as it is, where it was there, and is. */
interface Difference extends Pick<Change, "id" | "before" | "after"> {
  readonly was: EntryTexts | undefined;
  readonly now: EntryTexts | undefined;
}

/** Within a text, quotes have backslashes before them, so the first match is the field. */
const time = /"updated_at":"[^"]*"/;

/** How many changes are kept at hand. */
const changesAtHand = 200;

/** How much of the changes is put away at once, in characters: of jobs each is thousands. */
const pieceSize = 1024 * 1024;

/** How many elements are compared one by one; of more, what was seen of these is enough. */
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
  /** Rows as JSON. */
  #waiting = "";

  /** @param isTraced false: there was no list before, so nothing can come back under another id */
  constructor(spill: Spill, isTraced: boolean) {
    this.#spill = spill;
    this.#isTraced = isTraced;
  }

  get isFull(): boolean {
    return this.#waiting.length > pieceSize;
  }

  /** @param told undefined when nothing that people see changed */
  add({ id, was, now, before, after }: Difference, told: ShownChange | undefined): void {
    const { kind, fields = [], line } = told ?? { kind: "" };
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

  /** Puts away what waits, when it is enough. */
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

/** The text of what was put away. */
export async function storedText(piece: Stored): Promise<string> {
  return Buffer.from(await piece.read(0, piece.size)).toString("utf8");
}

function asChange([id, kind, fields, was, , now, , line]: ChangedRow): readonly Change[] {
  if (kind === "") return [];
  const record = (json: string | null) => (json === null ? undefined : (JSON.parse(json) as AnyRecord));
  const [before, after] = [record(was), record(now)];
  return [{ kind, id, fields: JSON.parse(fields) as string[], before, after, line: line ?? undefined }];
}
