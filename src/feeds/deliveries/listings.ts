import { accountOfFeed } from "../../model/account.js";
import { LadingError, failure } from "../../errors.js";
import { arrivalKey, nothingYet } from "../lists/feed-state.js";
import { knownArrivals, readFeed } from "../lists/feed-log.js";
import type { Arrival } from "../lists/log.js";
import {
  newObserver,
  type Observed,
  type Observer,
  type WholeWhen,
} from "../../connectors/sources/arrivals.js";
import type { IgnoredEntry, SourceFile, Source } from "../../connectors/sources/source.js";
import type { Queries } from "../../store/store.js";
import type { Feed } from "../../workspace/workspace.js";
import { isReachedBy } from "./workers.js";
import { claim, type ClaimedFile } from "./receive.js";
import type { Setup } from "./setup.js";

/** Files at the sources. Lading finds files only by listing, and uses a file only after it is complete. */

export interface SourceListings {
  /** Complete files that the feed claims. */
  of(feed: Feed): readonly ClaimedFile[];
  /**
   * Sorts the feeds of accounts with few files first, so that a flood of files for one account does not delay others.
   */
  fairOrder(feeds: readonly Feed[]): readonly Feed[];
  /** The most recently modified empty file that the feed claims. */
  emptyOf(feed: Feed): EmptyFile | undefined;
  readonly doneFileOf: (arrival: Arrival) => SourceFile | undefined;
  readonly sources: ReadonlyMap<string, SourceListing>;
  /** Milliseconds until the sources should be scanned again. Undefined if no file is arriving. */
  readonly pollAgainIn: number | undefined;
  /** Milliseconds until a source with its own `poll` is due. Undefined if there is none. */
  readonly pollIn: number | undefined;
}

export interface EmptyFile extends Pick<SourceFile, "name" | "modified"> {
  readonly source: string;
  readonly part: string;
}

interface SourceListing {
  readonly arriving: readonly SourceFile[];
  readonly unclaimed: readonly SourceFile[];
  readonly ignored: readonly IgnoredEntry[];
  /** Set if the source could not be listed. */
  readonly failed: LadingError | undefined;
  /** Set if the source was not polled this time, so the previous listing is used. */
  readonly isRemembered?: true;
}

export interface Lister {
  /**
   * Lists the sources. If `anew` is true, sources are polled even if they are not due, so that feeds on a failed host
   * do not appear healthy because of an old listing.
   */
  list(signal: AbortSignal, anew?: boolean): Promise<SourceListings>;
}

/**
 * Returns a lister for those of the feeds' sources that this machine can reach. The state of the lister is lost when
 * the process ends.
 */
export function newLister(setup: Setup, feeds: readonly Feed[]): Lister {
  const watched = new Map<string, Watched>();
  const lately = new Map<string, { readonly seen: SourceScan; readonly until: number }>();
  const reached = (name: string): boolean =>
    isReachedBy(setup.worker, setup.workspace.sources.get(name)?.workers);
  const names = [...new Set(feeds.flatMap((feed) => feed.sources))].filter(reached);
  return {
    async list(signal, anew = false) {
      const bySource = new Map<string, SourceListing>();
      const whole: { source: string; file: SourceFile; doneFile: SourceFile | undefined }[] = [];
      let pollAgainIn: number | undefined;
      // Sources are scanned in parallel, so that a slow host does not delay the others.
      const scans = names.map(async (name) => {
        const now = setup.clock.monotonic();
        const last = lately.get(name);
        if (!anew && last !== undefined && now < last.until) return [name, agedListing(last, now)] as const;
        const seen = await scanSource(setup, name, watched, signal);
        lately.set(name, { seen, until: listAgainAt(seen, now) });
        return [name, seen] as const;
      });
      for (const [name, seen] of await Promise.all(scans)) {
        bySource.set(name, seen);
        if (seen.failed !== undefined) continue;
        for (const one of seen.whole) whole.push({ source: name, ...one });
        const next = seen.pollAgainIn;
        if (next !== undefined) pollAgainIn = Math.min(next, pollAgainIn ?? next);
      }
      const now = setup.clock.monotonic();
      const dueIn = [...lately.values()].flatMap(({ seen, until }) =>
        seen.pollEvery === 0 ? [] : Math.max(0, until - now),
      );
      const pollIn = dueIn.length === 0 ? undefined : Math.min(...dueIn);
      return listings(feeds, bySource, whole, { pollAgainIn, pollIn });
    },
  };
}

type SourceScan = SourceListing & Pick<Observed, "whole" | "pollAgainIn"> & { readonly pollEvery: number };

/** A source with its own interval is not polled more often unless a file is arriving. */
function listAgainAt({ pollEvery, pollAgainIn }: SourceScan, now: number): number {
  return now + Math.min(pollEvery, pollAgainIn ?? pollEvery);
}

function agedListing(last: { readonly seen: SourceScan; readonly until: number }, now: number): SourceScan {
  const { seen, until } = last;
  const remembered = { ...seen, isRemembered: true as const };
  return seen.pollAgainIn === undefined ? remembered : { ...remembered, pollAgainIn: until - now };
}

/** State of a source between two scans. */
interface Watched {
  readonly observer: Observer;
  /**
   * Files that were received before the first scan. Such files were already complete and have remained at the source.
   * Undefined if no file has been found yet, to avoid a query.
   */
  readonly received: ReadonlySet<string> | undefined;
}

async function scanSource(
  setup: Setup,
  name: string,
  watched: Map<string, Watched>,
  signal: AbortSignal,
): Promise<SourceScan> {
  let pollEvery = 0;
  try {
    const source = await setup.source(name);
    pollEvery = source.pollEvery ?? 0;
    const listing = await source.list(signal);
    const at = setup.clock.monotonic();
    const before = watched.get(name);
    const observer = before?.observer ?? newObserver();
    const received =
      before?.received ??
      (listing.files.length > 0
        ? await knownArrivals(
            setup.store.db,
            listing.files.map((file) => ({ source: name, ...file })),
          )
        : undefined);
    watched.set(name, { observer, received });
    const observed = observer.observe(listing, at, (file) => whenWhole(setup, source, file, received));
    return { ...observed, ignored: listing.ignored, failed: undefined, pollEvery };
  } catch (error) {
    const failed =
      error instanceof LadingError
        ? error
        : failure("source_unavailable", { source: name, reason: String((error as Error).message) }, error);
    return { whole: [], arriving: [], unclaimed: [], ignored: [], pollAgainIn: undefined, failed, pollEvery };
  }
}

/**
 * If several feeds claim a file, the strictest rule determines when it is complete. Files that were already received
 * are complete.
 */
function whenWhole(
  setup: Setup,
  source: Source,
  file: SourceFile,
  received: ReadonlySet<string> | undefined,
): WholeWhen | undefined {
  let careful: WholeWhen | undefined;
  for (const feed of setup.workspace.feeds) {
    const claimed = claim(feed, source.name, file.name);
    if (claimed === undefined) continue;
    const when: WholeWhen =
      claimed.member?.kind === "marker"
        ? { mode: "marker" }
        : feed.settle.mode !== "settle"
          ? feed.settle
          : received?.has(arrivalKey({ source: source.name, ...file }))
            ? { mode: "final_name" }
            : { mode: "settle", for: feed.settle.for ?? source.settleFor };
    if (careful === undefined || rank(when) > rank(careful)) careful = when;
  }
  return careful;
}

function rank(when: WholeWhen): number {
  if (when.mode === "final_name" || when.mode === "marker") return -1;
  return when.mode === "settle" ? when.for : Infinity;
}

function listings(
  feeds: readonly Feed[],
  bySource: ReadonlyMap<string, SourceListing>,
  whole: readonly { source: string; file: SourceFile; doneFile: SourceFile | undefined }[],
  next: Pick<SourceListings, "pollAgainIn" | "pollIn">,
): SourceListings {
  const byFeed = new Map<Feed, ClaimedFile[]>();
  const doneFiles = new Map<string, SourceFile>();
  for (const one of whole) {
    if (one.doneFile !== undefined) doneFiles.set(`${one.source}/${one.file.name}`, one.doneFile);
    for (const feed of feeds) {
      const parts = claim(feed, one.source, one.file.name);
      if (parts === undefined) continue;
      const list = byFeed.get(feed);
      if (list === undefined) byFeed.set(feed, [{ ...one, parts }]);
      else list.push({ ...one, parts });
    }
  }
  const load = new Map<string, number>();
  for (const [feed, list] of byFeed) {
    load.set(accountOfFeed(feed.name), (load.get(accountOfFeed(feed.name)) ?? 0) + list.length);
  }
  return {
    of: (feed) => byFeed.get(feed) ?? [],
    fairOrder: (some) =>
      [...some].sort(
        (a, b) => (load.get(accountOfFeed(a.name)) ?? 0) - (load.get(accountOfFeed(b.name)) ?? 0),
      ),
    emptyOf(feed) {
      const found = feed.sources.flatMap((source) =>
        (bySource.get(source)?.arriving ?? []).flatMap(({ name, size, modified }) => {
          const claimed = size === 0 ? claim(feed, source, name) : undefined;
          return claimed === undefined ? [] : [{ source, name, modified, part: claimed.part }];
        }),
      );
      return found.toSorted((a, b) => b.modified - a.modified)[0];
    },
    doneFileOf: (arrival) => doneFiles.get(`${arrival.source}/${arrival.name}`),
    sources: bySource,
    ...next,
  };
}

/** Returns the feed's empty file, unless a full export with a later modification time was accepted. */
export async function lastingEmpty(
  db: Queries,
  feed: Feed,
  listings: SourceListings,
): Promise<EmptyFile | undefined> {
  const empty = listings.emptyOf(feed);
  if (empty === undefined || feed.delivery === "delta") return empty;
  const { state = nothingYet } = (await readFeed(db, feed.name)) ?? {};
  const taken = state.deliveries.get(state.accepted.get(empty.part)?.sha256 ?? "");
  return taken !== undefined && taken.arrival.modified > empty.modified ? undefined : empty;
}
