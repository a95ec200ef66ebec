import { isElsewhere } from "../../feeds/deliveries/faults.js";
import type { Setup } from "../../feeds/deliveries/setup.js";
import { readProblems } from "../../feeds/health/workspace-status.js";
import { isUnreadableFile, type FeedOutcome } from "../../feeds/pipeline.js";
import { feedLines } from "../../feeds/reports/feed-lines.js";
import type { ExitCode, Terminal } from "../command.js";
import { lookFor } from "../look.js";
import { passText } from "./pass-text.js";

/** The result of a pass, as text and as an exit code. */

export async function passOf(setup: Setup, outcome: FeedOutcome, terminal: Terminal): Promise<string> {
  const problems = await readProblems(setup, [outcome.feed]);
  return passText(await feedLines(setup, [outcome]), problems, setup.clock.now(), lookFor(terminal));
}

/** `--fail-on`: the problems that cause a run to exit with code 1. */
export type FailOn = "new" | "held" | "any";

/** Returns the exit code for several feeds (`docs/semantics.md` section 8). */
export function exitCodeOf(outcomes: readonly FeedOutcome[], failOn: FailOn, isHeldNow: boolean): ExitCode {
  const recoveries = new Set(
    outcomes.flatMap((outcome) =>
      outcome.error === undefined || isElsewhere(outcome.error) || isUnreadableFile(outcome)
        ? []
        : outcome.error.recovery,
    ),
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
    outcomes.some(isUnreadableFile) ||
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
