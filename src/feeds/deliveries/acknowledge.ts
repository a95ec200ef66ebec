import { LadingError } from "../../errors.js";
import { deliveryOf, noteTaken } from "../lists/feed-log.js";
import { unreadName, type DeliveryState } from "../lists/feed-state.js";
import type { Arrival, NewEntry } from "../lists/log.js";
import type { SourceFile, Source } from "../../connectors/sources/source.js";
import { takeLease } from "../../store/leases.js";
import type { Feed } from "../../workspace/workspace.js";
import type { OpenFeed } from "./open-feed.js";
import { otherClaimants } from "./receive.js";
import { applyRetention } from "./retention.js";
import { isReachedBy } from "./workers.js";

/** Determines which after-action applies to the file at its source. */
type Outcome = Parameters<Source["settle"]>[1];

/**
 * Step 5 of the publish protocol: applies the after-action to files at their sources once the decision is final. A file
 * that several feeds share is left unchanged until all of these feeds have processed the file. A held file is left
 * unchanged until it is released, rejected or superseded. Expired data is deleted in the same transaction. Returns true
 * if another pass is required, for example because another feed must process a file first. Throws `source_unavailable`
 * or other source errors. In that case, nothing is lost, and the next pass tries again.
 */
export async function acknowledge(
  open: OpenFeed,
  doneFileOf: (arrival: Arrival) => SourceFile | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const entries: Extract<NewEntry, { readonly state: "ACKED" }>[] = [];
  const taken: Arrival[] = [];
  let isLeft = false;
  let failed: Error | undefined;
  for (const { delivery, arrival, own } of clearableArrivals(open)) {
    if (signal.aborted) {
      isLeft = true;
      break;
    }
    try {
      const settled = await clear(open, arrival, own, doneFileOf(arrival), signal);
      if (settled === undefined) {
        isLeft = true;
        continue;
      }
      entries.push({ state: "ACKED", delivery, arrival });
      if (settled !== "left") taken.push(arrival);
    } catch (error) {
      // A file that cannot be archived or deleted must not block other files.
      if (error instanceof LadingError && error.code === "locked") isLeft = true;
      else failed ??= error as Error;
    }
  }
  await open.commit({
    entries,
    also: async (tx, feed) => {
      await noteTaken(tx, feed, taken, open.setup.clock.now().toISOString());
      await applyRetention(open, tx, feed);
    },
  });
  if (failed !== undefined) throw failed;
  return isLeft;
}

/** Arrivals with a final decision, at sources that this machine can reach. Other machines handle the other sources. */
function clearableArrivals({ setup, ...open }: OpenFeed) {
  const { worker, workspace } = setup;
  return [...open.state().deliveries.values()].flatMap((delivery) => {
    const own = outcomeOf(delivery);
    if (own === undefined) return [];
    return delivery.unacknowledged
      .filter(({ source }) => isReachedBy(worker, workspace.sources.get(source)?.workers))
      .map((arrival) => ({ delivery: delivery.sha256, arrival, own }));
  });
}

/** Returns undefined if another feed that shares the file has not processed the file yet. */
async function clear(
  open: OpenFeed,
  arrival: Arrival,
  own: Outcome,
  doneFile: SourceFile | undefined,
  signal: AbortSignal,
): Promise<Awaited<ReturnType<Source["settle"]>> | undefined> {
  const others = otherClaimants(open, arrival);
  // If two machines process the file for two feeds at the same time, only one machine may archive or delete the file.
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

/** Returns undefined until the decision is final. */
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

/**
 * The combined outcome of all feeds that share the file. If any feed rejected the file, the after-action for rejected
 * files applies. Undefined until the decision is final in every feed.
 */
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
