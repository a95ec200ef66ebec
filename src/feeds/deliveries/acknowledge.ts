import { LadingError } from "../../errors.js";
import { deliveryOf, noteTaken } from "../lists/feed-log.js";
import { unreadName, type DeliveryState } from "../lists/feed-state.js";
import type { Arrival, NewEntry } from "../lists/log.js";
import type { SeenFile, Source } from "../../connectors/sources/source.js";
import { takeLease } from "../../store/leases.js";
import type { Feed } from "../../workspace/workspace.js";
import type { OpenFeed } from "./open-feed.js";
import { otherClaimants } from "./receive.js";
import { dropOld } from "./retention.js";
import { isReachedBy } from "./workers.js";

/** Does at the source what is due for a file: the action after success, or the one after failure. */
type Outcome = Parameters<Source["settle"]>[1];

/**
 * Step 5 of the publish protocol: only after a delivery is decided for good its source is taken care of. A file that several feeds claim waits for the last of them; one that is held waits for a person, and lies
 * at its source as it came until it is released, rejected or superseded. What is too old goes in the same transaction.
 *
 * @returns whether arrivals are left whose other claimants have not decided yet
 * @throws source_unavailable and what else a source fails with; nothing is lost, the next pass does it again
 */
export async function acknowledge(
  open: OpenFeed,
  doneFileOf: (arrival: Arrival) => SeenFile | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const entries: Extract<NewEntry, { readonly state: "ACKED" }>[] = [];
  const taken: Arrival[] = [];
  let isLeft = false;
  let failed: Error | undefined;
  for (const { delivery, arrival, own } of toTakeAway(open)) {
    if (signal.aborted) {
      isLeft = true;
      break;
    }
    try {
      const settled = await takeAway(open, arrival, own, doneFileOf(arrival), signal);
      if (settled === undefined) {
        isLeft = true;
        continue;
      }
      entries.push({ state: "ACKED", delivery, arrival });
      if (settled !== "left") taken.push(arrival);
    } catch (error) {
      // One file that its server does not let go keeps no other there.
      if (error instanceof LadingError && error.code === "locked") isLeft = true;
      else failed ??= error as Error;
    }
  }
  await open.commit({
    entries,
    also: async (tx, feed) => {
      await noteTaken(tx, feed, taken, open.setup.clock.now().toISOString());
      await dropOld(open, tx, feed);
    },
  });
  if (failed !== undefined) throw failed;
  return isLeft;
}

/** Arrivals of deliveries that are decided for good, at sources that this machine reaches: elsewhere another takes them away. */
function toTakeAway({ setup, ...open }: OpenFeed) {
  const { worker, workspace } = setup;
  return [...open.state().deliveries.values()].flatMap((delivery) => {
    const own = outcomeOf(delivery);
    if (own === undefined) return [];
    return delivery.unacknowledged
      .filter(({ source }) => isReachedBy(worker, workspace.sources.get(source)?.workers))
      .map((arrival) => ({ delivery: delivery.sha256, arrival, own }));
  });
}

/** Undefined while another feed that claims the file has not decided. */
async function takeAway(
  open: OpenFeed,
  arrival: Arrival,
  own: Outcome,
  doneFile: SeenFile | undefined,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<Source["settle"]>> | undefined> {
  const others = otherClaimants(open, arrival);
  // Two machines that decide for two feeds at once must not both be the last.
  const lease = others.length > 0 ? await takeLease(open.setup.store, `source ${arrival.source}`) : undefined;
  try {
    const outcome = await withOthers(open, arrival, own, others);
    if (outcome === undefined) return undefined;
    const source = await open.setup.source(arrival.source);
    const settled = await source.settle(arrival, outcome, signal);
    if (doneFile !== undefined) await source.settle(doneFile, outcome, signal);
    return settled;
  } finally {
    await lease?.release();
  }
}

/** Undefined while nothing is decided for good. */
function outcomeOf(delivery: Pick<DeliveryState, "status" | "isUnread">): Outcome | undefined {
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
      return delivery.isUnread === true ? "unread" : "rejected";
  }
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
    const known = await deliveryOf(open.setup.store.db, feed.name, arrival);
    const delivery =
      known && (known.sha256 === unreadName(arrival) ? { ...known, isUnread: true as const } : known);
    const other = delivery === undefined ? undefined : outcomeOf(delivery);
    if (other === undefined) return undefined;
    if (other === "unread" || (other === "rejected" && outcome === "published")) outcome = other;
  }
  return outcome;
}
