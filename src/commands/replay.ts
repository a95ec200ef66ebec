import { noteReplay, toReplay } from "../deliveries/operator.js";
import { lookOf } from "./look.js";
import { defineCommand } from "./command.js";
import { atFeed, byPerson } from "./feeds/by-person.js";
import { feedPositional } from "./feeds/open.js";
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

  run: (options, terminal) =>
    byPerson(terminal, options, async (person) => {
      const outcomes = await atFeed(person, terminal.signal, async (open, settle) => {
        for (const delivery of await toReplay(open, options.delivery)) {
          await noteReplay(open, delivery, options.reason);
        }
        return settle();
      });
      const why = options.reason === "" ? "." : `: ${options.reason}`;
      return {
        act: `Replayed by ${person.name}${why}`,
        outcomes,
        told: async (pass) => {
          const lines = await feedLines(person.setup, [pass]);
          return {
            answer: { feeds: lines },
            text: passText(lines, lookOf(terminal)),
            exitCode: exitCodeOf([pass], "new", false),
          };
        },
      };
    }),
});
