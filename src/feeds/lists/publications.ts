import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { failure } from "../../errors.js";
import type { AnyRecord } from "../../model/record-type.js";
import { inParts } from "../../store/bulk.js";
import type { Queries, Store } from "../../store/store.js";
import { feedNamed } from "./feed-log.js";
import { compareBytes } from "../../model/order.js";
import {
  emptyList,
  entriesOf,
  listInMemory,
  pieceOf,
  textsOf,
  type EntryTexts,
  type List,
  type Piece,
  type RemovedNote,
} from "./list.js";
import {
  publicationSchema,
  type DeliveredParts,
  type Publication,
  type ServedEncoding,
} from "./publication.js";
import type { ChangeKind, StoredEncoding } from "../../store/states.js";

/** This module reads publications: a feed's current list, older lists, and the changes between them. */

export interface Current {
  readonly publication: Publication;
  /** When a delivery last produced or confirmed the list, ISO 8601 UTC. */
  readonly confirmedAt: string;
}

/** Returns a feed's current publication, or undefined if nothing has been published yet. */
export async function readCurrent(db: Queries, feed: string): Promise<Current | undefined> {
  return (await readCurrents(db, [feed])).get(feed);
}

export async function readCurrents(
  db: Queries,
  feeds: readonly string[],
): Promise<ReadonlyMap<string, Current>> {
  const rows = await inParts(feeds, (names) =>
    db
      .selectFrom("feeds")
      .innerJoin("publications", (join) =>
        join.onRef("publications.feed", "=", "feeds.id").onRef("publications.number", "=", "feeds.number"),
      )
      .select(["feeds.name", "publications.facts", "feeds.confirmed_at"])
      .where("feeds.name", "in", names)
      .execute(),
  );
  return new Map(
    rows.map(({ name, facts, confirmed_at }) => {
      const publication = publicationOf(facts);
      return [name, { publication, confirmedAt: confirmed_at ?? publication.published_at }];
    }),
  );
}

/** Returns the metadata of a version, or undefined if the version is not available. */
export async function readPublication(
  db: Queries,
  feed: string,
  number: number,
): Promise<Publication | undefined> {
  // PostgreSQL reports an error for numbers that are not integers.
  if (!Number.isSafeInteger(number)) return undefined;
  const row = await keptPublications(db, feed)
    .select("facts")
    .where("number", "=", number)
    .executeTakeFirst();
  return row && publicationOf(row.facts);
}

/** Numbers of a feed's available versions, highest first. */
export async function publicationNumbers(db: Queries, feed: string): Promise<readonly number[]> {
  const rows = await keptPublications(db, feed).select("number").orderBy("number", "desc").execute();
  return rows.map(({ number }) => number);
}

/** Selects available versions. Retention empties `delivered` for versions that are no longer available. */
export function keptPublications(db: Queries, feed: string) {
  return publicationsOf(db, feed).where("delivered", "<>", "");
}

function publicationsOf(db: Queries, feed: string) {
  return db.selectFrom("publications").where("feed", "=", feedNamed(db, feed));
}

function publicationOf(facts: string): Publication {
  return publicationSchema.parse(JSON.parse(facts));
}

export async function readDelivered(db: Queries, { feed, number }: Publication): Promise<DeliveredParts> {
  const row = await keptPublications(db, feed)
    .select("delivered")
    .where("number", "=", number)
    .executeTakeFirst();
  return row === undefined ? {} : (JSON.parse(row.delivered) as DeliveredParts);
}

const pageSize = 2_000;

/**
 * Returns the current publication's list. Records are read page by page. If a new version is published in the
 * meantime, reading throws instead of mixing the two versions.
 */
export async function currentList(store: Store, publication: Publication): Promise<List> {
  const { db } = store;
  const rows = await db
    .selectFrom("removed")
    .selectAll()
    .where("feed", "=", feedNamed(db, publication.feed))
    .orderBy("id")
    .execute();
  const removed = new Map<string, RemovedNote>(
    rows.map(({ id, updated_at, hash }) => [id, { id, updated_at, hash }]),
  );
  return listInStore(store, publication, removed);
}

export function listInStore(
  store: Store,
  { feed: name, number, counts }: Publication,
  removed: ReadonlyMap<string, RemovedNote>,
): List {
  /** Caches a list that fits on one page. */
  let only: Piece | undefined;
  return {
    count: counts.records,
    active: counts.active,
    removed,
    async *pieces() {
      if (only !== undefined) {
        yield only;
        return;
      }
      for await (const piece of pages(store, name, number)) {
        if (counts.records < pageSize) only = piece;
        yield piece;
      }
    },
    some: (ids) => loadRecords(store, { name, number, removed }, ids),
  };
}

async function loadRecords(
  { db }: Store,
  of: Pick<List, "removed"> & { readonly name: string; readonly number: number },
  ids: readonly string[],
): Promise<List> {
  const found = await inParts(ids.toSorted(compareBytes), async (some): Promise<readonly EntryTexts[]> => {
    const rows = await db
      .selectFrom("feeds")
      .leftJoin("records", (join) => join.onRef("records.feed", "=", "feeds.id").on("records.id", "in", some))
      .select(["records.record", "records.notes", "feeds.number"])
      .where("feeds.name", "=", of.name)
      .orderBy("records.id")
      .execute();
    if (rows[0]?.number !== of.number) throw failure("list_moved", { feed: of.name });
    return rows.flatMap(({ record, notes }) =>
      record === null || notes === null ? [] : [{ record, notes }],
    );
  });
  return listInMemory(found, of.removed);
}

async function* pages({ db }: Store, name: string, number: number): AsyncGenerator<Piece> {
  let last: string | undefined;
  for (;;) {
    // A single query reads both the number and the rows, so that they match.
    const rows = await db
      .selectFrom("records")
      .innerJoin("feeds", "feeds.id", "records.feed")
      .select(["records.id", "records.record", "records.notes", "feeds.number"])
      .where("feeds.name", "=", name)
      .$if(last !== undefined, (query) => query.where("records.id", ">", last as string))
      .orderBy("records.id")
      .limit(pageSize)
      .execute();
    const now = rows[0]?.number ?? (await numberOf(db, name));
    if (now !== number) throw failure("list_moved", { feed: name });
    if (rows.length > 0) yield pieceOf(rows);
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.id;
  }
}

async function numberOf(db: Queries, name: string): Promise<number> {
  const row = await db.selectFrom("feeds").select("number").where("name", "=", name).executeTakeFirst();
  return row?.number ?? 0;
}

/**
 * Returns a publication's list. For an older publication, starts from the current list and reverts the later changes.
 */
export async function listOf(store: Store, publication: Publication): Promise<List> {
  const current = await readCurrent(store.db, publication.feed);
  if (current === undefined) return emptyList;
  const now = await currentList(store, current.publication);
  if (current.publication.number === publication.number) return now;
  const undone = await entriesBefore(store.db, publication);
  const { records, active } = publication.counts;
  return { count: records, active, removed: now.removed, pieces: () => mergedPieces(now, undone) };
}

/** Returns the list with the records in `before` replaced by the records in `after`. */
export async function listWith(
  list: List,
  { before, after }: { readonly before: List; readonly after: List },
): Promise<List> {
  const others = new Map<string, EntryTexts | undefined>();
  for await (const entries of entriesOf(before)) for (const { id } of entries) others.set(id, undefined);
  for await (const entries of entriesOf(after))
    for (const entry of entries) others.set(entry.id, textsOf(entry));
  const inOrder = new Map([...others].sort(([a], [b]) => compareBytes(a, b)));
  const count = list.count - before.count + after.count;
  const active = list.active - before.active + after.active;
  return { count, active, removed: after.removed, pieces: () => mergedPieces(list, inOrder) };
}

/** Replacements, ordered by ID. The value is undefined for a removed record. */
type Replacements = ReadonlyMap<string, EntryTexts | undefined>;

async function entriesBefore(db: Queries, { feed: name, number }: Publication): Promise<Replacements> {
  const feed = feedNamed(db, name);
  const rows = await db
    .selectFrom("changes")
    .select(["id", "before", "noted"])
    .where("feed", "=", feed)
    .where("number", ">", number)
    .where((build) =>
      build(
        "number",
        "=",
        build
          .selectFrom("changes as first")
          .select(({ fn }) => fn.min("first.number").as("number"))
          .where("first.feed", "=", feed)
          .whereRef("first.id", "=", "changes.id")
          .where("first.number", ">", number),
      ),
    )
    .orderBy("id")
    .execute();
  return new Map(
    rows.map(({ id, before, noted }) => [
      id,
      before === null ? undefined : { record: before, notes: noted ?? "{}" },
    ]),
  );
}

async function* mergedPieces(list: List, others: Replacements): AsyncGenerator<Piece> {
  const waiting = [...others].reverse();
  for await (const entries of entriesOf(list)) {
    const merged = entries.flatMap((entry) => {
      const until = takeUntil(entry.id);
      return others.has(entry.id) ? until : [...until, textsOf(entry)];
    });
    if (merged.length > 0) yield pieceOf(merged);
  }
  const rest = takeUntil(undefined);
  if (rest.length > 0) yield pieceOf(rest);

  function takeUntil(id: string | undefined): readonly EntryTexts[] {
    const taken: EntryTexts[] = [];
    for (;;) {
      const next = waiting.at(-1);
      if (next === undefined || (id !== undefined && compareBytes(next[0], id) > 0)) return taken;
      waiting.pop();
      if (next[1] !== undefined) taken.push(next[1]);
    }
  }
}

const unpack = promisify(gunzip);

export type Bodies = (encoding: ServedEncoding) => Buffer | Promise<Buffer>;

/**
 * Returns the served bytes of a publication. The uncompressed bytes are created on first use. Returns undefined if
 * another publication has become current.
 */
export async function readBodies(db: Queries, publication: Publication): Promise<Bodies | undefined> {
  // A single query reads both the number and the bytes, so that they match.
  const rows = await db
    .selectFrom("feeds")
    .leftJoin("bodies", "bodies.feed", "feeds.id")
    .select(["bodies.encoding", "bodies.bytes", "feeds.number"])
    .where("feeds.name", "=", publication.feed)
    .orderBy("bodies.piece")
    .execute();
  if (rows[0]?.number !== publication.number) return undefined;
  const stored = (wanted: StoredEncoding): Buffer => {
    const body = Buffer.concat(rows.flatMap(({ encoding, bytes }) => (encoding === wanted && bytes) || []));
    refuseDamaged(publication, wanted, body);
    return body;
  };
  const held = { gzip: stored("gzip"), br: stored("br") };
  let plain: Promise<Buffer> | undefined;
  // The chunk is large enough for all decompressed bytes, so that zlib does not have to join chunks.
  const chunkSize = publication.served.identity.bytes + 64;
  return (encoding) =>
    encoding === "identity" ? (plain ??= unpack(held.gzip, { chunkSize })) : held[encoding];
}

/** Throws `store_damaged` if the bytes do not match their hash, so that damaged bytes are never sent. */
function refuseDamaged({ feed, number, served }: Publication, encoding: StoredEncoding, body: Buffer): void {
  if (hash("sha256", body) === served[encoding].sha256) return;
  const reason = `the stored bytes of version ${number} of ${feed} do not match their hash`;
  throw failure("store_damaged", { path: feed, reason });
}

export interface LoggedChange {
  readonly at: string;
  readonly number: number;
  readonly kind: ChangeKind;
  readonly id: string;
  readonly fields: readonly string[];
  readonly before: AnyRecord | null;
  readonly after: AnyRecord | null;
  readonly file: string;
  readonly line: number | null;
  /** Set if a rollback made the change: the version that the rollback restored. */
  readonly rolledBackTo?: number;
}

/** The oldest version whose changes are known. */
export async function firstPublication(
  db: Queries,
  feed: string,
): Promise<{ readonly number: number; readonly at: string } | undefined> {
  const all = publicationsOf(db, feed).select(["number", "at"]);
  return all.orderBy("number").limit(1).executeTakeFirst();
}

/** The changes to one record, oldest first. */
export async function changesOf(db: Queries, name: string, id: string): Promise<readonly LoggedChange[]> {
  const rows = await db
    .selectFrom("changes")
    .innerJoin("feeds", "feeds.id", "changes.feed")
    .innerJoin("publications", (join) =>
      join
        .onRef("publications.feed", "=", "changes.feed")
        .onRef("publications.number", "=", "changes.number"),
    )
    .select(["changes.number", "changes.kind", "changes.fields", "changes.before", "changes.after"])
    .select(["changes.line", "publications.at", "publications.facts"])
    .where("feeds.name", "=", name)
    .where("changes.id", "=", id)
    .where("changes.kind", "<>", "")
    .orderBy("changes.number")
    .execute();
  return rows.map(({ number, kind, fields, before, after, line, at, facts }) => {
    const { source, rolled_back_to: rolledBackTo } = publicationOf(facts);
    return {
      at,
      number,
      kind: kind as ChangeKind,
      id,
      fields: JSON.parse(fields) as string[],
      before: recordOf(before),
      after: recordOf(after),
      file: source.name,
      line,
      ...(rolledBackTo !== undefined && { rolledBackTo }),
    };
  });
}

/** Returns the number of changes in a version, and up to `most` of them, ordered by ID. */
export async function changesIn(
  db: Queries,
  name: string,
  number: number,
  { from, most }: { readonly from: number; readonly most: number },
): Promise<{
  readonly count: number;
  readonly changes: readonly Omit<LoggedChange, "at" | "number" | "file" | "line" | "rolledBackTo">[];
}> {
  const found = db
    .selectFrom("changes")
    .where("feed", "=", feedNamed(db, name))
    .where("number", "=", number)
    .where("kind", "<>", "");
  const { count } = await found
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const rows = await found
    .select(["id", "kind", "fields", "before", "after"])
    .orderBy("id")
    .limit(most)
    .offset(from)
    .execute();
  const changes = rows.map(({ id, kind, fields, before, after }) => ({
    id,
    kind: kind as ChangeKind,
    fields: JSON.parse(fields) as string[],
    before: recordOf(before),
    after: recordOf(after),
  }));
  return { count: Number(count), changes };
}

function recordOf(line: string | null): AnyRecord | null {
  return line === null ? null : (JSON.parse(line) as AnyRecord);
}
