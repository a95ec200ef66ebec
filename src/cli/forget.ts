import { userInfo } from "node:os";
import { forget as forgetRecord } from "../feeds/decisions/forget.js";
import type { Forgotten } from "../feeds/deliveries/forget.js";
import { defineCommand, flagOption, textsOption, requiredText } from "./command.js";
import { chooseFeeds, openWorkspace, personsPatience } from "./feeds/open.js";
import { wrappedText } from "./feeds/table.js";
import { lookFor } from "./look.js";

export const forget = defineCommand({
  usage: "forget <id>",
  examples: [
    ['lading forget E00017 --reason "requested on March 3"', "in all feeds with personal data"],
    ["lading forget E00017 --feed acme-de/staff", "in one feed"],
  ],
  options: (yargs) =>
    yargs
      .positional("id", requiredText("external_id of the record"))
      .option("feed", textsOption("Feeds as account/record-type; default: all feeds with personal data"))
      .option("reason", {
        type: "string",
        default: "",
        describe: "Reason to record. Do not include names",
      })
      .option("json", flagOption("Print the result as JSON")),

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
            terminal.stderr.write(`Searching ${name} (${at + 1} of ${feeds.length}) ...\n`);
        },
      });
      for (const failed of failures) terminal.stderr.write(`${failed.message}\n`);
      const text = done.map(removalText).join("") + elsewhere;
      terminal.stdout.write(
        options.json
          ? `${JSON.stringify({ feeds: done, elsewhere }, null, 2)}\n`
          : wrappedText(text, lookFor(terminal)),
      );
      if (failures.length > 0) return 75;
      return done.some(({ left }) => left.length > 0) ? 1 : 0;
    } finally {
      await setup.close();
    }
  },
});

const elsewhere =
  "Not deleted: files at the partner and in the source's folders, backups, and copies of the lists and outputs that other people or systems made. PostgreSQL keeps deleted data in its tables until they are vacuumed, and in its write-ahead log. Copies in the data folders of other machines are deleted within two hours. If the partner's next file contains the record, Lading adds the record again.\n";

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
    ...(number === undefined ? [] : [`version ${number} is published without the record`]),
    ...(publications.length === 0
      ? []
      : [`the record was deleted from older versions (${publications.join(", ")})`]),
    ...(deliveries.length === 0 ? [] : [`archived deliveries were deleted (${deliveries.join(", ")})`]),
    ...(changes === 0
      ? []
      : [
          changes === 1
            ? "1 entry in the change history was deleted"
            : `${changes} entries in the change history were deleted`,
        ]),
    ...(reports === 0
      ? []
      : [reports === 1 ? "1 run report was deleted" : `${reports} run reports were deleted`]),
  ];
  const verified = left.length === 0 ? " A final search found no remaining data." : "";
  const head = `${feed}: ${done.length === 0 ? "no data found" : done.join("; ")}.${verified}\n`;
  return head + left.map((sentence) => `  Not deleted: ${sentence}\n`).join("");
}
