import { resumeFeed } from "../deliveries/operator.js";
import { defineCommand } from "./command.js";
import { byPerson } from "./feeds/by-person.js";
import { feedPositional } from "./feeds/open.js";

interface Options {
  readonly feed: string;
  readonly reason: string;
  readonly json: boolean;
}

export const resume = defineCommand<Options>({
  usage: "resume <feed>",
  summary: "Go on with deliveries after a rollback, or a clock that was ahead",
  examples: [
    ["lading resume acme-de/staff", "the next run decides the last delivery again"],
    ['lading resume acme-de/staff --reason "the clock stood at 2031, and is right now"', ""],
  ],
  options: (yargs) =>
    yargs
      .positional("feed", feedPositional)
      .option("reason", {
        type: "string",
        default: "",
        describe: "Why; has to be said where the last publication lies ahead of the clock",
      })
      .option("json", { type: "boolean", default: false, describe: "What happened as JSON" }),

  run: (options, terminal) =>
    byPerson(terminal, options, async ({ setup, feed, name }) => {
      await resumeFeed(setup, feed, options.reason.trim());
      return {
        act: `Resumed by ${name}: deliveries are taken again.`,
        told: () => ({
          answer: { feed: feed.name, pinned: false },
          text: `${feed.name}: the next run decides the last delivery again.\n`,
        }),
      };
    }),
});
