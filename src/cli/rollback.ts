import { rollback as rollBack, toRollBackTo, type RolledBack } from "../feeds/decisions/rollback.js";
import { LadingError, wrongUse } from "../errors.js";
import { readCurrent } from "../feeds/lists/publications.js";
import { defineCommand, requiredText } from "./command.js";
import { byPerson, withYes } from "./feeds/by-person.js";
import { reasonOption } from "./feeds/reason.js";
import { nextText } from "./next-text.js";

export const rollback = defineCommand({
  usage: "rollback <feed> [number]",
  examples: [
    ['lading rollback acme-de/staff --reason "wrong file"', "to the version before the current one"],
    ['lading rollback acme-de/staff 41 --reason "wrong mapping since 42"', "to version 41"],
    ["lading rollback '*/staff' --reason WHY", "several feeds; Lading lists them and asks for confirmation"],
  ],
  options: (yargs) =>
    withYes(yargs)
      .positional("feed", requiredText("Feed as account/record-type; '*/staff' matches several feeds"))
      .positional("number", { type: "number", describe: "Version number. Default: the previous version" })
      .option("reason", reasonOption("Reason to record")),

  async run({ feed: name, number: to, ...options }, terminal) {
    if (to !== undefined && name.includes("*")) {
      throw wrongUse(
        "A version number can be used with only one feed. Specify one feed, or omit the number.",
      );
    }
    return byPerson<number, RolledBack>(
      terminal,
      { ...options, feeds: [name] },
      {
        done: "would be rolled back",
        noun: "feed",
        headings: ["now", "records", "back to", "created at", "records"],
        async preview({ store: { db } }, feed) {
          const current = await readCurrent(db, feed.name);
          if (current === undefined) return undefined;
          const now = current.publication;
          const old = await toRollBackTo(db, feed, now, undefined).catch(unlessMissing);
          if (old === undefined) return undefined;
          return {
            what: old.number,
            cells: [
              String(now.number),
              String(now.counts.records),
              String(old.number),
              old.published_at,
              String(old.counts.records),
            ],
          };
        },
        decide: (person, listed) => rollBack(person, { to: listed ?? to, reason: options.reason }),
        report: (_setup, { feed }, { sentence, restored }) => ({
          answer: { feed: feed.name, ...restored },
          text: `${feed.name}: ${sentence}\n${nextText(`\`lading resume ${feed.name}\` processes deliveries again.`)}\n`,
        }),
      },
    );
  },
});

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof LadingError && error.code === "no_such_publication")) throw error;
}
