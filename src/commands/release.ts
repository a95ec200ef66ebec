import { heldDelivery, noteRelease, weighAgain } from "../deliveries/operator.js";
import { openFeed } from "../deliveries/open-feed.js";
import { lastArrival } from "../lists/feed-state.js";
import { decideWaiting, type DeliveryOutcome } from "../pipeline.js";
import { emit } from "../deliveries/emit.js";
import { defineCommand } from "./command.js";
import { differenceText } from "./feeds/difference.js";
import { chooseFeed, feedPositional, openWorkspace } from "./feeds/open.js";
import { reportRun, reportText } from "./feeds/report.js";

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
      .option("reason", { type: "string", demandOption: true, describe: "Why it is right; recorded" })
      .option("delivery", { type: "string", describe: "Which one: the beginning of its sha256" })
      .option("verbose", { type: "boolean", default: false, describe: "Show every change" })
      .option("json", { type: "boolean", default: false, describe: "What happened as JSON" }),

  async run(options, terminal) {
    const setup = await openWorkspace(terminal);
    const startedAt = setup.clock.now();
    try {
      const feed = chooseFeed(setup.workspace, options.feed);
      const outcomes: DeliveryOutcome[] = [];
      const open = await openFeed(setup, feed);
      try {
        const delivery = heldDelivery(open, options.delivery);
        const weighed = await weighAgain(open, delivery);
        // Values may be those of people, so they never go to standard error, which ends up in logs.
        const withValues = options.verbose && !options.json;
        const difference = await differenceText(feed, lastArrival(delivery).name, weighed, withValues);
        (withValues ? terminal.stdout : terminal.stderr).write(difference);
        if (weighed.verdict === "held") await noteRelease(open, delivery, weighed, options.reason);
        await decideWaiting(open, terminal.signal, (outcome) => outcomes.push(outcome));
      } finally {
        await open.close();
      }
      await emit(setup, terminal.env, terminal.signal);
      const pass = { feed, deliveries: outcomes, isLeft: false, hasMore: false, error: undefined };
      const report = await reportRun(setup, [pass], startedAt);
      if (report !== undefined && "failed" in report) terminal.stderr.write(reportText(report));
      const published = outcomes.find(({ status }) => status === "PUBLISHED");
      const answer = { feed: feed.name, publication: published?.number ?? null };
      if (options.json) terminal.stdout.write(`${JSON.stringify(answer)}\n`);
      else if (published !== undefined) {
        terminal.stdout.write(`${feed.name}: published as number ${published.number}.\n`);
      } else {
        terminal.stdout.write(
          `${feed.name}: nothing was published. ${outcomes.map(({ reason }) => reason).join(" ")}\n`,
        );
      }
      return published === undefined ? 1 : 0;
    } finally {
      await setup.close();
    }
  },
});
