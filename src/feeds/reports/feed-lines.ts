import type { LadingError } from "../../errors.js";
import { attemptFaults, isElsewhere } from "../deliveries/faults.js";
import { incompleteError } from "../deliveries/file-sets.js";
import type { Setup } from "../deliveries/setup.js";
import { readState } from "../lists/feed-log.js";
import { isUndecided, nothingYet } from "../lists/feed-state.js";
import { readCurrents } from "../lists/publications.js";
import { whyNotProcessed } from "../next-step.js";
import type { DeliveryOutcome, FeedOutcome } from "../pipeline.js";

/** The result of a delivery in one pass, or of a feed without deliveries. */
export interface FeedLine {
  readonly feed: string;
  readonly file: string;
  readonly state: string;
  readonly rows: number | null;
  readonly accepted: number | null;
  readonly rejected: number | null;
  readonly skipped: number | null;
  /** Number of the current version. */
  readonly publication: number | null;
  readonly records: number | null;
  readonly reason: string;
  /** For a failed feed: identifies the fault across feeds and runs. */
  readonly fault: string | null;
  readonly next: string | null;
  readonly delivery: string;
}

/**
 * Returns one line for each processed delivery, incomplete batch and failed feed, and one for each other feed. `isCut`
 * is true if the run was stopped before it finished.
 */
export async function feedLines(
  setup: Setup,
  outcomes: readonly FeedOutcome[],
  isCut = false,
): Promise<FeedLine[]> {
  const lines: FeedLine[] = [];
  const { db } = setup.store;
  const currents = await readCurrents(
    db,
    outcomes.map(({ feed }) => feed.name),
  );
  const failures = await failuresOf(setup, outcomes);
  for (const { feed, deliveries, error, incomplete = [] } of outcomes) {
    const current = currents.get(feed.name);
    const now = {
      feed: feed.name,
      publication: current?.publication.number ?? null,
      records: current?.publication.counts.records ?? null,
    };
    const blank = {
      file: "",
      rows: null,
      accepted: null,
      rejected: null,
      skipped: null,
      delivery: "",
      fault: null,
      next: null,
    };
    const state = isCut ? await readState(db, feed.name) : nothingYet;
    const undecided = [...state.deliveries.values()].filter(isUndecided);
    const [first] = undecided;
    for (const delivery of deliveries) lines.push({ ...now, ...countsOf(delivery), fault: null, next: null });
    for (const batch of incomplete) {
      const { message: reason, hint: next } = incompleteError(batch);
      lines.push({ ...now, ...blank, file: batch.there.join(", "), state: "WAITING", reason, next });
    }
    if (error !== undefined && isElsewhere(error)) {
      const { pid, host } = error.about;
      const reason = pid === undefined ? error.message : `Process ${pid} on ${host} is processing the feed.`;
      lines.push({ ...now, ...blank, state: "ELSEWHERE", reason });
    } else if (error !== undefined) {
      const { fault, shown } = failures.get(feed.name) ?? { fault: null, shown: error };
      // The feed's name is printed before the reason, so the reason does not repeat the name.
      const reason = shown.message.startsWith(`${feed.name} `)
        ? shown.message.replace(feed.name, "It")
        : shown.message;
      lines.push({ ...now, ...blank, state: "FAILED", fault, reason, next: shown.hint });
    } else if (first !== undefined) {
      const file = undecided.map(({ arrival }) => arrival.name).join(", ");
      const reason = `The file was received. ${whyNotProcessed(feed, state, first)}`;
      lines.push({ ...now, ...blank, file, state: "RECEIVED", reason });
    } else if (deliveries.length + incomplete.length === 0)
      lines.push({ ...now, ...blank, state: "-", reason: "" });
  }
  return lines;
}

/**
 * Returns the failures by feed. All feeds with the same fault have the same message. If connections to a host are
 * paused, the message describes the error that caused the pause.
 */
async function failuresOf(
  setup: Setup,
  outcomes: readonly FeedOutcome[],
): Promise<ReadonlyMap<string, { readonly fault: string; readonly shown: LadingError }>> {
  const failures = new Map<string, { readonly fault: string; readonly shown: LadingError }>();
  for (const { key: fault, feeds } of await attemptFaults(setup, outcomes)) {
    const errors = outcomes.flatMap(({ feed, error }) => (feeds.includes(feed.name) && error) || []);
    const shown = errors.find(({ code }) => code !== "sftp_waiting") ?? errors[0];
    if (shown !== undefined) for (const feed of feeds) failures.set(feed, { fault, shown });
  }
  return failures;
}

function countsOf(outcome: DeliveryOutcome) {
  const counts = outcome.evaluation && "counts" in outcome.evaluation ? outcome.evaluation.counts : undefined;
  return {
    file: outcome.file,
    state: outcome.status,
    rows: counts?.read ?? null,
    accepted: counts?.accepted ?? null,
    rejected: counts?.rejected ?? null,
    skipped: counts?.skipped ?? null,
    reason: outcome.reason,
    delivery: outcome.delivery,
  };
}
