import { join } from "node:path";
import { LadingError } from "../errors.js";
import { verifyPublication, type Current, readCurrent } from "../lists/current.js";
import { ensureFolder, namesIn } from "../storage/durable.js";
import { newFolding, type DeliveryState, type FeedState } from "../lists/feed-state.js";
import {
  filingFolderOf,
  filingFolders,
  dropDrafts,
  fileName,
  refileDelivery,
  tidySpool,
} from "../lists/filing.js";
import { openJournal, type Entry, type Journal, type NewEntry } from "../lists/journal.js";
import { emptyList, type List } from "../lists/list.js";
import { dropAbandoned, takeLock, type Lock } from "../storage/lock.js";
import { temporaryName } from "../lists/spool.js";
import type { Spill } from "../evaluation/spill.js";
import { scratchSpill, type Scratch } from "../storage/scratch.js";
import { publicationNumbers } from "../lists/publish.js";
import { openStoredList, type DeliveredParts } from "../lists/stored-list.js";
import type { Feed } from "../workspace/workspace.js";
import type { Setup } from "./setup.js";

/** A feed that this process may write: locked, recovered, with its journal open. */
export interface OpenFeed {
  readonly setup: Setup;
  readonly feed: Feed;
  readonly lock: Lock;
  /** As the journal says now. */
  state(): FeedState;
  /** The journal as it stands. */
  entries(): readonly Entry[];
  /** The current publication with its list; an empty list when there is none. */
  published(): Promise<Published>;
  /** Where a list waits while it is made; it goes when the feed is closed. */
  scratch(): Spill;
  note(entry: NewEntry, durable: "durable" | "soon"): Promise<Entry>;
  close(): Promise<void>;
}

export interface Published {
  readonly current: Current | undefined;
  readonly list: List;
  readonly delivered: DeliveredParts;
}

/** Locks a feed, finishes what an interrupted run left (`docs/semantics.md` section 5, Recovery), and opens it. */
export async function openFeed(setup: Setup, feed: Feed): Promise<OpenFeed> {
  const { disk, clock } = setup;
  await ensureFolder(disk, feed.folder);
  const lock = await takeLockInTime(setup, feed);
  let journal: Journal | undefined;
  try {
    await dropAbandoned(disk, feed.folder);
    await dropDrafts(disk, setup.workspace.data, feed.name);
    journal = await openJournal(disk, feed.folder, () => clock.now());
    await notePublication(setup, feed, journal);
    const open = opened(setup, feed, lock, journal);
    await finishFiling(setup, feed, open.state());
    await tidyFeedSpool(open, journal.damaged.length === 0);
    return open;
  } catch (error) {
    await journal?.close().catch(() => {});
    await lock.release().catch(() => {});
    throw error;
  }
}

/** A person waits a little for the pass that a daemon is at; a run does not, for it has other feeds and comes again. */
async function takeLockInTime({ disk, clock, patience = 0 }: Setup, feed: Feed): Promise<Lock> {
  const end = clock.monotonic() + patience;
  for (;;) {
    try {
      return await takeLock(disk, feed.folder, feed.name);
    } catch (error) {
      const isLocked = error instanceof LadingError && error.code === "locked";
      if (!isLocked || clock.monotonic() >= end) throw error;
      await clock.sleep(lookAgain, new AbortController().signal);
    }
  }
}

const lookAgain = 100;

function opened(setup: Setup, feed: Feed, lock: Lock, journal: Journal): OpenFeed {
  const folding = newFolding();
  for (const entry of journal.entries) folding.add(entry);
  const scratches: Scratch[] = [];
  let list: { readonly folder: string; readonly stored: Omit<Published, "current"> } | undefined;
  return {
    setup,
    feed,
    lock,
    state: () => folding.state,
    entries: () => journal.entries,
    async published() {
      const current = await readCurrent(feed.folder, setup.disk);
      if (current === undefined) return { current, list: emptyList, delivered: {} };
      if (list?.folder !== current.folder) {
        list = { folder: current.folder, stored: await openStoredList(setup.disk, current) };
      }
      return { current, ...list.stored };
    },
    scratch() {
      const tmp = join(setup.workspace.data, "tmp");
      const scratch = scratchSpill(async () => {
        await ensureFolder(setup.disk, tmp);
        return join(tmp, temporaryName());
      });
      scratches.push(scratch);
      return scratch;
    },
    async note(entry, durable) {
      const added = await journal.add(entry, durable);
      folding.add(added);
      return added;
    },
    async close() {
      try {
        for (const scratch of scratches) await scratch.close();
        await journal.close();
      } finally {
        await lock.release();
      }
    },
  };
}

/** A publication that appeared just before a crash is one, even if the journal does not say so yet. */
async function notePublication(setup: Setup, feed: Feed, journal: Journal): Promise<void> {
  const [highest] = await publicationNumbers(setup.disk, feed.folder);
  if (highest === undefined) return;
  const noted = journal.entries.some(
    (entry) => entry.state !== "STAGED" && "number" in entry && entry.number === highest,
  );
  if (noted) return;
  const verdict = await verifyPublication(setup.disk, feed.folder, highest);
  if ("reason" in verdict) return;
  // The rename may not be durable yet: the crash came before the folder was synced.
  await setup.disk.syncFolder(join(feed.folder, "pub"));
  const { source, rolled_back_to } = verdict.manifest;
  if (rolled_back_to !== undefined) {
    const entry = { to: rolled_back_to, number: highest, reason: "finished after a crash", by: "lading" };
    await journal.add({ state: "ROLLED_BACK", ...entry }, "durable");
    return;
  }
  const staged = journal.entries.findLast(
    (entry) => entry.state === "STAGED" && entry.number === highest && entry.delivery === source.sha256,
  );
  const inputs = staged?.state === "STAGED" ? { counts: staged.counts, basis: staged.basis } : {};
  await journal.add({ state: "PUBLISHED", delivery: source.sha256, number: highest, ...inputs }, "durable");
}

/** A journal that was lost or is damaged may not name what the spool holds; then nothing is taken out that it does not name. */
async function tidyFeedSpool({ setup, feed, ...open }: OpenFeed, isUndamaged: boolean): Promise<void> {
  const isLost =
    open.state().deliveries.size === 0 && (await publicationNumbers(setup.disk, feed.folder)).length > 0;
  await tidySpool(setup.disk, setup.workspace.data, feed, open.state().deliveries, isUndamaged && !isLost);
}

/** Every decided delivery is filed where its status says, and nowhere else. */
async function finishFiling(setup: Setup, feed: Feed, state: FeedState): Promise<void> {
  const byName = new Map<string, DeliveryState>();
  for (const delivery of state.deliveries.values()) byName.set(fileName(delivery), delivery);
  const misfiled = new Set<DeliveryState>();
  for (const filingFolder of filingFolders) {
    for (const name of await namesIn(setup.disk, join(feed.folder, filingFolder))) {
      const delivery = byName.get(name);
      const home = delivery && filingFolderOf(delivery.status);
      if (delivery !== undefined && home !== undefined && home !== filingFolder) misfiled.add(delivery);
    }
  }
  for (const delivery of misfiled) await refileDelivery(setup.disk, feed.folder, delivery);
}
