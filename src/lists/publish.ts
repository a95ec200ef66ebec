import { sql } from "../store/kysely.js";
import { rowsFrom } from "../store/bulk.js";
import type { Queries, Store } from "../store/store.js";
import type { Spill, Stored } from "../evaluation/spill.js";
import type { Change, Changes } from "./changes.js";
import { entriesOf, oneByOne, type List, type OneByOne, type StoredEntry } from "./list.js";
import type { DeliveredParts, Publication, StoredEncoding } from "./publication.js";
import { lineText } from "../encode/stored-line.js";
import { compareBytes } from "../records/order.js";

/**
 * Writing a publication, in the transaction that makes it visible. What is written is in proportion to what changed. When it
 * becomes visible is not known yet: `stampPublication` says so, last.
 */

export interface NewPublication {
  readonly publication: Publication;
  readonly delivered: DeliveredParts;
  readonly rows: ChangedRows;
  readonly bodies: ReadonlyMap<StoredEncoding, Pieces>;
}

type Pieces = readonly Stored[];

/** What is to be written, found before the transaction begins: arrays of rows as JSON, put away. */
interface ChangedRows {
  /** id, record, notes. */
  readonly put: Pieces;
  /** id */
  readonly dropped: Pieces;
  /** id, kind, fields, before, after, notes before, line. */
  readonly changes: Pieces;
  /** Notes of removed records: id, updated_at, hash. */
  readonly removed: Pieces;
  /** Ids of which such a note goes. */
  readonly returned: Pieces;
}

/** Compares the list of now with the one to be published. */
export async function changedRows(
  spill: Spill,
  before: List,
  after: List,
  changes: Changes,
): Promise<ChangedRows> {
  const [put, dropped, logged] = [rowWriter(spill), rowWriter(spill), rowWriter(spill)];
  for await (const { id, old, now, change } of differences(before, after, changes)) {
    if (now === undefined) await dropped.add([id]);
    else await put.add([id, now.line.json, notesOf(now)]);
    const { kind = "", fields = [], line } = change ?? {};
    const shown = kind === "" ? undefined : now;
    const [was, is] = [old?.line.json ?? null, shown?.line.json ?? null];
    const noted = old === undefined ? null : notesOf(old);
    await logged.add([id, kind, JSON.stringify(fields), was, is, noted, line ?? null]);
  }
  const [removed, returned] = [rowWriter(spill), rowWriter(spill)];
  for (const { id, updated_at, hash } of after.removed.values()) {
    const old = before.removed.get(id);
    if (old?.updated_at !== updated_at || old.hash !== hash) await removed.add([id, updated_at, hash]);
  }
  for (const id of before.removed.keys()) if (!after.removed.has(id)) await returned.add([id]);
  return {
    put: await put.end(),
    dropped: await dropped.end(),
    changes: await logged.end(),
    removed: await removed.end(),
    returned: await returned.end(),
  };
}

/** @param feed its id in the store */
export async function writePublication(
  { engine }: Pick<Store, "engine">,
  tx: Queries,
  feed: number,
  { publication, delivered, rows, bodies }: NewPublication,
): Promise<void> {
  const { number, published_at: at } = publication;
  const facts = JSON.stringify(publication);
  await tx
    .insertInto("publications")
    .values({ feed, number, at, facts, delivered: JSON.stringify(delivered) })
    .execute();
  const id = sql`cast(${feed} as integer)`;
  for await (const each of read(rows.put)) {
    // An unchanged record is written only when its notes changed.
    await sql`insert into records (feed, id, record, notes, number)
      select ${id}, value ->> 0, value ->> 1, value ->> 2, cast(${number} as integer)
        from ${rowsFrom(engine, each)} where true
      on conflict (feed, id) do update set record = excluded.record, notes = excluded.notes,
        number = case when records.record = excluded.record then records.number else excluded.number end`.execute(
      tx,
    );
  }
  for await (const each of read(rows.dropped)) {
    await sql`delete from records
      where feed = ${id} and id in (select value ->> 0 from ${rowsFrom(engine, each)})`.execute(tx);
  }
  for await (const each of read(rows.changes)) {
    await sql`insert into changes (feed, number, id, kind, fields, before, after, noted, line)
      select ${id}, cast(${number} as integer), value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4,
        value ->> 5, cast(value ->> 6 as integer) from ${rowsFrom(engine, each)}`.execute(tx);
  }
  for await (const each of read(rows.removed)) {
    await sql`insert into removed (feed, id, updated_at, hash)
      select ${id}, value ->> 0, value ->> 1, value ->> 2 from ${rowsFrom(engine, each)} where true
      on conflict (feed, id) do update set updated_at = excluded.updated_at, hash = excluded.hash`.execute(
      tx,
    );
  }
  for await (const each of read(rows.returned)) {
    await sql`delete from removed
      where feed = ${id} and id in (select value ->> 0 from ${rowsFrom(engine, each)})`.execute(tx);
  }
  await tx.deleteFrom("bodies").where("feed", "=", feed).execute();
  for (const [encoding, pieces] of bodies) {
    for (const [piece, stored] of pieces.entries()) {
      const bytes = await stored.read(0, stored.size);
      await tx.insertInto("bodies").values({ feed, encoding, piece, bytes }).execute();
    }
  }
  await tx.updateTable("feeds").set({ number }).where("id", "=", feed).execute();
}

async function* read(pieces: Pieces): AsyncGenerator<string> {
  for (const piece of pieces) yield Buffer.from(await piece.read(0, piece.size)).toString("utf8");
}

function notesOf({ noted }: StoredEntry): string {
  return noted === undefined ? "{}" : lineText(noted);
}

type Row = readonly (string | number | null)[];

/** How much is put away, and written, at once, in characters: of jobs a row is thousands. */
const pieceSize = 1024 * 1024;

function rowWriter(spill: Spill): { add(row: Row): Promise<void>; end(): Promise<Pieces> } {
  const pieces: Stored[] = [];
  let waiting = "";
  const putAway = async (): Promise<void> => {
    if (waiting !== "") pieces.push(await spill.append(Buffer.from(`[${waiting}]`)));
    waiting = "";
  };
  return {
    async add(row) {
      waiting += (waiting === "" ? "" : ",") + JSON.stringify(row);
      if (waiting.length > pieceSize) await putAway();
    },
    async end() {
      await putAway();
      return pieces;
    },
  };
}

/** A record that is not in both lists to the letter, or of which something else is remembered. */
interface Difference {
  readonly id: string;
  readonly old: StoredEntry | undefined;
  readonly now: StoredEntry | undefined;
  /** What is told of it; undefined when nothing that people see changed. */
  readonly change: Change | undefined;
}

/** The differences of two lists, both in order of their ids, as are the changes. */
async function* differences(before: List, after: List, changes: Changes): AsyncGenerator<Difference> {
  const [olds, nows] = [oneByOne(entriesOf(before)), oneByOne(entriesOf(after))];
  const inOrder = oneByOne(changes.batches());
  let [old, now, change] = [await take(olds), await take(nows), await take(inOrder)];
  while (old !== undefined || now !== undefined) {
    const order = old === undefined ? 1 : now === undefined ? -1 : old.line.compareId(now.line);
    const isSame = order === 0 && old !== undefined && now !== undefined && sameEntry(old, now);
    if (!isSame) {
      const id = (order > 0 ? now?.id : old?.id) ?? "";
      while (change !== undefined && compareBytes(change.id, id) < 0) change = await take(inOrder);
      yield {
        id,
        old: order > 0 ? undefined : old,
        now: order < 0 ? undefined : now,
        change: change?.id === id ? change : undefined,
      };
    }
    const [tookOld, tookNow] = [order <= 0, order >= 0];
    if (tookOld) old = await take(olds);
    if (tookNow) now = await take(nows);
  }
}

async function take<T>(from: OneByOne<T>): Promise<T | undefined> {
  return from.atHand() ?? (await from.next());
}

function sameEntry(a: StoredEntry, b: StoredEntry): boolean {
  return (
    sameBytes(a.line, b.line) && a.noted !== undefined && b.noted !== undefined && sameBytes(a.noted, b.noted)
  );
}

interface Bytes {
  readonly bytes: Buffer;
  readonly from: number;
  readonly end: number;
}

function sameBytes(a: Bytes, b: Bytes): boolean {
  return a.end - a.from === b.end - b.from && a.bytes.compare(b.bytes, b.from, b.end, a.from, a.end) === 0;
}
