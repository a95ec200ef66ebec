import { userInfo } from "node:os";
import { resume as resumeFeed } from "../deliveries/operator.js";
import { defineCommand } from "./command.js";
import { afterwards, outcomeOf } from "./feeds/afterwards.js";
import { chooseFeed, feedPositional, openWorkspace } from "./feeds/open.js";

interface Options {
  readonly feed: string;
  readonly json: boolean;
}

export const resume = defineCommand<Options>({
  usage: "resume <feed>",
  summary: "Go on with deliveries after a rollback",
  examples: [["lading resume acme-de/staff", "the next run decides the last delivery again"]],
  options: (yargs) =>
    yargs
      .positional("feed", feedPositional)
      .option("json", { type: "boolean", default: false, describe: "What happened as JSON" }),

  async run(options, terminal) {
    const setup = await openWorkspace(terminal);
    const startedAt = setup.clock.now();
    try {
      const feed = chooseFeed(setup.workspace, options.feed);
      await resumeFeed(setup, feed);
      const act = `Resumed by ${userInfo().username}: deliveries are taken again.`;
      const isWritten = await afterwards(setup, terminal, outcomeOf(feed, [], act), startedAt);
      const text = `${feed.name}: the next run decides the last delivery again.\n`;
      terminal.stdout.write(options.json ? `${JSON.stringify({ feed: feed.name, pinned: false })}\n` : text);
      return isWritten ? 0 : 75;
    } finally {
      await setup.close();
    }
  },
});
