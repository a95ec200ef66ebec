import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { failure } from "../../errors.js";
import type { AnyRecord } from "../../model/record-type.js";
import { inParts } from "../../store/bulk.js";
import type { Queries, Store } from "../../store/store.js";
import type { ChangeKind } from "./changes.js";
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
  type StoredEncoding,
} from "./publication.js";

/** What was published, as readers see it: the current list of a feed, an older one, and what changed between them. */

/** The current publication of a feed. */
export interface Current {
  readonly publication: Publication;
  /** When a delivery last confirmed or made the list, ISO 8601 UTC. */
  readonly confirmedAt: string;
}

/** The current publication of a feed; undefined when nothing was published yet. */
export async function readCurrent(db: Queries, feed: string): Promise<Current | undefined> {
  return (await readCurrents(db, [feed])).get(feed);
}

/** The current publications of feeds, by their names. */
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
      .select(["feeds.name", "publications.facts", "feeds.state"])
      .where("feeds.name", "in", names)
      .execute(),
  );
  return new Map(
    rows.map(({ name, facts, state }) => {
      const publication = publicationOf(facts);
      const { confirmedAt = publication.published_at } = JSON.parse(state) as {
        readonly confirmedAt?: string;
      };
      return [name, { publication, confirmedAt }];
    }),
  );
}

/** A publication that can be had back; undefined when there is none of that number any more. */
export async function readPublication(
  db: Queries,
  feed: string,
  number: number,
): Promise<Publication | undefined> {
  // PostgreSQL refuses to be asked for what is no whole number.
  if (!Number.isSafeInteger(number)) return undefined;
  const row = await keptPublications(db, feed)
    .select("facts")
    .where("number", "=", number)
    .executeTakeFirst();
  return row && publicationOf(row.facts);
}

/** The numbers of the publications of a feed that can be had back, highest first. */
export async function publicationNumbers(db: Queries, feed: string): Promise<readonly number[]> {
  const rows = await keptPublications(db, feed).select("number").orderBy("number", "desc").execute();
  return rows.map(({ number }) => number);
}

/** The publications of a feed that can be had back. */
export function keptPublications(db: Queries, feed: string) {
  return publicationsOf(db, feed).where("delivered", "<>", "");
}

function publicationsOf(db: Queries, feed: string) {
  return db.selectFrom("publications").where("feed", "=", feedNamed(db, feed));
}

function publicationOf(facts: string): Publication {
  return publicationSchema.parse(JSON.parse(facts));
}

/** What the last deliveries of a publication looked like, by part. */
export async function readDelivered(db: Queries, { feed, number }: Publication): Promise<DeliveredParts> {
  const row = await keptPublications(db, feed)
    .select("delivered")
    .where("number", "=", number)
    .executeTakeFirst();
  return row === undefined ? {} : (JSON.parse(row.delivered) as DeliveredParts);
}

/** How many records are asked for at once. */
const pageSize = 2_000;

/**
 * The list of the current publication. Its records are read when they are asked for, page by page; when another publication
 * has come in between, that is an error and never a mixture.
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

/** The list of the current publication, of which it is known what is remembered of removed records. */
export function listInStore(
  store: Store,
  { feed: name, number, counts }: Publication,
  removed: ReadonlyMap<string, RemovedNote>,
): List {
  /** A list of one page is read once. */
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
    some: (ids) => someOf(store, { name, number, removed }, ids),
  };
}

/** Some records of the current list. They are few, and are held in memory. */
async function someOf(
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
    // One statement, so that the number belongs to what it reads.
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

/** The list of a publication that may be an older one: that of now, with what changed since undone. */
export async function listOf(store: Store, publication: Publication): Promise<List> {
  const current = await readCurrent(store.db, publication.feed);
  if (current === undefined) return emptyList;
  const now = await currentList(store, current.publication);
  if (current.publication.number === publication.number) return now;
  const undone = await beforeAll(store.db, publication);
  const { records, active } = publication.counts;
  return { count: records, active, removed: now.removed, pieces: () => mergedPieces(now, undone) };
}

/** A list as some of its records become others. */
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

/** By their ids in order, what some records are instead; undefined where they are not in the list. */
type Others = ReadonlyMap<string, EntryTexts | undefined>;

/** What stood in a publication of each record that changed since. */
async function beforeAll(db: Queries, { feed: name, number }: Publication): Promise<Others> {
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

/** The entries of a list, those of some ids by others. */
async function* mergedPieces(list: List, others: Others): AsyncGenerator<Piece> {
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

/** What a publication is served as, by encoding. */
export type Bodies = (encoding: ServedEncoding) => Buffer | Promise<Buffer>;

/**
 * The bytes that a publication is served as. The plain ones are unpacked when somebody asks for them first. Undefined when
 * another publication is current by now.
 */
export async function readBodies(db: Queries, publication: Publication): Promise<Bodies | undefined> {
  // One statement, so that the number belongs to what it reads.
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
  // In a thread of its own, and in one piece with room to spare, so that nothing is joined here afterwards.
  const chunkSize = publication.served.identity.bytes + 64;
  return (encoding) =>
    encoding === "identity" ? (plain ??= unpack(held.gzip, { chunkSize })) : held[encoding];
}

/** Damaged bytes are never sent. */
function refuseDamaged({ feed, number, served }: Publication, encoding: StoredEncoding, body: Buffer): void {
  if (hash("sha256", body) === served[encoding].sha256) return;
  const reason = `what version ${number} of ${feed} is served as has another hash`;
  throw failure("store_damaged", { path: feed, reason });
}

/** What one publication did to a record. */
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
}

/** The first publication of which it is known what it changed. */
export async function firstPublication(
  db: Queries,
  feed: string,
): Promise<{ readonly number: number; readonly at: string } | undefined> {
  const all = publicationsOf(db, feed).select(["number", "at"]);
  return all.orderBy("number").limit(1).executeTakeFirst();
}

/** The changes of one record, oldest first. */
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
  return rows.map(({ number, kind, fields, before, after, line, at, facts }) => ({
    at,
    number,
    kind: kind as ChangeKind,
    id,
    fields: JSON.parse(fields) as string[],
    before: recordOf(before),
    after: recordOf(after),
    file: publicationOf(facts).source.name,
    line,
  }));
}

/** What became of a record between two publications. Null on both sides: the values are not kept any more. */
export type Difference = Pick<LoggedChange, "id" | "fields" | "before" | "after">;

/**
 * What changed in a list after one publication until another, in order of the ids.
 *
 * @param most how many records are had
 */
export async function differencesBetween(
  db: Queries,
  name: string,
  { after, until, most }: { readonly after: number; readonly until: number; readonly most: number },
): Promise<{ readonly count: number; readonly differences: readonly Difference[] }> {
  const feed = feedNamed(db, name);
  const changed = db
    .selectFrom("changes")
    .where("feed", "=", feed)
    .where("number", ">", after)
    .where("number", "<=", until)
    .where("kind", "<>", "");
  const { count } = await changed
    .select(({ fn }) => fn.count<number>("id").distinct().as("count"))
    .executeTakeFirstOrThrow();
  const ids = changed.select("id").distinct().orderBy("id").limit(most);
  const rows = await changed
    .select(["id", "fields", "before", "after"])
    .where("id", "in", ids)
    .orderBy("id")
    .orderBy("number")
    .execute();
  const differences = new Map<string, Difference>();
  for (const row of rows) {
    const known = differences.get(row.id);
    const fields = [...(known?.fields ?? []), ...(JSON.parse(row.fields) as string[])];
    differences.set(row.id, {
      id: row.id,
      fields: [...new Set(fields)],
      before: known === undefined ? recordOf(row.before) : known.before,
      after: recordOf(row.after),
    });
  }
  return { count: Number(count), differences: [...differences.values()] };
}

function recordOf(line: string | null): AnyRecord | null {
  return line === null ? null : (JSON.parse(line) as AnyRecord);
}
