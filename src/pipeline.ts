import { acknowledge } from "./deliveries/acknowledge.js";
import { eachLane, lanesAtOnce, lanesOf } from "./deliveries/lanes.js";
import { openFeed, type OpenFeed } from "./deliveries/open-feed.js";
import { publishList, sourceOf } from "./deliveries/publish-delivery.js";
import { replayLost } from "./deliveries/lost.js";
import { nextDelivery, supersededBy } from "./deliveries/queue.js";
import { receive, type ClaimedFile } from "./deliveries/receive.js";
import { dropOld } from "./deliveries/retention.js";
import type { Setup } from "./deliveries/setup.js";
import type { SourceListings } from "./deliveries/listings.js";
import {
  differencesOf,
  gatherInputs,
  evaluateDelivery,
  type Inputs,
} from "./deliveries/evaluate-delivery.js";
import type { DeliveryEvaluation } from "./deliveries/delivery-evaluation.js";
import { failure, LadingError } from "./errors.js";
import { bytesOf, filingFolderOf, fileDelivery, tidyFiling } from "./lists/filing.js";
import { isServedSo, type Manifest } from "./lists/manifest.js";
import { lastArrival, type DeliveryState, type DeliveryStatus, type FeedState } from "./lists/feed-state.js";
import { prepareData } from "./deliveries/data-folder.js";
import type { Feed } from "./workspace/workspace.js";

/**
 * START HERE, after engine.ts: one delivery from arrival to publication.
 *
 *     a source is listed -> receive (spool, sha256, journal) -> weigh (read, map, validate, reconcile, guard)
 *       -> file (archive, with its report) -> publish (stage, verify, one rename) -> acknowledge (the source)
 *
 * Only the holder of a feed's lock writes that feed. What a delivery comes to is weighed without writing anything
 * (deliveries/evaluate-delivery.ts), so that `lading plan` shows exactly what production does.
 */

/** What became of one delivery of a feed. */
export interface DeliveryOutcome {
  readonly feed: string;
  readonly delivery: string;
  readonly file: string;
  readonly status: Exclude<DeliveryStatus, "RECEIVED"> | "CRASHED";
  /** Set when the delivery made a publication. */
  readonly number?: number;
  /** Absent when nothing had to be read. */
  readonly evaluation?: DeliveryEvaluation;
  /** Plain sentence: why it is held, rejected or waiting, or published again. */
  readonly reason: string;
}

/** What became of one feed in a pass. */
export interface FeedOutcome {
  readonly feed: Feed;
  readonly deliveries: readonly DeliveryOutcome[];
  /** Whether files are left at the source that another feed has not decided yet. */
  readonly isLeft: boolean;
  /** Whether so many files wait that another pass is needed. */
  readonly hasMore: boolean;
  /** Set when the feed could not be worked on, or a source not be listed; the other feeds were. */
  readonly error: LadingError | undefined;
  /** What the journal said in the end; absent when the feed could not be worked on. */
  readonly state?: FeedState;
  /** What a person did to the feed, as a sentence. */
  readonly act?: string;
}

/** How many files of one feed a pass receives, so that a flood at one does not keep the others waiting. */
const mostPerPass = 500;

/** One pass: what lies at the sources, whole, is received and decided. One bad feed never stops another. */
export async function runPass(
  setup: Setup,
  feeds: readonly Feed[],
  listings: SourceListings,
  signal: AbortSignal,
): Promise<readonly FeedOutcome[]> {
  await prepareData(setup);
  const ordered = listings.fairOrder(feeds);
  const byFeed = new Map<Feed, FeedOutcome>();
  await eachLane(lanesOf(ordered), lanesAtOnce, async (lane) => {
    for (const feed of lane) {
      if (!signal.aborted) byFeed.set(feed, await workOn(setup, feed, listings, signal));
    }
  });
  const outcomes = ordered.flatMap((feed) => byFeed.get(feed) ?? []);
  // A file that several feeds claim can be taken away once the last of them has decided.
  for (const { feed, isLeft } of outcomes) {
    if (isLeft && !signal.aborted) await finish(setup, feed, listings, signal);
  }
  return outcomes;
}

/** Receives and decides what waits for one feed, under its lock. */
async function workOn(
  setup: Setup,
  feed: Feed,
  listings: SourceListings,
  signal: AbortSignal,
): Promise<FeedOutcome> {
  const deliveries: DeliveryOutcome[] = [];
  const seen = listings.of(feed);
  const failedSource = feed.sources.map((name) => listings.sources.get(name)?.failed).find(Boolean);
  try {
    const open = await openFeed(setup, feed);
    try {
      // Which delivery is the newest shows only when all are here.
      const isAllHere = await receiveAll(open, seen, signal);
      if (isAllHere) await decideWaiting(open, signal, (outcome) => deliveries.push(outcome));
      const isLeft = await acknowledge(open, listings.doneFileOf, signal);
      await dropOld(open);
      return { feed, deliveries, isLeft, hasMore: !isAllHere, error: failedSource, state: open.state() };
    } finally {
      await open.close();
    }
  } catch (error) {
    return { feed, deliveries, isLeft: false, hasMore: false, error: asFailure(error, feed) };
  }
}

async function finish(
  setup: Setup,
  feed: Feed,
  listings: SourceListings,
  signal: AbortSignal,
): Promise<void> {
  try {
    const open = await openFeed(setup, feed);
    try {
      await acknowledge(open, listings.doneFileOf, signal);
    } finally {
      await open.close();
    }
  } catch {
    // The decision stands; the source is taken care of in the next pass.
  }
}

/** Decides every delivery whose turn it is, and again those whose inputs changed. */
export async function decideWaiting(
  open: OpenFeed,
  signal: AbortSignal,
  onOutcome: (outcome: DeliveryOutcome) => void,
): Promise<void> {
  if (open.state().pinned !== undefined || open.state().deliveries.size === 0) return;
  const settle = await expectDelivery(open);
  try {
    await decideAll(open, signal, onOutcome);
  } finally {
    await settle();
  }
}

/**
 * While the list of now is verified, what reads the only delivery that waits gets ready. Its bytes may be known, though, and
 * in a feed of changes one before it may keep it back.
 */
async function expectDelivery({ setup, feed, ...open }: OpenFeed): Promise<() => Promise<void>> {
  const { deliveries, accepted } = open.state();
  const undecided = [...deliveries.values()].filter(({ status }) =>
    feed.delivery === "delta" ? ["RECEIVED", "HELD", "WAITING"].includes(status) : status === "RECEIVED",
  );
  const [likely, other] = undecided;
  const nothing = async (): Promise<void> => {};
  if (likely?.status !== "RECEIVED" || other !== undefined) return nothing;
  if (accepted.get(likely.part)?.sha256 === likely.sha256) return nothing;
  const path = await bytesOf(setup.disk, setup.workspace.data, feed, likely).catch(() => undefined);
  return path === undefined ? nothing : ((await setup.expect?.(path)) ?? nothing);
}

async function decideAll(
  open: OpenFeed,
  signal: AbortSignal,
  onOutcome: (outcome: DeliveryOutcome) => void,
): Promise<void> {
  await replayLost(open);
  const inputs = await gatherInputs(open.setup, open.feed);
  const tried = new Set<string>();
  while (!signal.aborted) {
    for (const older of supersededBy(open.feed, open.state())) onOutcome(await supersede(open, older));
    const delivery = nextDelivery(open.feed, open.state(), inputs.basis, tried);
    if (delivery === undefined) break;
    tried.add(delivery.sha256);
    try {
      onOutcome(await decideDelivery(open, delivery, inputs));
    } catch (error) {
      await noteRetry(open, delivery.sha256, asFailure(error, open.feed));
      throw error;
    }
  }
}

/**
 * The environment kept a delivery from being decided: it keeps its place, and the next pass tries again. Noted once for the
 * same reason, as well as that disk can; an owner that was fenced off notes nothing.
 */
async function noteRetry(open: OpenFeed, sha256: string, failed: LadingError): Promise<void> {
  if (failed.recovery !== "retry" || failed.code === "locked") return;
  const reason = failed.message;
  if (open.state().deliveries.get(sha256)?.retrying?.reason === reason) return;
  try {
    if (await open.lock.isHeld()) await open.note({ state: "RETRY", delivery: sha256, reason }, "soon");
  } catch {
    // The disk that failed holds the journal, too. The error itself is told.
  }
}

/** One delivery, from its bytes in the spool to a publication, or to the reason why there is none. */
async function decideDelivery(
  open: OpenFeed,
  delivery: DeliveryState,
  inputs: Inputs,
): Promise<DeliveryOutcome> {
  if (isKnown(open, delivery, inputs)) {
    await open.note({ state: "UNCHANGED", ...decisionOf(delivery), basis: inputs.basis }, "durable");
    return outcome(open, delivery, "UNCHANGED", "");
  }
  const path = await bytesOf(open.setup.disk, open.setup.workspace.data, open.feed, delivery);
  if (path === undefined) return outcome(open, delivery, "WAITING", "Its bytes are received again.");

  const evaluation = await evaluateDelivery(open, delivery, path, inputs);
  const { feed } = open;
  const about = { delivery: delivery.sha256 };
  switch (evaluation.verdict) {
    case "waiting": {
      const { basis } = evaluation;
      await open.note({ state: "WAITING", ...about, for: evaluation.for, basis }, "durable");
      return outcome(open, delivery, "WAITING", `It waits for the list ${evaluation.for}.`, evaluation);
    }
    case "crashed":
      return crashed(open, delivery, evaluation);
    case "rejected": {
      await noteReading(open, delivery, evaluation);
      await file(open, delivery, "REJECTED", evaluation);
      const { codes, reason, counts, basis } = evaluation;
      await open.note({ state: "REJECTED", ...about, codes: [...codes], reason, counts, basis }, "durable");
      return outcome(open, delivery, "REJECTED", reason, evaluation);
    }
    case "held": {
      await noteReading(open, delivery, evaluation);
      await file(open, delivery, "HELD", evaluation);
      const rails = evaluation.rails.map(({ rail, sentence }) => ({ rail, sentence }));
      const { counts, basis, changeSet: change_set } = evaluation;
      const differences = differencesOf(evaluation);
      await open.note({ state: "HELD", ...about, rails, change_set, differences, counts, basis }, "durable");
      return outcome(open, delivery, "HELD", rails.map((rail) => rail.sentence).join(" "), evaluation);
    }
    case "unchanged": {
      await noteReading(open, delivery, evaluation);
      await file(open, delivery, "UNCHANGED", evaluation);
      const { counts, basis } = evaluation;
      await open.note({ state: "UNCHANGED", ...about, counts, basis }, "durable");
      return outcome(open, delivery, "UNCHANGED", "", evaluation);
    }
    case "publish": {
      await noteReading(open, delivery, evaluation);
      await file(open, delivery, "PUBLISHED", evaluation);
      const { counts, basis } = evaluation;
      const published = await open.published();
      const why = whyAnew(delivery, published.current?.manifest, feed);
      const number = await publishList(open, {
        result: evaluation.result,
        columns: evaluation.columns,
        delivered:
          delivery.amends === undefined
            ? { ...published.delivered, [delivery.part]: evaluation.delivered }
            : published.delivered,
        source: sourceOf(delivery),
        mappingHash: evaluation.mapping.hash,
        onStaged: async (staged) => {
          await open.note({ state: "STAGED", ...about, number: staged, counts, basis }, "soon");
        },
      });
      await open.note({ state: "PUBLISHED", ...about, number, counts, basis }, "durable");
      await tidyFiling(open.setup.disk, feed.folder, { ...delivery, status: "PUBLISHED" });
      return { ...outcome(open, delivery, "PUBLISHED", why, evaluation), number };
    }
  }
}

/** Why a list that may say what it said is published again; empty when it is not. */
function whyAnew({ lost }: DeliveryState, manifest: Manifest | undefined, { serve }: Feed): string {
  if (lost !== undefined) return `Publication ${lost} does not verify any more, so it is published anew.`;
  if (manifest === undefined || isServedSo(manifest, serve)) return "";
  return "The account's `serve` changed, so what is served is made anew.";
}

/** Whether the list was made from these very bytes, and nothing else that the decision depends on has changed. */
function isKnown(open: OpenFeed, delivery: DeliveryState, inputs: Inputs): boolean {
  const accepted = open.state().accepted.get(delivery.part);
  return (
    accepted?.sha256 === delivery.sha256 &&
    accepted.basis !== undefined &&
    JSON.stringify(accepted.basis) === JSON.stringify(inputs.basis)
  );
}

/** The reader was killed or crashed: once may be bad luck; the second time the file is put away. */
async function crashed(
  open: OpenFeed,
  delivery: DeliveryState,
  evaluation: Extract<DeliveryEvaluation, { verdict: "crashed" }>,
): Promise<DeliveryOutcome> {
  const { reason } = evaluation;
  const isFirst = delivery.crashes === 0;
  await open.note({ state: "CRASHED", delivery: delivery.sha256, reason }, "durable");
  if (isFirst) return outcome(open, delivery, "CRASHED", reason, evaluation);
  await file(open, delivery, "QUARANTINED", evaluation);
  await open.note({ state: "QUARANTINED", delivery: delivery.sha256, reason }, "durable");
  return outcome(open, delivery, "QUARANTINED", reason, evaluation);
}

/** A newer delivery was published or found unchanged, so this one is not needed any more; its bytes are kept. */
async function supersede(
  open: OpenFeed,
  { older, by }: { readonly older: DeliveryState; readonly by: string },
): Promise<DeliveryOutcome> {
  const { disk, workspace } = open.setup;
  await fileDelivery(disk, workspace.data, open.feed, older, "archive", new Map());
  await open.note({ state: "SUPERSEDED", delivery: older.sha256, by }, "durable");
  await tidyFiling(disk, open.feed.folder, { ...older, status: "SUPERSEDED" });
  return outcome(open, older, "SUPERSEDED", "A newer delivery was taken instead.");
}

async function noteReading(
  open: OpenFeed,
  delivery: DeliveryState,
  evaluation: Exclude<DeliveryEvaluation, { verdict: "waiting" | "crashed" }>,
): Promise<void> {
  const about = { delivery: delivery.sha256 };
  await open.note({ state: "READ", ...about, rows: evaluation.counts.read }, "soon");
  await open.note({ state: "VALIDATED", ...about, counts: evaluation.counts }, "soon");
}

/** Files the bytes with their report where the decision says, before the decision is noted. */
async function file(
  open: OpenFeed,
  delivery: DeliveryState,
  status: DeliveryStatus,
  evaluation: DeliveryEvaluation,
): Promise<void> {
  const { disk, workspace } = open.setup;
  const filingFolder = filingFolderOf(status);
  if (filingFolder === undefined) return;
  const papers = open.setup.documents(open.feed, delivery, evaluation);
  await fileDelivery(disk, workspace.data, open.feed, delivery, filingFolder, papers);
}

/** @returns false when so many are new that the rest is left to the next pass */
async function receiveAll(
  open: OpenFeed,
  listings: readonly ClaimedFile[],
  signal: AbortSignal,
): Promise<boolean> {
  let received = 0;
  for (const claimedFile of listings) {
    if (signal.aborted || received === mostPerPass) return false;
    if (await receiveIfStillThere(open, claimedFile, signal)) received += 1;
  }
  return true;
}

/** A file that vanished or changed since it was seen is no error: the next listing tells. */
async function receiveIfStillThere(
  open: OpenFeed,
  claimedFile: ClaimedFile,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return await receive(open, claimedFile, signal);
  } catch (error) {
    if (error instanceof LadingError && error.code === "arrival_changed") return false;
    throw error;
  }
}

function decisionOf(delivery: DeliveryState) {
  const { sha256, counts } = delivery;
  return { delivery: sha256, ...(counts === undefined ? {} : { counts }) };
}

function outcome(
  open: OpenFeed,
  delivery: DeliveryState,
  status: DeliveryOutcome["status"],
  reason: string,
  evaluation?: DeliveryEvaluation,
): DeliveryOutcome {
  return {
    feed: open.feed.name,
    delivery: delivery.sha256,
    file: lastArrival(delivery).name,
    status,
    reason,
    ...(evaluation === undefined ? {} : { evaluation: evaluation }),
  };
}

/** The environment's failures with what to do next; nothing is lost by any of them. */
export function asFailure(error: unknown, feed: Feed): LadingError {
  if (error instanceof LadingError) return error;
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") {
    return failure("no_permission", { path: path ?? feed.folder }, error);
  }
  if (code !== undefined)
    return failure("storage_failed", { path: path ?? feed.folder, reason: code }, error);
  return failure("feed_failed", { feed: feed.name, reason: message }, error);
}
