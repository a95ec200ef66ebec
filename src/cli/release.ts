import { heldDelivery, noteRelease, evaluateAgain } from "../feeds/deliveries/operator.js";
import type { DeliveryEvaluation } from "../feeds/deliveries/delivery-evaluation.js";
import { isUnusable, type DeliveryState, type FeedState } from "../feeds/lists/feed-state.js";
import type { Feed } from "../workspace/workspace.js";
import type { DeliveryOutcome } from "../feeds/pipeline.js";
import { defineCommand, flagOption, textOption } from "./command.js";
import { atFeed, byPerson, withYes, type PersonReport } from "./feeds/by-person.js";
import { differenceText } from "./feeds/difference.js";
import { previewHeld, heldByOption, heldHeadings, heldGuards, noneHeldBy } from "./feeds/held.js";
import { feedsPositional } from "./feeds/open.js";
import { nextStepText, pausedText } from "./feeds/pass-text.js";
import { afterHold } from "../feeds/next-step.js";
import { reasonOption } from "./feeds/reason.js";

export const release = defineCommand({
  usage: "release [feeds..]",
  examples: [
    ['lading release acme-de/staff --reason "office Hamburg closed, says Ms Vogel"', "the newest held one"],
    ["lading plan acme-de/staff --verbose", "look at it first"],
    [
      "lading release 'acme-*/staff' --held-by rows --reason \"two offices closed\"",
      "several: lists them, and asks",
    ],
  ],
  options: (yargs) =>
    withYes(yargs)
      .positional("feeds", feedsPositional)
      .option("reason", reasonOption("Why it is right; recorded"))
      .option("delivery", textOption("Which one: the beginning of its sha256"))
      .option(
        "change-set",
        textOption("Only if it still changes exactly what was looked at: as `plan --json` names it"),
      )
      .option("held-by", heldByOption)
      .option("verbose", flagOption("Show every change")),

  async run(options, terminal) {
    const guards = heldGuards(options);
    return byPerson<DeliveryState>(
      terminal,
      { ...options, isListed: guards !== undefined },
      {
        done: "would be released",
        none: noneHeldBy(guards) ?? nothingToRelease,
        headings: heldHeadings,
        preview: (setup, feed) => previewHeld(setup, feed, guards, (delivery) => !isUnusable(delivery)),
        decide: (person, listed) =>
          atFeed(person, async (open, settle) => {
            const { feed } = person;
            const delivery = heldDelivery(open, listed?.sha256 ?? options.delivery);
            const evaluation = await evaluateAgain(open, delivery, terminal.signal);
            const seen = listed?.changeSet ?? options["change-set"];
            if (seen !== undefined && "result" in evaluation && evaluation.changeSet !== seen) {
              return { declined: changedText(feed, delivery) };
            }
            // Values may be those of people, so they never go to standard error, which ends up in logs.
            const withValues = options.verbose && !options.json;
            const difference = await differenceText(feed, delivery.arrival.name, evaluation, withValues);
            if (listed === undefined || withValues)
              (withValues ? terminal.stdout : terminal.stderr).write(difference);
            if (evaluation.verdict === "held") {
              const { guards, counts } = evaluation;
              if (isUnusable({ status: "HELD", guards, counts })) {
                return { declined: unusable(feed, delivery, guards) };
              }
            }
            if ("result" in evaluation)
              await noteRelease(open, delivery, evaluation, options.reason, person.name);
            const outcomes = await settle();
            const number = outcomes.find(({ status }) => status === "PUBLISHED")?.number ?? null;
            const reasons = number === null ? whyNothing(feed, outcomes, open.state(), evaluation) : [];
            const text =
              number === null
                ? `${feed.name}: nothing was published. ${reasons.join(" ")}\n`
                : `${feed.name}: published as number ${number}.\n`;
            return {
              act: `A held delivery was released by ${person.name}: ${options.reason}`,
              outcomes,
              report: () => ({
                answer: { feed: feed.name, publication: number, ...(number === null && { reasons }) },
                text,
                exitCode: number === null ? 1 : 0,
              }),
            };
          }),
      },
    );
  },
});

const nothingToRelease =
  "nothing is held, or only files of which no list can be made; lading status says which";

/** Released is what was looked at, and nothing else. */
function changedText({ name }: Feed, delivery: DeliveryState): PersonReport {
  const reason = "The changes are no longer the ones that were shown. Check them again.";
  return {
    answer: { feed: name, publication: null, reasons: [reason] },
    text: `${name}: nothing was published. ${reason}\n${nextStepText(afterHold(name, delivery.sha256, false))}`,
  };
}

/** A file of which nothing can be used makes no list, so no reason lets it through. */
function unusable(
  { name }: Feed,
  delivery: DeliveryState,
  guards: readonly { readonly sentence: string }[],
): PersonReport {
  const reasons = guards.map(({ sentence }) => sentence);
  return {
    answer: { feed: name, publication: null, unusable: true, reasons },
    text: `${name}: nothing was published, and nothing can be: the mapping does not find its columns in the file. ${reasons.join(" ")}\n${nextStepText(afterHold(name, delivery.sha256, true))}`,
  };
}

function whyNothing(
  feed: Feed,
  outcomes: readonly DeliveryOutcome[],
  state: FeedState,
  evaluation: DeliveryEvaluation,
): readonly string[] {
  if (state.paused !== undefined) return [pausedText(feed.name, state).trim()];
  const reasons = outcomes.map(({ status, reason }) =>
    status === "UNCHANGED" ? "What was held says the same as the list of now." : reason,
  );
  if (evaluation.verdict === "waiting") reasons.push(`It waits for the list ${evaluation.for}.`);
  else if (!("result" in evaluation)) reasons.push(evaluation.reason);
  return [...new Set(reasons)];
}
