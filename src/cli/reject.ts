import { reject as rejectHeld, type Rejected } from "../feeds/decisions/reject.js";
import type { DeliveryState } from "../feeds/lists/feed-state.js";
import { defineCommand, textOption } from "./command.js";
import { byPerson, withYes } from "./feeds/by-person.js";
import { heldRow, heldByOption, heldHeadings, heldGuards, noneHeldBy } from "./feeds/held.js";
import { feedsPositional } from "./feeds/open.js";
import { passOf } from "./feeds/pass.js";
import { reasonOption } from "./feeds/reason.js";

/** Rejects held files. */
export const reject = defineCommand({
  usage: "reject [feeds...]",
  examples: [
    ['lading reject acme-de/staff --reason "export from the wrong company"', "the newest held file"],
    ["lading plan acme-de/staff --verbose", "show the changes in the held file"],
  ],
  options: (yargs) =>
    withYes(yargs)
      .positional("feeds", feedsPositional)
      .option("reason", reasonOption("Reason to record and to include in the message to the partner"))
      .option("delivery", textOption("Delivery, identified by the beginning of its sha256"))
      .option("held-by", heldByOption),

  async run(options, terminal) {
    const guards = heldGuards(options);
    return byPerson<DeliveryState, Rejected>(
      terminal,
      { ...options, isListed: guards !== undefined },
      {
        done: "would be rejected",
        noun: "file",
        none: noneHeldBy(guards),
        headings: heldHeadings,
        preview: (setup, feed) => heldRow(setup, feed, guards),
        decide: (person, listed) =>
          rejectHeld(person, { delivery: listed?.sha256 ?? options.delivery, reason: options.reason }),
        report: async (setup, pass, { file, sentence, ...rejected }) => {
          const { name } = pass.feed;
          const delivery = rejected.delivery.slice(0, 12);
          return {
            answer: { feed: name, file, delivery, rejected: true },
            text:
              `${name}: ${sentence}\nYou can undo the rejection.\nNext: ${rejected.takeBack.join("\n      ")}\n` +
              (pass.deliveries.length === 0 ? "" : await passOf(setup, pass, terminal)),
          };
        },
      },
    );
  },
});
