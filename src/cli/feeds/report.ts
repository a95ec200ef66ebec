import type { Setup } from "../../feeds/deliveries/setup.js";
import type { FeedOutcome } from "../../feeds/pipeline.js";
import { keepRun } from "../../feeds/reports/runs.js";

type Kept = { readonly run: string } | { readonly failed: string };

/**
 * Keeps the report of a pass that is over. A report that cannot be kept never changes what the pass came to.
 *
 * @returns the name of the run, or why its report could not be kept; undefined when there was nothing to tell
 */
export async function reportRun(
  setup: Setup,
  outcomes: readonly FeedOutcome[],
  startedAt: Date,
): Promise<Kept | undefined> {
  try {
    const run = await keepRun(setup, outcomes, startedAt);
    return run === undefined ? undefined : { run };
  } catch (error) {
    return { failed: (error as Error).message };
  }
}

export function reportText(kept: Kept): string {
  if ("run" in kept) return `Report: lading history --run ${kept.run} --out report.html\n`;
  return `The report of this run could not be kept: ${kept.failed.replace(/\.$/, "")}. What was decided stands.\n`;
}
