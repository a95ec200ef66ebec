import { userInfo } from "node:os";
import type { Argv } from "yargs";
import { emit } from "../../feeds/deliveries/emit.js";
import { withFeed, type OpenFeed } from "../../feeds/deliveries/open-feed.js";
import type { RealSetup } from "../../feeds/deliveries/real-setup.js";
import { enterWorkspace } from "../../feeds/deliveries/workers.js";
import { LadingError, wrongUse } from "../../errors.js";
import { lowerPriority } from "../../system/readers/lower-priority.js";
import { silentLog } from "../../log.js";
import { notifyPeople } from "../../feeds/alerts/notify.js";
import { feedFailure, decideWaiting, type DeliveryOutcome, type FeedOutcome } from "../../feeds/pipeline.js";
import type { Feed } from "../../workspace/workspace.js";
import { exitCodes, type ExitCode, type Terminal, flagOption } from "../command.js";
import { lookOf } from "../look.js";
import { answerTo } from "../question.js";
import { chooseFeeds, openWorkspace, personsPatience, withProgress } from "./open.js";
import { reportRun, reportText } from "./report.js";
import { wrappedText, textTable } from "./table.js";

/** Somebody who decides something about one feed. */
export interface Person {
  readonly setup: RealSetup;
  readonly feed: Feed;
  /** The name that the decision is recorded under. */
  readonly name: string;
}

/** What was decided. */
interface Decided {
  /** One sentence for the report: what was done, by whom, why. */
  readonly act: string;
  /** What became of deliveries that waited. */
  readonly outcomes?: readonly DeliveryOutcome[];
  /** Asked for after outputs and reports are written. */
  readonly report: (pass: FeedOutcome) => PersonReport | Promise<PersonReport>;
}

/** How a decision is reported: with `--json`, and to a person. */
export interface PersonReport {
  readonly answer: object;
  readonly text: string;
  readonly exitCode?: ExitCode;
}

/** Nothing could be decided, and nothing was changed; exit code 1. */
interface Declined {
  readonly declined: PersonReport;
}

/** A decision that may be meant for several feeds at a time. */
export interface Decision<T> {
  /** `would be released` */
  readonly done: string;
  /** What is looked for, where that is not all: `none is held by first alone`. */
  readonly none?: string | undefined;
  /** What the list of it has to say, beside the feed. */
  readonly headings: readonly string[];
  /** What would be done to a feed, without doing it; undefined when that is nothing. */
  readonly preview: (setup: RealSetup, feed: Feed) => Promise<DecisionPreview<T> | undefined>;
  /** @param listed what was listed and agreed to; undefined when the one feed was named, and the person knows what is meant */
  readonly decide: (person: Person, listed: T | undefined) => Promise<Decided | Declined>;
}

export interface DecisionPreview<T> {
  /** One for each heading. */
  readonly cells: readonly string[];
  readonly what: T;
}

export interface ByPersonOptions {
  /** Names of feeds, or patterns; all of the workspace when there is none. */
  readonly feeds: readonly string[] | undefined;
  /** Whether what is meant is listed first though its feed is named. */
  readonly isListed?: boolean;
  readonly yes: boolean;
  readonly json: boolean;
}

/** The options of every such command. */
export function withYes<T>(yargs: Argv<T>) {
  return yargs
    .option("yes", flagOption("Where several feeds are meant: do it without a question"))
    .option("json", flagOption("What happened as JSON"));
}

/**
 * The frame of every command by which a person decides something about feeds: the decision, then what follows any run
 * (outputs are written, the run leaves its report, people are told), then the answer. Where the feed is not named, what would be
 * done is listed first and wants a yes.
 *
 * @returns the exit code: 75 when an output could not be written
 * @throws wrong_use for an unknown feed or without a yes, and what `openWorkspace` and `decide` throw
 */
export async function byPerson<T>(
  terminal: Terminal,
  options: ByPersonOptions,
  decision: Decision<T>,
): Promise<ExitCode> {
  const setup = withProgress(await openWorkspace(terminal, personsPatience), terminal);
  lowerPriority();
  const startedAt = setup.clock.now();
  const name = terminal.person ?? userInfo().username;
  const isStop = (error: unknown): boolean => terminal.signal.aborted && error === terminal.signal.reason;
  try {
    await enterWorkspace(setup);
    const [feed, ...others] = chooseFeeds(setup.workspace, options.feeds);
    const isNamed = others.length === 0 && options.feeds?.[0] === feed?.name && options.isListed !== true;
    if (isNamed && feed !== undefined) {
      const decided = await decision.decide({ setup, feed, name }, undefined).catch((error: unknown) => {
        if (isStop(error)) terminal.stderr.write(nothingDone);
        throw error;
      });
      return await finish(setup, terminal, options.json, startedAt, [{ feed, decided }]);
    }
    const listed = await listFeeds(setup, chooseFeeds(setup.workspace, options.feeds), decision, terminal);
    if (!(await isAgreed(listed.length, decision, options, terminal))) {
      terminal.stderr.write(nothingDone);
      return 1;
    }
    const parts: Part[] = [];
    for (const { feed, what } of listed) {
      if (terminal.signal.aborted) break;
      // One that fails keeps no other from what was agreed to.
      const decided = await decision.decide({ setup, feed, name }, what).catch((error: unknown) => {
        return isStop(error) ? undefined : feedFailure(error, feed);
      });
      if (decided !== undefined) parts.push({ feed, decided });
    }
    return await finish(setup, terminal, options.json, startedAt, parts, listed.length);
  } finally {
    await setup.close();
  }
}

const nothingDone = "Nothing was done.\n";

interface Part {
  readonly feed: Feed;
  readonly decided: Decided | Declined | LadingError;
}

/** Lists what would be done, on standard error. Throws `wrong_use` when that is nothing. */
async function listFeeds<T>(
  setup: RealSetup,
  feeds: readonly Feed[],
  { preview, headings, done, none }: Decision<T>,
  { stderr, env, ...terminal }: Terminal,
): Promise<readonly { readonly feed: Feed; readonly what: T }[]> {
  const listed: { feed: Feed; what: T; cells: readonly string[] }[] = [];
  for (const feed of feeds) {
    const shown = await preview(setup, feed);
    if (shown !== undefined) listed.push({ feed, ...shown });
  }
  if (listed.length === 0) {
    const which = feeds.length === 1 ? `${feeds[0]?.name}` : `these ${feeds.length} feeds`;
    throw wrongUse(`There is nothing of ${which} that ${done}${none === undefined ? "" : `: ${none}`}.`);
  }
  const rows = listed.map(({ feed, cells }) => [feed.name, ...cells]);
  const look = lookOf({ ...terminal, stderr, env, stdout: stderr });
  stderr.write(textTable(["feed", ...headings], rows, look));
  return listed;
}

async function isAgreed<T>(
  count: number,
  { done }: Decision<T>,
  { yes }: ByPersonOptions,
  terminal: Terminal,
): Promise<boolean> {
  if (yes) return true;
  const what = `${count === 1 ? "This one" : `These ${count}`} ${done}`;
  if (terminal.stdin.isTTY !== true) {
    throw wrongUse(`${what}: say --yes, for nobody can be asked.`);
  }
  return /^y(?:es)?$/i.test(await answerTo(`${what}. Type yes to do it: `, terminal));
}

/** @param wanted for how many feeds it was agreed to; undefined for the one that was named */
async function finish(
  setup: RealSetup,
  terminal: Terminal,
  json: boolean,
  startedAt: Date,
  parts: readonly Part[],
  wanted?: number,
): Promise<ExitCode> {
  const { stdout, stderr } = terminal;
  const done = parts.flatMap(({ feed, decided }) => {
    if (decided instanceof LadingError || "declined" in decided) return [];
    const { act, outcomes: deliveries = [] } = decided;
    const pass: FeedOutcome = { feed, deliveries, isLeft: false, hasMore: false, error: undefined, act };
    return { decided, pass };
  });
  const isWritten = done.length === 0 || (await afterwards(setup, terminal, done, startedAt));
  const answers: object[] = [];
  const codes: ExitCode[] = [isWritten ? 0 : 75];
  for (const { feed, decided } of parts) {
    if (decided instanceof LadingError) {
      const { code, message, hint, recovery } = decided;
      stderr.write(`${feed.name}: ${message}\nNext: ${hint}\n`);
      answers.push({ feed: feed.name, error: { code, message, next: hint } });
      codes.push(exitCodes[recovery]);
      continue;
    }
    const pass = done.find((one) => one.decided === decided)?.pass;
    const report =
      "declined" in decided
        ? { exitCode: 1 as const, ...decided.declined }
        : await decided.report(pass as FeedOutcome);
    answers.push(report.answer);
    codes.push(report.exitCode ?? 0);
    if (!json) stdout.write(wrappedText(report.text, lookOf(terminal)));
  }
  const [only] = answers;
  if (json) stdout.write(`${JSON.stringify(wanted === undefined ? only : { feeds: answers })}\n`);
  if (wanted !== undefined && parts.length < wanted) {
    stderr.write(`Stopped: ${wanted - parts.length} of ${wanted} were left as they are.\n`);
  }
  // Last: a channel that does not answer keeps nobody from the answer.
  if (done.length > 0)
    await notifyPeople(setup, { env: terminal.env, log: silentLog, signal: terminal.signal });
  return worst.find((code) => codes.includes(code)) ?? 0;
}

/** Of several exit codes the one that says most (`docs/semantics.md` section 8). */
const worst: readonly ExitCode[] = [75, 2, 3, 1];

/**
 * Opens the feed for a decision.
 *
 * @param decide notes the decision; `settle` then decides the deliveries that waited for it, and no signal cuts that short
 */
export async function atFeed<T>(
  { setup, feed }: Person,
  decide: (open: OpenFeed, settle: () => Promise<readonly DeliveryOutcome[]>) => Promise<T>,
): Promise<T> {
  const outcomes: DeliveryOutcome[] = [];
  return withFeed(setup, feed, (open) =>
    decide(open, async () => {
      await decideWaiting(open, new AbortController().signal, (outcome) => outcomes.push(outcome));
      return outcomes;
    }),
  );
}

/** Returns whether every output was written. */
async function afterwards(
  setup: RealSetup,
  terminal: Terminal,
  done: readonly { readonly pass: FeedOutcome }[],
  startedAt: Date,
): Promise<boolean> {
  const { signal, stderr } = terminal;
  const failures = await emit(setup, signal);
  for (const failed of failures) stderr.write(`${failed.message}\n`);
  const report = await reportRun(
    setup,
    done.map(({ pass }) => pass),
    startedAt,
  );
  if (report !== undefined && "failed" in report) stderr.write(reportText(report));
  return failures.length === 0;
}
