import { relative } from "node:path";
import { staleReason } from "../../feeds/deliveries/stale.js";
import type { FeedStatus, StatusSource } from "../../feeds/health/status.js";
import { deliveriesOf, readFeeds, readState } from "../../feeds/lists/feed-log.js";
import type { DeliveryState } from "../../feeds/lists/feed-state.js";
import { readCurrent } from "../../feeds/lists/publications.js";
import type { Store } from "../../store/store.js";
import type { Feed, Workspace } from "../../workspace/workspace.js";
import type { Operations } from "./operations.js";
import { problemsOf, problemsOfFeed } from "./problems.js";
import type { Bar, FeedRow, FeedsView, FeedView, SparksView } from "./views.js";
import { countVersions } from "./versions.js";

/** What the console reads from. */
export interface ConsoleData {
  readonly workspace: Workspace;
  readonly store: Pick<Store, "db" | "engine" | "now">;
  readonly status: StatusSource;
  readonly operations: Operations;
  readonly now: () => Date;
}

export interface FeedFilter {
  /** Part of the name of an account or a feed. */
  readonly search: string;
  readonly health: "all" | "attention" | "good";
  /** A record type; empty: all. */
  readonly type: string;
}

/** So many deliveries are in a sparkline. */
export const shownBars = 30;

export async function feedsView(
  { status: source, now }: ConsoleData,
  { search, health, type }: FeedFilter,
  isSignedIn: boolean,
): Promise<FeedsView> {
  const status = await source.read(1);
  const rows = status.feeds.map((feed) => rowOf(feed, isSignedIn));
  const wanted = search.trim().toLowerCase();
  const lastRun = status.runs.at(-1)?.ended_at;
  const { outboxes = [] } = status;
  return {
    asOf: now().toISOString(),
    ...(lastRun !== undefined && { lastRunAt: lastRun }),
    problems: problemsOf(status, isSignedIn),
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

function rowOf(feed: FeedStatus, isSignedIn: boolean): FeedRow {
  const { publication, held, account, record, health } = feed;
  const [problem] = problemsOfFeed(feed, isSignedIn);
  return {
    feed: feed.feed,
    account,
    type: record,
    health: held.length > 0 ? "held" : health,
    ...(problem !== undefined && { reason: problem.sentence }),
    ...(publication !== undefined && {
      records: publication.records,
      version: publication.number,
      listAt: publication.publishedAt,
      fileAt: publication.confirmedAt,
    }),
    held: held.length,
  };
}

/** The last deliveries of the feeds of an account. */
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

export async function feedView(
  { workspace, store, status, now }: ConsoleData,
  feed: Feed,
): Promise<FeedView> {
  const [shown] = (await status.read()).feeds.filter((each) => each.feed === feed.name);
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
      : rowOf(shown, true);
  const stale =
    current &&
    staleReason(
      feed,
      { confirmedAt: new Date(current.confirmedAt), publishedAt: new Date(current.publication.published_at) },
      now(),
    );
  const problems = shown === undefined ? [] : problemsOfFeed(shown, true);
  const last = deliveries.at(-1)?.receivedAt;
  return {
    row: { ...row, ...(last !== undefined && { fileAt: last }) },
    problems:
      stale === undefined || problems.some(({ sentence }) => sentence === stale)
        ? problems
        : [...problems, { kind: "stale", subject: feed.name, feed: feed.name, sentence: stale }],
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
