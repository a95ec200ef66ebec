import { accountOfFeed } from "../../model/account.js";
import { join } from "node:path";
import { LadingError, failure } from "../../errors.js";
import { inChunks } from "../../formats/output/chunks.js";
import type { Spill } from "../../convert/spill.js";
import { ensureFeed, feedNamed } from "../lists/feed-log.js";
import type { FeedState } from "../lists/feed-state.js";
import { emptyList, type List } from "../lists/list.js";
import type { Entry, NewEntry } from "../lists/log.js";
import { newFolding } from "../lists/moves.js";
import type { DeliveredParts } from "../lists/publication.js";
import { currentList, listInStore, readCurrent, readDelivered, type Current } from "../lists/publications.js";
import { writePublication, type NewPublication } from "../lists/publish.js";
import { transition } from "../lists/transition.js";
import { ensureFolder } from "../../system/durable.js";
import { scratchSpill, type Scratch } from "../../system/scratch.js";
import { joinExported } from "../../outbox/join.js";
import { soundBlob } from "../../store/blobs.js";
import { stampPublication } from "../../store/horizons.js";
import { takeLease, type Lease } from "../../store/leases.js";
import type { Queries } from "../../store/store.js";
import type { Feed } from "../../workspace/workspace.js";
import type { Setup } from "./setup.js";

/** A feed whose lease this process holds. */
export interface OpenFeed {
  readonly setup: Setup;
  readonly feed: Feed;
  readonly id: number;
  /** The state after the latest log entry. */
  state(): FeedState;
  /** Number of the current version, or 0 if there is none. */
  number(): number;
  /** The current version with its list, or an empty list. */
  published(): Promise<Published>;
  /** Temporary storage for a new list. Deleted when the feed is closed. */
  scratch(): Spill;
  /** Appends log entries. The entries are durable when the promise resolves. */
  note(...entries: readonly NewEntry[]): Promise<void>;
  /**
   * Appends entries together with other changes in one transaction. Throws `lease_lost`, or `list_moved` if `others` is
   * out of date.
   */
  commit(step: FeedCommit): Promise<void>;
  close(): Promise<void>;
}

/** A feed in the store. The state is available only if this process holds the feed's lease. */
export type StoredFeed = Pick<OpenFeed, "setup" | "feed" | "id"> & Partial<Pick<OpenFeed, "state">>;

export interface FeedCommit {
  readonly entries: readonly NewEntry[];
  /** New documents for the delivery `of`, by name. These documents replace the delivery's previous documents. */
  readonly documents?:
    | { readonly of: string; readonly texts: ReadonlyMap<string, Iterable<string>> }
    | undefined;
  readonly publication?: NewPublication;
  /**
   * Version numbers of the account's other lists at the time of the decision. The commit fails if a number has changed.
   */
  readonly others?: ReadonlyMap<string, number> | undefined;
  readonly also?: ((tx: Queries, feed: number) => Promise<void>) | undefined;
}

export interface Published {
  readonly current: Current | undefined;
  readonly list: List;
  readonly delivered: DeliveredParts;
}

/** Takes a feed's lease. Throws `locked` if another process holds the lease. */
export async function openFeed(setup: Setup, feed: Feed): Promise<OpenFeed> {
  const lease = await takeLeaseInTime(setup, feed.name, setup.patience ?? 0);
  try {
    return await opened(setup, feed, lease);
  } catch (error) {
    await lease.release().catch(() => {});
    throw error;
  }
}

/** Throws `locked` if another process holds the feed's lease. */
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
 * Takes a lease, waiting if necessary. Commands from people wait briefly until a daemon's pass finishes. Runs do not
 * wait, because they can process other feeds first. `patience` is the maximum wait in milliseconds.
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
      await clock.sleep(retryInterval, new AbortController().signal);
    }
  }
}

const retryInterval = 100;

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
    // The entries are applied to a copy, so that a failed transaction does not change the state in memory.
    const next = newFolding(folding.state);
    const written = store.transaction(async (tx) => {
      // Locks the account's feeds before anything is written, to prevent deadlocks between two workers.
      const checkLease = async (): Promise<void> => {
        await lease.check(tx);
        if (others !== undefined) await lockAccount(tx, feed.name, others);
      };
      await transition(tx, { feed: stored.id, checkLease }, next, numbered);
      if (publication !== undefined) await writePublication(store, tx, stored.id, publication);
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
    id: stored.id,
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
 * If the response to a commit is lost, the commit may still have succeeded. Only the lease holder writes entries, so an
 * entry with the expected number, time and state proves that the commit succeeded.
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

/** Current version numbers of the account's other feeds. */
export async function othersOf({ setup, feed }: OpenFeed): Promise<ReadonlyMap<string, number>> {
  const rows = await numbersOf(setup.store.db, accountOfFeed(feed.name)).execute();
  return new Map(rows.filter(({ name }) => name !== feed.name).map(({ name, number }) => [name, number]));
}

/**
 * Locks the account's feeds. Throws `list_moved` if another list of the account has changed. Without this check, one
 * feed could remove a tax code while another feed adds a reference to it.
 */
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
  // Documents are deleted with the bytes, so none may be added afterward.
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

/** Returns the path of a delivery's stored bytes. Throws `bytes_gone` if the bytes are no longer kept. */
export async function deliveryPath(open: OpenFeed, sha256: string): Promise<string> {
  const path = await keptBytes(open, sha256);
  if (path === undefined)
    throw failure("bytes_gone", { feed: open.feed.name, delivery: sha256.slice(0, 12) });
  return path;
}

/**
 * Returns the path of a delivery's stored bytes, or undefined if the bytes are not kept for this feed. Bytes that are
 * being deleted or kept only for another feed are not used, because data derived from them would be kept longer than
 * the bytes.
 */
export async function keptBytes(
  { setup, feed }: Pick<OpenFeed, "setup" | "feed">,
  sha256: string,
): Promise<string | undefined> {
  const { db, blobs } = setup.store;
  const kept = await db
    .selectFrom("deliveries")
    .select("decided_position")
    .where("feed", "=", feedNamed(db, feed.name))
    .where("sha256", "=", sha256)
    .where("bytes", "=", "kept")
    .executeTakeFirst();
  if (kept === undefined) return undefined;
  // A blob from an earlier decision may have been damaged since, so its hash is checked.
  return kept.decided_position > 0 ? soundBlob(blobs, sha256) : blobs.get(sha256);
}
