import { rollBack, toRollBackTo } from "../feeds/deliveries/operator.js";
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
    ["lading rollback '*/staff' --reason WHY", "several: lists them, and asks"],
  ],
  options: (yargs) =>
    withYes(yargs)
      .positional("feed", requiredText("Feed, written account/record-type; * stands for anything"))
      .positional("number", { type: "number", describe: "Number of a version; the one before when omitted" })
      .option("reason", reasonOption("Why; recorded")),

  async run({ feed: name, number: to, ...options }, terminal) {
    if (to !== undefined && name.includes("*")) {
      throw wrongUse("A version number belongs to one feed: name the feed, or leave the number out.");
    }
    return byPerson<number>(
      terminal,
      { ...options, feeds: [name] },
      {
        done: "would be rolled back",
        headings: ["now", "records", "back to", "made at", "records"],
        async preview({ store: { db } }, feed) {
          const current = await readCurrent(db, feed.name);
          const old = await toRollBackTo(db, feed, current?.publication, undefined).catch(unlessMissing);
          if (current === undefined || old === undefined) return undefined;
          const now = current.publication;
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
        async decide({ setup, feed, name: by }, listed) {
          const done = await rollBack(setup, feed, listed ?? to, options.reason);
          const but = [
            ...(done.forgotten ? [", without who was forgotten since"] : []),
            ...(done.kept_inactive === undefined
              ? []
              : [`. Besides it keeps, inactive, what others refer to: ${recordsText(done.kept_inactive)}`]),
            ...(done.not_back === undefined
              ? []
              : [`. What refers to records that are gone did not come back: ${recordsText(done.not_back)}`]),
          ].join("");
          return {
            act: `Version ${done.number} has the content of ${done.to}: rolled back by ${by}: ${options.reason}`,
            report: () => ({
              answer: { feed: feed.name, ...done },
              text: `${feed.name}: version ${done.number} has the content of ${done.to}${but}. The feed stays there.\n${nextText(`\`lading resume ${feed.name}\` goes on with deliveries.`)}\n`,
            }),
          };
        },
      },
    );
  },
});

function recordsText(count: number): string {
  return count === 1 ? "1 record" : `${count} records`;
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof LadingError && error.code === "no_such_publication")) throw error;
}
