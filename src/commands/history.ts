import { realDisk } from "../storage/disk.js";
import { readJournal, type Entry } from "../lists/journal.js";
import { changesOf } from "../lists/change-log.js";
import type { LoggedChange } from "../lists/stored-list.js";
import { flatValue } from "../encode/csv.js";
import { refuseOtherVersion } from "../deliveries/data-folder.js";
import { loadWorkspace } from "../workspace/load.js";
import type { Feed } from "../workspace/workspace.js";
import { defineCommand } from "./command.js";
import { chooseFeed, feedPositional } from "./feeds/open.js";
import { lookOf, type Look } from "./look.js";
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
      .positional("feed", feedPositional)
      .option("record", { type: "string", describe: "external_id of a record" })
      .option("json", { type: "boolean", default: false, describe: "The history as JSON" }),

  async run(options, terminal) {
    const workspace = await loadWorkspace(terminal.cwd);
    await refuseOtherVersion(realDisk, workspace.data);
    const feed = chooseFeed(workspace, options.feed);
    const { entries } = await readJournal(realDisk, feed.folder);
    if (options.record !== undefined) {
      const { changes, damaged } = await changesOf(realDisk, feed.folder, options.record);
      for (const number of damaged) {
        terminal.stderr.write(`What publication ${number} changed is damaged and is not shown.\n`);
      }
      const people = peopleBehind(entries);
      const told = changes.map((change) => ({ ...change, person: people.get(change.number) ?? null }));
      const text = changes.map((change) => changeText(change, people.get(change.number))).join("");
      terminal.stdout.write(
        options.json
          ? `${JSON.stringify({ changes: told, damaged }, null, 2)}\n`
          : text || noChangesText(feed, options.record),
      );
      return 0;
    }
    const told = entries.filter(isTold);
    const text =
      told.length === 0
        ? `No delivery of ${feed.name} was received yet.\n`
        : historyText(told, lookOf(terminal));
    terminal.stdout.write(options.json ? `${JSON.stringify({ entries: told }, null, 2)}\n` : text);
    return 0;
  },
});

/** Steps on the way are not told, nor a hold that a release repeats with the difference to the list of then. */
function isTold(entry: Entry, index: number, entries: readonly Entry[]): boolean {
  if (["READ", "VALIDATED", "STAGED", "ACKED"].includes(entry.state)) return false;
  const next = entries[index + 1];
  return entry.state !== "HELD" || next?.state !== "RELEASED" || next.delivery !== entry.delivery;
}

function historyText(entries: readonly Entry[], look: Look): string {
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
  return textTable(["at", "state", "number", "delivery", "file", "rows", "rejected", "why"], rows, look);
}

/** Why, and by whom when a person decided. */
function whyText(entry: Entry): string {
  const why = reasonOf(entry);
  return "by" in entry && entry.by !== undefined ? `${why} (by ${entry.by})`.trimStart() : why;
}

function reasonOf(entry: Entry): string {
  if (entry.state === "WAITING") return `waits for the list ${entry.for}`;
  if (entry.state === "SUPERSEDED") return `${entry.by.slice(0, 12)} was taken instead`;
  if ("reason" in entry) return entry.reason;
  return "rails" in entry ? entry.rails.map(railText).join(" ") : "";
}

function railText(rail: string | { readonly sentence: string }): string {
  return typeof rail === "string" ? rail : rail.sentence;
}

function noChangesText(feed: Feed, id: string): string {
  return `No publication of ${feed.name} changed ${id}.\n`;
}

/** Which person stood behind a publication: who released its delivery, or rolled back. */
function peopleBehind(entries: readonly Entry[]): ReadonlyMap<number, string> {
  const released = new Map<string, string>();
  const people = new Map<number, string>();
  for (const entry of entries) {
    if (entry.state === "RELEASED") released.set(entry.delivery, `released by ${entry.by}: ${entry.reason}`);
    if (entry.state === "ROLLED_BACK") {
      people.set(entry.number, `rolled back to ${entry.to} by ${entry.by}: ${entry.reason}`);
    }
    if (entry.state === "PUBLISHED") {
      const by = released.get(entry.delivery);
      if (by !== undefined) people.set(entry.number, by);
      released.delete(entry.delivery);
    }
  }
  return people;
}

function changeText(change: LoggedChange, person: string | undefined): string {
  const where = change.line === null ? change.file : `${change.file} line ${change.line}`;
  const who = person === undefined ? "" : `  (${person})`;
  const fields = change.fields.map((field) => `  ${field}${valuesText(change, field)}\n`);
  return `${change.at}  publication ${change.number}  ${change.kind}  ${where}${who}\n${fields.join("")}`;
}

function valuesText({ before, after }: LoggedChange, field: string): string {
  if (before === null && after === null) return " (values are not kept any more)";
  return `: ${JSON.stringify(flatValue(before?.[field]))} -> ${JSON.stringify(flatValue(after?.[field]))}`;
}
