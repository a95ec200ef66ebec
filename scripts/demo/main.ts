import type { ChildProcess } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { constants } from "node:os";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { exitCodes } from "../../src/cli/command.js";
import { wrappedText } from "../../src/cli/feeds/table.js";
import { LadingError } from "../../src/errors.js";
import { operationsOf } from "../../src/cli/serve/in-child.js";
import type { DemonstrationAction } from "../../src/console/api/views.js";
import { startStudio } from "../../src/console/studio/server.js";
import type { Status } from "../../src/feeds/health/status.js";
import { workspaceStatus } from "../../src/feeds/health/workspace-status.js";
import { shellWord } from "../../src/sentence.js";
import { loadWorkspace } from "../../src/workspace/load.js";
import type { Workspace } from "../../src/workspace/workspace.js";
import { withFieldLabels } from "../../src/model/field-labels.js";
import { openStoreOf } from "../../src/workspace/open-store.js";
import { takeName } from "../alone.js";
import { demo, here, options, ownFolder, project } from "../options.js";
import { cycleAccount, openCycle, type Cycle } from "./circle.js";
import { ended, isLading, ladingIn, startLading, type Lading } from "./lading.js";
import { openSample } from "./sample.js";
import { endAccessKeys, tokensFor } from "./tokens.js";
import {
  drop,
  exports,
  hasWorkspace,
  isDatabaseTaken,
  isForeign,
  linkProgram,
  makeWorkspace,
  removeWorkspace,
  type Kind,
} from "./workspace.js";

/**
 * The demonstration of `npm start`: creates a workspace from the samples, imports their exports, serves the
 * lists, watches the inboxes and shows everything in the console until stopped. It uses the same commands as a
 * user, except for creating tokens.
 */

const sample = join(project, "samples", "harbourline", "staff.csv");

/** The line with the console's address, and the number of lines printed after it. */
let addressLine = "";
let linesSince = 0;

const shown = shortest(demo);
/** Quoted for a shell. */
const typed = shellWord(shown);
const freshStart = `npm start -- --fresh${demo === ownFolder ? "" : ` --folder ${typed}`}`;
const runningFile = join(demo, "running.json");

const stop = new AbortController();
let endedBy = 0;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  const before = process.listeners(signal);
  process.on(signal, () => {
    endedBy ||= 128 + constants.signals[signal];
    stop.abort();
  });
  // Without any listener, input during the start would be lost.
  for (const listener of before) process.off(signal, listener);
}
// The reader of the output is gone: a closed terminal, `head`, or `less`.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
  if (code === "EPIPE" || code === "EIO") stop.abort();
});

const events: { readonly at: Date; readonly text: string }[] = [];
/** Failures that were reported since the last success. */
const reportedReasons = new Set<string>();
/** Actions that were requested in the console. The first one is in progress. */
const underWay: DemonstrationAction[] = [];
let lastAction = Promise.resolve();

process.exitCode = await main().catch((error: unknown) => {
  if (stop.signal.aborted) return stopped(endedBy);
  stop.abort();
  print(wrapped(`\nThe demonstration cannot continue: ${(error as Error).message}`));
  if (error instanceof LadingError) {
    print(wrapped(`Next: ${error.hint}`));
    return exitCodes[error.recovery];
  }
  print(`Next: if you cannot write to ${shown}, specify another folder:\n\n  npm start -- --folder DIR`);
  return 75;
});

async function main(): Promise<number> {
  if (isForeign(demo) && demo !== ownFolder) {
    print(wrapped(`\`npm start\` did not create ${shown}, so it does not change this folder.`));
    print("Next: specify a folder that is empty or does not exist yet.");
    return 2;
  }
  // Waits for another demonstration that starts here at the same time. If it runs, its address is printed;
  // otherwise this one continues.
  for (
    let isReported = false;
    (await takeName(`demonstration in ${demo}`)) === undefined;
    isReported = true
  ) {
    if (isPaused(running()?.pid)) {
      print(`The demonstration in ${shown} is paused (Ctrl-Z).`);
      print(
        wrapped(
          "Next: in the terminal where the demonstration was started, type `fg`, then press Ctrl-C to stop it.",
        ),
      );
      return 75;
    }
    if (await runsAlready()) return options.fresh ? 2 : 0;
    if (stop.signal.aborted) return stopped(endedBy);
    if (!isReported) print(`Another \`npm start\` is starting in ${shown}; waiting for it ...`);
    await new Promise((resume) => setTimeout(resume, 300));
  }
  if (await runsAlready()) return options.fresh ? 2 : 0;
  if (stop.signal.aborted) return stopped(endedBy);
  if ((options.fresh || !hasWorkspace(demo)) && (await isDatabaseTaken(demo, process.env))) {
    print(wrapped("The database in LADING_DATABASE_URL already contains a store, so nothing was changed."));
    print(wrapped("Next: specify an empty database, or unset the variable to keep the state in a file."));
    return 2;
  }
  if (options.fresh) removeWorkspace(demo);
  if (hasWorkspace(demo))
    print(wrapped(`Using the existing workspace in ${shown} (\`${freshStart}\` creates a new one).`));
  else {
    print(wrapped(`Creating the workspace in ${shown}. The first import takes about half a minute ...`));
    makeWorkspace(project, demo, process.env);
  }
  linkProgram(project, demo);
  const cycle = await openCycle(demo, announce);
  try {
    return await importAndServe(cycle);
  } finally {
    await cycle?.close();
  }
}

async function importAndServe(cycle: Cycle | undefined): Promise<number> {
  const { code, output } = await importExports();
  if (stop.signal.aborted) return stopped(endedBy);
  // 1 and 3 mean rejected or held files, which the console shows. Other codes are failures.
  if (![0, 1, 3].includes(code)) {
    const check = `\`cd ${typed} && node ${programFrom()} check\``;
    print(wrapped(`\n${output.trimEnd().replaceAll("`lading check`", check)}`));
    print(`To create a new workspace instead, run \`${freshStart}\`.`);
    return code;
  }
  const workspace = await loadWorkspace(demo);
  await endAccessKeys(workspace);
  return serve(workspace, await tokensFor(demo, workspace), cycle);
}

/**
 * Two demonstrations in one folder would be confusing: the second prints the address of the first. Leftovers
 * of a killed one are stopped.
 */
async function runsAlready(): Promise<boolean> {
  const kept = running();
  if (kept === undefined) return false;
  const isThere = await fetch(kept.url, { redirect: "manual", signal: stop.signal }).then(
    ({ status }) => status === 303,
    () => false,
  );
  if (isThere) {
    print(`The demonstration in ${shown} is already running:\n\n  ${kept.url}\n`);
    print(
      options.fresh
        ? "Next: press Ctrl-C in the terminal where the demonstration was started, then start again."
        : "To stop the demonstration, press Ctrl-C in the terminal where it was started.",
    );
    return true;
  }
  while (!stop.signal.aborted && isDaemon(kept.daemon)) {
    process.kill(kept.daemon, "SIGTERM");
    await new Promise((resume) => setTimeout(resume, 200));
  }
  return false;
}

/** Reads the address and the processes of a running demonstration. */
interface Running {
  readonly url: string;
  readonly pid: number;
  readonly daemon: number;
}

function running(): Running | undefined {
  try {
    return JSON.parse(readFileSync(runningFile, "utf8")) as Running;
  } catch {
    return undefined;
  }
}

function isPaused(pid: number | undefined): boolean {
  try {
    return pid !== undefined && /^State:\s*T/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** True if the process is a daemon of this project. Process ids are reused. */
function isDaemon(pid: number): boolean {
  try {
    return isLading(project, readFileSync(`/proc/${pid}/cmdline`, "utf8"), "watch");
  } catch {
    return false;
  }
}

/** Called after a stop as well. */
function onStop(end: () => void): void {
  if (stop.signal.aborted) end();
  else stop.signal.addEventListener("abort", end, { once: true });
}

async function importExports(): Promise<{ readonly code: number; readonly output: string }> {
  print(`\n$ cd ${typed} && node ${programFrom()} run`);
  const child = startLading(project, demo, ["run"], { out: "pipe", talk: "pipe" });
  onStop(() => child.kill("SIGTERM"));
  const streams = [child.stdout, child.stderr].map((stream) => text(stream as Readable));
  const [[code], stdout = "", stderr = ""] = await Promise.all([ended(child), ...streams]);
  // Failures are listed below the table, which is wide enough for a file.
  return { code: code ?? 75, output: stdout.replace(/^[^]*?\n\n/, "") + stderr };
}

async function serve(
  workspace: Workspace,
  tokens: ReadonlyMap<string, string>,
  cycle: Cycle | undefined,
): Promise<number> {
  // Demonstrations of two clones may start together, and the port is free until one listens.
  const isOurs = (await takeName(`port ${options.port}`)) !== undefined || options.port === "0";
  const port = isOurs && (await isFree(Number(options.port))) ? options.port : "0";
  if (port === "0" && options.port !== "0")
    print(`\nPort ${options.port} is in use, so a free port is used instead.`);
  const args = ["watch", "--serve", "--port", port, "--operators-port", "0"];
  // Its standard output is not a terminal, because its status display would overwrite this output.
  const daemon = startLading(project, demo, args, { out: "ignore", talk: "pipe" });
  onStop(() => daemon.kill("SIGTERM"));
  const over = ended(daemon);
  let close = (): void => undefined;
  for await (const line of createInterface({ input: daemon.stderr as Readable })) {
    if (stop.signal.aborted) continue;
    const entry = parsed(line);
    if (entry === undefined) print(line);
    else if (entry.event === "serving" && entry.lists !== undefined) {
      close = await showConsole(workspace, entry.lists, tokens, daemon, cycle);
    } else if (entry.event === "delivery") {
      reportedReasons.clear();
      announce(deliveryText(entry));
    } else if ((entry.level ?? 0) >= 40) reportOnce(entry, line);
  }
  const [code, signal] = await over;
  close();
  rmSync(runningFile, { force: true });
  // A second Ctrl-C ends the daemon immediately.
  if (code === 0 || stop.signal.aborted) return stopped(0);
  print(
    `\nThe daemon exited with ${code ?? signal}. Nothing was lost.\nNext: run \`npm start\` to continue.`,
  );
  return code ?? 75;
}

/**
 * Opens the console on the workspace, with the actions of the simulated partners.
 *
 * @returns a function that closes it
 */
async function showConsole(
  workspace: Workspace,
  url: string,
  tokens: ReadonlyMap<string, string>,
  daemon: ChildProcess,
  cycle: Cycle | undefined,
): Promise<() => void> {
  const store = await openStoreOf(workspace, process.env);
  const status = async () => {
    // A feed may have been added in the console. While lading.yaml has errors, the earlier one is shown.
    const now = await loadWorkspace(demo).catch(() => workspace);
    return workspaceStatus(now, store).read();
  };
  const lading = ladingIn(project, demo, stop.signal);
  const port = options["page-port"];
  const studio = await startStudio({
    folder: demo,
    port: (await isFree(Number(port))) ? Number(port) : 0,
    operations: operationsOf({ cwd: demo, env: process.env, signal: stop.signal }),
    demonstration: {
      view: () => ({
        underWay,
        events: events
          .slice(-5)
          .reverse()
          .map(({ at, text }) => ({ at: at.toISOString(), text: withFieldLabels(text) })),
        hasInvoices: cycle !== undefined,
      }),
      act(action) {
        if (action === "invoice") begin(action, () => approve(cycle));
        else begin(action, () => send(action, status, lading));
      },
    },
  });
  if (![new URL(studio.url).port, "0"].includes(port))
    print(`\nPort ${port}, for the console, is in use, so a free port is used instead.`);
  const address = `${studio.url}&to=feeds`;
  const kept: Running = { url: address, pid: process.pid, daemon: daemon.pid ?? 0 };
  writeFileSync(runningFile, `${JSON.stringify(kept)}\n`, { mode: 0o600 });
  const isFirst = cycle?.isFirst === true;
  const before = events.length;
  cycle?.serveFrom(url, tokens.get(cycleAccount) ?? "");
  // The summary stays visible, so the first invoice is completed before it is printed.
  void (isFirst ? cameRound(before) : Promise.resolve())
    .then(async () => {
      if (stop.signal.aborted) return;
      printWhatToTry(await status(), url, tokens, address);
      await openSample(studio.url, sample, "harbourline-gb");
    })
    .catch(() => undefined);
  return () => {
    void studio.close();
    void store.close();
  };
}

/** Runs an action after the ones before it, and reports what failed. */
function begin(action: DemonstrationAction, work: () => Promise<unknown>): void {
  underWay.push(action);
  lastAction = lastAction
    .then(work)
    .then(
      () => undefined,
      (error: unknown) => announce(`failed: ${(error as Error).message}`),
    )
    .then(() => void underWay.shift());
}

/** Delivers an export and waits for its decision. */
async function send(kind: Kind, status: () => Promise<Status>, lading: Lading): Promise<string | undefined> {
  const { feed } = exports[kind];
  const feedStatus = async () => (await status()).feeds.find((each) => each.feed === feed);
  // Earlier held files are rejected first, because nobody decides here.
  for (const { delivery } of (await feedStatus())?.held ?? []) {
    const args = [
      "reject",
      feed,
      "--delivery",
      delivery,
      "--reason",
      "a newer file was sent from the console",
    ];
    await lading(args).then(
      () => announce(`${feed}: the earlier held file was rejected, as with \`lading reject\``),
      () => undefined,
    );
  }
  const dropped = (each: Kind) => {
    const before = events.length;
    const file = join(shown, drop(project, demo, each, new Date()));
    announce(each === "whole" ? `${file}, a complete file, was dropped first` : `${file} was dropped`);
    return happened(before, (text) => text.startsWith(feed));
  };
  // After the approval of a broken file, the next broken file would not be a change.
  if (kind === "broken" && (await feedStatus())?.health !== "good") await dropped("whole");
  return dropped(kind);
}

async function approve(cycle: Cycle | undefined): Promise<string | undefined> {
  const before = events.length;
  cycle?.approve();
  return cameRound(before);
}

function cameRound(before: number): Promise<string | undefined> {
  return happened(before, (text) => text.includes(" is complete: "));
}

/** Waits for an event with a time limit, because someone may make a different decision in the workspace. */
async function happened(before: number, isMeant: (text: string) => boolean): Promise<string | undefined> {
  for (let tries = 0; tries < 300 && !stop.signal.aborted; tries++) {
    const found = events.slice(before).find(({ text }) => isMeant(text));
    if (found !== undefined) return found.text;
    await new Promise((resume) => setTimeout(resume, 200));
  }
  return undefined;
}

/** The time is local, as in other programs on the terminal. */
function clock(at: Date): string {
  return at.toTimeString().slice(0, 8);
}

/** Returns a path for use in a shell in this folder. */
function shortest(path: string, from = here ?? process.cwd()): string {
  const short = relative(from, path) || ".";
  return short.startsWith(join("..", "..")) ? path : short;
}

/** Returns the program's name for use in a shell in the workspace. */
function programFrom(): string {
  return shellWord(shortest(join(project, "dist", "cli.js"), demo));
}

/** Reports a problem once, regardless of attempts and feeds. */
function reportOnce({ reason, next, feed, account }: Entry, line: string): void {
  if (reportedReasons.has(reason ?? line)) return;
  reportedReasons.add(reason ?? line);
  if (reason === undefined) return print(line);
  const of = feed ?? account;
  announce(`${of === undefined ? "" : `${of}: `}${reason}${next === undefined ? "" : ` Next: ${next}`}`);
}

/** Reports an event on the terminal and in the console. Errors caused by stopping are ignored. */
function announce(what: string): void {
  if (stop.signal.aborted) return;
  const at = new Date();
  events.push({ at, text: what });
  print(wrapped(`${clock(at)}  ${what}`));
}

function wrapped(text: string): string {
  return wrappedText(text, { columns: process.stdout.isTTY ? process.stdout.columns || 80 : Infinity });
}

/** Fields read from the daemon's log. */
interface Entry {
  readonly event?: string;
  readonly level?: number;
  readonly lists?: string;
  readonly operators?: string;
  readonly feed?: string;
  readonly state?: string;
  readonly rows?: number;
  readonly rejected?: number;
  readonly publication?: number;
  readonly reason?: string;
  readonly next?: string;
  readonly account?: string;
}

function parsed(line: string): Entry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === "object" && entry !== null ? entry : undefined;
  } catch {
    return undefined;
  }
}

function deliveryText({ feed, state, rows, rejected, publication, reason }: Entry): string {
  const counts = rows === undefined ? "" : `, ${rows} rows read, ${rejected ?? 0} rejected`;
  const number = publication === undefined ? "" : `, version ${publication} is current`;
  return `${feed} ${state}${counts}${number}${reason === undefined ? "" : `: ${reason}`}`;
}

/** Fits on a terminal of 24 lines. */
function printWhatToTry(
  { feeds }: Status,
  url: string,
  tokens: ReadonlyMap<string, string>,
  page: string,
): void {
  const from = (path: string): string => shellWord(shortest(join(project, path), demo));
  const { inbox, sample: changed } = exports.changed;
  const records = feeds.reduce((sum, { publication }) => sum + (publication?.records ?? 0), 0);
  const [published, held] = [feeds.filter((each) => each.publication), feeds.filter((each) => each.held[0])];
  const isHeld = held.length === 0 ? "" : `. Feeds with held files: ${held.length}`;
  const database =
    process.env["LADING_DATABASE_URL"] === undefined
      ? ""
      : "\n(set LADING_DATABASE_URL in that terminal, too)";
  print(`
Lading serves ${records} records in ${published.length} feeds of five sample partners${isHeld}.

In another terminal, request a list as the platform does (tokens: tokens.json):
  cd ${shellWord(demo)}
  curl ${url}/staff --oauth2-bearer \\
    ${tokens.get("nordlicht-de") ?? ""}; echo

Change an export and drop it into the inbox. Then request the list again:
  LC_ALL=C sed "s/Petra/Petra-$(date +%S)/" \\
    ${from(changed)} > ${inbox}/mitarbeiter-2.csv

Drop a broken export. It is held, and the last good list is still served:
  cp ${from(exports.broken.sample)} ${exports.broken.inbox}/staff-2.csv

Show the state of all feeds and the next commands${database}:
  export PATH="$PWD/bin:$PATH"; lading status

The console shows all of this and has buttons that send files:
  ${page}

Press Ctrl-C to stop.
`);
  addressLine = `The console: ${page}`;
  linesSince = 0;
}

function stopped(code: number): number {
  // After SIGHUP nobody reads the output.
  if (endedBy !== 128 + constants.signals.SIGHUP) print("\nStopped.");
  return code;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/** Prints the address of the console again before it scrolls out of view. */
function print(text: string): void {
  process.stdout.write(`${text}\n`);
  linesSince += text.split("\n").length;
  if (addressLine === "" || !process.stdout.isTTY || linesSince < (process.stdout.rows || 24) - 6) return;
  process.stdout.write(`${addressLine}\n`);
  linesSince = 0;
}
