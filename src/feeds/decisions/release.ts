import { failure } from "../../errors.js";
import type { DeliveryEvaluation } from "../deliveries/delivery-evaluation.js";
import { evaluateDelivery, gatherInputs } from "../deliveries/evaluate-delivery.js";
import { deliveryPath, type OpenFeed } from "../deliveries/open-feed.js";
import { heldNewestFirst, isUnusable, type DeliveryState } from "../lists/feed-state.js";
import { nextStepAfterHold } from "../next-step.js";
import type { DeliveryOutcome } from "../pipeline.js";
import type { Feed } from "../../workspace/workspace.js";
import { atFeed, publishedBy, type Decision, type Person, type Refused } from "./decision.js";

export interface Released extends Decision {
  /** Why nothing was published. Empty if a version was published. */
  readonly reasons: readonly string[];
}

/**
 * Releases a held delivery. `order.delivery` is the beginning of the delivery's SHA-256 hash and defaults to that of
 * the newest held delivery. `order.changeSet` identifies the changes that the person saw. Only these changes are
 * released. By default, the current changes are released. `order.review` is called with the changes before the release
 * is recorded. Returns a refusal if the changes differ from those that the person saw, or if the mapping no longer
 * finds its columns in the file. Throws `nothing_held`, `paused` or `bytes_gone`.
 */
export async function releaseHeld(
  person: Person,
  order: {
    readonly delivery: string | undefined;
    readonly changeSet: string | undefined;
    readonly reason: string;
    readonly signal?: AbortSignal;
    readonly review?: (delivery: DeliveryState, evaluation: DeliveryEvaluation) => Promise<void>;
  },
): Promise<Released | Refused> {
  const { changeSet, reason, signal, review } = order;
  const { feed, name } = person;
  return atFeed(person, async (open, settle) => {
    const delivery = heldDelivery(open, order.delivery);
    const { paused } = open.state();
    if (paused !== undefined) throw failure("paused", { feed: feed.name, to: paused.to });
    const evaluation = await evaluateAgain(open, delivery, signal);
    if (changeSet !== undefined && "result" in evaluation && evaluation.changeSet !== changeSet)
      return changed(feed, delivery);
    await review?.(delivery, evaluation);
    if (evaluation.verdict === "held") {
      const { guards, counts } = evaluation;
      if (isUnusable({ status: "HELD", guards, counts })) return unusable(feed, delivery, guards);
    }
    if ("result" in evaluation) await noteRelease(open, delivery, evaluation, reason, name);
    const outcomes = await settle();
    // In a delta feed, later deltas may be published right after the released delta.
    const own = outcomes.filter((outcome) => outcome.delivery === delivery.sha256);
    const publication = publishedBy(own) ?? publishedBy(outcomes);
    const reasons = publication === null ? whyNothing(outcomes, evaluation) : [];
    return {
      act: `A held delivery was released by ${name}: ${reason}`,
      outcomes,
      publication,
      ...(publication === null && { hasNoEffect: true }),
      reasons,
      sentence:
        publication === null
          ? `Nothing was published. ${reasons.join(" ")}`
          : `Published as version ${publication}.`,
    };
  });
}

function changed({ name }: Feed, delivery: DeliveryState): Refused {
  return {
    refused: {
      code: "changes_differ",
      sentence: "The changes differ from those that you reviewed.",
      next: "Check the changes again, then approve or reject the delivery.",
      commands: nextStepAfterHold(name, delivery, false).commands,
    },
  };
}

function unusable(
  { name }: Feed,
  delivery: DeliveryState,
  guards: readonly { readonly sentence: string }[],
): Refused {
  const reasons = guards.map(({ sentence }) => sentence).join(" ");
  return {
    refused: {
      code: "unusable",
      sentence: `No list can be produced from the file because Lading cannot find all columns that the mapping requires. ${reasons}`,
      ...nextStepAfterHold(name, delivery, true),
    },
  };
}

function whyNothing(outcomes: readonly DeliveryOutcome[], evaluation: DeliveryEvaluation): readonly string[] {
  const reasons = outcomes.map(({ status, reason }) =>
    status === "UNCHANGED" ? "The delivery does not change the current list." : reason,
  );
  if (evaluation.verdict === "waiting")
    reasons.push(`The delivery is waiting for the list ${evaluation.for}.`);
  else if (!("result" in evaluation)) reasons.push(evaluation.reason);
  return [...new Set(reasons)];
}

/** Returns the newest held delivery whose SHA-256 hash starts with `beginning`. Throws `nothing_held`. */
export function heldDelivery(open: OpenFeed, beginning: string | undefined): DeliveryState {
  const newest = heldNewestFirst(open.state()).find(({ sha256 }) => sha256.startsWith(beginning ?? ""));
  if (newest === undefined) throw failure("nothing_held", { feed: open.feed.name });
  return newest;
}

/** Evaluates a held delivery against the current list without writing anything. Throws `bytes_gone`. */
export async function evaluateAgain(
  open: OpenFeed,
  delivery: DeliveryState,
  signal?: AbortSignal,
): Promise<DeliveryEvaluation> {
  const path = await deliveryPath(open, delivery.sha256);
  return evaluateDelivery(open, delivery, path, await gatherInputs(open.setup, open.feed), signal);
}

/**
 * Records the release of exactly this change set. The next decision publishes the delivery if its changes are still the
 * same.
 */
export async function noteRelease(
  open: OpenFeed,
  delivery: DeliveryState,
  evaluation: Extract<DeliveryEvaluation, { result: unknown }>,
  reason: string,
  by: string,
): Promise<void> {
  // The guards that held the delivery may no longer apply, for example after a limit was changed. The delivery stays
  // held until a person releases it.
  const tripped = evaluation.verdict === "unchanged" ? [] : evaluation.guards;
  const guards = tripped.map(({ sentence: _, pairs: __, ...guard }) => guard);
  const about = { delivery: delivery.sha256, change_set: evaluation.changeSet };
  const differences = evaluation.result.changes.kinds;
  await open.note({ state: "RELEASED", ...about, differences, reason, by, guards });
}
