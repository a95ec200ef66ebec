import { userInfo } from "node:os";
import { emit } from "../../deliveries/emit.js";
import { openFeed, type OpenFeed } from "../../deliveries/open-feed.js";
import type { RealSetup } from "../../deliveries/real-setup.js";
import { lowerPriority } from "../../runtime/lower-priority.js";
import { silentLog } from "../../log.js";
import { notifyPeople } from "../../notify/notify.js";
import { decideWaiting, type DeliveryOutcome, type FeedOutcome } from "../../pipeline.js";
import type { Feed } from "../../workspace/workspace.js";
import type { ExitCode, Terminal } from "../command.js";
import { lookOf } from "../look.js";
import { chooseFeed, openWorkspace, personsPatience } from "./open.js";
import { reportRun, reportText } from "./report.js";
import { foldedText } from "./table.js";

/** Somebody who decides something about one feed. */
export interface Person {
  readonly setup: RealSetup;
  readonly feed: Feed;
  /** The name that the decision is recorded under: the user of this machine. */
  readonly name: string;
}

/** What was decided. */
export interface Decided {
  /** One sentence for the report: what was done, by whom, why. */
  readonly act: string;
  /** What became of deliveries that waited. */
  readonly outcomes?: readonly DeliveryOutcome[];
  /** Asked for after outputs and reports are written. */
  readonly told: (pass: FeedOutcome) => Told | Promise<Told>;
}

/** How a decision is told: with `--json`, and to a person. */
export interface Told {
  readonly answer: object;
  readonly text: string;
  readonly exitCode?: ExitCode;
}

/** Nothing could be decided: why, for the terminal. Nothing was changed; exit code 1. */
export interface Declined {
  readonly declined: string;
}

/**
 * The frame of every command by which a person decides something about a feed: the decision, then what follows any run
 * (outputs are written, the run leaves its report, people are told), then the answer.
 *
 * @returns the exit code: 75 when an output could not be written
 * @throws wrong_use for an unknown feed, and what `openWorkspace` and `decide` throw
 */
export async function byPerson(
  terminal: Terminal,
  options: { readonly feed: string; readonly json: boolean },
  decide: (person: Person) => Promise<Decided | Declined>,
): Promise<ExitCode> {
  const setup = await openWorkspace(terminal, personsPatience);
  lowerPriority();
  const startedAt = setup.clock.now();
  try {
    const feed = chooseFeed(setup.workspace, options.feed);
    const decided = await decide({ setup, feed, name: userInfo().username });
    if ("declined" in decided) {
      terminal.stdout.write(foldedText(decided.declined, lookOf(terminal)));
      return 1;
    }
    const { act, outcomes: deliveries = [], told } = decided;
    const pass: FeedOutcome = { feed, deliveries, isLeft: false, hasMore: false, error: undefined, act };
    const isWritten = await afterwards(setup, terminal, pass, startedAt);
    const { answer, text, exitCode = 0 } = await told(pass);
    terminal.stdout.write(options.json ? `${JSON.stringify(answer)}\n` : foldedText(text, lookOf(terminal)));
    return isWritten ? exitCode : 75;
  } finally {
    await setup.close();
  }
}

/**
 * Opens the feed for a decision.
 *
 * @param decide notes the decision; `settle` then decides the deliveries that waited for it
 */
export async function atFeed<T>(
  { setup, feed }: Person,
  signal: AbortSignal,
  decide: (open: OpenFeed, settle: () => Promise<readonly DeliveryOutcome[]>) => Promise<T>,
): Promise<T> {
  const open = await openFeed(setup, feed);
  const outcomes: DeliveryOutcome[] = [];
  try {
    return await decide(open, async () => {
      await decideWaiting(open, signal, (outcome) => outcomes.push(outcome));
      return outcomes;
    });
  } finally {
    await open.close();
  }
}

/** Returns whether every output was written. */
async function afterwards(
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
  await notifyPeople(setup, { env, log: silentLog, signal });
  return failures.length === 0;
}
