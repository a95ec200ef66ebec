import { join } from "node:path";
import { realDisk } from "../storage/disk.js";
import { readJournal, type Entry } from "../lists/journal.js";
import { publicationNumbers } from "../lists/publish.js";
import { parseChanges, type LoggedChange } from "../lists/stored-list.js";
import { flatValue } from "../encode/csv.js";
import { loadWorkspace } from "../workspace/load.js";
import type { Feed } from "../workspace/workspace.js";
import { defineCommand } from "./command.js";
import { chooseFeeds } from "./feeds/open.js";
import { textTable } from "./feeds/table.js";

interface Options {
  readonly feed: string;
  readonly record: string | undefined;
  readonly json: boolean;
}

export const history = defineCommand<Options>({
  usage: "history <feed>",
  summary: "Every decision and publication of a feed; with --record, who changed a record when",
  examples: [
    ["lading history acme-de/staff", "what was decided, with its numbers"],
    ["lading history acme-de/staff --record E00017", "one record, field by field, with file and line"],
  ],
  options: (yargs) =>
    yargs
      .positional("feed", {
        type: "string",
        demandOption: true,
        describe: "Feed, written account/record-type",
      })
      .option("record", { type: "string", describe: "external_id of a record" })
      .option("json", { type: "boolean", default: false, describe: "The history as JSON" }),

  async run(options, terminal) {
    const workspace = await loadWorkspace(terminal.cwd);
    const [feed] = chooseFeeds(workspace, [options.feed]);
    if (feed === undefined) return 2;
    if (options.record !== undefined) {
      const changes = await changesOf(feed, options.record);
      const text = changes.map(changeText).join("") || noChangesText(feed, options.record);
      terminal.stdout.write(options.json ? `${JSON.stringify({ changes }, null, 2)}\n` : text);
      return 0;
    }
    const { entries } = await readJournal(realDisk, feed.folder);
    const told = entries.filter(({ state }) => !["READ", "VALIDATED", "STAGED", "ACKED"].includes(state));
    const text = told.length === 0 ? `No delivery of ${feed.name} was received yet.\n` : historyText(told);
    terminal.stdout.write(options.json ? `${JSON.stringify({ entries: told }, null, 2)}\n` : text);
    return 0;
  },
});

function historyText(entries: readonly Entry[]): string {
  const names = new Map<string, string>();
  const rows = entries.map((entry) => {
    if (entry.state === "RECEIVED") names.set(entry.delivery, entry.arrival.name);
    const counts = "counts" in entry ? entry.counts : undefined;
    return [
      entry.at,
      entry.state,
      "number" in entry ? String(entry.number) : "",
      "delivery" in entry ? entry.delivery.slice(0, 12) : "",
      "delivery" in entry ? (names.get(entry.delivery) ?? "") : "",
      counts === undefined ? "" : String(counts.read),
      counts === undefined ? "" : String(counts.rejected),
      whyText(entry),
    ];
  });
  return textTable(["at", "state", "number", "delivery", "file", "rows", "rejected", "why"], rows);
}

/** Why, and by whom when a person decided. */
function whyText(entry: Entry): string {
  const why = "reason" in entry ? entry.reason : "rails" in entry ? entry.rails.map(railText).join(" ") : "";
  return "by" in entry ? `${why} (by ${entry.by})`.trimStart() : why;
}

function railText(rail: string | { readonly sentence: string }): string {
  return typeof rail === "string" ? rail : rail.sentence;
}

/** What the change logs of the publications that are kept say of a record, oldest first. */
async function changesOf(feed: Feed, id: string): Promise<LoggedChange[]> {
  const changes: LoggedChange[] = [];
  for (const number of (await publicationNumbers(realDisk, feed.folder)).reverse()) {
    const path = join(feed.folder, "pub", String(number), "changes.ndjson");
    const logged = parseChanges(await realDisk.readFile(path));
    changes.push(...logged.filter((change) => change.id === id));
  }
  return changes;
}

function noChangesText(feed: Feed, id: string): string {
  return `No publication of ${feed.name} that is kept changed ${id}.\n`;
}

function changeText(change: LoggedChange): string {
  const where = change.line === null ? change.file : `${change.file} line ${change.line}`;
  const fields = change.fields.map(
    (field) =>
      `  ${field}: ${JSON.stringify(flatValue(change.before?.[field]))} -> ${JSON.stringify(flatValue(change.after?.[field]))}\n`,
  );
  return `${change.at}  publication ${change.number}  ${change.kind}  ${where}\n${fields.join("")}`;
}
