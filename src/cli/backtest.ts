import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { wrongUse } from "../errors.js";
import type { DeliveryOutcome } from "../feeds/pipeline.js";
import { nights, oldFiles, type Night } from "./backtest/nights.js";
import { defineCommand, flagOption, neededText } from "./command.js";
import { chooseFeed, feedPositional, openWorkspace } from "./feeds/open.js";
import { foldedText, textTable } from "./feeds/table.js";
import { lookOf, type Look } from "./look.js";

/** Rails are set from evidence: what would they have done with the exports of the past? */
export const backtest = defineCommand({
  usage: "backtest <feed> <folder>",
  examples: [
    ["lading backtest acme-de/staff old-exports/", "with the feed's present mapping and rails"],
    [
      "lading backtest acme-de/staff old-exports/ --release",
      "as if a person let every held delivery through",
    ],
  ],
  options: (yargs) =>
    yargs
      .positional("feed", feedPositional)
      .positional("folder", neededText("Folder of old exports, named as the feed's `files` say"))
      .option("release", flagOption("Let what is held through before the next night"))
      .option("json", flagOption("The nights as JSON")),

  async run(options, terminal) {
    const setup = await openWorkspace(terminal, 0, "read");
    const scratch = await mkdtemp(join(tmpdir(), "lading-backtest-"));
    try {
      const feed = chooseFeed(setup.workspace, options.feed);
      const { files, others, isDated } = await oldFiles(feed, resolve(terminal.cwd, options.folder));
      if (files.length === 0) {
        throw wrongUse(`No file in ${options.folder} has a name that ${feed.name} claims.`);
      }
      if (others.length > 0) {
        terminal.stderr.write(`Left out, not claimed by ${feed.name} or empty: ${others.join(", ")}\n`);
      }
      if (!isDated) {
        terminal.stderr.write("Their names hold no dates, so the times of the files tell the nights.\n");
      }
      const lines: NightLine[] = [];
      for await (const night of nights(setup, feed, files, scratch, options.release, terminal.signal)) {
        lines.push(...linesOf(night));
      }
      terminal.stdout.write(
        options.json
          ? `${JSON.stringify({ feed: feed.name, nights: lines }, null, 2)}\n`
          : text(lines, lookOf(terminal)),
      );
      return lines.some(({ state }) => refusals.has(state)) ? 1 : 0;
    } finally {
      await setup.close();
      await rm(scratch, { recursive: true, force: true });
    }
  },
});

const refusals = new Set<string>(["HELD", "REJECTED", "QUARANTINED", "CRASHED", "WAITING"]);

interface NightLine {
  readonly night: string;
  readonly file: string;
  readonly state: DeliveryOutcome["status"];
  readonly released: boolean;
  readonly rows: number | null;
  readonly rejected: number | null;
  readonly added: number | null;
  readonly changed: number | null;
  readonly gone: number | null;
  readonly rails: readonly string[];
  readonly reason: string;
}

function linesOf({ at, outcomes, isReleased }: Night): NightLine[] {
  return outcomes.map(({ file, status, evaluation, reason }) => {
    const counts = evaluation !== undefined && "counts" in evaluation ? evaluation.counts : undefined;
    const result = evaluation !== undefined && "result" in evaluation ? evaluation : undefined;
    const differences = result === undefined ? undefined : result.result.changes.kinds;
    const changed = differences && (differences["changed"] ?? 0) + (differences["revived"] ?? 0);
    return {
      night: at.slice(0, 16).replace("T", " "),
      file,
      state: status,
      released: status === "HELD" && isReleased,
      rows: counts?.read ?? null,
      rejected: counts?.rejected ?? null,
      added: differences?.["added"] ?? null,
      changed: changed ?? null,
      gone: result?.result.gone.count ?? null,
      rails:
        result !== undefined && "rails" in result ? [...new Set(result.rails.map(({ rail }) => rail))] : [],
      reason,
    };
  });
}

function text(lines: readonly NightLine[], look: Look): string {
  const cell = (value: number | null) => (value === null ? "" : String(value));
  const table = textTable(
    ["night", "file", "state", "rows", "rejected", "added", "changed", "gone", "rails"],
    lines.map((line) => [
      line.night,
      line.file,
      line.released ? `${line.state}, released` : line.state,
      ...[line.rows, line.rejected, line.added, line.changed, line.gone].map(cell),
      line.rails.join(" "),
    ]),
    look,
  );
  const reasons = lines
    .filter(({ reason, state }) => reason !== "" && refusals.has(state))
    .map(({ night, file, state, reason }) => `\n${night} ${file} ${state}: ${reason}\n`);
  const count = (state: string) => lines.filter((line) => line.state === state).length;
  const sum = (["PUBLISHED", "UNCHANGED", "HELD", "REJECTED"] as const).map(
    (state) => `${count(state)} ${state.toLowerCase()}`,
  );
  const files = new Set(lines.map(({ file }) => file)).size;
  const later = count("SUPERSEDED");
  const overtaken = later === 0 ? "" : `; of those held, ${later} made void by a newer one`;
  const total = `${files} deliveries: ${sum.join(", ")}${overtaken}.`;
  return table + foldedText(`${reasons.join("")}\n${total}\n`, look);
}
