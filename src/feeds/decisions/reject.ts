import { rejectHeld, toReject } from "../deliveries/operator.js";
import { replayCommand } from "../next-step.js";
import { atFeed, type Decision, type Person } from "./decision.js";

export interface Rejected extends Decision {
  readonly file: string;
  /** SHA-256 hash of the delivery. */
  readonly delivery: string;
  /** Commands that undo the rejection. */
  readonly takeBack: readonly string[];
}

/**
 * Rejects a held delivery. Rejecting a refused delivery ends its problem in the status. The list does not change.
 * `delivery` is the beginning of the delivery's SHA-256 hash. By default, the newest held delivery is rejected. Throws
 * `nothing_held` or `not_the_file`.
 */
export async function reject(
  person: Person,
  { delivery, reason }: { readonly delivery: string | undefined; readonly reason: string },
): Promise<Rejected> {
  return atFeed(person, async (open, settle) => {
    const rejected = await toReject(open, delivery);
    await rejectHeld(open, rejected, reason, person.name);
    // Processes later deltas, which were waiting for this decision.
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
      sentence: `${file} was rejected. The list is unchanged. In the next run, the source's settings determine what happens to the file at the source.`,
    };
  });
}
