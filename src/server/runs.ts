import { lastEvents, type Event } from "../lists/feed-log.js";
import { sum } from "../evaluation/issue-log.js";
import type { Queries } from "../store/store.js";
import type { RunStatus } from "./status.js";
import { day } from "../time-spans.js";

/** The runs, read off the log: what all feeds decided within a minute of each other was one run. */

const gap = 60_000;

/** How far back runs are shown, in milliseconds. */
const shownFor = 45 * day;

/** So many events are read at first, and at most: feeds that are never still for a minute are one endless run. */
const [fewEvents, mostEvents] = [100, 25_600];

/** The last runs, oldest first, so many at most: read from the end, so that a long log makes no difference. */
export async function lastRuns(db: Queries, most: number, now: Date): Promise<readonly RunStatus[]> {
  if (most === 0) return [];
  const since = new Date(now.getTime() - shownFor).toISOString();
  for (let limit = fewEvents; ; limit *= 4) {
    const events = await lastEvents(db, eventsOfRuns, since, limit);
    const runs = runsOf(events.toReversed());
    // The first of them may have begun before what was read.
    if (runs.length > most || events.length < limit || limit >= mostEvents) return runs.slice(-most);
  }
}

interface Run {
  readonly startedAt: string;
  endedAt: string;
  failed?: true;
  /** The last decision of each delivery: one that was held, and let through within the minute, is one. */
  readonly decisions: Map<string, Event>;
}

/** @param events of all feeds, oldest first */
function runsOf(events: readonly Event[]): readonly RunStatus[] {
  const runs: Run[] = [];
  /** When work on the next decision began, as the log has it. */
  let begun: string | undefined;
  for (const event of events) {
    const at = Date.parse(event.at);
    if (begun !== undefined && at - Date.parse(begun) > gap) begun = undefined;
    if (event.state === "RECEIVED") {
      begun ??= event.at;
      continue;
    }
    let run = runs.at(-1);
    if (run === undefined || at - Date.parse(run.endedAt) > gap) {
      run = { startedAt: begun ?? event.at, endedAt: event.at, decisions: new Map() };
      runs.push(run);
    }
    begun = undefined;
    run.endedAt = event.at;
    if (event.state === "RETRY") run.failed = true;
    else run.decisions.set(`${event.feed} ${event.delivery}`, event);
  }
  return runs.map(statusOf);
}

/** What runs are told from. */
const eventsOfRuns = ["RECEIVED", "PUBLISHED", "UNCHANGED", "REJECTED", "HELD", "RETRY"];

function statusOf({ startedAt, endedAt, failed, decisions }: Run): RunStatus {
  const all = [...decisions.values()];
  const count = (state: string): number => all.filter((event) => event.state === state).length;
  return {
    startedAt,
    seconds: (Date.parse(endedAt) - Date.parse(startedAt)) / 1000,
    published: count("PUBLISHED"),
    unchanged: count("UNCHANGED"),
    rejected: count("REJECTED"),
    held: count("HELD"),
    rows: sum(all.map(({ rows }) => rows ?? 0)),
    rejectedRows: sum(all.map(({ rejected }) => rejected ?? 0)),
    ...(failed && { failed }),
  };
}
