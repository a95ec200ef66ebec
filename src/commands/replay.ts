import { userInfo } from "node:os";
import { openFeed } from "../deliveries/open-feed.js";
import { noteReplay, toReplay } from "../deliveries/operator.js";
import { decideWaiting, type DeliveryOutcome } from "../pipeline.js";
import { defineCommand } from "./command.js";
import { afterwards, outcomeOf } from "./feeds/afterwards.js";
import { chooseFeed, feedPositional, openWorkspace } from "./feeds/open.js";
import { exitCodeOf, feedLines, passText } from "./feeds/pass.js";

interface Options {
  readonly feed: string;
  readonly delivery: string[];
  readonly reason: string;
  readonly json: boolean;
}

/** Archived files again, with the present mapping: for one that was mended, and for what was refused or put away. */
export const replay = defineCommand<Options>({
  usage: "replay <feed>",
  summary: "Run archived deliveries again with the present mapping; the guard rails hold as ever",
  examples: [
    ['lading replay acme-de/staff --reason "mapping mended"', "the delivery that the list was made from"],
    ["lading replay acme-de/staff --delivery 9c1f03aa7b21", "one that was rejected or put away"],
  ],
  options: (yargs) =>
    yargs
      .positional("feed", feedPositional)
      .option("delivery", {
        type: "string",
        array: true,
        default: [],
        describe: "Which ones: the beginning of the sha256; the last accepted when left out",
      })
      .option("reason", { type: "string", default: "", describe: "Why; recorded" })
      .option("json", { type: "boolean", default: false, describe: "What happened as JSON" }),

  async run(options, terminal) {
    const setup = await openWorkspace(terminal);
    const startedAt = setup.clock.now();
    try {
      const feed = chooseFeed(setup.workspace, options.feed);
      const deliveries: DeliveryOutcome[] = [];
      const open = await openFeed(setup, feed);
      try {
        for (const delivery of toReplay(open, options.delivery)) {
          await noteReplay(open, delivery, options.reason);
        }
        await decideWaiting(open, terminal.signal, (outcome) => deliveries.push(outcome));
      } finally {
        await open.close();
      }
      const why = options.reason === "" ? "." : `: ${options.reason}`;
      const outcome = outcomeOf(feed, deliveries, `Replayed by ${userInfo().username}${why}`);
      const isWritten = await afterwards(setup, terminal, outcome, startedAt);
      const lines = await feedLines(setup, [outcome]);
      terminal.stdout.write(
        options.json ? `${JSON.stringify({ feeds: lines }, null, 2)}\n` : passText(lines),
      );
      return isWritten ? exitCodeOf([outcome], "new", false) : 75;
    } finally {
      await setup.close();
    }
  },
});
