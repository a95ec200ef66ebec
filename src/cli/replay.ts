import type { Decision } from "../feeds/decisions/decision.js";
import { replay as replayDeliveries } from "../feeds/decisions/replay.js";
import { wrongUse } from "../errors.js";
import { readState } from "../feeds/lists/feed-log.js";
import { acceptedLast, type DeliveryState } from "../feeds/lists/feed-state.js";
import { defineCommand, repeatedOption } from "./command.js";
import { byPerson, withYes } from "./feeds/by-person.js";
import { feedsPositional } from "./feeds/open.js";
import { feedLines } from "../feeds/reports/feed-lines.js";
import { exitCodeOf, passOf } from "./feeds/pass.js";

/** Processes stored files again with the current mapping: after a fix, or to accept rejected or quarantined files. */
export const replay = defineCommand({
  usage: "replay <feeds...>",
  examples: [
    ['lading replay acme-de/staff --reason "mapping fixed"', "the delivery that produced the current list"],
    ["lading replay acme-de/staff --delivery 9c1f03aa7b21", "a rejected or quarantined delivery"],
    ["lading replay 'acme-*/staff'", "several feeds; Lading lists them and asks for confirmation"],
  ],
  options: (yargs) =>
    withYes(yargs)
      .positional("feeds", { ...feedsPositional, demandOption: true })
      .option(
        "delivery",
        repeatedOption(
          "Deliveries, identified by the beginning of their sha256. Default: the last accepted delivery",
        ),
      )
      .option("reason", { type: "string", default: "", describe: "Reason to record" }),

  async run(options, terminal) {
    const { feeds, delivery: named, reason } = options;
    if (named.length > 0 && (feeds.length > 1 || feeds[0]?.includes("*"))) {
      throw wrongUse("--delivery can be used with only one feed.");
    }
    return byPerson<readonly DeliveryState[], Decision>(terminal, options, {
      done: "would be processed again",
      noun: "feed",
      headings: ["files", "delivered at"],
      async preview({ store: { db } }, feed) {
        const state = await readState(db, feed.name);
        const latest = acceptedLast(state);
        if (state.paused !== undefined || latest.length === 0) return undefined;
        const all = (of: (delivery: DeliveryState) => string) => latest.map(of).join(", ");
        return { what: latest, cells: [all(({ arrival }) => arrival.name), all((one) => one.receivedAt)] };
      },
      decide: (person, listed) =>
        replayDeliveries(person, { deliveries: listed?.map(({ sha256 }) => sha256) ?? named, reason }),
      report: async (setup, pass) => {
        return {
          answer: { feeds: await feedLines(setup, [pass]) },
          text: await passOf(setup, pass, terminal),
          exitCode: exitCodeOf([pass], "new", false),
        };
      },
    });
  },
});
