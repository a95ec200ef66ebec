import { LadingError } from "../errors.js";
import { deliveryOf } from "../lists/feed-log.js";
import type { DeliveryState } from "../lists/feed-state.js";
import type { Arrival } from "../lists/log.js";
import type { SeenFile, Source } from "../sources/source.js";
import { takeLease, type Lease } from "../store/leases.js";
import type { Feed } from "../workspace/workspace.js";
import type { OpenFeed } from "./open-feed.js";
import { claim } from "./receive.js";
import { isReachedBy } from "./workers.js";

/** What the source is told of a file: its after-success or its after-failure action is due. */
type Outcome = Parameters<Source["settle"]>[1];

/**
 * Step 5 of the publish protocol: only after a delivery is decided for good its source is taken care of. A file that several feeds claim waits for the last of them; one that is held waits for a person, and lies
 * at its source as it came until it is released, rejected or superseded.
 *
 * @returns whether arrivals are left whose other claimants have not decided yet
 * @throws source_unavailable and what else a source fails with; nothing is lost, the next pass does it again
 */
export async function acknowledge(
  open: OpenFeed,
  doneFileOf: (arrival: Arrival) => SeenFile | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  let isLeft = false;
  let failed: LadingError | undefined;
  for (const delivery of open.state().deliveries.values()) {
    const own = outcomeOf(delivery);
    if (own === undefined) continue;
    for (const arrival of delivery.unacknowledged) {
      if (signal.aborted) return true;
      const { workspace, worker, store } = open.setup;
      // Another machine takes it away there.
      if (!isReachedBy(worker, workspace.sources.get(arrival.source)?.workers)) continue;
      let lease: Lease | undefined;
      try {
        const others = othersOf(open, arrival);
        // Two machines that decide for two feeds at once must not both be the last.
        if (others.length > 0) lease = await takeLease(store, `source ${arrival.source}`);
        const outcome = await withOthers(open, arrival, own, others);
        if (outcome === undefined) {
          isLeft = true;
          continue;
        }
        await takeAway(open, arrival, outcome, doneFileOf(arrival), signal);
      } catch (error) {
        // One file that its server does not let go keeps no other there.
        if (!(error instanceof LadingError)) throw error;
        if (error.code === "locked") isLeft = true;
        else failed ??= error;
        continue;
      } finally {
        await lease?.release();
      }
      await open.note({ state: "ACKED", delivery: delivery.sha256, arrival });
    }
  }
  if (failed !== undefined) throw failed;
  return isLeft;
}

async function takeAway(
  open: OpenFeed,
  arrival: Arrival,
  outcome: Outcome,
  doneFile: SeenFile | undefined,
  signal: AbortSignal,
): Promise<void> {
  const source = await open.setup.source(arrival.source);
  await source.settle(arrival, outcome, signal);
  if (doneFile !== undefined) await source.settle(doneFile, outcome, signal);
}

/** Undefined while nothing is decided for good. */
function outcomeOf(delivery: DeliveryState): Outcome | undefined {
  switch (delivery.status) {
    case "RECEIVED":
    case "WAITING":
    case "HELD":
      return undefined;
    case "PUBLISHED":
    case "UNCHANGED":
    case "SUPERSEDED":
      return "published";
    case "REJECTED":
    case "QUARANTINED":
      return "rejected";
  }
}

/** The other feeds that claim a file. */
function othersOf(open: OpenFeed, { source, name }: Arrival): readonly Feed[] {
  return open.setup.workspace.feeds.filter(
    (feed) => feed.name !== open.feed.name && claim(feed, source, name) !== undefined,
  );
}

/** The outcome for a file with all feeds that claim it: undefined while one has not decided, a failure if it is one for any. */
async function withOthers(
  open: OpenFeed,
  arrival: Arrival,
  own: Outcome,
  others: readonly Feed[],
): Promise<Outcome | undefined> {
  let outcome = own;
  for (const feed of others) {
    const delivery = await deliveryOf(open.setup.store.db, feed.name, arrival);
    const other = delivery === undefined ? undefined : outcomeOf(delivery);
    if (other === undefined) return undefined;
    if (other === "rejected") outcome = "rejected";
  }
  return outcome;
}
