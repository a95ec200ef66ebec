import { userInfo } from "node:os";
import { forget as forgetRecord, forgottenText, notForgotten } from "../feeds/decisions/forget.js";
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
      const text = `${done.map(removalText).join("")}${notForgotten}\n`;
      terminal.stdout.write(
        options.json
          ? `${JSON.stringify({ feeds: done, elsewhere: notForgotten }, null, 2)}\n`
          : wrappedText(text, lookFor(terminal)),
      );
      if (failures.length > 0) return 75;
      return done.some(({ left }) => left.length > 0) ? 1 : 0;
    } finally {
      await setup.close();
    }
  },
});

function removalText({ feed, ...forgotten }: Forgotten & { feed: string }): string {
  const left = forgotten.left.map((sentence) => `  Not deleted: ${sentence}\n`);
  return `${feed}: ${forgottenText(forgotten)}\n${left.join("")}`;
}
