import { userInfo } from "node:os";
import { openFeed } from "../deliveries/open-feed.js";
import { heldDelivery, rejectHeld } from "../deliveries/operator.js";
import { lastArrival, type DeliveryState } from "../lists/feed-state.js";
import { decideWaiting, type DeliveryOutcome } from "../pipeline.js";
import { defineCommand } from "./command.js";
import { afterwards, outcomeOf } from "./feeds/afterwards.js";
import { chooseFeed, feedPositional, openWorkspace } from "./feeds/open.js";
import { feedLines, passText } from "./feeds/pass.js";

interface Options {
  readonly feed: string;
  readonly reason: string;
  readonly delivery: string | undefined;
  readonly json: boolean;
}

/** The other answer to what a guard rail asks. */
export const reject = defineCommand<Options>({
  usage: "reject <feed>",
  summary: "Refuse a held delivery, with a reason that is recorded; the list stays as it is",
  examples: [
    ['lading reject acme-de/staff --reason "export of the wrong company"', "the newest held one"],
    ["lading plan acme-de/staff --verbose", "look at it first"],
  ],
  options: (yargs) =>
    yargs
      .positional("feed", feedPositional)
      .option("reason", {
        type: "string",
        demandOption: true,
        describe: "What is wrong with it; recorded, and part of the message for the partner",
      })
      .option("delivery", { type: "string", describe: "Which one: the beginning of its sha256" })
      .option("json", { type: "boolean", default: false, describe: "What happened as JSON" }),

  async run(options, terminal) {
    const setup = await openWorkspace(terminal);
    const startedAt = setup.clock.now();
    try {
      const feed = chooseFeed(setup.workspace, options.feed);
      const outcomes: DeliveryOutcome[] = [];
      const open = await openFeed(setup, feed);
      let rejected: DeliveryState;
      try {
        rejected = heldDelivery(open, options.delivery);
        await rejectHeld(open, rejected, options.reason);
        // Deltas wait for those before them.
        await decideWaiting(open, terminal.signal, (outcome) => outcomes.push(outcome));
      } finally {
        await open.close();
      }
      const { name: file } = lastArrival(rejected);
      const act = `${file} was rejected by ${userInfo().username}: ${options.reason}`;
      const pass = outcomeOf(feed, outcomes, act);
      const isWritten = await afterwards(setup, terminal, pass, startedAt);
      const answer = { feed: feed.name, file, delivery: rejected.sha256.slice(0, 12), rejected: true };
      const text =
        `${feed.name}: ${file} is rejected; the list stays as it is. The next run takes care of the file at its source.\n` +
        `Next: \`lading notify show ${feed.name}\` has the message for the partner; \`lading replay ${feed.name} --delivery ${answer.delivery}\` takes it back.\n` +
        (outcomes.length === 0 ? "" : passText(await feedLines(setup, [pass])));
      terminal.stdout.write(options.json ? `${JSON.stringify(answer)}\n` : text);
      return isWritten ? 0 : 75;
    } finally {
      await setup.close();
    }
  },
});
