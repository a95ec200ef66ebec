import { isAnyNew } from "../deliveries/faults.js";
import { agingUntil } from "../deliveries/retention.js";
import type { Setup } from "../deliveries/setup.js";
import type { FeedOutcome } from "../pipeline.js";
import { feedNamed } from "../lists/feed-log.js";
import type { DeliveryState } from "../lists/feed-state.js";
import { sql } from "../../store/kysely.js";
import type { Queries, Store } from "../../store/store.js";
import type { Keep } from "../../workspace/retention-settings.js";
import { runName, runReport, runStart, type RunCounts, type RunReport } from "./run-report.js";

/** The stored run reports from all machines. */

export interface KeptRun {
  readonly run: string;
  /** ISO 8601 UTC. */
  readonly started_at: string;
  /** The machine on which the run took place. */
  readonly worker: string;
}

/**
 * Stores a run's report and deletes old reports. A run without decisions or new faults is not stored. Otherwise, an
 * unreachable host would produce the same report at every poll. Returns the name of the run, or undefined if nothing
 * was stored.
 */
export async function keepRun(
  setup: Setup,
  outcomes: readonly FeedOutcome[],
  startedAt: Date,
): Promise<string | undefined> {
  const { store, worker, workspace, clock } = setup;
  const isQuiet = outcomes.every(({ deliveries, act }) => deliveries.length === 0 && act === undefined);
  if (isQuiet && !(await isAnyNew(store.db, outcomes, startedAt))) return undefined;
  const run = await store.transaction(async (tx) => {
    const shown = await withoutForgotten(store, tx, outcomes);
    const report = await runReport(tx, setup, shown, startedAt);
    let name: string;
    do name = runName(startedAt);
    while (!(await isKept(tx, worker, { ...report, run: name })));
    return name;
  });
  await dropOldRuns(store.db, workspace.keepRuns, await agingUntil(store.db, clock.now()));
  return run;
}

export type KeptReport = { readonly run: string } | { readonly failed: string };

/**
 * Like `keepRun`, but never throws, because a missing report does not affect decisions. Returns the name of the run,
 * or the reason why its report could not be stored. Returns undefined if there was nothing to report.
 */
export async function reportRun(
  setup: Setup,
  outcomes: readonly FeedOutcome[],
  startedAt: Date,
): Promise<KeptReport | undefined> {
  try {
    const run = await keepRun(setup, outcomes, startedAt);
    return run === undefined ? undefined : { run };
  } catch (error) {
    return { failed: (error as Error).message };
  }
}

/**
 * Omits the evaluations of deliveries from which a person has been removed. On SQLite, no removal can start until the
 * transaction ends, so `forget` finds every report.
 */
async function withoutForgotten(
  { engine }: Pick<Store, "engine">,
  tx: Queries,
  outcomes: readonly FeedOutcome[],
): Promise<readonly FeedOutcome[]> {
  const shown: FeedOutcome[] = [];
  for (const outcome of outcomes) {
    const { feed, deliveries } = outcome;
    if (deliveries.length === 0) {
      shown.push(outcome);
      continue;
    }
    const shas = deliveries.map(({ delivery }) => delivery);
    const rows = await tx
      .selectFrom("deliveries")
      .select(["sha256", "is_forgotten"])
      .where("feed", "=", feedNamed(tx, feed.name))
      .where("sha256", "in", shas)
      .$if(engine === "postgres", (query) => query.forShare())
      .execute();
    const isForgotten = (sha256: string) =>
      rows.some((one) => one.sha256 === sha256 && one.is_forgotten === 1);
    shown.push({
      ...outcome,
      deliveries: deliveries.map(({ evaluation, ...rest }) =>
        evaluation === undefined || isForgotten(rest.delivery) ? rest : { ...rest, evaluation },
      ),
    });
  }
  return shown;
}

/** Stores a report. Returns false if a different report already has the same name. */
async function isKept(db: Queries, worker: string, report: RunReport): Promise<boolean> {
  const { numInsertedOrUpdatedRows: kept } = await db
    .insertInto("runs")
    .values({ run: report.run, worker, report: JSON.stringify(report) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return kept === 1n;
}

/** Returns the latest runs that have a stored report, newest first. */
export async function keptRuns(db: Queries, most: number): Promise<readonly KeptRun[]> {
  const rows = await db
    .selectFrom("runs")
    .select(["run", "worker"])
    .orderBy("run", "desc")
    .limit(most)
    .execute();
  return rows.map(({ run, worker }) => ({ run, started_at: new Date(runStart(run)).toISOString(), worker }));
}

export interface LastRun extends RunCounts {
  /** Name of the run's report. */
  readonly run: string;
  /** ISO 8601 UTC. */
  readonly started_at: string;
  readonly ended_at: string;
}

export function secondsOf({ started_at: from, ended_at: to }: LastRun): number {
  return (Date.parse(to) - Date.parse(from)) / 1000;
}

/**
 * Returns the last runs that processed a delivery or encountered a fault, oldest first. Omits runs whose time is after
 * `now` because the clock was wrong.
 */
export async function lastRuns(
  { db, engine }: Pick<Store, "db" | "engine">,
  most: number,
  now: Date,
): Promise<readonly LastRun[]> {
  if (most === 0) return [];
  const report = engine === "sqlite" ? sql`report` : sql`report::json`;
  const part = (name: string) => sql<string>`${report} ->> ${sql.lit(name)}`;
  const rows = await db
    .selectFrom("runs")
    .select([
      "run",
      part("started_at").as("started_at"),
      part("ended_at").as("ended_at"),
      part("counts").as("counts"),
    ])
    .where("run", "<=", runName(now))
    .where(part("counts"), "is not", null)
    .orderBy("run", "desc")
    .limit(most)
    .execute();
  return rows
    .toReversed()
    .map(({ counts, ...times }) => ({ ...times, ...(JSON.parse(counts) as RunCounts) }));
}

export async function readRun(db: Queries, run: string): Promise<RunReport | undefined> {
  const row = await db.selectFrom("runs").select("report").where("run", "=", run).executeTakeFirst();
  return row && (JSON.parse(row.report) as RunReport);
}

async function dropOldRuns(db: Queries, keep: Keep, now: Date): Promise<void> {
  const kept = await keptRuns(db, keep.atLeast);
  await db
    .deleteFrom("runs")
    // Without the random suffix, all runs from the oldest allowed millisecond are kept.
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
