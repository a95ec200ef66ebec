import { accountOfFeed } from "../../model/account.js";
import { join } from "node:path";
import { LadingError, failure } from "../../errors.js";
import { inChunks } from "../../formats/output/chunks.js";
import type { Spill } from "../../convert/spill.js";
import { addEntries, deliveriesOf, ensureFeed } from "../lists/feed-log.js";
import { newFolding, type SizedState } from "../lists/feed-state.js";
import { emptyList, type List } from "../lists/list.js";
import type { Entry, NewEntry } from "../lists/log.js";
import type { DeliveredParts } from "../lists/publication.js";
import { currentList, listInStore, readCurrent, readDelivered, type Current } from "../lists/publications.js";
import { writePublication, type NewPublication } from "../lists/publish.js";
import { ensureFolder } from "../../system/durable.js";
import { scratchSpill, type Scratch } from "../../system/scratch.js";
import { joinExported } from "../../outbox/join.js";
import { soundBlob } from "../../store/blobs.js";
import { stampPublication } from "../../store/horizons.js";
import { takeLease, type Lease } from "../../store/leases.js";
import type { Queries } from "../../store/store.js";
import type { Feed } from "../../workspace/workspace.js";
import type { Setup } from "./setup.js";

/** A feed that this process may work on: it holds the feed's lease. */
export interface OpenFeed {
  readonly setup: Setup;
  readonly feed: Feed;
  /** As the log says now. */
  state(): SizedState;
  /** Number of the current publication; 0 when there is none. */
  number(): number;
  /** The current publication with its list; an empty list when there is none. */
  published(): Promise<Published>;
  /** Where a list waits while it is made; it goes when the feed is closed. */
  scratch(): Spill;
  /** Adds entries to the log. They are all durable once this returns. */
  note(...entries: readonly NewEntry[]): Promise<void>;
  /** The same, with what belongs to it, in one transaction. Throws `lease_lost`. */
  commit(step: FeedCommit): Promise<void>;
  close(): Promise<void>;
}

/** What happens together or not at all. */
export interface FeedCommit {
  readonly entries: readonly NewEntry[];
  /** The delivery whose documents are replaced, and by what, by name. */
  readonly documents?:
    | { readonly of: string; readonly texts: ReadonlyMap<string, Iterable<string>> }
    | undefined;
  readonly publication?: NewPublication;
  /** Numbers of the account's other lists as they were when it was decided: they must be the same still. */
  readonly others?: ReadonlyMap<string, number> | undefined;
  /** Whatever else belongs to it. */
  readonly also?: ((tx: Queries, feed: number) => Promise<void>) | undefined;
}

export interface Published {
  readonly current: Current | undefined;
  readonly list: List;
  readonly delivered: DeliveredParts;
}

/** Takes the lease of a feed. Throws `locked` when another process has it. */
export async function openFeed(setup: Setup, feed: Feed): Promise<OpenFeed> {
  const lease = await takeLeaseInTime(setup, feed.name, setup.patience ?? 0);
  try {
    return await opened(setup, feed, lease);
  } catch (error) {
    await lease.release().catch(() => {});
    throw error;
  }
}

/** Works on a feed for as long as that takes. Throws `locked` when another process has it. */
export async function withFeed<T>(
  setup: Setup,
  feed: Feed,
  work: (open: OpenFeed) => Promise<T>,
): Promise<T> {
  const open = await openFeed(setup, feed);
  try {
    return await work(open);
  } finally {
    await open.close();
  }
}

/**
 * Takes a lease, or waits for it. A person waits a little for the pass that a daemon is at; a run does not, for it has other
 * feeds and comes again.
 *
 * @param patience in milliseconds
 */
export async function takeLeaseInTime(
  { store, clock }: Setup,
  name: string,
  patience: number,
): Promise<Lease> {
  const end = clock.monotonic() + patience;
  for (;;) {
    try {
      return await takeLease(store, name);
    } catch (error) {
      const isLocked = error instanceof LadingError && error.code === "locked";
      if (!isLocked || clock.monotonic() >= end) throw error;
      await clock.sleep(lookAgain, new AbortController().signal);
    }
  }
}

const lookAgain = 100;

async function opened(setup: Setup, feed: Feed, lease: Lease): Promise<OpenFeed> {
  const { store, disk, clock, workspace } = setup;
  const stored = await ensureFeed(store.db, feed.name);
  let { entries: last, number } = stored;
  let folding = newFolding(stored.state);
  const scratches: Scratch[] = [];
  let list: { readonly number: number; readonly published: Published } | undefined;

  async function commit({ entries, documents, publication, others, also }: FeedCommit): Promise<void> {
    const at = clock.now().toISOString();
    const numbered = entries.map((entry, index): Entry => ({ n: last + 1 + index, at, ...entry }));
    // Folded into a copy, so that a failed transaction changes nothing here.
    const next = newFolding(folding.state);
    const written = store.transaction(async (tx) => {
      await lease.check(tx);
      if (others !== undefined) await lockAccount(tx, feed.name, others);
      if (publication !== undefined) await writePublication(store, tx, stored.id, publication);
      await addEntries(tx, stored.id, next, numbered);
      if (documents !== undefined) await writeDocuments(tx, stored.id, documents);
      await also?.(tx, stored.id);
      if (publication !== undefined && feed.type.served === "one by one") {
        const { number, rolled_back_to } = publication.publication;
        const visible = { account: accountOfFeed(feed.name), feed: stored.id, number };
        if (feed.type.name === "payables-invoice")
          await joinExported(store, tx, {
            ...visible,
            isRollback: rolled_back_to !== undefined,
            zone: feed.account.zone,
          });
        await stampPublication(store, tx, visible);
      }
    });
    await written.catch(async (error: unknown) => {
      if (!(await isWritten(store, stored.id, numbered.at(-1), error))) throw error;
    });
    folding = next;
    last += numbered.length;
    if (publication === undefined) return;
    const { publication: current, removed, delivered } = publication;
    ({ number } = current);
    list = {
      number,
      published: {
        current: { publication: current, confirmedAt: next.state.confirmedAt ?? current.published_at },
        list: listInStore(store, current, removed[1]),
        delivered,
      },
    };
  }

  return {
    setup,
    feed,
    state: () => folding.state,
    number: () => number,
    async published() {
      if (list?.number === number) return list.published;
      const current = await readCurrent(store.db, feed.name);
      const published =
        current === undefined
          ? { current, list: emptyList, delivered: {} }
          : {
              current,
              list: await currentList(store, current.publication),
              delivered: await readDelivered(store.db, current.publication),
            };
      list = { number, published };
      return published;
    },
    scratch() {
      const tmp = join(workspace.data, "tmp");
      const scratch = scratchSpill(async () => {
        await ensureFolder(disk, tmp);
        return join(tmp, `scratch-${process.pid}-${scratches.length}-${feed.name.replace("/", "~")}`);
      });
      scratches.push(scratch);
      return scratch;
    },
    note: (...entries) => commit({ entries }),
    commit,
    async close() {
      try {
        for (const scratch of scratches) await scratch.close();
      } finally {
        await lease.release();
      }
    },
  };
}

/**
 * A lost answer to a commit is no failure: what was decided is looked for before anything is tried again. Only this holder of
 * the lease writes entries, so one with its number and its time is its own.
 */
async function isWritten(
  { db }: Setup["store"],
  feed: number,
  entry: Entry | undefined,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof LadingError) || error.code !== "store_unreachable" || entry === undefined)
    return false;
  const row = await db
    .selectFrom("log")
    .select(["at", "state"])
    .where("feed", "=", feed)
    .where("n", "=", entry.n)
    .executeTakeFirst()
    .catch(() => undefined);
  return row?.at === entry.at && row.state === entry.state;
}

/** Numbers of the current publications of a feed's account, but for its own. */
export async function othersOf({ setup, feed }: OpenFeed): Promise<ReadonlyMap<string, number>> {
  const rows = await numbersOf(setup.store.db, accountOfFeed(feed.name)).execute();
  return new Map(rows.filter(({ name }) => name !== feed.name).map(({ name, number }) => [name, number]));
}

/** A tax code that is removed here and referred to there is one decision. Throws `list_moved`. */
async function lockAccount(tx: Queries, own: string, others: ReadonlyMap<string, number>): Promise<void> {
  for (const { name, number } of await numbersOf(tx, accountOfFeed(own)).forUpdate().execute()) {
    if (name !== own && number !== (others.get(name) ?? 0)) throw failure("list_moved", { feed: name });
  }
}

function numbersOf(db: Queries, account: string) {
  return db
    .selectFrom("feeds")
    .select(["name", "number"])
    .where("name", ">", `${account}/`)
    .where("name", "<", `${account}0`)
    .orderBy("name");
}

async function writeDocuments(
  tx: Queries,
  feed: number,
  { of: delivery, texts }: NonNullable<FeedCommit["documents"]>,
): Promise<void> {
  await tx.deleteFrom("documents").where("feed", "=", feed).where("delivery", "=", delivery).execute();
  // They go with its bytes, so none come after them.
  const kept = tx.selectFrom("deliveries").select("bytes").where("bytes", "=", "kept");
  const own = kept.where("feed", "=", feed).where("sha256", "=", delivery);
  if ((await own.executeTakeFirst()) === undefined) return;
  for (const [name, text] of texts) {
    let piece = 0;
    for (const chunk of inChunks(text, (each) => each)) {
      await tx.insertInto("documents").values({ feed, delivery, name, piece, text: chunk }).execute();
      piece += 1;
    }
  }
}

/** Path of a file with the bytes of a delivery. Throws `bytes_gone` when they are not kept. */
export async function deliveryPath(open: OpenFeed, sha256: string): Promise<string> {
  const path = await keptBytes(open, sha256);
  if (path === undefined)
    throw failure("bytes_gone", { feed: open.feed.name, delivery: sha256.slice(0, 12) });
  return path;
}

/**
 * The same; undefined when they are not kept. What is on its way out, or is there for another feed alone, is not this feed's any
 * more: whatever it made of it would stay when it is gone.
 */
export async function keptBytes(
  { setup, feed }: Pick<OpenFeed, "setup" | "feed">,
  sha256: string,
): Promise<string | undefined> {
  const { db, blobs } = setup.store;
  const [kept] = await deliveriesOf(db, feed.name, { beginning: sha256, withBytes: true });
  if (kept === undefined) return undefined;
  // What was decided before may have lain here for long.
  return kept.decidedOrder > 0 ? soundBlob(blobs, sha256) : blobs.get(sha256);
}
