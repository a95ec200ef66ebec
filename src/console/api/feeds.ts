import { relative } from "node:path";
import { LadingError } from "../../errors.js";
import { needsPerson } from "../../feeds/health/problem.js";
import type { FeedStatus, Status, StatusSource } from "../../feeds/health/status.js";
import { workspaceStatus } from "../../feeds/health/workspace-status.js";
import { deliveriesOf, readFeeds, readState } from "../../feeds/lists/feed-log.js";
import type { DeliveryState } from "../../feeds/lists/feed-state.js";
import { readCurrent } from "../../feeds/lists/publications.js";
import type { Store } from "../../store/store.js";
import type { Feed, Workspace } from "../../workspace/workspace.js";
import type { Operations } from "./operations.js";
import { problemsOf } from "./problems.js";
import type { Bar, FeedRow, FeedsView, FeedView, ProblemView, SparksView } from "./views.js";
import { countVersions } from "./versions.js";

export interface ConsoleData {
  readonly workspace: Workspace;
  readonly store: Pick<Store, "db" | "engine" | "now">;
  readonly status: StatusSource;
  readonly operations: Operations;
  readonly now: () => Date;
}

export interface FeedFilter {
  /** Part of an account or feed name. */
  readonly search: string;
  readonly health: "all" | "attention" | "good";
  /** A record type. Empty: all. */
  readonly type: string;
}

/** Number of deliveries in a sparkline. */
export const shownBars = 30;

export async function feedsView(
  { status: source, now }: Pick<ConsoleData, "status" | "now">,
  { search, health, type }: FeedFilter,
  isSignedIn: boolean,
): Promise<FeedsView> {
  const { status, isStoreAway } = await statusOrWithout(source);
  const problems = problemsOf(status, isSignedIn);
  const rows = status.feeds.map((feed) => rowOf(feed, problems));
  const wanted = search.trim().toLowerCase();
  const lastRun = status.runs.at(-1)?.ended_at;
  const { outboxes = [] } = status;
  return {
    asOf: now().toISOString(),
    ...(lastRun !== undefined && { lastRunAt: lastRun }),
    problems,
    ...(isStoreAway && { isStoreAway }),
    totals: {
      feeds: rows.length,
      accounts: new Set(rows.map(({ account }) => account)).size,
      attention: rows.filter((row) => row.health !== "good").length,
      doubtful: outboxes.reduce((sum, { doubtful }) => sum + doubtful, 0),
    },
    types: [...new Set(rows.map((row) => row.type))],
    feeds: rows.filter(
      (row) =>
        row.feed.toLowerCase().includes(wanted) &&
        (type === "" || row.type === type) &&
        (health === "all" || (row.health === "good") === (health === "good")),
    ),
  };
}

async function statusOrWithout(
  source: StatusSource,
): Promise<{ readonly status: Status; readonly isStoreAway?: true }> {
  try {
    return { status: await source.read(1) };
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    return { status: await source.without(error), isStoreAway: true };
  }
}

function rowOf(feed: FeedStatus, problems: readonly ProblemView[]): FeedRow {
  const { publication, held, account, record, health } = feed;
  const reason = reasonOf(feed.feed, problems);
  return {
    feed: feed.feed,
    account,
    type: record,
    health: held.length > 0 ? "held" : health,
    ...(reason !== undefined && { reason }),
    ...(publication !== undefined && {
      records: publication.records,
      version: publication.number,
      listAt: publication.publishedAt,
      fileAt: publication.confirmedAt,
    }),
    held: held.length,
  };
}

/** The sentence for a feed's worst problem. It is about this feed even if many feeds share the problem. */
function reasonOf(feed: string, problems: readonly ProblemView[]): string | undefined {
  const worst = problems.find((one) => needsPerson(one) && one.feeds.includes(feed));
  return worst?.each.find((one) => one.feed === feed)?.sentence ?? worst?.sentence;
}

/** The latest deliveries of an account's feeds. */
export async function sparksView({ workspace, store }: ConsoleData, account: string): Promise<SparksView> {
  const names = workspace.feeds.flatMap(({ name, account: own }) => (own.name === account ? [name] : []));
  if (names.length === 0) return { sparks: {} };
  const stored = await readFeeds(store.db, names, shownBars);
  const sparks = Array.from(
    stored,
    ([name, { state }]) => [name, barsOf([...state.deliveries.values()])] as const,
  );
  return { sparks: Object.fromEntries(sparks) };
}

export function barsOf(deliveries: readonly DeliveryState[]): readonly Bar[] {
  return deliveries
    .toSorted((a, b) => a.order - b.order)
    .slice(-shownBars)
    .map(({ sha256, receivedAt, counts, status }) => ({
      delivery: sha256.slice(0, 12),
      at: receivedAt,
      rows: counts?.read ?? 0,
      status,
    }));
}

export async function feedView({ workspace, store, now }: ConsoleData, feed: Feed): Promise<FeedView> {
  const status = await workspaceStatus({ ...workspace, feeds: [feed] }, store, now).read();
  const problems = problemsOf(status, true).filter((one) => one.feeds.includes(feed.name));
  const [shown] = status.feeds;
  const current = await readCurrent(store.db, feed.name);
  const state = await readState(store.db, feed.name);
  const deliveries = await deliveriesOf(store.db, feed.name);
  const row: FeedRow =
    shown === undefined
      ? {
          feed: feed.name,
          account: feed.account.name ?? "",
          type: feed.type.name,
          health: "unpublished",
          held: 0,
        }
      : rowOf(shown, problems);
  const last = deliveries.at(-1)?.receivedAt;
  return {
    row: { ...row, ...(last !== undefined && { fileAt: last }) },
    problems,
    ...(current !== undefined && {
      publication: {
        number: current.publication.number,
        records: current.publication.counts.records,
        active: current.publication.counts.active,
        publishedAt: current.publication.published_at,
        confirmedAt: current.confirmedAt,
      },
    }),
    ...(state.paused !== undefined && { pausedAt: state.paused.to }),
    source: feed.sources.join(", "),
    patterns: feed.patterns.map(({ text }) => text),
    ...(feed.mapping !== undefined && { mapping: relative(workspace.root, feed.mapping) }),
    endpoint: `GET /${feed.type.plural}`,
    ...(shown?.expectedAt !== undefined && { expectedAt: shown.expectedAt }),
    deliveries: deliveries.length,
    versions: await countVersions(store.db, feed.name),
    bars: barsOf(deliveries),
  };
}
