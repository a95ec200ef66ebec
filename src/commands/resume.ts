import { resume as resumeFeed } from "../deliveries/operator.js";
import { defineCommand } from "./command.js";
import { chooseFeeds, openWorkspace } from "./feeds/open.js";

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
      .positional("feed", {
        type: "string",
        demandOption: true,
        describe: "Feed, written account/record-type",
      })
      .option("json", { type: "boolean", default: false, describe: "What happened as JSON" }),

  async run(options, terminal) {
    const setup = await openWorkspace(terminal);
    try {
      const [feed] = chooseFeeds(setup.workspace, [options.feed]);
      if (feed === undefined) return 2;
      await resumeFeed(setup, feed);
      const text = `${feed.name}: the next run decides the last delivery again.\n`;
      terminal.stdout.write(options.json ? `${JSON.stringify({ feed: feed.name, pinned: false })}\n` : text);
      return 0;
    } finally {
      await setup.close();
    }
  },
});
