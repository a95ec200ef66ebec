import { join } from "node:path";
import { readCredentials } from "../credentials/credentials.js";
import { LadingError } from "../errors.js";
import { readHighest, type Current } from "../lists/current.js";
import { realDisk } from "../storage/disk.js";
import { feedState, isUnusable, type DeliveryState, type FeedState } from "../lists/feed-state.js";
import { heldCommand } from "../lists/held-command.js";
import { readJournal, type Entry } from "../lists/journal.js";
import { endingSoon } from "../workspace/expiry.js";
import type { Feed, Workspace } from "../workspace/workspace.js";
import { runsOf } from "./runs.js";
import { expectedAt, staleReason } from "../deliveries/stale.js";
import type {
  FeedStatus,
  Health,
  HeldDelivery,
  NoticeStatus,
  StatusSource,
  StatusWarning,
} from "./status.js";

/**
 * The status of a workspace, read from its publications and journals. Nothing is kept, nothing is written. How notifications
 * do is told by `notices`.
 */
export function workspaceStatus(
  workspace: Workspace,
  now: () => Date = () => new Date(),
  notices?: () => Promise<readonly NoticeStatus[]>,
): StatusSource {
  return {
    async read() {
      const read = await Promise.all(workspace.feeds.map((feed) => readFeed(feed, now())));
      const credentials = await credentialsWarning(workspace);
      const endings = await endingSoon(workspace, now());
      return {
        endings: endings.map(({ what, name, days_left, sentence, next }) => ({
          what,
          name,
          daysLeft: days_left,
          sentence,
          next,
        })),
        ...(credentials && { credentials }),
        ...(notices && { notices: await notices() }),
        feeds: read.map(({ status }) => status),
        runs: runsOf(
          read.map(({ entries }) => entries),
          40,
        ),
      };
    },
  };
}

async function credentialsWarning({ data }: Workspace): Promise<StatusWarning | undefined> {
  try {
    await readCredentials(join(data, "credentials"));
    return undefined;
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
    return {
      sentence: `${error.message} A server that runs goes on with the tokens and client secrets that it knows; new and revoked ones do not count.`,
      next: error.hint,
    };
  }
}

async function readFeed(
  feed: Feed,
  now: Date,
): Promise<{ readonly status: FeedStatus; readonly entries: readonly Entry[] }> {
  const { current, damage } = await readHighest(feed.folder);
  const { entries } = await readJournal(realDisk, feed.folder);
  return { status: feedStatus(feed, current, damage, entries, now), entries };
}

function feedStatus(
  feed: Feed,
  current: Current | undefined,
  damage: string,
  entries: readonly Entry[],
  now: Date,
): FeedStatus {
  const state = feedState(entries);
  const held = heldDeliveries(feed, state, entries);
  const latest = [...state.deliveries.values()].sort((a, b) => b.order - a.order)[0];
  const { health, reason } = healthOf(feed, current, damage, held, state, refusalOf(latest), now);
  const due = current && expectedAt(feed, new Date(current.confirmedAt), now);
  return {
    feed: feed.name,
    account: feed.account.name ?? "",
    record: feed.type.name,
    health,
    ...(reason !== undefined && { reason }),
    ...(current !== undefined && {
      publication: {
        number: current.manifest.number,
        records: current.manifest.counts.records,
        publishedAt: current.manifest.published_at,
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

function heldDeliveries(feed: Feed, state: FeedState, entries: readonly Entry[]): readonly HeldDelivery[] {
  return [...state.deliveries.values()].flatMap((delivery) => {
    if (delivery.status !== "HELD") return [];
    const entry = entries.findLast((one) => one.state === "HELD" && one.delivery === delivery.sha256);
    return {
      delivery: delivery.sha256.slice(0, 12),
      receivedAt: delivery.receivedAt,
      reasons: delivery.rails.map((rail) => rail.sentence),
      differences: entry?.state === "HELD" ? entry.differences : {},
      release: heldCommand("release", feed.name, delivery.sha256),
      ...(isUnusable(delivery) && { isUnusable: true as const }),
    };
  });
}

function healthOf(
  feed: Feed,
  current: Current | undefined,
  damage: string,
  held: readonly HeldDelivery[],
  { pinned }: FeedState,
  refusal: string | undefined,
  now: Date,
): { health: Health; reason?: string } {
  if (damage !== "") {
    const none = current === undefined ? " There is no other one to serve." : "";
    return { health: "degraded", reason: `${damage}${none}` };
  }
  if (current === undefined) {
    const reason =
      held.length > 0 ? "The first delivery waits for a person." : "No delivery was published yet.";
    return { health: "unpublished", reason };
  }
  const times = {
    confirmedAt: new Date(current.confirmedAt),
    publishedAt: new Date(current.manifest.published_at),
  };
  const stale = staleReason(feed, times, now);
  if (held.length > 0) {
    return {
      health: "held",
      reason: stale ?? "A delivery waits for a person; the list before it is served.",
    };
  }
  if (refusal !== undefined) return { health: "rejected", reason: stale ?? refusal };
  if (pinned !== undefined) {
    return {
      health: "pinned",
      reason: `Pinned to the content of publication ${pinned.to}: no delivery is taken.`,
    };
  }
  return stale === undefined ? { health: "good" } : { health: "stale", reason: stale };
}
