import { openFeed } from "../deliveries/open-feed.js";
import { weighAgain } from "../deliveries/operator.js";
import { lastArrival, newestFirst, type DeliveryState, type FeedState } from "../lists/feed-state.js";
import { defineCommand } from "./command.js";
import { differenceJson, differenceText } from "./feeds/difference.js";
import { chooseFeeds, openWorkspace } from "./feeds/open.js";

interface Options {
  readonly feeds: string[] | undefined;
  readonly verbose: boolean;
  readonly json: boolean;
}

export const plan = defineCommand<Options>({
  usage: "plan [feeds..]",
  summary: "Show what waiting deliveries, or a changed mapping, would change; publishes nothing",
  examples: [
    ["lading plan", "all feeds, in counts; exit 1 when something would change"],
    ["lading plan acme-de/staff --verbose", "every change, field by field"],
  ],
  options: (yargs) =>
    yargs
      .positional("feeds", { type: "string", array: true, describe: "Feeds, written account/record-type" })
      .option("verbose", { type: "boolean", default: false, describe: "Show every change, with its values" })
      .option("json", { type: "boolean", default: false, describe: "The plan as JSON" }),

  async run(options, terminal) {
    const setup = await openWorkspace(terminal);
    try {
      const plans: object[] = [];
      let changes = false;
      for (const feed of chooseFeeds(setup.workspace, options.feeds)) {
        const open = await openFeed(setup, feed);
        try {
          for (const delivery of toPlan(open.state())) {
            const weighed = await weighAgain(open, delivery);
            const { name } = lastArrival(delivery);
            changes ||= "result" in weighed && weighed.result.changes.length > 0;
            if (options.json) plans.push(differenceJson(feed, name, weighed, options.verbose));
            else terminal.stdout.write(differenceText(feed, name, weighed, options.verbose));
          }
        } finally {
          await open.close();
        }
      }
      if (options.json) terminal.stdout.write(`${JSON.stringify({ plans }, null, 2)}\n`);
      return changes ? 1 : 0;
    } finally {
      await setup.close();
    }
  },
});

/** What waits for a decision or a person, newest first; when nothing does, the deliveries that the list was made from. */
function toPlan(state: FeedState): readonly DeliveryState[] {
  const waiting = [...state.deliveries.values()]
    .filter(({ status }) => status === "RECEIVED" || status === "WAITING" || status === "HELD")
    .sort(newestFirst);
  if (waiting.length > 0) return waiting;
  return [...state.accepted.values()].flatMap(({ sha256 }) => state.deliveries.get(sha256) ?? []);
}
