import { failure } from "../../errors.js";
import { deliveryPath, type OpenFeed } from "../deliveries/open-feed.js";
import { deliveriesOf } from "../lists/feed-log.js";
import { acceptedLast, type DeliveryState } from "../lists/feed-state.js";
import { whyNotProcessed } from "../next-step.js";
import type { DeliveryOutcome } from "../pipeline.js";
import { atFeed, publishedBy, type Decision, type Person } from "./decision.js";

/**
 * Processes stored files again with the current mapping. `deliveries` contains the beginnings of the files' SHA-256
 * hashes. If `deliveries` is empty, the deliveries that produced the list are processed. Throws `no_such_delivery`,
 * `nothing_taken`, `paused` or `bytes_gone`.
 */
export async function replay(
  person: Person,
  { deliveries, reason }: { readonly deliveries: readonly string[]; readonly reason: string },
): Promise<Decision> {
  return atFeed(person, async (open, settle) => {
    const chosen = await toReplay(open, deliveries);
    for (const delivery of chosen) await noteReplay(open, delivery, reason, person.name);
    const outcomes = await settle();
    const results = outcomes.length === 0 ? chosen.map(whyNot(open)) : outcomes.map(resultOf);
    return {
      act: `Processed again by ${person.name}${reason === "" ? "." : `: ${reason}`}`,
      outcomes,
      publication: publishedBy(outcomes),
      sentence: results.join(" "),
    };
  });
}

function whyNot(open: OpenFeed): (delivery: DeliveryState) => string {
  return (delivery) => {
    const now = open.state().deliveries.get(delivery.sha256) ?? delivery;
    return `${now.arrival.name}: not processed yet. ${whyNotProcessed(open.feed, open.state(), now)}`;
  };
}

function resultOf({ file, status, number, reason }: DeliveryOutcome): string {
  return number === undefined
    ? `${file}: ${status}. ${reason}`.trim()
    : `${file}: published as version ${number}.`;
}

/**
 * Returns the deliveries to evaluate again with the current mapping: the specified deliveries, or those that produced
 * the list. `beginnings` contains the beginnings of the deliveries' SHA-256 hashes. Throws `no_such_delivery`,
 * `nothing_taken` or `paused`.
 */
export async function toReplay(
  open: OpenFeed,
  beginnings: readonly string[],
): Promise<readonly DeliveryState[]> {
  const { paused } = open.state();
  const feed = open.feed.name;
  if (paused !== undefined) throw failure("paused", { feed, to: paused.to });
  if (beginnings.length === 0) {
    const latest = acceptedLast(open.state());
    if (latest.length === 0) throw failure("nothing_taken", { feed });
    return latest;
  }
  const chosen: DeliveryState[] = [];
  for (const beginning of beginnings) {
    const isHex = /^[0-9a-f]+$/.test(beginning);
    const [only, another] = isHex ? await deliveriesOf(open.setup.store.db, feed, { beginning }) : [];
    if (only === undefined || another !== undefined)
      throw failure("no_such_delivery", { feed, delivery: beginning });
    chosen.push(only);
  }
  return chosen;
}

/** Returns a processed delivery to the queue. Throws `bytes_gone`. */
export async function noteReplay(
  open: OpenFeed,
  delivery: DeliveryState,
  reason: string,
  by: string,
): Promise<void> {
  await deliveryPath(open, delivery.sha256);
  await open.note({ state: "REPLAYED", delivery: delivery.sha256, reason, by });
}
