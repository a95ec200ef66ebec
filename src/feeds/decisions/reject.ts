import { failure } from "../../errors.js";
import type { OpenFeed } from "../deliveries/open-feed.js";
import { readRefused } from "../lists/feed-log.js";
import type { DeliveryState } from "../lists/feed-state.js";
import { replayCommand } from "../next-step.js";
import { atFeed, publishedBy, type Decision, type Person } from "./decision.js";
import { heldDelivery } from "./release.js";

export interface Rejected extends Decision {
  readonly file: string;
  /** SHA-256 hash of the delivery. */
  readonly delivery: string;
  /** Commands that undo the rejection. */
  readonly takeBack: readonly string[];
}

/**
 * Rejects a held delivery, or a refused delivery to remove its problem from the status. Then processes the deltas that
 * were waiting for the decision. `delivery` is the beginning of the delivery's SHA-256 hash. By default, the newest
 * held delivery is rejected. Throws `nothing_held` or `not_the_file`.
 */
export async function reject(
  person: Person,
  { delivery, reason }: { readonly delivery: string | undefined; readonly reason: string },
): Promise<Rejected> {
  return atFeed(person, async (open, settle) => {
    const rejected = await toReject(open, delivery);
    await rejectHeld(open, rejected, reason, person.name);
    const outcomes = await settle();
    const { name: file } = rejected.arrival;
    return {
      act: `${file} was rejected by ${person.name}: ${reason}`,
      outcomes,
      publication: publishedBy(outcomes),
      file,
      delivery: rejected.sha256,
      takeBack: [
        ...(open.state().paused === undefined ? [] : [`lading resume ${person.feed.name}`]),
        replayCommand(person.feed.name, rejected.sha256),
      ],
      sentence: `${file} was rejected. The list is unchanged.${rejected.delivered === undefined ? " The next run moves, deletes or keeps the file at the source, according to the source's settings." : ""}`,
    };
  });
}

/**
 * Returns the delivery to reject. `beginning` is the beginning of its SHA-256 hash. Without `beginning`, returns the
 * newest held delivery. With `beginning`, also finds a refused delivery that no person has rejected. Throws
 * `nothing_held`.
 */
export async function toReject(open: OpenFeed, beginning: string | undefined): Promise<DeliveryState> {
  const refused = beginning === undefined ? undefined : await readRefused(open.setup.store.db, [open.feed]);
  const named = refused?.(open.feed.name).find(
    ({ sha256, rejectedBy }) => rejectedBy === undefined && sha256.startsWith(beginning ?? ""),
  );
  return named ?? heldDelivery(open, beginning);
}

/**
 * Records that a person rejected a held or refused delivery. A later pass applies the after-action for rejected files
 * to the file at its source. The delivery stays rejected until it is replayed or sent again. Throws `not_the_file` if
 * this is the last accepted delivery, which is held again because its inputs changed, for example the mapping.
 */
export async function rejectHeld(
  open: OpenFeed,
  delivery: DeliveryState,
  reason: string,
  by: string,
): Promise<void> {
  const { sha256, inputs, counts, part, guards } = delivery;
  const isRolledBack = guards.some(({ guard }) => guard === "rolled_back");
  if (open.state().accepted.get(part)?.sha256 === sha256 && !isRolledBack) {
    throw failure("not_the_file", { feed: open.feed.name });
  }
  const overruled = guards.map(({ sentence: _, ...guard }) => guard);
  const about = { delivery: sha256, codes: [], reason, by, guards: overruled };
  await open.note({ state: "REJECTED", ...about, inputs, counts });
}
