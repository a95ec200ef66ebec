import { failure } from "../../errors.js";
import type { DeliveryEvaluation } from "../deliveries/delivery-evaluation.js";
import { evaluateAgain, heldDelivery, noteRelease } from "../deliveries/operator.js";
import { isUnusable, type DeliveryState } from "../lists/feed-state.js";
import { nextStepAfterHold } from "../next-step.js";
import type { DeliveryOutcome } from "../pipeline.js";
import type { Feed } from "../../workspace/workspace.js";
import { atFeed, type Decision, type Person, type Refused } from "./decision.js";

export interface Released extends Decision {
  /** Number of the published version. Null if nothing was published. */
  readonly publication: number | null;
  /** Why nothing was published. */
  readonly reasons: readonly string[];
}

/**
 * Releases a held delivery. `order.delivery` is the beginning of the delivery's SHA-256 hash and defaults to that of
 * the newest held delivery. `order.changeSet` identifies the changes that the person saw. Only these changes are
 * released. By default, the current changes are released. `order.review` is called with the changes before the
 * release is recorded. Returns a refusal if the changes differ from those that the person saw, or if the file lacks a
 * required column. Throws `nothing_held`, `paused` or `bytes_gone`.
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
    const publication = outcomes.find(({ status }) => status === "PUBLISHED")?.number ?? null;
    const reasons = publication === null ? whyNothing(outcomes, evaluation) : [];
    return {
      act: `A held delivery was released by ${name}: ${reason}`,
      outcomes,
      publication,
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
      sentence: `No list can be produced from the file because columns that the mapping requires are missing. ${reasons}`,
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
