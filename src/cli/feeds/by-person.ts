import { userInfo } from "node:os";
import type { Argv } from "yargs";
import type { Decision, Person, Refused } from "../../feeds/decisions/decision.js";
import { finishDecisions, outcomeOf } from "../../feeds/decisions/finish.js";
import type { RealSetup } from "../../feeds/deliveries/real-setup.js";
import { enterWorkspace } from "../../feeds/deliveries/workers.js";
import { LadingError, wrongUse } from "../../errors.js";
import { lowerPriority } from "../../system/readers/lower-priority.js";
import { silentLog } from "../../log.js";
import { notifyPeople } from "../../feeds/alerts/notify.js";
import { feedFailure, type FeedOutcome } from "../../feeds/pipeline.js";
import type { Feed } from "../../workspace/workspace.js";
import { exitCodes, type ExitCode, type Terminal, flagOption } from "../command.js";
import { lookFor } from "../look.js";
import { answerTo } from "../question.js";
import { chooseFeeds, openWorkspace, personsPatience, withProgress } from "./open.js";
import { nextStepText } from "./pass-text.js";
import { reportText } from "./report.js";
import { wrappedText, textTable } from "./table.js";

export interface PersonReport {
  readonly answer: object;
  readonly text: string;
  readonly exitCode?: ExitCode;
}

/** A decision about one or more feeds. `T` is the type of the listed effects, and `D` is the type of the decision. */
export interface DecisionCommand<T, D extends Decision> {
  /** The end of the confirmation sentence, such as `would be released`. */
  readonly done: string;
  /** What the decision applies to. The confirmation counts one feed or one file for each listed feed. */
  readonly noun: "feed" | "file";
  /** Explains an empty list, such as `no file is held only by first; see lading status`. */
  readonly none?: string | undefined;
  /** Headings of the list columns after the feed column. */
  readonly headings: readonly string[];
  /** Returns the effects of the decision on a feed, or undefined if it would have no effect. */
  readonly preview: (setup: RealSetup, feed: Feed) => Promise<DecisionPreview<T> | undefined>;
  /**
   * Applies the decision. `listed` contains the effects that were listed and confirmed, or is undefined if a single
   * feed was named.
   */
  readonly decide: (person: Person, listed: T | undefined) => Promise<D | Refused>;
  /** Called after outputs and run reports are written. */
  readonly report: (setup: RealSetup, pass: FeedOutcome, decided: D) => PersonReport | Promise<PersonReport>;
}

export interface DecisionPreview<T> {
  /** One cell per heading. */
  readonly cells: readonly string[];
  readonly what: T;
}

export interface ByPersonOptions {
  /** Names or patterns of feeds. If undefined, the decision applies to all feeds in the workspace. */
  readonly feeds: readonly string[] | undefined;
  /** If true, the effects are listed even if a single feed was named. */
  readonly isListed?: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

/** Options shared by the commands that apply a person's decision to feeds. */
export function withYes<T>(yargs: Argv<T>) {
  return yargs
    .option("yes", flagOption("Do not ask for confirmation if several feeds match"))
    .option("json", flagOption("Print the result as JSON"));
}

/**
 * Applies a person's decision to feeds. Then performs the final steps of a run (outputs, run report, alerts) and prints
 * the result. Unless a single feed was named, the effects are listed first and, without `yes`, must be confirmed.
 * Returns the exit code, such as 1 if the decision is not confirmed or is refused, or 75 if an output could not be
 * written. Throws `wrong_use` if a feed is unknown or there is no terminal for the confirmation. May also throw errors
 * from `openWorkspace` and `decide`.
 */
export async function byPerson<T, D extends Decision>(
  terminal: Terminal,
  options: ByPersonOptions,
  command: DecisionCommand<T, D>,
): Promise<ExitCode> {
  const setup = withProgress(await openWorkspace(terminal, personsPatience), terminal);
  lowerPriority();
  const startedAt = setup.clock.now();
  const name = userInfo().username;
  const isStop = (error: unknown): boolean => terminal.signal.aborted && error === terminal.signal.reason;
  try {
    await enterWorkspace(setup);
    const finished = (parts: readonly Part<D>[], wanted?: number) =>
      finish(setup, terminal, { command, json: options.json, startedAt, parts, wanted });
    const [feed, ...others] = chooseFeeds(setup.workspace, options.feeds);
    const isNamed = others.length === 0 && options.feeds?.[0] === feed?.name && options.isListed !== true;
    if (isNamed && feed !== undefined) {
      const decided = await command.decide({ setup, feed, name }, undefined).catch((error: unknown) => {
        if (isStop(error)) terminal.stderr.write(nothingChanged);
        throw error;
      });
      return await finished([{ feed, decided }]);
    }
    const listed = await listFeeds(setup, chooseFeeds(setup.workspace, options.feeds), command, terminal);
    if (!(await isAgreed(listed.length, command, options, terminal))) {
      terminal.stderr.write(nothingChanged);
      return 1;
    }
    const parts: Part<D>[] = [];
    for (const { feed, what } of listed) {
      if (terminal.signal.aborted) break;
      // If one feed fails, the others are still processed.
      const decided = await command.decide({ setup, feed, name }, what).catch((error: unknown) => {
        return isStop(error) ? undefined : feedFailure(error, feed);
      });
      if (decided !== undefined) parts.push({ feed, decided });
    }
    return await finished(parts, listed.length);
  } finally {
    await setup.close();
  }
}

const nothingChanged = "Nothing was changed.\n";

interface Part<D extends Decision> {
  readonly feed: Feed;
  readonly decided: D | Refused | LadingError;
}

/** Lists the effects on standard error. Throws `wrong_use` if there are no effects. */
async function listFeeds<T, D extends Decision>(
  setup: RealSetup,
  feeds: readonly Feed[],
  { preview, headings, done, none }: DecisionCommand<T, D>,
  { stderr, env, ...terminal }: Terminal,
): Promise<readonly { readonly feed: Feed; readonly what: T }[]> {
  const listed: { feed: Feed; what: T; cells: readonly string[] }[] = [];
  for (const feed of feeds) {
    const shown = await preview(setup, feed);
    if (shown !== undefined) listed.push({ feed, ...shown });
  }
  if (listed.length === 0) {
    const which = feeds.length === 1 ? `${feeds[0]?.name}` : `these ${feeds.length} feeds`;
    throw wrongUse(`Nothing in ${which} ${done}${none === undefined ? "" : `: ${none}`}.`);
  }
  const rows = listed.map(({ feed, cells }) => [feed.name, ...cells]);
  const look = lookFor({ ...terminal, stderr, env, stdout: stderr });
  stderr.write(textTable(["feed", ...headings], rows, look));
  return listed;
}

async function isAgreed<T, D extends Decision>(
  count: number,
  { done, noun }: DecisionCommand<T, D>,
  { yes }: ByPersonOptions,
  terminal: Terminal,
): Promise<boolean> {
  if (yes) return true;
  const what = `${count === 1 ? `This ${noun}` : `These ${count} ${noun}s`} ${done}`;
  if (terminal.stdin.isTTY !== true) {
    throw wrongUse(`${what}. To confirm without a terminal, add --yes.`);
  }
  return /^y(?:es)?$/i.test(await answerTo(`${what}. Type yes to continue: `, terminal));
}

interface Decisions<T, D extends Decision> {
  readonly command: DecisionCommand<T, D>;
  readonly json: boolean;
  readonly startedAt: Date;
  readonly parts: readonly Part<D>[];
  /** Number of feeds that were listed and confirmed. Undefined if a single feed was named. */
  readonly wanted: number | undefined;
}

async function finish<T, D extends Decision>(
  setup: RealSetup,
  terminal: Terminal,
  { command, json, startedAt, parts, wanted }: Decisions<T, D>,
): Promise<ExitCode> {
  const { stdout, stderr, signal, env } = terminal;
  const done = new Map<D, FeedOutcome>();
  for (const { feed, decided } of parts)
    if (!(decided instanceof LadingError || "refused" in decided))
      done.set(decided, outcomeOf(feed, decided));
  const codes: ExitCode[] = [];
  if (done.size > 0) {
    const { failures, report } = await finishDecisions(setup, [...done.values()], startedAt, signal);
    for (const failed of failures) stderr.write(`${failed.message}\n`);
    if (report !== undefined && "failed" in report) stderr.write(reportText(report));
    if (failures.length > 0) codes.push(75);
  }
  const answers: object[] = [];
  for (const { feed, decided } of parts) {
    if (decided instanceof LadingError) {
      const { code, message, hint, recovery } = decided;
      stderr.write(`${feed.name}: ${message}\nNext: ${hint}\n`);
      answers.push({ feed: feed.name, error: { code, message, next: hint } });
      codes.push(exitCodes[recovery]);
      continue;
    }
    const report =
      "refused" in decided
        ? refusalReport(feed, decided)
        : await command.report(setup, done.get(decided) as FeedOutcome, decided);
    answers.push(report.answer);
    codes.push(report.exitCode ?? 0);
    if (!json) stdout.write(wrappedText(report.text, lookFor(terminal)));
  }
  const [only] = answers;
  if (json) stdout.write(`${JSON.stringify(wanted === undefined ? only : { feeds: answers })}\n`);
  if (wanted !== undefined && parts.length < wanted) {
    stderr.write(`Stopped. ${wanted - parts.length} of ${wanted} feeds are unchanged.\n`);
  }
  // Alerts are sent last, so that a slow channel does not delay the output.
  if (done.size > 0) await notifyPeople(setup, { env, log: silentLog, signal });
  return byPriority.find((code) => codes.includes(code)) ?? 0;
}

function refusalReport({ name }: Feed, { refused }: Refused): PersonReport {
  const { code, sentence, next, commands } = refused;
  return {
    answer: { feed: name, refused: { code, sentence, next, commands } },
    text: `${name}: Nothing was changed. ${sentence}\n${nextStepText(refused)}`,
    exitCode: 1,
  };
}

/** Exit codes in order of priority (`docs/semantics.md` section 8). */
const byPriority: readonly ExitCode[] = [75, 2, 3, 1];
