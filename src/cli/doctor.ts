import type { Argv } from "yargs";
import { accountOfFeed } from "../model/account.js";
import { type LadingError, wrongUse } from "../errors.js";
import { suggestWord } from "../nearest.js";
import { examineOutput } from "../connectors/outputs/examine.js";
import { examineSource } from "../connectors/sources/examine.js";
import { isOfHost } from "../connectors/sftp/hosts.js";
import type { SftpDirectory } from "../connectors/sftp/settings.js";
import type { CheckStep } from "../connectors/step.js";
import { examineChannels } from "../feeds/alerts/examine.js";
import { loadWorkspace } from "../workspace/load.js";
import type { Workspace } from "../workspace/workspace.js";
import { openStoreOf } from "../workspace/open-store.js";
import { outboxAccounts } from "../feeds/deliveries/outboxes.js";
import { examineOutbox, examineWorkspace } from "./examine-workspace.js";
import {
  defineCommand,
  type OptionsOf,
  type ExitCode,
  type Terminal,
  flagOption,
  textOption,
} from "./command.js";
import { wrappedText } from "./feeds/table.js";
import { lookFor } from "./look.js";
import { nextText } from "./next-text.js";

const options = (yargs: Argv) =>
  yargs
    .positional(
      "name",
      textOption(
        "Name of a source, an output or an account with an outbox. Default: the workspace and all sources, outputs and outboxes",
      ),
    )
    .option("bytes", flagOption("Also read every stored delivery and check its hash"))
    .option("notify", flagOption("Only send a test alert to each channel"))
    .option("json", flagOption("Print the checks as JSON"));

type DoctorArgs = OptionsOf<typeof options>;

export const doctor = defineCommand({
  usage: "doctor [name]",
  examples: [
    ["lading doctor acme-sftp", "check one source, output or outbox of the workspace"],
    ["lading doctor", "check the workspace, the machine, and all sources, outputs and outboxes"],
    ["lading doctor --notify", "send a test alert"],
    ["lading doctor --json", "print the checks as JSON"],
  ],
  options,
  run: runDoctor,
});

async function runDoctor(args: DoctorArgs, terminal: Terminal): Promise<ExitCode> {
  const workspace = await loadWorkspace(terminal.cwd);
  const { sources, outputs, root } = workspace;
  const isMeant = (name: string) => args.name === undefined || args.name === name;
  const report: Examined[] = [];
  /**
   * Title of the source, output or outbox for which each result text was first printed. If a server with forty sources
   * is unreachable, the failure is printed only once.
   */
  const reportedAt = new Map<string, string>();
  /** Title of the source, output or outbox for which each login first failed. */
  const refused = new Map<string, string>();
  if (args.notify) {
    if (args.name !== undefined || args.bytes)
      throw wrongUse("Do not combine --notify with --bytes or with the name of a source, output or account.");
    report.push(await reported({ notify: root }, examineChannels(workspace, terminal.env, terminal.signal)));
    if (args.json) terminal.stdout.write(`${JSON.stringify(report.map(asJson), null, 2)}\n`);
    return report.some(({ steps }) => steps.some(({ outcome }) => outcome === "failed")) ? 75 : 0;
  }
  if (args.name === undefined)
    report.push(await reported({ workspace: root }, examineWorkspace(workspace, terminal.env, args.bytes)));
  // Errors in the store are ignored here, because `examineWorkspace` reports them if no name is given.
  const store = await openStoreOf(workspace, terminal.env, "read").catch(() => undefined);
  try {
    const context = { root, env: terminal.env, db: store?.db };
    for (const [name, settings] of sources) {
      if (!isMeant(name)) continue;
      const examine = () => examineSource(settings, context, terminal.signal);
      report.push(
        "sftp" in settings
          ? await once(settings.sftp, { source: name }, examine)
          : await reported({ source: name }, examine()),
      );
    }
    for (const { name, location, feeds } of outputs) {
      if (!isMeant(name)) continue;
      const accounts = [...new Set(feeds.map(accountOfFeed))];
      const examine = () => examineOutput(location, accounts, context, terminal.signal);
      report.push(
        "host" in location
          ? await once(location, { output: name }, examine)
          : await reported({ output: name }, examine()),
      );
    }
  } finally {
    await store?.close();
  }
  const outboxes = outboxAccounts({ workspace });
  for (const outbox of outboxes) {
    const { name } = outbox.account;
    if (!isMeant(name)) continue;
    report.push(
      await reported({ outbox: name }, examineOutbox(workspace, outbox, terminal.env, terminal.signal)),
    );
  }
  if (args.name !== undefined && report.length === 0) {
    throw unknownName(args.name, examinedNames(workspace));
  }
  if (args.json) terminal.stdout.write(`${JSON.stringify(report.map(asJson), null, 2)}\n`);
  return exitCode(report.flatMap(({ steps }) => steps));

  /** Checks a directory, unless its login has already failed: repeated attempts could lock the account. */
  async function once(
    { user, host, port }: SftpDirectory,
    about: About,
    examine: () => AsyncIterable<CheckStep>,
  ): Promise<Examined> {
    const login = `${user}@${host.toLowerCase()}:${port}`;
    const first = refused.get(login);
    const examined = await reported(about, first === undefined ? examine() : notTried(first));
    if (examined.steps.some(({ error }) => error !== undefined && isOfHost(error)))
      refused.set(login, title(about));
    return examined;
  }

  async function reported(about: About, examination: AsyncIterable<CheckStep>): Promise<Examined> {
    const steps: CheckStep[] = [];
    if (!args.json) terminal.stdout.write(`${title(about)}\n`);
    const isOne = args.name !== undefined;
    for await (const step of examination) {
      steps.push(step);
      if (isOne && !args.json) terminal.stdout.write(stepLines(step, terminal));
    }
    if (isOne || args.json) return { about, steps };
    const text = steps.map((step) => stepLines(step, terminal)).join("");
    const isTried = steps.some(({ outcome }) => outcome !== "not tried");
    const alike = isTried ? reportedAt.get(text) : undefined;
    terminal.stdout.write(alike === undefined ? text : `  same as ${alike}\n`);
    reportedAt.set(text, alike ?? title(about));
    return { about, steps };
  }
}

async function* notTried(first: string): AsyncGenerator<CheckStep> {
  yield { what: "connection", outcome: "not tried", detail: `the same login failed at ${first}` };
}

/** Names that `lading doctor NAME` accepts: sources, outputs, and accounts with an outbox. */
export function examinedNames(workspace: Workspace): readonly string[] {
  return [
    ...workspace.sources.keys(),
    ...workspace.outputs.map(({ name }) => name),
    ...outboxAccounts({ workspace }).map(({ account }) => account.name),
  ];
}

type About =
  | { readonly notify: string }
  | { readonly workspace: string }
  | { readonly source: string }
  | { readonly output: string }
  | { readonly outbox: string };

function title(about: About): string {
  if ("notify" in about) return "notifications";
  if ("output" in about) return `${about.output} (output)`;
  if ("outbox" in about) return `${about.outbox} (invoices to the FFS)`;
  return "source" in about ? about.source : "workspace";
}

interface Examined {
  readonly about: About;
  readonly steps: readonly CheckStep[];
}

function unknownName(name: string, names: readonly string[]): LadingError {
  const near = suggestWord(name, names);
  const others = near === undefined ? `The workspace has ${names.join(", ")}.` : `Did you mean ${near}?`;
  return wrongUse(`No source, output or account with an outbox is called ${JSON.stringify(name)}. ${others}`);
}

function stepLines({ what, outcome, detail, next }: CheckStep, terminal: Terminal): string {
  const look = lookFor(terminal);
  const { green, red, dim } = look.colors;
  const paint = { done: green, failed: red, "not tried": dim }[outcome];
  const word = { done: "ok", failed: "failed", "not tried": "skipped" }[outcome];
  const line = `  ${word.padEnd(7)}  ${what}${detail === "" ? "" : `: ${detail}`}\n`;
  const text = next === undefined ? line : `${line}${nextText(next, " ".repeat(11))}\n`;
  return wrappedText(text, look).replace(word, paint);
}

function asJson({ about, steps }: Examined) {
  return {
    ...about,
    steps: steps.map(({ what, outcome, detail, next, error }) => ({
      what,
      outcome,
      detail,
      ...(next === undefined ? {} : { next }),
      ...(error === undefined ? {} : { code: error.code }),
    })),
  };
}

/** Returns 0 if no step failed, 2 if a person must fix the cause of a failed step, and 75 otherwise. */
function exitCode(steps: readonly CheckStep[]): ExitCode {
  const failed = steps.filter((step) => step.outcome === "failed");
  if (failed.length === 0) return 0;
  return failed.some((step) => step.error?.recovery === "fix") ? 2 : 75;
}
