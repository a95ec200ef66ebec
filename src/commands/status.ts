import { defineCommand } from "./command.js";
import { lookOf } from "./look.js";
import { chooseFeeds, openWorkspace } from "./feeds/open.js";
import { foldedText } from "./feeds/table.js";
import { isWell, readStanding, standingScreen } from "./feeds/standing.js";

interface Options {
  readonly feeds: string[] | undefined;
  readonly json: boolean;
}

export const status = defineCommand<Options>({
  usage: "status [feeds..]",
  summary: "What is current, how old it is, and what is held or rejected and why",
  examples: [
    ["lading status", "one line per feed; exit 1 when one needs a person"],
    ["lading status --json", "for monitors"],
  ],
  options: (yargs) =>
    yargs
      .positional("feeds", { type: "string", array: true, describe: "Feeds, written account/record-type" })
      .option("json", { type: "boolean", default: false, describe: "The status as JSON" }),

  async run(options, terminal) {
    const setup = await openWorkspace(terminal, 0, "read");
    try {
      const now = new Date();
      const look = lookOf(terminal);
      const chosen = chooseFeeds(setup.workspace, options.feeds);
      const standing = await readStanding(setup, chosen, now, terminal.signal);
      terminal.stdout.write(
        options.json
          ? `${JSON.stringify(snakeKeys(standing), null, 2)}\n`
          : foldedText(standingScreen(standing, now, look), look),
      );
      return isWell(standing) ? 0 : 1;
    } finally {
      await setup.close();
    }
  },
});

/** Keys as every JSON of Lading writes them. */
function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.replaceAll(/[A-Z]/g, (sign) => `_${sign.toLowerCase()}`),
      snakeKeys(each),
    ]),
  );
}
