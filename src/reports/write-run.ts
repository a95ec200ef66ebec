import { join } from "node:path";
import type { Setup } from "../deliveries/setup.js";
import type { FeedOutcome } from "../pipeline.js";
import type { Disk } from "../storage/disk.js";
import { ensureFolder, namesIn, replaceFile } from "../storage/durable.js";
import type { Keep } from "../workspace/retention-settings.js";
import { runPage } from "./run-page.js";
import { runReport, runStart, type RunReport } from "./run-report.js";

/** The reports of runs: `data/runs/<run>.json` and the same as a page, `<run>.html`. */

/**
 * Writes the report of a run and removes old ones. A run in which nothing was decided leaves none, nor does one that
 * failed just like the last.
 *
 * @returns the path of the page; undefined when nothing was written
 * @throws the file system's own errors: the run itself stands
 */
export async function writeRun(
  setup: Setup,
  outcomes: readonly FeedOutcome[],
  startedAt: Date,
): Promise<string | undefined> {
  const report = await runReport(setup, outcomes, startedAt);
  if (report.feeds.length === 0) return undefined;
  const { disk, workspace, clock } = setup;
  const folder = join(workspace.data, "runs");
  await ensureFolder(disk, folder);
  if (await isJustLikeLast(disk, folder, report)) return undefined;
  const path = join(folder, `${report.run}.html`);
  await replaceFile(disk, join(folder, `${report.run}.json`), `${JSON.stringify(report, null, 2)}\n`);
  await replaceFile(disk, path, runPage(report));
  await dropOldRuns(disk, folder, workspace.keepRuns, clock.now());
  return path;
}

/** Names of the runs that are kept, oldest first. */
async function runsIn(disk: Disk, folder: string): Promise<readonly string[]> {
  const names = await namesIn(disk, folder);
  const runs = new Set(names.map((name) => name.replace(/\.(?:json|html)$/, "")));
  return [...runs].filter((name) => runStart(name) !== undefined);
}

/** A host that is down at every look would else write the same page at every look. */
async function isJustLikeLast(disk: Disk, folder: string, report: RunReport): Promise<boolean> {
  if (report.feeds.some(({ deliveries, act }) => deliveries.length > 0 || act !== undefined)) return false;
  const last = (await runsIn(disk, folder)).at(-1);
  if (last === undefined) return false;
  try {
    const before = JSON.parse((await disk.readFile(join(folder, `${last}.json`))).toString()) as RunReport;
    return failuresOf(before) === failuresOf(report);
  } catch {
    return false;
  }
}

function failuresOf({ feeds }: RunReport): string {
  return JSON.stringify(feeds.map(({ feed, failed, deliveries }) => [feed, failed?.code, deliveries.length]));
}

async function dropOldRuns(disk: Disk, folder: string, keep: Keep, now: Date): Promise<void> {
  const newestFirst = [...(await runsIn(disk, folder))].reverse();
  for (const name of newestFirst.slice(keep.atLeast)) {
    const at = runStart(name);
    if (at === undefined || now.getTime() - at <= keep.for) continue;
    for (const ending of ["html", "json"]) await disk.remove(join(folder, `${name}.${ending}`));
  }
}
