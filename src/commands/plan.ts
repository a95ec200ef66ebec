import { openFeed } from "../deliveries/open-feed.js";
import { weighAgain } from "../deliveries/operator.js";
import { claim, arrivalOf } from "../deliveries/receive.js";
import { newLookout, type Sightings } from "../deliveries/sightings.js";
import {
  arrivalKey,
  lastArrival,
  newestFirst,
  type DeliveryState,
  type FeedState,
} from "../lists/feed-state.js";
import type { Feed } from "../workspace/workspace.js";
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
      const feeds = chooseFeeds(setup.workspace, options.feeds);
      const sightings = await newLookout(setup, feeds).look(terminal.signal);
      for (const { failed } of sightings.places.values()) {
        if (failed !== undefined) terminal.stderr.write(`${failed.message}\nNext: ${failed.hint}\n`);
      }
      for (const feed of feeds) {
        const open = await openFeed(setup, feed);
        try {
          const unread = unreceived(feed, open.state(), sightings);
          changes ||= unread > 0;
          if (options.json && unread > 0)
            plans.push({ feed: feed.name, verdict: "not_received", files: unread });
          if (!options.json) terminal.stdout.write(standing(feed, open.state(), unread));
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

/** How many files at the feed's sources no run has received yet; what they change is not known. */
function unreceived(feed: Feed, { byArrival }: FeedState, sightings: Sightings): number {
  const seen = sightings.of(feed).map(arrivalOf);
  for (const [source, { arriving }] of sightings.places) {
    for (const file of arriving) {
      const parts = claim(feed, source, file.name);
      if (parts !== undefined) seen.push(arrivalOf({ source, file, doneFile: undefined, parts }));
    }
  }
  return seen.filter((arrival) => !byArrival.has(arrivalKey(arrival))).length;
}

/** What a reader has to know before the differences. */
function standing(feed: Feed, { pinned, deliveries }: FeedState, unread: number): string {
  const lines: string[] = [];
  if (pinned !== undefined) {
    lines.push(
      `is pinned to publication ${pinned.to}; what follows happens only after \`lading resume ${feed.name}\`.`,
    );
  }
  if (unread > 0) {
    const files = unread === 1 ? "1 file is" : `${unread} files are`;
    lines.push(`${files} at its sources and not received yet; \`lading run ${feed.name}\` decides.`);
  } else if (deliveries.size === 0) {
    lines.push("no delivery was received yet.");
  }
  return lines.map((line) => `${feed.name} ${line}\n`).join("");
}

/** What waits for a decision or a person, newest first; when nothing does, the deliveries that the list was made from. */
function toPlan(state: FeedState): readonly DeliveryState[] {
  const waiting = [...state.deliveries.values()]
    .filter(({ status }) => status === "RECEIVED" || status === "WAITING" || status === "HELD")
    .sort(newestFirst);
  if (waiting.length > 0) return waiting;
  return [...state.accepted.values()].flatMap(({ sha256 }) => state.deliveries.get(sha256) ?? []);
}
