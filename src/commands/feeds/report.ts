import { relative } from "node:path";
import type { Setup } from "../../deliveries/setup.js";
import type { FeedOutcome } from "../../pipeline.js";
import { writeRun } from "../../reports/write-run.js";

type Written = { readonly page: string } | { readonly failed: string };

/**
 * Writes the report of a pass that is over. A report that cannot be written never changes what the pass came to.
 *
 * @returns the page's path below the workspace, or why it could not be written; undefined when there was nothing to tell
 */
export async function reportRun(
  setup: Setup,
  outcomes: readonly FeedOutcome[],
  startedAt: Date,
): Promise<Written | undefined> {
  try {
    const path = await writeRun(setup, outcomes, startedAt);
    return path === undefined ? undefined : { page: relative(setup.workspace.root, path) };
  } catch (error) {
    return { failed: (error as Error).message };
  }
}

export function reportText(written: Written): string {
  if ("page" in written) return `Report: ${written.page}\n`;
  return `The report of this run could not be written: ${written.failed}. What was decided stands.\n`;
}
