import { userInfo } from "node:os";
import { forget as forgetRecord } from "../feeds/decisions/forget.js";
import type { Forgotten } from "../feeds/deliveries/forget.js";
import { defineCommand, flagOption, textsOption, requiredText } from "./command.js";
import { chooseFeeds, openWorkspace, personsPatience } from "./feeds/open.js";
import { wrappedText } from "./feeds/table.js";
import { lookOf } from "./look.js";

export const forget = defineCommand({
  usage: "forget <id>",
  examples: [
    ['lading forget E00017 --reason "asked for on 3 March"', "in every feed of people"],
    ["lading forget E00017 --feed acme-de/staff", "in one feed"],
  ],
  options: (yargs) =>
    yargs
      .positional("id", requiredText("external_id of the record"))
      .option("feed", textsOption("Feeds, written account/record-type; all feeds of people when left out"))
      .option("reason", { type: "string", default: "", describe: "Why; recorded, so it should name nobody" })
      .option("json", flagOption("What was done as JSON")),

  async run(options, terminal) {
    const setup = await openWorkspace(terminal, personsPatience);
    try {
      const { workspace } = setup;
      const feeds =
        options.feed === undefined
          ? workspace.feeds.filter(({ type }) => type.personal)
          : chooseFeeds(workspace, options.feed);
      const { feeds: done, failures } = await forgetRecord(setup, feeds, {
        id: options.id,
        reason: options.reason,
        by: userInfo().username,
        signal: terminal.signal,
        begun({ name }, at) {
          if (feeds.length > 1)
            terminal.stderr.write(`Looking through ${name} (${at + 1} of ${feeds.length}) ...\n`);
        },
      });
      for (const failed of failures) terminal.stderr.write(`${failed.message}\n`);
      const text = done.map(removalText).join("") + elsewhere;
      terminal.stdout.write(
        options.json
          ? `${JSON.stringify({ feeds: done, elsewhere }, null, 2)}\n`
          : wrappedText(text, lookOf(terminal)),
      );
      if (failures.length > 0) return 75;
      return done.some(({ left }) => left.length > 0) ? 1 : 0;
    } finally {
      await setup.close();
    }
  },
});

const elsewhere =
  "Not Lading's to change: the files at the partner and what stays in the source's own folders, copies that readers of the lists or of the outputs took, backups, and with PostgreSQL what its own log and its tables keep until they are cleaned, and copies of files in the data folders of other machines, which go within two hours. If the partner's next file names the record, it comes back.\n";

function removalText({
  feed,
  number,
  publications,
  deliveries,
  changes,
  reports,
  left,
}: Forgotten & { feed: string }) {
  const done = [
    ...(number === undefined ? [] : [`version ${number} is without it`]),
    ...(publications.length === 0 ? [] : [`of older versions, ${publications.join(", ")} are without it`]),
    ...(deliveries.length === 0 ? [] : [`archived deliveries ${deliveries.join(", ")} are removed`]),
    ...(changes === 0
      ? []
      : [
          changes === 1
            ? "1 part of the change log is cleaned"
            : `${changes} parts of the change log are cleaned`,
        ]),
    ...(reports === 0
      ? []
      : [reports === 1 ? "1 report of a run is removed" : `${reports} reports of runs are removed`]),
  ];
  const looked = left.length === 0 ? " Looked through afterwards: nothing shows it any more." : "";
  const head = `${feed}: ${done.length === 0 ? "nothing of it is kept" : done.join("; ")}.${looked}\n`;
  return head + left.map((sentence) => `  Left: ${sentence}\n`).join("");
}
