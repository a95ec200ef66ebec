import { heldDelivery, noteRelease, evaluateAgain } from "../deliveries/operator.js";
import { isUnusable, type DeliveryState, type FeedState } from "../lists/feed-state.js";
import type { Feed } from "../workspace/workspace.js";
import type { DeliveryOutcome } from "../pipeline.js";
import { defineCommand } from "./command.js";
import { atFeed, byPerson } from "./feeds/by-person.js";
import { feedPositional } from "./feeds/open.js";
import { differenceText } from "./feeds/difference.js";
import { heldStep, standingText } from "./feeds/pass.js";
import { reasonOption } from "./feeds/reason.js";

interface Options {
  readonly feed: string;
  readonly reason: string;
  readonly delivery: string | undefined;
  readonly verbose: boolean;
  readonly json: boolean;
}

export const release = defineCommand<Options>({
  usage: "release <feed>",
  summary: "Let a held delivery through, once, with a reason that is recorded",
  examples: [
    [
      'lading release acme-de/staff --reason "office Hamburg closed, confirmed by Ms Vogel"',
      "the newest held one",
    ],
    ["lading plan acme-de/staff --verbose", "look at it first"],
  ],
  options: (yargs) =>
    yargs
      .positional("feed", feedPositional)
      .option("reason", reasonOption("Why it is right; recorded"))
      .option("delivery", { type: "string", describe: "Which one: the beginning of its sha256" })
      .option("verbose", { type: "boolean", default: false, describe: "Show every change" })
      .option("json", { type: "boolean", default: false, describe: "What happened as JSON" }),

  run: (options, terminal) =>
    byPerson(terminal, options, (person) =>
      atFeed(person, terminal.signal, async (open, settle) => {
        const { feed } = person;
        const delivery = heldDelivery(open, options.delivery);
        const evaluation = await evaluateAgain(open, delivery);
        // Values may be those of people, so they never go to standard error, which ends up in logs.
        const withValues = options.verbose && !options.json;
        const difference = await differenceText(feed, delivery.arrival.name, evaluation, withValues);
        (withValues ? terminal.stdout : terminal.stderr).write(difference);
        if (evaluation.verdict === "held") {
          const { rails, counts } = evaluation;
          if (isUnusable({ status: "HELD", rails, counts })) {
            return { declined: unusableText(feed, delivery, rails, options.json) };
          }
          await noteRelease(open, delivery, evaluation, options.reason);
        }
        const outcomes = await settle();
        const number = outcomes.find(({ status }) => status === "PUBLISHED")?.number ?? null;
        const text =
          number === null
            ? whyNothing(feed, outcomes, open.state())
            : `${feed.name}: published as number ${number}.\n`;
        return {
          act: `A held delivery was released by ${person.name}: ${options.reason}`,
          outcomes,
          told: () => ({
            answer: { feed: feed.name, publication: number },
            text,
            exitCode: number === null ? 1 : 0,
          }),
        };
      }),
    ),
});

/** A file of which nothing can be used makes no list, so no reason lets it through. */
function unusableText(
  feed: Feed,
  delivery: DeliveryState,
  rails: readonly { readonly sentence: string }[],
  json: boolean,
): string {
  const reasons = rails.map(({ sentence }) => sentence);
  if (json) return `${JSON.stringify({ feed: feed.name, publication: null, unusable: true, reasons })}\n`;
  return `${feed.name}: nothing was published, and nothing can be: the mapping does not find its columns in the file. ${reasons.join(" ")}\n${heldStep(feed.name, delivery.sha256, true)}`;
}

function whyNothing(feed: Feed, outcomes: readonly DeliveryOutcome[], state: FeedState): string {
  if (state.pinned !== undefined) return `Nothing was published: ${standingText(feed, state)}`;
  const reasons = outcomes.map(({ status, reason }) =>
    status === "UNCHANGED" ? "What was held says the same as the list of now." : reason,
  );
  return `${feed.name}: nothing was published. ${reasons.join(" ")}\n`;
}
