import type { Event } from "../lists/feed-log.js";
import type { RunStatus } from "./status.js";

/** The runs, read off the log: what all feeds decided within a minute of each other was one run. */

const gap = 60_000;

type Changing<T> = { -readonly [K in keyof T]: T[K] };

/**
 * The last runs, oldest first, at most so many.
 *
 * @param events of all feeds, oldest first
 */
export function runsOf(events: readonly Event[], most: number): readonly RunStatus[] {
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
  return runs.slice(-most);
}

/** What runs are told from. */
export const eventsOfRuns = ["RECEIVED", "PUBLISHED", "UNCHANGED", "REJECTED", "HELD", "RETRY"];

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
