import { relative } from "node:path";
import { needsAttention } from "../../feeds/health/problem.js";
import { statusOrWithout, type FeedStatus, type StatusSource } from "../../feeds/health/status.js";
import { workspaceStatus } from "../../feeds/health/workspace-status.js";
import { deliverySteps, earlierDecision, earlierDecisionText } from "../../feeds/lists/delivery-steps.js";
import { undecidedOrPending } from "../../feeds/lists/feed-log.js";
import type { Publication } from "../../feeds/lists/publication.js";
import { readCurrent } from "../../feeds/lists/publications.js";
import type { Queries, Store } from "../../store/store.js";
import type { Feed, Workspace } from "../../workspace/workspace.js";
import { countArrivals, latestBars } from "./arrivals.js";
import { deliveryNamed } from "./deliveries.js";
import type { Operations } from "./operations.js";
import { problemsOf } from "./problems.js";
import { hasWords } from "./search.js";
import type { FeedRow, FeedsView, FeedView, ProblemView, SparksView } from "./views.js";
import { countVersions } from "./versions.js";

export interface ConsoleData {
  readonly workspace: Workspace;
  readonly store: Pick<Store, "db" | "engine" | "now">;
  readonly status: StatusSource;
  readonly operations: Operations;
  readonly now: () => Date;
}

export interface FeedFilter {
  /** Words to find in the feed name. */
  readonly search: string;
  readonly health: "all" | "attention" | "good";
  /** A record type. If empty, feeds of all types are returned. */
  readonly type: string;
}

/** Number of deliveries in a sparkline. */
const shownBars = 30;

export async function feedsView(
  { status: source, store, now }: Pick<ConsoleData, "status" | "now"> & { readonly store: Pick<Store, "db"> },
  { search, health, type }: FeedFilter,
  isSignedIn: boolean,
): Promise<FeedsView> {
  const { status, isStoreAway } = await statusOrWithout(source, 1);
  const problems = problemsOf(status, isSignedIn);
  // While the store is unavailable, the status has no feeds, so nothing is queried.
  const arrivals = status.feeds.length === 0 ? new Map<string, string>() : await lastArrivals(store.db);
  const rows = status.feeds.map((feed) => rowOf(feed, problems, arrivals.get(feed.feed)));
  const isMatch = (row: Pick<FeedRow, "feed" | "type">) =>
    hasWords(row.feed, search) && (type === "" || row.type === type);
  const matching = new Set(rows.filter(isMatch).map(({ feed }) => feed));
  const isFiltered = search !== "" || type !== "";
  const lastRun = status.runs.at(-1)?.ended_at;
  const { outboxes = [] } = status;
  return {
    asOf: now().toISOString(),
    ...(lastRun !== undefined && { lastRunAt: lastRun }),
    problems: isFiltered
      ? problems.filter(({ feeds }) => feeds.length === 0 || feeds.some((feed) => matching.has(feed)))
      : problems,
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
        matching.has(row.feed) && (health === "all" || (row.health === "good") === (health === "good")),
    ),
  };
}

/** Returns the time of the last arrival in each feed. */
async function lastArrivals(db: Queries): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("feeds")
    .select((of) => [
      "feeds.name",
      of
        .selectFrom("log")
        .select("log.at")
        .whereRef("log.feed", "=", "feeds.id")
        .where("log.state", "=", "RECEIVED")
        .orderBy("log.n", "desc")
        .limit(1)
        .as("at"),
    ])
    .execute();
  return new Map(rows.flatMap(({ name, at }) => (at === null ? [] : [[name, at] as const])));
}

function rowOf(feed: FeedStatus, problems: readonly ProblemView[], fileAt: string | undefined): FeedRow {
  const { publication, held, account, record, health } = feed;
  const reason = reasonOf(feed.feed, problems);
  return {
    feed: feed.feed,
    account,
    type: record,
    health,
    ...(reason !== undefined && { reason }),
    ...(publication !== undefined && {
      records: publication.records,
      version: publication.number,
      listAt: publication.publishedAt,
    }),
    ...(fileAt !== undefined && { fileAt }),
    held: held.length,
  };
}

/**
 * Returns a sentence about a feed's most severe problem. If several feeds share the problem, the feed's own sentence is
 * returned if there is one, and otherwise the shared sentence.
 */
function reasonOf(feed: string, problems: readonly ProblemView[]): string | undefined {
  const worst = problems.find((one) => needsAttention(one) && one.feeds.includes(feed));
  return worst?.each.find(({ name }) => name === feed)?.sentence ?? worst?.sentence;
}

export async function sparksView({ workspace, store }: ConsoleData, account: string): Promise<SparksView> {
  const names = workspace.feeds.flatMap(({ name, account: own }) => (own.name === account ? [name] : []));
  return { sparks: await latestBars(store.db, names, shownBars) };
}

export async function feedView({ workspace, store, now }: ConsoleData, feed: Feed): Promise<FeedView> {
  const status = await workspaceStatus({ ...workspace, feeds: [feed] }, store, now).read();
  const problems = await withEarlierDecisions(
    store.db,
    problemsOf(status, true).filter((one) => one.feeds.includes(feed.name)),
  );
  const [shown] = status.feeds;
  const current = await readCurrent(store.db, feed.name);
  const own = await store.db
    .selectFrom("feeds")
    .select("paused_to")
    .where("name", "=", feed.name)
    .executeTakeFirst();
  const { [feed.name]: bars = [] } = await latestBars(store.db, [feed.name], shownBars);
  const row: FeedRow =
    shown === undefined
      ? {
          feed: feed.name,
          account: feed.account.name ?? "",
          type: feed.type.name,
          health: "unpublished",
          held: 0,
        }
      : rowOf(shown, problems, bars.at(-1)?.at);
  const pausedAt = own?.paused_to ?? undefined;
  const original = current && (await originalOf(store.db, feed, current.publication));
  return {
    row,
    problems,
    ...(current !== undefined && {
      publication: {
        number: current.publication.number,
        records: current.publication.counts.records,
        active: current.publication.counts.active,
        publishedAt: current.publication.published_at,
        confirmedAt: current.confirmedAt,
        ...(current.publication.rolled_back_to !== undefined && {
          rolledBackTo: current.publication.rolled_back_to,
        }),
      },
    }),
    ...(original !== undefined && { original }),
    ...(pausedAt !== undefined && { pausedAt }),
    waiting: await waitingIn(store.db, feed),
    isAboutPeople: feed.type.personal,
    source: feed.sources.join(", "),
    patterns: feed.patterns.map(({ text }) => text),
    ...(feed.mapping !== undefined && { mapping: relative(workspace.root, feed.mapping) }),
    endpoint: `GET /${feed.type.plural}`,
    ...(shown?.expectedAt !== undefined && { expectedAt: shown.expectedAt }),
    arrivals: await countArrivals(store.db, feed.name),
    versions: await countVersions(store.db, feed.name),
    bars,
  };
}

/** Returns undefined if the file is no longer stored. */
async function originalOf(
  db: Queries,
  { name: feed }: Feed,
  { source: { sha256, name: file } }: Publication,
): Promise<FeedView["original"]> {
  const kept = await db
    .selectFrom("deliveries")
    .innerJoin("feeds", "feeds.id", "deliveries.feed")
    .select(["feeds.id", "received_at", "rows_read", "rejected"])
    .where("feeds.name", "=", feed)
    .where("sha256", "=", sha256)
    .where("bytes", "=", "kept")
    .where("is_unread", "=", 0)
    .executeTakeFirst();
  if (kept === undefined) return undefined;
  const cutOff = await db
    .selectFrom("log_guards")
    .innerJoin("log", (join) =>
      join.onRef("log.feed", "=", "log_guards.feed").onRef("log.n", "=", "log_guards.n"),
    )
    .select("guard")
    .where("log.feed", "=", kept.id)
    .where("log.delivery", "=", sha256)
    .where("guard", "=", "cut_off")
    .executeTakeFirst();
  return {
    delivery: sha256.slice(0, 12),
    file,
    receivedAt: kept.received_at,
    rows: kept.rows_read ?? 0,
    rejected: kept.rejected ?? 0,
    isCutOff: cutOff !== undefined,
  };
}

const heldCodes: ReadonlySet<string> = new Set(["held", "first_file", "unusable"]);

/**
 * If a person decided about a held file when the same content arrived before, describes that decision in the problem.
 */
async function withEarlierDecisions(
  db: Queries,
  problems: readonly ProblemView[],
): Promise<readonly ProblemView[]> {
  return Promise.all(
    problems.map(async (one) => {
      const [feed] = one.feeds;
      if (!heldCodes.has(one.code) || one.delivery === null || feed === undefined) return one;
      const delivery = await deliveryNamed(db, feed, one.delivery);
      const earlier = delivery && earlierDecision(await deliverySteps(db, feed, delivery.sha256));
      return earlier === undefined ? one : { ...one, detail: earlierDecisionText(earlier) };
    }),
  );
}

async function waitingIn(db: Queries, { name }: Feed): Promise<number> {
  const { waiting } = await db
    .selectFrom("deliveries")
    .innerJoin("feeds", "feeds.id", "deliveries.feed")
    .select(({ fn }) => fn.countAll<number>().as("waiting"))
    .where("feeds.name", "=", name)
    .where(undecidedOrPending)
    .where("status", "in", ["RECEIVED", "WAITING"])
    .executeTakeFirstOrThrow();
  return Number(waiting);
}
