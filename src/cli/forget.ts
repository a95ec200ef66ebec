import { emit, outputsBehind } from "../feeds/deliveries/emit.js";
import { forgetRecord as forgetIn, type Forgotten } from "../feeds/deliveries/forget.js";
import { defineCommand, flagOption, textsOption, requiredText } from "./command.js";
import { withAlertsPaused } from "../feeds/alerts/notify.js";
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
      const done: (Omit<Forgotten, "left"> & { readonly feed: string; readonly left: string[] })[] = [];
      await withAlertsPaused(setup, feeds, async () => {
        for (const [at, feed] of feeds.entries()) {
          // Each delivery that is kept is read again, which takes its time.
          if (feeds.length > 1)
            terminal.stderr.write(`Looking through ${feed.name} (${at + 1} of ${feeds.length}) ...\n`);
          const { left, ...rest } = await forgetIn(setup, feed, options.id, options.reason);
          done.push({ feed: feed.name, ...rest, left: [...left] });
        }
      });
      const failures = await emit(setup, terminal.signal);
      for (const failed of failures) terminal.stderr.write(`${failed.message}\n`);
      for (const [at, feed] of feeds.entries()) {
        for (const output of await outputsBehind(setup, feed)) {
          done[at]?.left.push(
            `The output ${output} holds the list from before: do this again, or lading run, once it can be written.`,
          );
        }
      }
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
