import type { Setup } from "../deliveries/setup.js";
import type { FeedOutcome } from "../pipeline.js";
import type { Queries } from "../store/store.js";
import type { Keep } from "../workspace/retention-settings.js";
import { runName, runReport, runStart, type RunReport } from "./run-report.js";

/** The reports of runs, of all machines. */

export interface KeptRun {
  readonly run: string;
  /** ISO 8601 UTC. */
  readonly started_at: string;
  /** On which machine. */
  readonly worker: string;
}

/**
 * Keeps the report of a run and removes old ones. A run in which nothing was decided leaves none, nor does one that failed
 * just like the last of its feeds on this machine.
 *
 * @returns the name of the run; undefined when nothing was kept
 */
export async function keepRun(
  setup: Setup,
  outcomes: readonly FeedOutcome[],
  startedAt: Date,
): Promise<string | undefined> {
  const report = await runReport(setup, outcomes, startedAt);
  const { store, worker, workspace, clock } = setup;
  if (report.feeds.length === 0 || (await isJustLikeLast(store.db, worker, report))) return undefined;
  await store.db
    .insertInto("runs")
    .values({ run: report.run, worker, report: JSON.stringify(report) })
    .execute();
  await dropOldRuns(store.db, workspace.keepRuns, clock.now());
  return report.run;
}

/** The newest first. */
export async function keptRuns(db: Queries, most: number): Promise<readonly KeptRun[]> {
  const rows = await db
    .selectFrom("runs")
    .select(["run", "worker"])
    .orderBy("run", "desc")
    .limit(most)
    .execute();
  return rows.map(({ run, worker }) => ({ run, started_at: new Date(runStart(run)).toISOString(), worker }));
}

export async function readRun(db: Queries, run: string): Promise<RunReport | undefined> {
  const row = await db.selectFrom("runs").select("report").where("run", "=", run).executeTakeFirst();
  return row && (JSON.parse(row.report) as RunReport);
}

/** A host that is down at every look would else leave the same report at every look. */
async function isJustLikeLast(db: Queries, worker: string, report: RunReport): Promise<boolean> {
  if (report.feeds.some(({ deliveries, act }) => deliveries.length > 0 || act !== undefined)) return false;
  const rows = await db
    .selectFrom("runs")
    .select("report")
    .where("worker", "=", worker)
    .orderBy("run", "desc")
    .limit(lookedThrough)
    .execute();
  // A daemon looks at several feeds in turns, and each may fail in a way of its own.
  const names = new Set(report.feeds.map(({ feed }) => feed));
  for (const row of rows) {
    const before = JSON.parse(row.report) as RunReport;
    if (before.feeds.some(({ feed }) => names.has(feed))) return failuresOf(before) === failuresOf(report);
  }
  return false;
}

/** How many reports are looked through for the last one of some feeds. */
const lookedThrough = 50;

function failuresOf({ feeds }: RunReport): string {
  return JSON.stringify(feeds.map(({ feed, failed, deliveries }) => [feed, failed?.code, deliveries.length]));
}

async function dropOldRuns(db: Queries, keep: Keep, now: Date): Promise<void> {
  const kept = await keptRuns(db, keep.atLeast);
  await db
    .deleteFrom("runs")
    // Of the last second all stay, whatever their names end with.
    .where("run", "<", runName(new Date(now.getTime() - keep.for)).replace(/-.*/, ""))
    .$if(kept.length > 0, (query) =>
      query.where(
        "run",
        "not in",
        kept.map(({ run }) => run),
      ),
    )
    .execute();
}
