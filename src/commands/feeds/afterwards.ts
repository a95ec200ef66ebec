import { emit } from "../../deliveries/emit.js";
import type { RealSetup } from "../../deliveries/real-setup.js";
import { silentLog } from "../../log.js";
import { tellPeople } from "../../notify/tell.js";
import type { FeedOutcome } from "../../pipeline.js";
import type { Terminal } from "../command.js";
import { reportRun, reportText } from "./report.js";

/**
 * What follows when a person decided something: outputs are written, the run leaves its report, and people are told, as
 * after every `lading run`.
 *
 * @returns whether every output was written
 */
export async function afterwards(
  setup: RealSetup,
  terminal: Terminal,
  outcome: FeedOutcome,
  startedAt: Date,
): Promise<boolean> {
  const { env, signal, stderr } = terminal;
  const failures = await emit(setup, env, signal);
  for (const failed of failures) stderr.write(`${failed.message}\n`);
  const report = await reportRun(setup, [outcome], startedAt);
  if (report !== undefined && "failed" in report) stderr.write(reportText(report));
  await tellPeople(setup, { env, log: silentLog, signal });
  return failures.length === 0;
}

/** A feed at which a person did something, and what was decided after that. */
export function outcomeOf(
  feed: FeedOutcome["feed"],
  deliveries: FeedOutcome["deliveries"],
  act: string,
): FeedOutcome {
  return { feed, deliveries, isLeft: false, hasMore: false, error: undefined, act };
}
