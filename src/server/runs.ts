import type { Entry } from "../lists/log.js";
import type { RunStatus } from "./status.js";

/** The runs, read off the log: what all feeds decided within a minute of each other was one run. */

const gap = 60_000;

type Changing<T> = { -readonly [K in keyof T]: T[K] };

/**
 * The last runs, oldest first, at most so many.
 *
 * @param entries of all feeds, oldest first
 */
export function runsOf(entries: readonly Entry[], most: number): readonly RunStatus[] {
  const runs: Changing<RunStatus>[] = [];
  let last = -Infinity;
  /** When work on the next decision began, as the log has it. */
  let begun: string | undefined;
  for (const entry of entries) {
    const at = Date.parse(entry.at);
    if (begun !== undefined && at - Date.parse(begun) > gap) begun = undefined;
    if (entry.state === "RECEIVED") begun ??= entry.at;
    if (!isDecision(entry)) continue;
    let run = runs.at(-1);
    if (run === undefined || at - last > gap) {
      run = emptyRun(begun ?? entry.at);
      runs.push(run);
    }
    begun = undefined;
    last = at;
    run.seconds = (at - Date.parse(run.startedAt)) / 1000;
    add(run, entry);
  }
  return runs.slice(-most);
}

type Decision = Extract<Entry, { state: "PUBLISHED" | "UNCHANGED" | "REJECTED" | "HELD" | "RETRY" }>;

function isDecision(entry: Entry): entry is Decision {
  return ["PUBLISHED", "UNCHANGED", "REJECTED", "HELD", "RETRY"].includes(entry.state);
}

function emptyRun(startedAt: string): Changing<RunStatus> {
  const counts = { published: 0, unchanged: 0, rejected: 0, held: 0, rows: 0, rejectedRows: 0 };
  return { startedAt, seconds: 0, ...counts };
}

function add(run: Changing<RunStatus>, entry: Decision): void {
  switch (entry.state) {
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
  run.rows += entry.counts?.read ?? 0;
  run.rejectedRows += entry.counts?.rejected ?? 0;
}
