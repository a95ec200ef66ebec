import { isAnyNew } from "../deliveries/faults.js";
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
 * Keeps the report of a run and removes old ones. A run in which nothing was decided leaves none, nor does one that met
 * only what stood before it: a host that is down would leave the same report at every look.
 *
 * @returns the name of the run; undefined when nothing was kept
 */
export async function keepRun(
  setup: Setup,
  outcomes: readonly FeedOutcome[],
  startedAt: Date,
): Promise<string | undefined> {
  const { store, worker, workspace, clock } = setup;
  const isQuiet = outcomes.every(({ deliveries, act }) => deliveries.length === 0 && act === undefined);
  if (isQuiet && !(await isAnyNew(store.db, outcomes, startedAt))) return undefined;
  const report = await runReport(setup, outcomes, startedAt);
  let run: string;
  do run = runName(startedAt);
  while (!(await isKept(store.db, worker, { ...report, run })));
  await dropOldRuns(store.db, workspace.keepRuns, clock.now());
  return run;
}

/** @returns false when another report has that name */
async function isKept(db: Queries, worker: string, report: RunReport): Promise<boolean> {
  const { numInsertedOrUpdatedRows: kept } = await db
    .insertInto("runs")
    .values({ run: report.run, worker, report: JSON.stringify(report) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return kept === 1n;
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
