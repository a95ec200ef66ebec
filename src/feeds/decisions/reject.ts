import { heldDelivery, rejectHeld } from "../deliveries/operator.js";
import { replayCommand } from "../next-step.js";
import { atFeed, type Decision, type Person } from "./decision.js";

export interface Rejected extends Decision {
  readonly file: string;
  /** Sha256 of the delivery. */
  readonly delivery: string;
  /** The commands that publish it after all. */
  readonly takeBack: readonly string[];
}

/**
 * Rejects a held delivery. The list stays as it is.
 *
 * @param order.delivery beginning of its sha256; the newest held delivery when undefined
 * @throws nothing_held, not_the_file
 */
export async function reject(
  person: Person,
  { delivery, reason }: { readonly delivery: string | undefined; readonly reason: string },
): Promise<Rejected> {
  return atFeed(person, async (open, settle) => {
    const rejected = heldDelivery(open, delivery);
    await rejectHeld(open, rejected, reason, person.name);
    // Deltas wait for those before them.
    const outcomes = await settle();
    const { name: file } = rejected.arrival;
    return {
      act: `${file} was rejected by ${person.name}: ${reason}`,
      outcomes,
      file,
      delivery: rejected.sha256,
      takeBack: [
        ...(open.state().paused === undefined ? [] : [`lading resume ${person.feed.name}`]),
        replayCommand(person.feed.name, rejected.sha256),
      ],
      sentence: `${file} is rejected; the list stays as it is. The next run deals with the file at its source.`,
    };
  });
}
