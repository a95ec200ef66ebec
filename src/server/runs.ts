import { lastEvents, type Event } from "../lists/feed-log.js";
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

type Changing<T> = { -readonly [K in keyof T]: T[K] };

/** @param events of all feeds, oldest first */
function runsOf(events: readonly Event[]): readonly RunStatus[] {
  const runs: Changing<RunStatus>[] = [];
  let last = -Infinity;
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
    if (run === undefined || at - last > gap) {
      run = emptyRun(begun ?? event.at);
      runs.push(run);
    }
    begun = undefined;
    last = at;
    run.seconds = (at - Date.parse(run.startedAt)) / 1000;
    add(run, event);
  }
  return runs;
}

/** What runs are told from. */
const eventsOfRuns = ["RECEIVED", "PUBLISHED", "UNCHANGED", "REJECTED", "HELD", "RETRY"];

function emptyRun(startedAt: string): Changing<RunStatus> {
  const counts = { published: 0, unchanged: 0, rejected: 0, held: 0, rows: 0, rejectedRows: 0 };
  return { startedAt, seconds: 0, ...counts };
}

function add(run: Changing<RunStatus>, event: Event): void {
  switch (event.state) {
    case "PUBLISHED":
      run.published += 1;
      break;
    case "UNCHANGED":
      run.unchanged += 1;
      break;
    case "REJECTED":
      run.rejected += 1;
      break;
    case "HELD":
      run.held += 1;
      break;
    case "RETRY":
      run.failed = true;
      return;
  }
  run.rows += event.rows ?? 0;
  run.rejectedRows += event.rejected ?? 0;
}
