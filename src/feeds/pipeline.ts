import { z } from "zod";
import { acknowledge } from "./deliveries/acknowledge.js";
import { eachGroup, groupsAtOnce, feedGroups } from "./deliveries/feed-groups.js";
import { keptBytes, othersOf, withFeed, type OpenFeed, type FeedCommit } from "./deliveries/open-feed.js";
import { publishList } from "./deliveries/publish-delivery.js";
import { readComparisons } from "./deliveries/compare.js";
import { noteFaults, type Attempt } from "./deliveries/faults.js";
import { nextDelivery, supersededBy, type Superseded } from "./deliveries/queue.js";
import { batchesOf, type IncompleteBatch } from "./deliveries/file-sets.js";
import { arrivalOf, noteReceived, receive, type Batch, type Copied } from "./deliveries/receive.js";
import {
  groundsOf,
  isMarkedIdle,
  markIdle,
  readMarks,
  readQuiet,
  type IdleFeed,
  type Marks,
} from "./deliveries/idle.js";
import { dropLeaving, nextOld } from "./deliveries/retention.js";
import type { Setup } from "./deliveries/setup.js";
import { lastingEmpty, type SourceListings } from "./deliveries/listings.js";
import {
  inputsOf,
  gatherInputs,
  evaluateDelivery,
  isNewer,
  type GatheredInputs,
} from "./deliveries/evaluate-delivery.js";
import type { DeliveryEvaluation } from "./deliveries/delivery-evaluation.js";
import { failure, LadingError, writingFailure, type ErrorCode } from "../errors.js";
import { dropFact, readFact, writeFact } from "../store/facts.js";
import {
  arrivalKey,
  isPendingReference,
  type DeliveryState,
  type DeliveryStatus,
} from "./lists/feed-state.js";
import { reasonIn, type DeliveryCounts, type NewEntry } from "./lists/log.js";
import { isServedSo, type Publication } from "./lists/publication.js";
import type { Feed } from "../workspace/workspace.js";

/**
 * START HERE, after engine.ts: one delivery from arrival to publication.
 *
 *     list the source -> receive (blob, sha256, log) -> evaluate (read, map, validate, reconcile, guard)
 *       -> publish (one transaction: records, changes, number, decision, report) -> acknowledge (the source)
 *
 * Only the holder of a feed's lease writes to that feed. The evaluation (deliveries/evaluate-delivery.ts) writes
 * nothing, so `lading plan` shows exactly what production does.
 */

export interface DeliveryOutcome {
  readonly feed: string;
  readonly delivery: string;
  readonly file: string;
  readonly status: Exclude<DeliveryStatus, "RECEIVED"> | "CRASHED";
  /** Number of the version that the delivery published. */
  readonly number?: number;
  /** Absent if the file did not have to be read. */
  readonly evaluation?: DeliveryEvaluation;
  /** A sentence that explains the status, or "" if no explanation is needed. */
  readonly reason: string;
}

export interface FeedOutcome {
  readonly feed: Feed;
  readonly deliveries: readonly DeliveryOutcome[];
  /** True if files remain at the source, for example because another feed must process them first. */
  readonly isLeft: boolean;
  /** True if more files are waiting than a single pass can receive. */
  readonly hasMore: boolean;
  /** Batches with missing files. */
  readonly incomplete?: readonly IncompleteBatch[];
  /** Set if the feed failed or its source could not be listed. Other feeds are unaffected. */
  readonly error: LadingError | undefined;
  /** True if the error concerns one file and the feed's other files were processed. */
  readonly isOfFile?: boolean;
  /** Set if the feed was skipped because an earlier pass marked the feed as idle and nothing has changed since. */
  readonly isIdle?: true;
  /** A person's decision about the feed, as a sentence. */
  readonly act?: string;
}

/** Maximum number of files that a pass receives per feed. A flood of files for one feed must not delay the others. */
const mostPerPass = 500;

/**
 * Receives and processes the complete files at the sources. A failing feed never prevents other feeds from being
 * processed.
 */
export async function runPass(
  setup: Setup,
  feeds: readonly Feed[],
  listings: SourceListings,
  signal: AbortSignal,
  marks?: Marks,
): Promise<readonly FeedOutcome[]> {
  const ordered = listings.fairOrder(feeds);
  const known = marks ?? (await readMarks(setup, feeds));
  const byFeed = new Map<Feed, FeedOutcome>();
  await eachGroup(feedGroups(ordered), groupsAtOnce, async (group) => {
    for (const feed of group) {
      if (!signal.aborted) byFeed.set(feed, await workOnNewest(setup, feed, known, listings, signal));
    }
  });
  const outcomes = ordered.flatMap((feed) => byFeed.get(feed) ?? []);
  // A file that several feeds claim can be moved or deleted only after all of these feeds have processed the file.
  for (const { feed, isLeft } of outcomes) {
    if (isLeft && !signal.aborted) await finish(setup, feed, listings, signal);
  }
  const all = outcomes.every(({ isIdle }) => isIdle) ? outcomes : await withoutLeaving(setup, outcomes);
  const attempts: Attempt[] = [];
  for (const { feed, error, isOfFile, incomplete } of all) {
    const isRemembered = feed.sources.some((name) => listings.sources.get(name)?.isRemembered);
    // If the store cannot be read, the empty file is reported without a comparison with the last accepted file.
    const empty = await lastingEmpty(setup.store.db, feed, listings).catch(() => listings.emptyOf(feed));
    attempts.push({ feed, error, isOfFile, incomplete, empty, isRemembered });
  }
  const isNews = ({ feed, error, empty, incomplete = [] }: Attempt): boolean =>
    error !== undefined ||
    empty !== undefined ||
    incomplete.length > 0 ||
    known.unsettled.has(feed.name) ||
    !known.numbers.has(feed.name);
  if (attempts.some(isNews)) await noteFaults(setup, attempts);
  return all;
}

/** Removes unused blobs. If the removal fails, the error is reported for every feed that has no other error. */
async function withoutLeaving(
  setup: Setup,
  outcomes: readonly FeedOutcome[],
): Promise<readonly FeedOutcome[]> {
  try {
    await dropLeaving(setup);
    // Removed data may remain in the database's write-ahead log. If wiping fails, the next pass tries again.
    await setup.store.wipe().catch(() => false);
    return outcomes;
  } catch (error) {
    return outcomes.map((outcome) => ({
      ...outcome,
      error: outcome.error ?? feedFailure(error, outcome.feed),
    }));
  }
}

/** How many times another list may change during the work before the feed waits for the next pass. */
const mostMoves = 3;

/** Repeats the work if another process published a list that this process had already read. */
async function workOnNewest(...args: Parameters<typeof workOn>): Promise<FeedOutcome> {
  const [, , , , signal] = args;
  const deliveries: DeliveryOutcome[] = [];
  for (let moves = 0; ; moves++) {
    const outcome = await workOn(...args);
    deliveries.push(...outcome.deliveries);
    const isMoved = outcome.error?.code === "list_moved" && moves < mostMoves && !signal.aborted;
    if (!isMoved) return { ...outcome, deliveries };
  }
}

/** Receives and processes the waiting deliveries of one feed, under its lease. */
async function workOn(
  setup: Setup,
  feed: Feed,
  marks: Marks,
  listings: SourceListings,
  signal: AbortSignal,
): Promise<FeedOutcome> {
  const deliveries: DeliveryOutcome[] = [];
  const listed = listings.of(feed);
  const failedSource = feed.sources.map((name) => listings.sources.get(name)?.failed).find(Boolean);
  const nothing = { feed, deliveries, isLeft: false, hasMore: false, error: failedSource };
  try {
    const grounds = await groundsOf(setup, feed, marks, listings);
    if (isMarkedIdle(setup, feed, marks, grounds)) return { ...nothing, isIdle: true };
    const idle = listed.length === 0 ? await idleFeed(setup, feed) : undefined;
    if (idle !== undefined) {
      await markIdle(setup, feed, grounds, idle);
      return nothing;
    }
    const { isSteady, unreadable, compareAt, ...outcome } = await withFeed(setup, feed, async (open) => {
      // The newest delivery is known only after all deliveries have been received.
      const batches = await batchesOf(open, listed);
      await batches.note();
      const { received, unreadable, compareAt } = await receiveAll(
        open,
        batches.complete,
        signal,
        (outcome) => deliveries.push(outcome),
      );
      if (received !== "more") await decideWaiting(open, signal, (outcome) => deliveries.push(outcome));
      const isLeft = await acknowledge(open, listings.doneFileOf, signal);
      const { incomplete } = batches;
      const isSteady = received === "all" && incomplete.length === 0;
      const hasMore = received === "more";
      return { incomplete, isLeft, hasMore, isSteady, unreadable, compareAt };
    });
    if (deliveries.length === 0 && !outcome.isLeft && isSteady && !signal.aborted) {
      const found = await idleFeed(setup, feed);
      if (found !== undefined) {
        const until = Math.min(found.until, compareAt);
        await markIdle(setup, feed, grounds, { ...found, until });
      }
    }
    const isOfFile = failedSource === undefined && unreadable !== undefined;
    return { ...nothing, ...outcome, error: failedSource ?? unreadable, isOfFile };
  } catch (error) {
    return { ...nothing, error: feedFailure(error, feed) };
  }
}

/**
 * Checks whether a feed has work to do, without taking the lease. Returns the data for the feed's idle mark if there is
 * no work, as for most feeds in most passes. Returns undefined if the feed has work to do or is not in the store yet.
 */
async function idleFeed(setup: Setup, feed: Feed): Promise<IdleFeed | undefined> {
  const stored = await readQuiet(setup.store.db, feed.name);
  if (stored === undefined || stored.isBusy) return undefined;
  const { id, entries, isPaused, isQuiet } = stored;
  const inputs = await inputsOf(setup, feed);
  if (!isPaused) {
    const queued = { setup, feed, id };
    if ((await nextDelivery(queued, inputs, new Set())) !== undefined) return undefined;
    if ((await supersededBy(queued)).length > 0) return undefined;
  }
  const until = await nextOld(setup, feed, id);
  return until <= setup.clock.now().getTime() ? undefined : { isQuiet, entries, inputs, until };
}

async function finish(
  setup: Setup,
  feed: Feed,
  listings: SourceListings,
  signal: AbortSignal,
): Promise<void> {
  try {
    await withFeed(setup, feed, (open) => acknowledge(open, listings.doneFileOf, signal));
  } catch {
    // The decision is already recorded, so the next pass can archive or delete the file.
  }
}

/** Processes new deliveries in order and repeats decisions whose inputs have changed. */
export async function decideWaiting(
  open: OpenFeed,
  signal: AbortSignal,
  onOutcome: (outcome: DeliveryOutcome) => void,
): Promise<void> {
  if (open.state().paused !== undefined || open.state().deliveries.size === 0) return;
  expectDelivery(open);
  await decideAll(open, signal, onOutcome);
}

/**
 * Starts a reader process while the inputs are being gathered, if a received delivery will probably need one. The last
 * accepted file of a part usually does not need a reader.
 */
function expectDelivery({ setup, ...open }: OpenFeed): void {
  const { deliveries, accepted } = open.state();
  const isLikely = [...deliveries.values()].some(
    ({ status, part, sha256 }) => status === "RECEIVED" && accepted.get(part)?.sha256 !== sha256,
  );
  if (isLikely) setup.expect?.();
}

async function decideAll(
  open: OpenFeed,
  signal: AbortSignal,
  onOutcome: (outcome: DeliveryOutcome) => void,
): Promise<void> {
  // The version numbers are read before the lists, so that later changes are detected.
  const others = await othersOf(open);
  const gathered = { ...(await gatherInputs(open.setup, open.feed)), others };
  const tried = new Set<string>();
  while (!signal.aborted) {
    for (const older of await supersededBy(open)) onOutcome(await supersede(open, older));
    const delivery = await nextDelivery(open, gathered.inputs, tried);
    if (delivery === undefined) break;
    tried.add(delivery.sha256);
    try {
      onOutcome(await decideDelivery(open, delivery, gathered, signal));
    } catch (error) {
      // The interrupted delivery is read again in the next run.
      if (signal.aborted && error === signal.reason) return;
      await noteRetry(open, delivery, feedFailure(error, open.feed));
      throw error;
    }
  }
}

/**
 * Records that the environment prevented a decision. The delivery keeps its place in the queue, and the next pass tries
 * again. The same reason is recorded only once.
 */
async function noteRetry(
  open: OpenFeed,
  { sha256, retrying }: DeliveryState,
  failed: LadingError,
): Promise<void> {
  if (failed.recovery !== "retry" || failed.code === "lease_lost" || failed.code === "list_moved") return;
  const reason = failed.message;
  if (retrying?.reason === reason) return;
  try {
    await open.note({ state: "RETRY", delivery: sha256, reason });
  } catch {
    // The store may be on the disk that failed. The caller reports the original error.
  }
}

async function decideDelivery(
  open: OpenFeed,
  delivery: DeliveryState,
  gathered: GatheredInputs & Required<Pick<FeedCommit, "others">>,
  signal: AbortSignal,
): Promise<DeliveryOutcome> {
  if (isKnown(open, delivery, gathered)) {
    const { sha256, counts } = delivery;
    await open.note({ state: "UNCHANGED", delivery: sha256, counts, inputs: gathered.inputs });
    return outcome(open, delivery, "UNCHANGED", "");
  }
  const path = await keptBytes(open, delivery.sha256);
  if (path === undefined && isPendingReference(delivery))
    return forgetPendingReference(open, delivery, gathered);
  if (path === undefined) return outcome(open, delivery, "WAITING", "The file must be received again.");
  const evaluation = await evaluateDelivery(open, delivery, path, gathered, signal);
  const { feed } = open;
  const about = { delivery: delivery.sha256 };
  switch (evaluation.verdict) {
    case "waiting": {
      const { inputs } = evaluation;
      const entry = { state: "WAITING", ...about, for: evaluation.for, inputs } as const;
      await open.note(entry);
      return outcome(open, delivery, "WAITING", reasonIn(entry), evaluation);
    }
    case "crashed":
      return crashed(open, delivery, evaluation);
    case "rejected": {
      const { codes, reason, counts, inputs } = evaluation;
      const rejection = { state: "REJECTED" as const, ...about, codes: [...codes], reason, counts, inputs };
      await open.commit(decided(open, delivery, evaluation, rejection));
      return outcome(open, delivery, "REJECTED", reason, evaluation);
    }
    case "held": {
      const guards = evaluation.guards.map(({ pairs: _, ...guard }) => guard);
      const { counts, inputs, changeSet: change_set } = evaluation;
      const differences = evaluation.result.changes.kinds;
      const entry = { state: "HELD", ...about, guards, change_set, differences, counts, inputs } as const;
      await open.commit(decided(open, delivery, evaluation, entry));
      return outcome(open, delivery, "HELD", reasonIn(entry), evaluation);
    }
    case "unchanged": {
      const { counts, inputs } = evaluation;
      await open.commit(
        decided(open, delivery, evaluation, { state: "UNCHANGED", ...about, counts, inputs }),
      );
      return outcome(open, delivery, "UNCHANGED", "", evaluation);
    }
    case "publish": {
      const { counts, inputs } = evaluation;
      const published = await open.published();
      const why = republishReason(published.current?.publication, feed);
      const number = await publishList(open, {
        result: evaluation.result,
        columns: evaluation.columns,
        delivered:
          delivery.amends === undefined && !isPendingReference(delivery)
            ? { ...published.delivered, [delivery.part]: evaluation.delivered }
            : published.delivered,
        source: { sha256: delivery.sha256, name: delivery.arrival.name },
        mapping_sha256: evaluation.mapping.hash,
        documents: { of: delivery.sha256, texts: open.setup.documents(feed, delivery, evaluation) },
        others: gathered.others,
        entries: (made) => [
          ...reading(delivery, evaluation),
          { state: "PUBLISHED", ...about, number: made, counts, inputs },
        ],
      });
      return { ...outcome(open, delivery, "PUBLISHED", why, evaluation), number };
    }
  }
}

/**
 * Rows with a pending reference cannot be read again after their delivery's bytes have been deleted. Such rows must
 * arrive again in a later delivery.
 */
async function forgetPendingReference(
  open: OpenFeed,
  delivery: DeliveryState,
  { inputs }: GatheredInputs,
): Promise<DeliveryOutcome> {
  const { pending_reference: _, ...counts } = delivery.counts as DeliveryCounts;
  await open.note({ state: "UNCHANGED", delivery: delivery.sha256, counts, inputs });
  return outcome(
    open,
    delivery,
    "UNCHANGED",
    "The file is no longer stored, so its rows with pending references were dropped.",
  );
}

/** Returns a sentence if the `serve` setting has changed since the current version was published, otherwise "". */
function republishReason(publication: Publication | undefined, { serve }: Feed): string {
  if (publication === undefined || isServedSo(publication, serve)) return "";
  return "The account's `serve` setting changed, so the list is published again.";
}

/** True if the list was produced from the same bytes and all inputs to the decision are unchanged. */
function isKnown(open: OpenFeed, delivery: DeliveryState, gathered: GatheredInputs): boolean {
  const accepted = open.state().accepted.get(delivery.part);
  return (
    accepted?.sha256 === delivery.sha256 &&
    accepted.inputs !== undefined &&
    JSON.stringify(accepted.inputs) === JSON.stringify(gathered.inputs)
  );
}

/**
 * Handles a reader process that was killed or crashed. The file is processed again after the first crash, which may be
 * an accident, and quarantined after the second.
 */
async function crashed(
  open: OpenFeed,
  delivery: DeliveryState,
  evaluation: Extract<DeliveryEvaluation, { verdict: "crashed" }>,
): Promise<DeliveryOutcome> {
  const { reason } = evaluation;
  const isFirst = delivery.crashes === 0;
  const crash = { state: "CRASHED", delivery: delivery.sha256, reason } as const;
  if (isFirst) {
    await open.note(crash);
    return outcome(open, delivery, "CRASHED", reason, evaluation);
  }
  await open.commit({
    entries: [crash, { state: "QUARANTINED", delivery: delivery.sha256, reason }],
    documents: { of: delivery.sha256, texts: open.setup.documents(open.feed, delivery, evaluation) },
  });
  return outcome(open, delivery, "QUARANTINED", reason, evaluation);
}

/**
 * Marks a delivery as superseded because a newer one was published or is unchanged. The bytes of the superseded
 * delivery are kept.
 */
async function supersede(open: OpenFeed, { sha256, name, by }: Superseded): Promise<DeliveryOutcome> {
  const entry = { state: "SUPERSEDED", delivery: sha256, by } as const;
  await open.note(entry);
  return outcome(open, { sha256, arrival: { name } }, "SUPERSEDED", reasonIn(entry));
}

type Read = Exclude<DeliveryEvaluation, { verdict: "waiting" | "crashed" }>;

function decided(open: OpenFeed, delivery: DeliveryState, evaluation: Read, decision: NewEntry): FeedCommit {
  return {
    entries: [...reading(delivery, evaluation), decision],
    documents: { of: delivery.sha256, texts: open.setup.documents(open.feed, delivery, evaluation) },
  };
}

function reading({ sha256: delivery }: DeliveryState, { counts }: Read): readonly NewEntry[] {
  return [
    { state: "READ", delivery, rows: counts.read },
    { state: "VALIDATED", delivery, counts },
  ];
}

interface Received {
  /**
   * `more`: the next pass receives the remaining files. `changed`: a file differed from its listing or could not be
   * read.
   */
  readonly received: "all" | "more" | "changed";
  /** The error for the first unreadable file. */
  readonly unreadable: LadingError | undefined;
  /** When files that stay at their source are compared again, in milliseconds since 1970. */
  readonly compareAt: number;
}

/**
 * Receives new files. If a file is unreadable, other full deliveries are still received. Later deltas wait, because
 * deltas depend on each other.
 */
async function receiveAll(
  open: OpenFeed,
  batches: readonly Batch[],
  signal: AbortSignal,
  onDecided: (outcome: DeliveryOutcome) => void,
): Promise<Received> {
  let received = 0;
  let isChanged = false;
  let unreadable: LadingError | undefined;
  const before = await readUnreadable(open);
  const unread = new Set(before);
  const comparisons = await readComparisons(open, batches);
  const { due, until: compareAt } = comparisons;
  let copies: Copied[] = [];
  const note = async (): Promise<void> => {
    const copied = copies;
    copies = [];
    if (!(await unlessChanged(() => noteReceived(open, copied).then(() => true)))) isChanged = true;
  };
  for (const batch of batches) {
    if (signal.aborted || received === mostPerPass) {
      await note();
      await writeUnreadable(open, before, unread);
      return { received: "more", unreadable, compareAt };
    }
    const key = unreadableKey(batch);
    let found: Awaited<ReturnType<typeof receive>> | undefined;
    try {
      found = await unlessChanged(() => receive(open, batch, signal, due.has(batch[0].source)));
    } catch (error) {
      if (open.feed.delivery === "delta" || !isOfOneFile(error)) {
        await note();
        throw error;
      }
      unreadable ??= error;
      unread.add(key);
      continue;
    }
    if (found === "known") continue;
    if (found === undefined) {
      isChanged = true;
      continue;
    }
    received += 1;
    copies.push(found);
    const wasUnreadable = !found.isRefused && unread.delete(key);
    const isEnough = copies.length === mostTogether.files || sizeOf(copies) > mostTogether.bytes;
    if (isEnough || wasUnreadable || found.isRefused) await note();
    const superseded = wasUnreadable ? await supersedeIfOlder(open, batch) : undefined;
    if (superseded !== undefined) onDecided(superseded);
    const refused = found.isRefused ? open.state().deliveries.get(found.sha256) : undefined;
    if (refused !== undefined) onDecided(outcome(open, refused, "REJECTED", refused.reason));
  }
  await note();
  const here = new Set(batches.map(unreadableKey));
  await writeUnreadable(open, before, new Set([...unread].filter((key) => here.has(key))));
  if (isChanged || unreadable !== undefined) return { received: "changed", unreadable, compareAt };
  await comparisons.done();
  return { received: "all", unreadable, compareAt };
}

/** Small files are recorded together, because each transaction waits for the disk. */
const mostTogether = { files: 50, bytes: 1024 * 1024 };

function sizeOf(copies: readonly Copied[]): number {
  return copies.reduce((sum, { size }) => sum + size, 0);
}

/** Omits the file's `identity`, which changes when the file's permissions are fixed. */
function unreadableKey([first]: Batch): string {
  const { source, name, size, modified } = arrivalOf(first);
  return JSON.stringify([source, name, size, modified]);
}

const unreadableFact = ({ feed }: OpenFeed): string => `unreadable ${feed.name}`;

/** Returns the keys of the files that were unreadable in the last pass. */
async function readUnreadable(open: OpenFeed): Promise<ReadonlySet<string>> {
  const stored = await readFact(open.setup.store.db, unreadableFact(open));
  return new Set(z.array(z.string()).catch([]).parse(stored));
}

async function writeUnreadable(
  open: OpenFeed,
  before: ReadonlySet<string>,
  now: ReadonlySet<string>,
): Promise<void> {
  const { db } = open.setup.store;
  if (now.size === before.size && [...now].every((key) => before.has(key))) return;
  if (now.size === 0) await dropFact(db, unreadableFact(open));
  else await writeFact(db, unreadableFact(open), [...now]);
}

/** Supersedes a file that was unreadable, if a newer delivery was accepted before it became readable. */
async function supersedeIfOlder(open: OpenFeed, batch: Batch): Promise<DeliveryOutcome | undefined> {
  const state = open.state();
  const key = arrivalKey(arrivalOf(batch[0]));
  const delivery = [...state.deliveries.values()].find((each) => arrivalKey(each.arrival) === key);
  const accepted = delivery && state.accepted.get(delivery.part);
  const latest = accepted && state.deliveries.get(accepted.sha256);
  if (delivery === undefined || latest === undefined || !isNewer(latest, delivery)) return undefined;
  return supersede(open, { sha256: delivery.sha256, name: delivery.arrival.name, by: latest.sha256 });
}

/** Failures that affect a single file at a source that otherwise works. */
const ofOneFile: ReadonlySet<string> = new Set<ErrorCode>([
  "arrival_not_readable",
  "sftp_no_permission",
  "sftp_failed",
  "sftp_not_moved",
  "sftp_file_changed",
]);

/** True if the only failure is a file that stays unreadable until a person corrects its permissions. */
export function isUnreadableFile({ error, isOfFile }: Pick<FeedOutcome, "error" | "isOfFile">): boolean {
  return (
    isOfFile === true && (error?.code === "arrival_not_readable" || error?.code === "sftp_no_permission")
  );
}

function isOfOneFile(error: unknown): error is LadingError {
  return error instanceof LadingError && ofOneFile.has(error.code);
}

/**
 * Runs `work`. Returns undefined if the file disappeared or changed after it was listed. The change is detected in the
 * next listing.
 */
async function unlessChanged<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LadingError && error.code === "arrival_changed") return undefined;
    throw error;
  }
}

function outcome(
  open: OpenFeed,
  delivery: Pick<DeliveryState, "sha256"> & { readonly arrival: { readonly name: string } },
  status: DeliveryOutcome["status"],
  reason: string,
  evaluation?: DeliveryEvaluation,
): DeliveryOutcome {
  return {
    feed: open.feed.name,
    delivery: delivery.sha256,
    file: delivery.arrival.name,
    status,
    reason,
    ...(evaluation === undefined ? {} : { evaluation }),
  };
}

/** Converts any failure to an error with a next step. */
export function feedFailure(error: unknown, feed: Feed): LadingError {
  if (error instanceof LadingError) return error;
  const { path = feed.name, message: reason } = error as NodeJS.ErrnoException;
  return writingFailure(path, error) ?? failure("feed_failed", { feed: feed.name, reason }, error);
}
