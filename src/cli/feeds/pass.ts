import { faultsMet, isElsewhere } from "../../feeds/deliveries/faults.js";
import type { LadingError } from "../../errors.js";
import { readState } from "../../feeds/lists/feed-log.js";
import { readCurrents } from "../../feeds/lists/publications.js";
import type { DeliveryOutcome, FeedOutcome } from "../../feeds/pipeline.js";
import { isUndecided } from "../../feeds/lists/feed-state.js";
import type { Setup } from "../../feeds/deliveries/setup.js";
import { readProblems } from "../../feeds/health/workspace-status.js";
import type { ExitCode, Terminal } from "../command.js";
import { lookOf } from "../look.js";
import { passText, type FeedLine } from "./pass-text.js";

/** Results of a pass by feed, and the exit code. */

/**
 * One line per processed delivery, and one for each feed without any.
 *
 * @param isCut true if the run was stopped before the end
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
    const state = isCut ? await readState(db, feed.name) : undefined;
    const undecided = [...(state?.deliveries.values() ?? [])].filter(isUndecided);
    for (const delivery of deliveries) lines.push({ ...now, ...countsOf(delivery), fault: null, next: null });
    for (const { batch, there, missing } of incomplete) {
      const reason = `Batch ${batch} is missing ${missing.join(", ")}.`;
      lines.push({ ...now, ...blank, file: there.join(", "), state: "WAITING", reason });
    }
    if (error !== undefined && isElsewhere(error)) {
      const { pid, host } = error.about;
      const reason = pid === undefined ? error.message : `Process ${pid} on ${host} is processing it.`;
      lines.push({ ...now, ...blank, state: "ELSEWHERE", reason });
    } else if (error !== undefined) {
      const { fault, said } = failures.get(feed.name) ?? { fault: null, said: error };
      // The text follows the feed's name and may apply to several feeds.
      const reason = said.message.startsWith(`${feed.name} `)
        ? said.message.replace(feed.name, "It")
        : said.message;
      lines.push({ ...now, ...blank, state: "FAILED", fault, reason, next: said.hint });
    } else if (undecided.length > 0) {
      const file = undecided.map(({ arrival }) => arrival.name).join(", ");
      const reason = "It is received; the next run processes it.";
      lines.push({ ...now, ...blank, file, state: "RECEIVED", reason });
    } else if (deliveries.length + incomplete.length === 0)
      lines.push({ ...now, ...blank, state: "-", reason: "" });
  }
  return lines;
}

/** The end of a pass over one feed, as text. */
export async function passOf(setup: Setup, outcome: FeedOutcome, terminal: Terminal): Promise<string> {
  const problems = await readProblems(setup, [outcome.feed]);
  return passText(await feedLines(setup, [outcome]), problems, setup.clock.now(), lookOf(terminal));
}

/** Each fault has one message for all its feeds. Of a host, the original error is preferred over the waiting time. */
async function failuresOf(
  setup: Setup,
  outcomes: readonly FeedOutcome[],
): Promise<ReadonlyMap<string, { readonly fault: string; readonly said: LadingError }>> {
  const failures = new Map<string, { readonly fault: string; readonly said: LadingError }>();
  for (const { key: fault, feeds } of await faultsMet(setup, outcomes)) {
    const errors = outcomes.flatMap(({ feed, error }) => (feeds.includes(feed.name) && error) || []);
    const said = errors.find(({ code }) => code !== "sftp_waiting") ?? errors[0];
    if (said !== undefined) for (const feed of feeds) failures.set(feed, { fault, said });
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

/** `--fail-on`: which problems make a run exit with 1. */
export type FailOn = "new" | "held" | "any";

/** Exit code for several feeds (`docs/semantics.md` section 8). */
export function exitCodeOf(outcomes: readonly FeedOutcome[], failOn: FailOn, isHeldNow: boolean): ExitCode {
  const recoveries = new Set(
    outcomes.flatMap(({ error }) => (error === undefined || isElsewhere(error) ? [] : error.recovery)),
  );
  if (recoveries.has("retry")) return 75;
  if (recoveries.has("fix")) return 2;
  const decided = outcomes
    .flatMap(({ deliveries }) => deliveries)
    .filter(({ status }) => status !== "SUPERSEDED" && status !== "WAITING");
  const bad = decided.filter(({ status }) => status === "REJECTED" || status === "QUARANTINED");
  if (recoveries.has("reject") || (decided.length > 0 && bad.length === decided.length)) return 3;
  const all = outcomes.flatMap(({ deliveries }) => deliveries);
  const held = all.some(({ status }) => status === "HELD");
  const isIncomplete = outcomes.some(({ incomplete = [] }) => incomplete.length > 0);
  const notable =
    isIncomplete ||
    all.some(
      ({ status, evaluation }) =>
        ["REJECTED", "QUARANTINED", "WAITING", "CRASHED"].includes(status) ||
        (evaluation !== undefined && "counts" in evaluation && evaluation.counts.rejected > 0),
    );
  switch (failOn) {
    case "new":
      return held || notable ? 1 : 0;
    case "held":
      return held || isHeldNow ? 1 : 0;
    case "any":
      return held || notable || isHeldNow ? 1 : 0;
  }
}
