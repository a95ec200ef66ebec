import type { Argv } from "yargs";
import { randomBytes } from "node:crypto";
import { wrongUse } from "../errors.js";
import { outOfReach, readFaults } from "../feeds/deliveries/faults.js";
import { testNotice, causeNotice, faultNotice } from "../feeds/alerts/notice.js";
import type { Notice } from "../connectors/alerts/notice.js";
import { noticeCauses } from "../feeds/alerts/notice-causes.js";
import { channelsOf } from "../feeds/alerts/notify.js";
import { loadWorkspace } from "../workspace/load.js";
import { withStore } from "../workspace/open-store.js";
import type { Workspace } from "../workspace/workspace.js";
import {
  defineCommand,
  type OptionsOf,
  type ExitCode,
  type Terminal,
  flagOption,
  textsOption,
} from "./command.js";
import { chooseFeeds } from "./feeds/open.js";
import { foldedText } from "./feeds/table.js";
import { lookOf, type Look } from "./look.js";

const options = (yargs: Argv) =>
  yargs
    .positional("action", {
      choices: ["test", "show"] as const,
      demandOption: true,
      describe: "What to do",
    })
    .positional("feeds", textsOption("Feeds to show, written account/record-type"))
    .option("json", flagOption("Answer in JSON"));

type Options = OptionsOf<typeof options>;

export const notify = defineCommand({
  usage: "notify <action> [feeds..]",
  examples: [
    ["lading notify test", "a test notice through the command and the webhook of the workspace"],
    ["lading notify show acme-de/staff", "what a person, and the partner, has to be told now; sends nothing"],
  ],
  options,

  async run(options, terminal) {
    const workspace = await loadWorkspace(terminal.cwd);
    return options.action === "test"
      ? sendTest(workspace, options, terminal)
      : show(workspace, options, terminal);
  },
});

async function sendTest(workspace: Workspace, { json }: Options, terminal: Terminal): Promise<ExitCode> {
  const channels = channelsOf(workspace, terminal.env);
  if (channels.length === 0) {
    throw wrongUse(
      "The workspace tells nobody: name a `command` or a `webhook` under `notify` in lading.yaml.",
    );
  }
  const notice = testNotice(randomBytes(8).toString("hex"), new Date());
  const answers: { channel: string; delivered: boolean; reason: string | null }[] = [];
  for (const channel of channels) {
    const { name } = channel;
    const delivered = await channel.deliver(notice, terminal.signal);
    const reason = delivered.ok ? null : delivered.reason;
    answers.push({ channel: name, delivered: delivered.ok, reason });
    if (!json) terminal.stdout.write(`${name}: ${reason === null ? "delivered" : `failed: ${reason}`}\n`);
  }
  if (json) terminal.stdout.write(`${JSON.stringify({ notice, channels: answers }, null, 2)}\n`);
  return answers.every(({ delivered }) => delivered) ? 0 : 75;
}

async function show(workspace: Workspace, { feeds, json }: Options, terminal: Terminal): Promise<ExitCode> {
  const now = new Date();
  const mayShowStaff = workspace.notify?.staffValues === true;
  const notices: Notice[] = [];
  await withStore(workspace, terminal.env, "read", async (store) => {
    const { db } = store;
    const chosen = chooseFeeds(workspace, feeds);
    const faults = await readFaults(store, { ...workspace, feeds: chosen }, now);
    const failing = outOfReach(faults);
    for (const fault of faults) notices.push(faultNotice("", fault, now));
    for (const { feed, causes } of await noticeCauses(db, chosen, now.toISOString(), now)) {
      for (const cause of causes) {
        if (cause.kind === "stale" && failing.has(feed.name)) continue;
        notices.push(causeNotice("", feed, cause, mayShowStaff, now));
      }
    }
  });
  if (json) terminal.stdout.write(`${JSON.stringify({ notices }, null, 2)}\n`);
  else if (notices.length === 0) terminal.stderr.write("Nothing needs to be told.\n");
  else terminal.stdout.write(notices.map((notice) => shownText(notice, lookOf(terminal))).join("\n----\n\n"));
  return notices.length === 0 ? 0 : 1;
}

/** Folded, but for the letter to the partner, which is there to be copied. */
function shownText({ text, partner }: Notice, look: Look): string {
  const letter = partner?.text.trimEnd() ?? "";
  const own = text.slice(0, text.length - letter.length - 1);
  return letter === "" ? foldedText(text, look) : `${foldedText(own, look)}${letter}\n`;
}
