import { copyFile, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { failure, wrongUse } from "../errors.js";
import { documentNames, labelOf, readDocument, reportName } from "../feeds/lists/documents.js";
import { deliveriesOf, logWholeSince, readLog } from "../feeds/lists/feed-log.js";
import type { Entry } from "../feeds/lists/log.js";
import { asOneLine, hiddenStates, whyText } from "../feeds/lists/log-text.js";
import { changesOf, firstPublication, type LoggedChange } from "../feeds/lists/publications.js";
import { writeFileWhole } from "../system/write-file.js";
import type { Queries, Store } from "../store/store.js";
import { runPage } from "../console/reports/run-page.js";
import { keptRuns, readRun } from "../feeds/reports/runs.js";
import { loadWorkspace } from "../workspace/load.js";
import { withStore } from "../workspace/open-store.js";
import type { Feed } from "../workspace/workspace.js";
import { defineCommand, type ExitCode, type Terminal, flagOption, textOption } from "./command.js";
import { visible } from "../sentence.js";
import { differenceLines } from "../feeds/lists/value-difference.js";
import { kindText } from "../feeds/lists/changes.js";
import { chooseFeed } from "./feeds/open.js";
import { lookFor, type Look } from "./look.js";
import { textTable } from "./feeds/table.js";

const mostRuns = 30;

/** Maximum number of a feed's steps in the table, unless all are requested. */
const mostEntries = 1_000;

export const history = defineCommand({
  usage: "history [feed]",
  examples: [
    ["lading history acme-de/staff", "decisions, with their figures"],
    ["lading history acme-de/staff --record E00017", "one record, field by field, with file and line"],
    [
      "lading history acme-de/staff --delivery 9c1f03aa7b21 --save .",
      "save a delivered file with its report and rejected rows",
    ],
    ["lading history", "the latest runs with decisions or failures"],
    ["lading history --run last --out run.html", "the report of the last run, as HTML"],
  ],
  options: (yargs) =>
    yargs
      .positional("feed", textOption("Feed as account/record-type. If omitted, the latest runs are listed"))
      .option("record", textOption("external_id of a record"))
      .option("delivery", textOption("Delivery, identified by the beginning of its sha256"))
      .conflicts("delivery", "record")
      .option(
        "save",
        textOption("With --delivery: folder in which to save the file, its report and its rejected rows"),
      )
      .implies("save", "delivery")
      .option("run", textOption("HTML report to print: the name of a run, or `last`"))
      .conflicts("run", ["feed", "record", "delivery"])
      .option("out", textOption("With --run: write the report to this file"))
      .implies("out", "run")
      .option(
        "all",
        flagOption("With a feed: show all steps instead of the last 1000. JSON always contains all"),
      )
      .option("json", flagOption("Print the history as JSON")),

  async run(options, terminal) {
    const workspace = await loadWorkspace(terminal.cwd);
    const name = options.feed;
    if (name === undefined) {
      const option = (["record", "delivery"] as const).find((each) => options[each] !== undefined);
      if (option !== undefined)
        throw wrongUse(`--${option} requires a feed: lading history FEED --${option} ...`);
      return withStore(workspace, terminal.env, "read", ({ db }) =>
        options.run === undefined
          ? listRuns(db, options.json, terminal)
          : printRun(db, options.run, options, terminal),
      );
    }
    const feed = chooseFeed(workspace, name);
    return withStore(workspace, terminal.env, "read", async (store) => {
      if (options.record !== undefined)
        return recordHistory(store, feed, options.record, options.json, terminal);
      if (options.delivery !== undefined && options.save !== undefined) {
        const folder = resolve(terminal.cwd, options.save);
        return saveDelivery(store, feed, options.delivery, folder, terminal);
      }
      const { delivery, all } = options;
      const isLimited = !all && !options.json && delivery === undefined;
      const log = await readLog(store.db, feed.name, {
        ...(isLimited && { most: mostEntries + 1 }),
        ...(delivery !== undefined && { delivery }),
        except: hiddenStates,
      });
      const whole_since = await logWholeSince(store.db, feed.name);
      const isCut = isLimited && log.length > mostEntries;
      const entries = isCut ? log.slice(-mostEntries) : log;
      if (isCut)
        terminal.stderr.write(
          `Only the last ${mostEntries} steps are shown. Use --all for the whole history.\n`,
        );
      if (options.delivery !== undefined && entries.length === 0)
        throw failure("no_such_delivery", { feed: feed.name, delivery: options.delivery });
      const text =
        entries.length === 0
          ? `${feed.name} has not received a delivery yet.\n`
          : historyText(entries, lookFor(terminal)) + reachText(whole_since);
      terminal.stdout.write(options.json ? `${JSON.stringify({ entries, whole_since }, null, 2)}\n` : text);
      return 0;
    });
  },
});

async function listRuns(db: Queries, json: boolean, terminal: Terminal): Promise<ExitCode> {
  const runs = await keptRuns(db, mostRuns);
  const rows = runs.map((one) => [one.run, one.started_at, one.worker]);
  const text =
    runs.length === 0
      ? "There are no run reports yet.\n"
      : textTable(["run", "started", "machine"], rows, lookFor(terminal));
  terminal.stdout.write(json ? `${JSON.stringify({ runs }, null, 2)}\n` : text);
  return 0;
}

async function printRun(
  db: Queries,
  run: string,
  { out, json }: { readonly out: string | undefined; readonly json: boolean },
  { cwd, stdout }: Terminal,
): Promise<ExitCode> {
  const name = run === "last" ? (await keptRuns(db, 1))[0]?.run : run;
  const found = name === undefined ? undefined : await readRun(db, name);
  if (found === undefined)
    throw wrongUse(`There is no report for --run ${run}. \`lading history\` lists the latest runs.`);
  const text = json ? `${JSON.stringify(found, null, 2)}\n` : runPage(found);
  if (out === undefined) stdout.write(text);
  else await writeFileWhole(resolve(cwd, out), [text]);
  return 0;
}

async function recordHistory(
  { db }: Store,
  feed: Feed,
  record: string,
  json: boolean,
  { stdout }: Terminal,
): Promise<ExitCode> {
  const changes = await changesOf(db, feed.name, record);
  const people = decisionsByVersion(
    await readLog(db, feed.name, { states: ["RELEASED", "ROLLED_BACK", "PUBLISHED"] }),
  );
  const first = await firstPublication(db, feed.name);
  const whole_since = first === undefined || first.number === 1 ? null : first.at;
  const withPersons = changes.map((change) => ({ ...change, person: people.get(change.number) ?? null }));
  const text = changes.map((change) => changeText(change, people.get(change.number))).join("");
  stdout.write(
    json
      ? `${JSON.stringify({ changes: withPersons, whole_since }, null, 2)}\n`
      : (text || noChangesText(feed, record)) + changesReachText(whole_since),
  );
  return 0;
}

/** Saves the file as delivered, together with its stored report and rejected rows. */
async function saveDelivery(
  { db, blobs }: Store,
  feed: Feed,
  beginning: string,
  folder: string,
  { stdout }: Terminal,
): Promise<ExitCode> {
  const isHex = /^[0-9a-f]+$/.test(beginning);
  const [delivery, another] = isHex ? await deliveriesOf(db, feed.name, { beginning }) : [];
  if (delivery === undefined || another !== undefined) {
    throw failure("no_such_delivery", { feed: feed.name, delivery: beginning });
  }
  const { sha256, arrival } = delivery;
  const label = labelOf(arrival.name);
  const bytes = await blobs.get(sha256);
  await mkdir(folder, { recursive: true });
  const saved: string[] = [];
  if (bytes !== undefined) {
    await copyFile(bytes, join(folder, label));
    saved.push(label);
  }
  for (const name of await documentNames(db, feed.name, sha256)) {
    const path = name === reportName ? `${label}.report.json` : name;
    await writeFileWhole(join(folder, path), [await readDocument(db, feed.name, sha256, name)]);
    saved.push(path);
  }
  if (saved.length === 0) throw failure("bytes_gone", { feed: feed.name, delivery: beginning });
  stdout.write(saved.map((path) => `${join(folder, path)}\n`).join(""));
  return 0;
}

function historyText(entries: readonly Entry[], look: Look): string {
  const names = new Map<string, string>();
  const rows = asOneLine(entries).map(({ entry, more }) => {
    if (entry.state === "RECEIVED") names.set(entry.delivery, entry.arrival.name);
    const counts = "counts" in entry ? entry.counts : undefined;
    return [
      entry.at.replace(/\.\d+/, ""),
      entry.state,
      "number" in entry ? String(entry.number) : "",
      "delivery" in entry ? entry.delivery.slice(0, 12) : "",
      ("delivery" in entry ? (names.get(entry.delivery) ?? "") : "") + (more > 0 ? ` and ${more} more` : ""),
      counts === undefined ? "" : String(counts.read),
      counts === undefined ? "" : String(counts.rejected),
      whyText(entry),
    ];
  });
  return textTable(["at", "state", "number", "delivery", "file", "rows", "rejected", "why"], rows, look);
}

function reachText(since: string | null): string {
  if (since === null) return "";
  return `Decisions before ${since} have been deleted, except people's decisions and decisions about stored files.\n`;
}

function changesReachText(since: string | null): string {
  return since === null ? "" : `Changes before ${since} have been deleted.\n`;
}

function noChangesText(feed: Feed, id: string): string {
  return `No version of ${feed.name} changed ${id}.\n`;
}

/** Describes, for each version number, who released the delivery or rolled the feed back, and why. */
function decisionsByVersion(entries: readonly Entry[]): ReadonlyMap<number, string> {
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
  const file = visible(change.file);
  const where = change.line === null ? file : `${file} line ${change.line}`;
  const who = person === undefined ? "" : `  (${person})`;
  const fields = change.fields.flatMap((field) => valueLines(change, field)).map((each) => `  ${each}\n`);
  return `${change.at}  version ${change.number}  ${kindText(change.kind)}  ${where}${who}\n${fields.join("")}`;
}

function valueLines({ before, after }: LoggedChange, field: string): readonly string[] {
  if (before === null && after === null) return [`${field} (values deleted)`];
  return differenceLines(field, before?.[field], after?.[field]);
}
