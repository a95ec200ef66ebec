import { arrivalKey, feedState, type DeliveryState } from "../lists/feed-state.js";
import { readJournal, type Arrival } from "../lists/journal.js";
import { outOfSpool } from "../lists/spool.js";
import type { SeenFile } from "../sources/source.js";
import type { OpenFeed } from "./open-feed.js";
import { claim } from "./receive.js";

/**
 * Steps 8 and 9 of the publish protocol: only after a delivery is decided, and its bytes are filed, its source is taken
 * care of. A file that several feeds claim waits for the last of them.
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
  for (const delivery of open.state().deliveries.values()) {
    if (!isDecided(delivery)) continue;
    for (const arrival of delivery.unacknowledged) {
      if (signal.aborted) return true;
      if (!(await allDecided(open, arrival))) {
        isLeft = true;
        continue;
      }
      await takeAway(open, arrival, delivery, doneFileOf(arrival), signal);
      await outOfSpool(open.setup.disk, open.setup.workspace.data, delivery.sha256);
      await open.note({ state: "ACKED", delivery: delivery.sha256, arrival }, "durable");
    }
  }
  return isLeft;
}

async function takeAway(
  open: OpenFeed,
  arrival: Arrival,
  delivery: DeliveryState,
  doneFile: SeenFile | undefined,
  signal: AbortSignal,
): Promise<void> {
  const source = await open.setup.source(arrival.source);
  const outcome = delivery.status === "REJECTED" ? "rejected" : "published";
  await source.settle(arrival, outcome, signal);
  if (doneFile !== undefined) await source.settle(doneFile, outcome, signal);
}

function isDecided(delivery: DeliveryState): boolean {
  return delivery.status !== "RECEIVED" && delivery.status !== "WAITING";
}

/** Whether every feed that claims the file has decided what it brought. */
async function allDecided(open: OpenFeed, arrival: Arrival): Promise<boolean> {
  for (const feed of open.setup.workspace.feeds) {
    if (feed.name === open.feed.name) continue;
    if (claim(feed, arrival.source, arrival.name) === undefined) continue;
    const state = feedState((await readJournal(open.setup.disk, feed.folder)).entries);
    const sha256 = state.byArrival.get(arrivalKey(arrival));
    const delivery = sha256 === undefined ? undefined : state.deliveries.get(sha256);
    if (delivery === undefined || !isDecided(delivery)) return false;
  }
  return true;
}
