import { planWaiting, type PlannedDelivery } from "../feeds/deliveries/plan-waiting.js";
import { withFeed } from "../feeds/deliveries/open-feed.js";
import { claim, type ClaimedFile } from "../feeds/deliveries/receive.js";
import { refuseReplaced } from "../feeds/deliveries/workers.js";
import { newLister, type SourceListings } from "../feeds/deliveries/listings.js";
import type { Feed } from "../workspace/workspace.js";
import { defineCommand, flagOption, textsOption } from "./command.js";
import { differenceJson, differenceText } from "./feeds/difference.js";
import { pausedSentence } from "../feeds/next-step.js";
import { wrappedText } from "./feeds/table.js";
import { lookFor } from "./look.js";
import { chooseFeeds, openWorkspace, personsPatience, withProgress } from "./feeds/open.js";
import { nextText } from "./next-text.js";

export const plan = defineCommand({
  usage: "plan [feeds...]",
  examples: [
    ["lading plan", "show the number of changes in each feed; exits with 1 if something would change"],
    ["lading plan acme-de/staff --verbose", "every change, field by field"],
  ],
  options: (yargs) =>
    yargs
      .positional("feeds", textsOption("Feeds as account/record-type; default: all"))
      .option("verbose", flagOption("Show every change with its values"))
      .option("json", flagOption("Print the plan as JSON")),

  async run(options, terminal) {
    const setup = withProgress(await openWorkspace(terminal, personsPatience), terminal);
    const look = lookFor(terminal);
    try {
      await refuseReplaced(setup);
      const plans: object[] = [];
      let changes = false;
      const feeds = chooseFeeds(setup.workspace, options.feeds);
      const listings = await newLister(setup, feeds).list(terminal.signal);
      for (const { failed } of listings.sources.values()) {
        if (failed !== undefined) terminal.stderr.write(`${failed.message}\n${nextText(failed.hint)}\n`);
      }
      for (const feed of feeds) {
        await withFeed(setup, feed, async (open) => {
          const { paused } = open.state();
          if (!options.json && paused !== undefined)
            terminal.stdout.write(
              `${feed.name}: ${pausedSentence(paused.to)}\n  Next: lading resume ${feed.name}\n`,
            );
          let shown = 0;
          for await (const one of planWaiting(open, atSources(feed, listings), terminal.signal)) {
            shown += 1;
            changes ||= wouldChange(one);
            if (options.json) plans.push(await planJson(feed, one, options.verbose));
            else terminal.stdout.write(wrappedText(await planText(feed, one, options.verbose), look));
          }
          if (shown === 0 && !options.json) {
            terminal.stdout.write(`${feed.name} has not received a delivery yet.\n`);
          }
        });
      }
      if (options.json) terminal.stdout.write(`${JSON.stringify({ plans }, null, 2)}\n`);
      return changes ? 1 : 0;
    } finally {
      await setup.close();
    }
  },
});

/**
 * Returns the files at the sources that the feed claims. Files that are still arriving are included with their current
 * content unless they are empty.
 */
function atSources(feed: Feed, listings: SourceListings): readonly ClaimedFile[] {
  const arriving: ClaimedFile[] = [];
  for (const [source, place] of listings.sources) {
    for (const file of place.arriving) {
      const parts = claim(feed, source, file.name);
      if (parts !== undefined && file.size > 0) arriving.push({ source, file, doneFile: undefined, parts });
    }
  }
  return [...listings.of(feed), ...arriving];
}

function wouldChange({ evaluation }: PlannedDelivery): boolean {
  if (evaluation === undefined || !("result" in evaluation)) return false;
  return evaluation.verdict === "publish" || evaluation.result.changes.count > 0;
}

const stateTexts: Record<PlannedDelivery["status"], string> = {
  "not received": " (not received yet)",
  waiting: "",
  accepted: " (again)",
};

async function planText(
  feed: Feed,
  { delivery, status, evaluation, isOlder, isBehind, refused }: PlannedDelivery,
  verbose: boolean,
): Promise<string> {
  const file = `${delivery.arrival.name}${stateTexts[status]}`;
  if (refused !== undefined) return `${feed.name} ${file}: would be rejected: ${refused}\n`;
  if (evaluation === undefined) return `${feed.name} ${file}: the file is no longer stored.\n`;
  const older = isOlder ? "  a newer delivery is waiting and will replace this delivery\n" : "";
  const behind = isBehind ? "  an earlier delivery must be processed first, so the changes may differ\n" : "";
  return (await differenceText(feed, file, evaluation, verbose)) + older + behind;
}

async function planJson(
  feed: Feed,
  { delivery, status, evaluation, isOlder, isBehind, refused }: PlannedDelivery,
  verbose: boolean,
): Promise<object> {
  const { name } = delivery.arrival;
  if (refused !== undefined)
    return { feed: feed.name, file: name, verdict: "rejected", reason: refused, status };
  if (evaluation === undefined) return { feed: feed.name, file: name, verdict: "bytes_gone" };
  return {
    ...(await differenceJson(feed, name, evaluation, verbose)),
    status,
    older: isOlder,
    behind: isBehind,
  };
}
