import { accountOfFeed } from "../../model/account.js";
import type { Balance } from "../../model/within.js";
import type { HostState } from "../../connectors/sftp/host-state.js";
import { isLeftAside, whyTemporary } from "../../connectors/temporary-names.js";
import type { ListedBlob } from "../../store/blobs.js";
import { missingBlobs } from "../../store/examine.js";
import { diskFree, diskUse } from "../../system/disk-use.js";
import type { Ending } from "../../workspace/expiry.js";
import type { Feed } from "../../workspace/workspace.js";
import type { AlertHealth } from "../alerts/alert-health.js";
import { batchesInArrival, readFaults } from "../deliveries/faults.js";
import { newLister, type SourceListings } from "../deliveries/listings.js";
import { readNeverTaken } from "../deliveries/never-taken.js";
import { arrivalOf } from "../deliveries/receive.js";
import type { Setup } from "../deliveries/setup.js";
import { readUnclaimed } from "../deliveries/unclaimed.js";
import { strayBlobs, unknownNames } from "../deliveries/unknown-files.js";
import { readWorkers, type WorkInProgress, type WorkerInfo } from "../deliveries/workers.js";
import { knownArrivals } from "../lists/feed-log.js";
import { arrivalKey, lastArrived, type FeedState } from "../lists/feed-state.js";
import { keptRuns, type KeptRun } from "../reports/runs.js";
import type { Problem } from "./problem.js";
import {
  arrivingNote,
  missingBytesProblem,
  neverTakenProblems,
  sourceProblem,
  strayNote,
  unclaimedNote,
  unknownNote,
  unknownText,
} from "./problems.js";
import type { FaultStatus, FeedStatus, OutboxStatus } from "./status.js";
import { readHealth } from "./workspace-status.js";

/** The state of a workspace and of this machine, for `lading status`. */
export interface Overview {
  readonly feeds: readonly (FeedStatus & { readonly last: LastDelivery | null })[];
  /** Problems that need attention, followed by notes. */
  readonly problems: readonly Problem[];
  readonly faults: readonly FaultStatus[];
  readonly outboxes: readonly OutboxStatus[];
  readonly sources: readonly SourceState[];
  readonly hosts: readonly HostState[];
  readonly alerts: readonly AlertHealth[];
  readonly endings: readonly Ending[];
  /** Unknown names in the data folder, and feeds in the store that are not in the workspace. */
  readonly unknown: readonly string[];
  /** The most recent runs that have a report, on all machines, newest first. */
  readonly runs: readonly KeptRun[];
  /** Blobs that no delivery references. */
  readonly stray: readonly string[];
  /** Deliveries whose bytes should exist but are missing. */
  readonly missing: readonly string[];
  /** Running workers on all machines, and their work in progress. */
  readonly workers: readonly WorkerInfo[];
  readonly working: readonly WorkInProgress[];
  readonly disk: { readonly used_bytes: number; readonly free_bytes: number | null };
}

interface LastDelivery {
  readonly file: string;
  readonly status: string;
  readonly at: string;
  readonly reason: string;
  /** When failures of the environment, such as a full disk, first prevented a decision. */
  readonly retrying_since: string | null;
  /** When each part of the feed was last accepted. The time is null if a part was never accepted. */
  readonly parts: readonly { readonly part: string; readonly taken_at: string | null }[];
  /** Set while the feed is paused at an older version. */
  readonly rolled_back_to: number | null;
  /** Number of rejected rows if the delivery was accepted, otherwise 0. */
  readonly rejected_rows: number;
  /** Counts of the elements and sums of the amounts in the delivery's records, by outcome. */
  readonly within: readonly Balance[];
}

/** Files at a source that were not accepted. Servers are not contacted, because their last listing is in the store. */
interface SourceState {
  readonly source: string;
  readonly arriving: number;
  readonly unclaimed: readonly string[];
  /** `since` is known only for servers. */
  readonly ignored: readonly { readonly name: string; readonly reason: string; readonly since?: string }[];
  readonly failed: string | null;
  readonly next: string | null;
  readonly commands: readonly string[];
}

const shownRuns = 5;

export async function readOverview(
  setup: Setup,
  chosen: readonly Feed[],
  now: Date,
  signal: AbortSignal,
): Promise<Overview> {
  const { workspace, store } = setup;
  const { db } = store;
  const blobs: ListedBlob[] = [];
  for await (const blob of store.blobs.list()) blobs.push(blob);
  const missing = await missingBlobs(store, blobs);
  const stray = await strayBlobs(setup, now, blobs);
  const unknown = await unknownNames(setup);
  const sources = [...(await foldersOf(setup, chosen, signal)), ...(await serversOf(setup, chosen))];
  const more = [
    ...sources.flatMap(sourceProblems),
    ...(missing.length === 0 ? [] : [missingBytesProblem(missing)]),
    ...stray.map((name) => strayNote(name, store.engine)),
    ...unknown.map(unknownNote),
  ];
  const { stateOf, ...health } = await readHealth({ ...workspace, feeds: chosen }, store, now, {
    more,
    isExamined: true,
  });
  return {
    ...health,
    feeds: chosen.map((feed, index) => ({
      ...(health.feeds[index] as FeedStatus),
      last: lastDelivery(feed, stateOf(feed.name)) ?? null,
    })),
    outboxes: health.outboxes.filter(({ account }) =>
      chosen.some(({ name }) => accountOfFeed(name) === account),
    ),
    ...{ sources, unknown: unknown.map(unknownText), stray, missing },
    runs: await keptRuns(db, shownRuns),
    ...(await readWorkers(store)),
    disk: { used_bytes: await diskUse(workspace.data), free_bytes: (await diskFree(workspace.data)) ?? null },
  };
}

function lastDelivery(feed: Feed, state: FeedState): LastDelivery | undefined {
  const latest = lastArrived(state);
  if (latest === undefined) return undefined;
  const { arrival, status, statusAt, reason, retrying, counts } = latest;
  return {
    file: arrival.name,
    status,
    at: statusAt,
    reason: retrying?.reason ?? reason,
    retrying_since: retrying?.since ?? null,
    parts: feed.parts.map((part) => {
      const taken = state.accepted.get(part);
      return { part, taken_at: (taken && state.deliveries.get(taken.sha256)?.statusAt) ?? null };
    }),
    rolled_back_to: state.paused?.to ?? null,
    rejected_rows: status === "PUBLISHED" || status === "UNCHANGED" ? (counts?.rejected ?? 0) : 0,
    within: counts?.within ?? [],
  };
}

function sourceProblems({
  source,
  arriving,
  unclaimed,
  ignored,
  failed,
  next,
  commands,
}: SourceState): readonly Problem[] {
  return [
    ...(failed === null
      ? []
      : [sourceProblem(source, { code: "source_unavailable", message: failed, hint: next ?? "", commands })]),
    ...(arriving === 0 ? [] : [arrivingNote(source, arriving)]),
    ...(unclaimed.length === 0 ? [] : [unclaimedNote(source, unclaimed)]),
    ...neverTakenProblems(source, ignored),
  ];
}

async function foldersOf(
  setup: Setup,
  feeds: readonly Feed[],
  signal: AbortSignal,
): Promise<readonly SourceState[]> {
  const isFolder = (name: string) => {
    const settings = setup.workspace.sources.get(name);
    return settings !== undefined && "folder" in settings;
  };
  const local = feeds.map((feed) => ({ ...feed, sources: feed.sources.filter(isFolder) }));
  const listings = await newLister(setup, local).list(signal);
  const waiting = await wholeButNotReceived(setup, listings, local);
  return [...listings.sources].map(([source, { arriving, unclaimed, ignored, failed }]) => ({
    source,
    arriving: new Set([...arriving.map(({ name }) => name), ...(waiting.get(source) ?? [])]).size,
    unclaimed: unclaimed.map(({ name }) => name),
    // Folders and hidden files are common in local folders, so they are not listed.
    ignored: ignored
      .filter(({ isUsual, name }) => isUsual !== true || whyTemporary(name) !== undefined)
      .filter(({ name }) => !name.startsWith(".") || isLeftAside(name))
      .map(({ name, reason }) => ({ name, reason })),
    failed: failed?.message ?? null,
    next: failed?.hint ?? null,
    commands: failed?.commands ?? [],
  }));
}

async function serversOf(
  { workspace, store }: Setup,
  feeds: readonly Feed[],
): Promise<readonly SourceState[]> {
  const states: SourceState[] = [];
  for (const source of new Set(feeds.flatMap(({ sources }) => sources))) {
    const settings = workspace.sources.get(source);
    if (settings === undefined || "folder" in settings) continue;
    const ignored = await readNeverTaken(store.db, source);
    const { unclaimed, arriving } = await readUnclaimed(store.db, source);
    if (ignored.length + unclaimed.length + arriving.length > 0) {
      const none = { failed: null, next: null, commands: [] };
      states.push({ source, arriving: arriving.length, unclaimed, ignored, ...none });
    }
  }
  return states;
}

/**
 * Names of complete files that a feed claims but has not received yet, by source. Files of a recorded incomplete
 * batch are omitted, because the batch is a problem of its own. Per feed, only the oldest incomplete batch is recorded,
 * and none while an empty file is recorded.
 */
async function wholeButNotReceived(
  { store, workspace, clock }: Setup,
  listings: SourceListings,
  feeds: readonly Feed[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { db } = store;
  const waiting = new Map<string, string[]>();
  const faults = [
    ...(await readFaults(store, workspace, clock.now())),
    ...(await batchesInArrival(db, workspace, clock.now())),
  ];
  const inBatches = new Set(
    faults.flatMap(({ code, where, files = [] }) =>
      code === "incomplete_batch" ? files.map((file) => `${where}/${file}`) : [],
    ),
  );
  for (const feed of feeds) {
    const claimed = listings.of(feed);
    const known = await knownArrivals(db, claimed.map(arrivalOf), feed.name);
    for (const claimedFile of claimed) {
      if (inBatches.has(`source ${claimedFile.source}/${claimedFile.file.name}`)) continue;
      if (known.has(arrivalKey(arrivalOf(claimedFile)))) continue;
      waiting.set(claimedFile.source, [...(waiting.get(claimedFile.source) ?? []), claimedFile.file.name]);
    }
  }
  return waiting;
}
