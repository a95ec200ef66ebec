import { releaseHeld, type Released } from "../feeds/decisions/release.js";
import { isUnusable, type DeliveryState } from "../feeds/lists/feed-state.js";
import { defineCommand, flagOption, textOption } from "./command.js";
import { byPerson, withYes } from "./feeds/by-person.js";
import { differenceText } from "./feeds/difference.js";
import { heldRow, heldByOption, heldHeadings, heldGuards, noneHeldBy } from "./feeds/held.js";
import { feedsPositional } from "./feeds/open.js";
import { reasonOption } from "./feeds/reason.js";

export const release = defineCommand({
  usage: "release [feeds...]",
  examples: [
    ['lading release acme-de/staff --reason "office closed, confirmed by HR"', "the newest held file"],
    ["lading plan acme-de/staff --verbose", "show the changes in the held file"],
    [
      "lading release 'acme-*/staff' --held-by rows --reason \"two offices closed\"",
      "several feeds; Lading lists them and asks for confirmation",
    ],
  ],
  options: (yargs) =>
    withYes(yargs)
      .positional("feeds", feedsPositional)
      .option("reason", reasonOption("Reason to record"))
      .option("delivery", textOption("Delivery, identified by the beginning of its sha256"))
      .option(
        "change-set",
        textOption("Approve the file only if `plan --json` still shows this value for its changes"),
      )
      .option("held-by", heldByOption)
      .option("verbose", flagOption("Show every change")),

  async run(options, terminal) {
    const guards = heldGuards(options);
    return byPerson<DeliveryState, Released>(
      terminal,
      { ...options, isListed: guards !== undefined },
      {
        done: "would be released",
        noun: "file",
        none: noneHeldBy(guards) ?? nothingToRelease,
        headings: heldHeadings,
        preview: (setup, feed) => heldRow(setup, feed, guards, (delivery) => !isUnusable(delivery)),
        decide: (person, listed) =>
          releaseHeld(person, {
            delivery: listed?.sha256 ?? options.delivery,
            changeSet: listed?.changeSet ?? options["change-set"],
            reason: options.reason,
            signal: terminal.signal,
            async review({ arrival }, evaluation) {
              // Values may be personal data, so they are never written to standard error, which is often redirected
              // to logs.
              const withValues = options.verbose && !options.json;
              if (listed !== undefined && !withValues) return;
              const text = await differenceText(person.feed, arrival.name, evaluation, withValues);
              (withValues ? terminal.stdout : terminal.stderr).write(text);
            },
          }),
        report: (_setup, { feed }, { publication, reasons, sentence }) => ({
          answer: { feed: feed.name, publication, ...(publication === null && { reasons }) },
          text: `${feed.name}: ${sentence}\n`,
          exitCode: publication === null ? 1 : 0,
        }),
      },
    );
  },
});

const nothingToRelease = "no file is held, or the held files cannot produce a list; see lading status";
