import type { Decision } from "../feeds/decisions/decision.js";
import { resume as resumeFeed } from "../feeds/decisions/resume.js";
import { aheadOf } from "../feeds/deliveries/publish-delivery.js";
import { readState } from "../feeds/lists/feed-log.js";
import { defineCommand } from "./command.js";
import { byPerson, withYes } from "./feeds/by-person.js";
import { feedsPositional } from "./feeds/open.js";

export const resume = defineCommand({
  usage: "resume <feeds...>",
  examples: [
    ["lading resume acme-de/staff", "the next run processes the last delivery again"],
    [
      'lading resume acme-de/staff --reason "the clock showed 2031"',
      "resumes even if the last version is dated ahead of the clock",
    ],
    ["lading resume '*/staff'", "several feeds; Lading lists them and asks for confirmation"],
  ],
  options: (yargs) =>
    withYes(yargs)
      .positional("feeds", { ...feedsPositional, demandOption: true })
      .option("reason", {
        type: "string",
        default: "",
        describe: "Reason. Required if the last version is dated ahead of the clock",
      }),

  run: (options, terminal) =>
    byPerson<undefined, Decision>(terminal, options, {
      done: "would be resumed",
      noun: "feed",
      headings: ["rolled back to", "last version ahead of the clock", "because"],
      async preview({ store: { db }, clock }, feed) {
        const state = await readState(db, feed.name);
        const { paused } = state;
        const ahead = aheadOf(state, clock.now());
        if (paused === undefined && ahead === undefined) return undefined;
        return { what: undefined, cells: [String(paused?.to ?? ""), ahead ?? "", paused?.reason ?? ""] };
      },
      decide: (person) => resumeFeed(person, options.reason.trim()),
      report: (_setup, { feed }, { sentence }) => ({
        answer: { feed: feed.name, paused: false },
        text: `${feed.name}: ${sentence}\n`,
      }),
    }),
});
