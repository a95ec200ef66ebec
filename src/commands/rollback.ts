import { rollBack } from "../deliveries/operator.js";
import { defineCommand } from "./command.js";
import { byPerson } from "./feeds/by-person.js";
import { feedPositional } from "./feeds/open.js";
import { reasonOption } from "./feeds/reason.js";

interface Options {
  readonly feed: string;
  readonly number: number | undefined;
  readonly reason: string;
  readonly json: boolean;
}

export const rollback = defineCommand<Options>({
  usage: "rollback <feed> [number]",
  summary: "Go back to an older publication and stay there until `lading resume`",
  examples: [
    ['lading rollback acme-de/staff --reason "wrong file"', "to the publication before the current one"],
    ['lading rollback acme-de/staff 41 --reason "wrong mapping since 42"', "to publication 41"],
  ],
  options: (yargs) =>
    yargs
      .positional("feed", feedPositional)
      .positional("number", { type: "number", describe: "Which publication; the one before when omitted" })
      .option("reason", reasonOption("Why; recorded"))
      .option("json", { type: "boolean", default: false, describe: "What happened as JSON" }),

  run: (options, terminal) =>
    byPerson(terminal, options, async ({ setup, feed, name }) => {
      const { number, to } = await rollBack(setup, feed, options.number, options.reason);
      return {
        act: `Publication ${number} has the content of ${to}: rolled back by ${name}: ${options.reason}`,
        told: () => ({
          answer: { feed: feed.name, number, to },
          text: `${feed.name}: publication ${number} has the content of ${to}. The feed stays there.\nNext: \`lading resume ${feed.name}\` goes on with deliveries.\n`,
        }),
      };
    }),
});
