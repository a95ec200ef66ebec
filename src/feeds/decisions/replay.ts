import { noteReplay, toReplay } from "../deliveries/operator.js";
import type { DeliveryOutcome } from "../pipeline.js";
import { atFeed, type Decision, type Person } from "./decision.js";

/**
 * Processes stored files again with the current mapping. `deliveries` contains the beginnings of their SHA-256
 * hashes. If it is empty, the deliveries that produced the list are processed. Throws `no_such_delivery`,
 * `nothing_taken`, `paused` or `bytes_gone`.
 */
export async function replay(
  person: Person,
  { deliveries, reason }: { readonly deliveries: readonly string[]; readonly reason: string },
): Promise<Decision> {
  const outcomes = await atFeed(person, async (open, settle) => {
    for (const delivery of await toReplay(open, deliveries))
      await noteReplay(open, delivery, reason, person.name);
    return settle();
  });
  return {
    act: `Replayed by ${person.name}${reason === "" ? "." : `: ${reason}`}`,
    outcomes,
    sentence: outcomes.map(resultOf).join(" "),
  };
}

function resultOf({ file, status, number, reason }: DeliveryOutcome): string {
  return number === undefined
    ? `${file}: ${status}. ${reason}`.trim()
    : `${file}: published as version ${number}.`;
}
