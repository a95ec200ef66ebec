import { heldDelivery, rejectHeld } from "../feeds/deliveries/operator.js";
import type { DeliveryState } from "../feeds/lists/feed-state.js";
import { lookOf } from "./look.js";
import { defineCommand, textOption } from "./command.js";
import { atFeed, byPerson, withYes } from "./feeds/by-person.js";
import { previewHeld, heldByOption, heldHeadings, heldGuards, noneHeldBy } from "./feeds/held.js";
import { feedsPositional } from "./feeds/open.js";
import { feedLines } from "./feeds/pass.js";
import { passText } from "./feeds/pass-text.js";
import { reasonOption } from "./feeds/reason.js";

/** The other answer to what a guardrail asks. */
export const reject = defineCommand({
  usage: "reject [feeds..]",
  examples: [
    ['lading reject acme-de/staff --reason "export of the wrong company"', "the newest held one"],
    ["lading plan acme-de/staff --verbose", "look at it first"],
  ],
  options: (yargs) =>
    withYes(yargs)
      .positional("feeds", feedsPositional)
      .option(
        "reason",
        reasonOption("What is wrong with it; recorded, and part of the message for the partner"),
      )
      .option("delivery", textOption("Which one: the beginning of its sha256"))
      .option("held-by", heldByOption),

  async run(options, terminal) {
    const guards = heldGuards(options);
    return byPerson<DeliveryState>(
      terminal,
      { ...options, isListed: guards !== undefined },
      {
        done: "would be rejected",
        none: noneHeldBy(guards),
        headings: heldHeadings,
        preview: (setup, feed) => previewHeld(setup, feed, guards),
        decide: (person, listed) =>
          atFeed(person, async (open, settle) => {
            const { setup, feed, name } = person;
            const rejected = heldDelivery(open, listed?.sha256 ?? options.delivery);
            await rejectHeld(open, rejected, options.reason, name);
            // Deltas wait for those before them.
            const outcomes = await settle();
            const { name: file } = rejected.arrival;
            const delivery = rejected.sha256.slice(0, 12);
            return {
              act: `${file} was rejected by ${name}: ${options.reason}`,
              outcomes,
              report: async (pass) => ({
                answer: { feed: feed.name, file, delivery, rejected: true },
                text:
                  `${feed.name}: ${file} is rejected; the list stays as it is. The next run takes care of the file at its source.\n` +
                  `To take it back:\nNext: lading replay ${feed.name} --delivery ${delivery}\n` +
                  (outcomes.length === 0 ? "" : passText(await feedLines(setup, [pass]), lookOf(terminal))),
              }),
            };
          }),
      },
    );
  },
});
