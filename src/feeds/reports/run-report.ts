import { randomBytes } from "node:crypto";
import type { Setup } from "../deliveries/setup.js";
import { sum } from "../../convert/issue-log.js";
import { rejectsName } from "../lists/documents.js";
import { saveCommand } from "../next-step.js";
import { readCurrent } from "../lists/publications.js";
import type { FeedOutcome } from "../pipeline.js";
import type { Queries } from "../../store/store.js";
import { evaluatedReport, type FileReport } from "./file-report.js";

/** The result of one run: every processed delivery and every failed feed. */
export interface RunReport {
  readonly lading: 1;
  /** Name of the run. Names sort by time and are unique in a store. */
  readonly run: string;
  /** ISO 8601 UTC. */
  readonly started_at: string;
  readonly ended_at: string;
  readonly engine: string;
  /** Absent if no delivery was processed and no feed failed, for example after a person's decision. */
  readonly counts?: RunCounts;
  readonly feeds: readonly FeedReport[];
}

/** Totals for a run: deliveries by decision, their rows, and failed feeds. */
export interface RunCounts {
  readonly published: number;
  readonly unchanged: number;
  readonly rejected: number;
  readonly held: number;
  readonly rows: number;
  readonly rejected_rows: number;
  readonly failed: number;
}

export interface FeedReport {
  readonly feed: string;
  readonly publication: { readonly number: number; readonly records: number } | null;
  readonly failed: { readonly code: string; readonly message: string; readonly hint: string } | null;
  /** A person's decision about the feed, as a sentence. */
  readonly act?: string;
  readonly deliveries: readonly DeliveryReport[];
}

export interface DeliveryReport extends FileReport {
  readonly delivery: string;
  readonly status: string;
  readonly number?: number;
  readonly reason: string;
}

/** Omits feeds without deliveries, errors and decisions. */
export async function runReport(
  db: Queries,
  setup: Setup,
  outcomes: readonly FeedOutcome[],
  startedAt: Date,
): Promise<Omit<RunReport, "run">> {
  const feeds: FeedReport[] = [];
  for (const { feed, deliveries, error, act } of outcomes) {
    if (deliveries.length === 0 && error === undefined && act === undefined) continue;
    const current = await readCurrent(db, feed.name);
    feeds.push({
      feed: feed.name,
      publication:
        current === undefined
          ? null
          : { number: current.publication.number, records: current.publication.counts.records },
      failed: error === undefined ? null : { code: error.code, message: error.message, hint: error.hint },
      ...(act !== undefined && { act }),
      deliveries: deliveries.map(({ file, evaluation, delivery, status, number, reason }) => ({
        ...evaluatedReport(file, feed.type, evaluation, setup.workspace.showStaff),
        ...(evaluation !== undefined &&
          "evaluated" in evaluation &&
          evaluation.evaluated.rejected.length > 0 && {
            rejects: { name: rejectsName(file), command: saveCommand(feed.name, delivery) },
          }),
        delivery: delivery.slice(0, 12),
        status,
        ...(number !== undefined && { number }),
        reason,
      })),
    });
  }
  return {
    lading: 1,
    started_at: startedAt.toISOString(),
    ended_at: setup.clock.now().toISOString(),
    engine: setup.engine,
    ...(feeds.some(({ deliveries, failed }) => deliveries.length > 0 || failed !== null) && {
      counts: countsOf(feeds),
    }),
    feeds,
  };
}

function countsOf(feeds: readonly FeedReport[]): RunCounts {
  const deliveries = feeds.flatMap((feed) => feed.deliveries);
  const count = (status: string) => deliveries.filter((delivery) => delivery.status === status).length;
  return {
    published: count("PUBLISHED"),
    unchanged: count("UNCHANGED"),
    rejected: count("REJECTED"),
    held: count("HELD"),
    rows: sum(deliveries.map(({ counts }) => counts?.read ?? 0)),
    rejected_rows: sum(deliveries.map(({ counts }) => counts?.rejected ?? 0)),
    failed: feeds.filter(({ failed }) => failed !== null).length,
  };
}

/**
 * Returns a new name for a run, such as `20260302T080012345Z-3f2a`. The milliseconds preserve the order of runs that
 * start within the same second.
 */
export function runName(startedAt: Date): string {
  const at = startedAt.toISOString().replace(/[-:.]/g, "");
  return `${at}-${randomBytes(2).toString("hex")}`;
}

/**
 * Returns the start time in the name of a run, in milliseconds since 1970. Names from older versions have no
 * milliseconds.
 */
export function runStart(name: string): number {
  const at = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?<part>\d*)Z-.*$/;
  return Date.parse(name.replace(at, "$1-$2-$3T$4:$5:$6.$<part>0Z"));
}
