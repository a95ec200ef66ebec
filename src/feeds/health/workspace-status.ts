import { sum } from "../../convert/issue-log.js";
import { readFaults, type Fault } from "../deliveries/faults.js";
import { lastHolds, readFeeds, type Holds } from "../lists/feed-log.js";
import {
  isUnusable,
  lastArrived,
  nothingYet,
  withRejected,
  type DeliveryState,
  type FeedState,
  heldBy,
  heldNewestFirst,
} from "../lists/feed-state.js";
import { heldCommand, pausedSentence } from "../next-step.js";
import { readCurrents, type Current } from "../lists/publications.js";
import type { Queries, Store } from "../../store/store.js";
import { alertHealth } from "../alerts/alert-health.js";
import { lastRuns } from "../reports/runs.js";
import { endingSoon } from "../../workspace/expiry.js";
import type { SourceSettings } from "../../connectors/sources/index.js";
import type { Feed, Workspace } from "../../workspace/workspace.js";
import { readWorkers } from "../deliveries/workers.js";
import { expectedAt, staleReason } from "../deliveries/stale.js";
import { outboxAccounts, outboxCounts } from "../deliveries/outboxes.js";
import { sharedAccruals } from "../../outbox/accruals.js";
import { nearlySame, oldestOpen } from "../../outbox/entries.js";
import type { FeedStatus, HeldDelivery, OutboxStatus, Status, StatusSource } from "./status.js";

/** Deliveries that are done with, of which so many are wanted: only the last one is shown. */
const shownDone = 1;

/** The status of a workspace, read from its store. Nothing is kept, nothing is written. */
export function workspaceStatus(
  workspace: Workspace,
  store: Pick<Store, "db" | "engine" | "now">,
  now: () => Date = () => new Date(),
): StatusSource {
  const { db } = store;
  return {
    async read(runs = 0) {
      const stored = await readFeeds(db, namesOf(workspace), shownDone);
      const health = await readHealth(workspace, store, stored, now());
      return {
        endings: await endingSoon(workspace, db, now()),
        alerts: await alertHealth(workspace, db),
        ...health,
        ...(store.engine === "postgres" && { workers: (await readWorkers(store)).workers }),
        runs: await lastRuns(store, runs, now()),
      };
    },
  };
}

function namesOf({ feeds }: Workspace): readonly string[] {
  return feeds.map(({ name }) => name);
}

/** How feeds and outboxes are, and the faults that explain it. */
export async function readHealth(
  workspace: Workspace,
  store: Pick<Store, "db" | "engine" | "now">,
  stored: ReadonlyMap<string, { readonly state: FeedState }>,
  now: Date,
): Promise<Pick<Status, "feeds"> & Required<Pick<Status, "faults" | "outboxes">>> {
  const faults = await readFaults(store, workspace, now);
  const currents = await readCurrents(store.db, namesOf(workspace));
  const feeds: FeedStatus[] = [];
  for (const feed of workspace.feeds) {
    const state = stored.get(feed.name)?.state ?? nothingYet;
    const holds = await lastHolds(store.db, feed.name, state);
    const fault = faults.find((one) => one.isOfFeed && one.feeds.includes(feed.name));
    const source = workspace.sources.get(feed.sources[0] ?? "");
    feeds.push(feedStatus(feed, source, currents.get(feed.name), state, holds, fault, now));
  }
  return {
    feeds,
    faults: faults.map(({ where, sentence, next, since, feeds: of }) => ({
      ...{ where, sentence, next, since, feeds: of },
    })),
    outboxes: await outboxStatus(workspace, store.db),
  };
}

async function outboxStatus(workspace: Workspace, db: Queries): Promise<readonly OutboxStatus[]> {
  const statuses: OutboxStatus[] = [];
  for (const { account } of outboxAccounts({ workspace })) {
    const { name } = account;
    const oldest = await oldestOpen(db, name);
    const near = await nearlySame(db, name);
    statuses.push({
      account: name,
      ...(await outboxCounts(db, name)),
      ...(oldest && {
        oldest: { id: oldest.id, state: oldest.state, postedAt: new Date(oldest.posted).toISOString() },
      }),
      near: near.map(({ id, number, near: others }) => ({ id, number, others })),
      shared: await sharedAccruals(db, name),
    });
  }
  return statuses;
}

function feedStatus(
  feed: Feed,
  source: SourceSettings | undefined,
  current: Current | undefined,
  state: FeedState,
  holds: Holds,
  fault: Fault | undefined,
  now: Date,
): FeedStatus {
  const held = heldDeliveries(feed, state, holds);
  const latest = lastArrived(state);
  const { health, ...why } = healthOf(feed, source, current, held, state, { fault, latest }, now);
  const due = current && expectedAt(feed, new Date(current.confirmedAt), now);
  return {
    feed: feed.name,
    account: feed.account.name ?? "",
    record: feed.type.name,
    health,
    ...why,
    ...(current !== undefined && {
      publication: {
        number: current.publication.number,
        records: current.publication.counts.records,
        publishedAt: current.publication.published_at,
        confirmedAt: current.confirmedAt,
      },
    }),
    ...(due !== undefined && { expectedAt: due.toISOString() }),
    held,
    ...(latest?.counts && { lastRows: { read: latest.counts.read, rejected: latest.counts.rejected } }),
  };
}

/** Why the delivery that came last was not taken, when that is so. */
function refusalOf(latest: DeliveryState | undefined): string | undefined {
  if (latest?.status !== "REJECTED" && latest?.status !== "QUARANTINED") return undefined;
  const what = latest.status === "REJECTED" ? "was rejected" : "stopped its reader twice and was put away";
  return `The last delivery ${what}; the list before it is served.`;
}

function heldDeliveries(feed: Feed, state: FeedState, holds: Holds): readonly HeldDelivery[] {
  return heldNewestFirst(state).map((delivery) => {
    return {
      delivery: delivery.sha256.slice(0, 12),
      file: delivery.arrival.name,
      receivedAt: delivery.receivedAt,
      guards: heldBy(delivery),
      reasons: delivery.guards.map((guard) => guard.sentence),
      differences: holds.get(delivery.sha256)?.differences ?? {},
      release: heldCommand("release", feed.name, delivery.sha256),
      ...(isUnusable(delivery) && { isUnusable: true as const }),
    };
  });
}

/** What a delivery says itself of why it is not decided. */
function ownReason(latest: DeliveryState | undefined): string | undefined {
  return latest?.status === "WAITING" ? latest.reason : latest?.retrying?.reason;
}

/** Why a feed has no list yet, and what happens next. */
function whyUnpublished(
  { sources, settle, first }: Feed,
  source: SourceSettings | undefined,
  latest: DeliveryState | undefined,
): string {
  if (latest?.status === "REJECTED") return "The last delivery was rejected, and there is no list yet.";
  if (latest?.status === "QUARANTINED")
    return "The last delivery stopped its reader twice and was put away; there is no list yet.";
  if (latest !== undefined) return "There is no list yet; a file was received.";
  const whole =
    settle.mode === "done_file"
      ? "once its done file is there"
      : settle.mode === "final_name"
        ? "at once"
        : `${source !== undefined && "folder" in source ? "some seconds" : "a minute or so"} after it stopped growing`;
  return `No file was taken yet. One that arrives in ${sources.join(" or ")} is taken ${whole} where \`lading watch\` runs, else by the next run; then ${first === "publish" ? "its list is published" : "it waits here for a look"}.`;
}

function healthOf(
  feed: Feed,
  source: SourceSettings | undefined,
  current: Current | undefined,
  held: readonly HeldDelivery[],
  state: FeedState,
  { fault, latest }: { readonly fault: Fault | undefined; readonly latest: DeliveryState | undefined },
  now: Date,
): Pick<FeedStatus, "health" | "reason" | "reasonOf"> {
  if (current === undefined) {
    const health = "unpublished";
    if (held.length > 0) return { health, reason: "The first delivery waits for a person." };
    if (fault !== undefined) return { health, reason: fault.sentence, reasonOf: "fault" };
    const own = ownReason(latest);
    if (own !== undefined) return { health, reason: own, reasonOf: "delivery" };
    return { health, reason: whyUnpublished(feed, source, latest) };
  }
  if (fault !== undefined) return { health: "failing", reason: fault.sentence, reasonOf: "fault" };
  // What could not be decided may be out of reach of any fault that is noted.
  if (latest?.retrying !== undefined)
    return { health: "failing", reason: latest.retrying.reason, reasonOf: "delivery" };
  const times = {
    confirmedAt: new Date(current.confirmedAt),
    publishedAt: new Date(current.publication.published_at),
  };
  const stale = staleReason(feed, times, now);
  if (held.length > 0) {
    return {
      health: "held",
      reason: stale ?? "A delivery waits for a person; the list before it is served.",
    };
  }
  const refusal = refusalOf(latest);
  if (refusal !== undefined) return { health: "rejected", reason: stale ?? refusal };
  if (latest?.status === "WAITING") return { health: "waiting", reason: latest.reason, reasonOf: "delivery" };
  if (state.paused !== undefined) {
    return {
      health: "paused",
      reason: pausedSentence(state.paused.to),
    };
  }
  if (stale !== undefined) return { health: "stale", reason: stale };
  const deliveries = withRejected(state);
  const counts = deliveries.flatMap((delivery) => delivery.counts ?? []);
  if (counts.length === 0) return { health: "good" };
  const [rejected, read] = [sum(counts.map((of) => of.rejected)), sum(counts.map((of) => of.read))];
  // What came after it may have changed nothing.
  const files = deliveries.map(({ arrival }) => arrival.name).join(" and ");
  const reason = `${rejected} of ${read} rows of ${files} could not be used; for them the list keeps what it had.`;
  return { health: "partial", reason };
}
