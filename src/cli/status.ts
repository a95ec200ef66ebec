import { accountOfFeed } from "../model/account.js";
import { LadingError, wrongUse } from "../errors.js";
import { locationOfStore } from "../workspace/load.js";
import { withStore } from "../workspace/open-store.js";
import type { Feed } from "../workspace/workspace.js";
import { defineCommand, exitCodes, type Terminal, flagOption, textOption, textsOption } from "./command.js";
import { lookFor } from "./look.js";
import { chooseFeeds, openWorkspace, problemsUnopened } from "./feeds/open.js";
import { storedOverview } from "./feeds/stored-overview.js";
import { wrappedText } from "./feeds/table.js";
import { needsAttention } from "../feeds/health/problem.js";
import { readOverview } from "../feeds/health/overview.js";
import { isGood, overviewScreen } from "./feeds/overview.js";
import { problemsText } from "./feeds/problems-text.js";

export const status = defineCommand({
  usage: "status [feeds...]",
  examples: [
    ["lading status", "one line per feed; exits with 1 if a feed needs attention"],
    ["lading status --json", "for monitors"],
    ["lading status --account acme-de", "one account"],
    ["lading status 'acme-*/staff' --needs-attention", "the feeds that match a pattern and need attention"],
  ],
  options: (yargs) =>
    yargs
      .positional("feeds", textsOption("Feeds as account/record-type; default: all"))
      .option("account", textOption("Show only the feeds of this account"))
      .option("needs-attention", flagOption("Show only feeds that need attention"))
      .option("json", flagOption("Print the status as JSON")),

  async run(options, terminal) {
    const now = new Date();
    const look = lookFor(terminal);
    const setup = await openWorkspace(terminal, 0, "read").catch((error: unknown) => {
      if (error instanceof LadingError) return error;
      throw error;
    });
    if (setup instanceof LadingError) {
      const problems = await problemsUnopened(terminal, setup, now);
      if (problems === undefined) {
        if (!options.json) terminal.stdout.write(await whatIsStored(terminal, now).catch(() => ""));
        throw setup;
      }
      if (!options.json) {
        const others = problems.filter(({ code }) => code !== setup.code);
        terminal.stdout.write(wrappedText(problemsText(others, now).trimStart(), look));
        throw setup;
      }
      terminal.stdout.write(`${JSON.stringify(snakeKeys({ problems }), null, 2)}\n`);
      return exitCodes[setup.recovery];
    }
    try {
      const named = chooseFeeds(setup.workspace, options.feeds);
      const chosen = options.account === undefined ? named : feedsOf(named, options.account);
      const all = await readOverview(setup, chosen, now, terminal.signal);
      const overview = options["needs-attention"]
        ? { ...all, feeds: all.feeds.filter((feed) => !isGood(feed, all)) }
        : all;
      const none = overview.feeds.length === 0 ? "no feed needs attention\n" : "";
      terminal.stdout.write(
        options.json
          ? `${JSON.stringify(snakeKeys(overview), null, 2)}\n`
          : wrappedText(none + overviewScreen(overview, now, look, all.feeds.length), look),
      );
      return all.problems.some(needsAttention) ? 1 : 0;
    } finally {
      await setup.close();
    }
  },
});

/** Returns the status from the store alone, for use while lading.yaml has errors. */
async function whatIsStored(terminal: Terminal, now: Date): Promise<string> {
  const place = await locationOfStore(terminal.cwd);
  const look = lookFor(terminal);
  const text = await withStore(place, terminal.env, "read", ({ db }) => storedOverview(db, now, look));
  return text === "" ? "" : wrappedText(`lading.yaml has errors. The store contains:\n${text}\n`, look);
}

function feedsOf(feeds: readonly Feed[], account: string): readonly Feed[] {
  const found = feeds.filter(({ name }) => accountOfFeed(name) === account);
  if (found.length > 0) return found;
  throw wrongUse(`The account ${JSON.stringify(account)} has no matching feeds.`);
}

/** Converts keys to snake case, as in all JSON output of Lading. */
function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snakeKeys(each),
    ]),
  );
}
