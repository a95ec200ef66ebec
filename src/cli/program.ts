import { constants } from "node:os";
import type { Terminal } from "./command.js";
import { commands } from "./index.js";
import { rootHelp } from "./root-help.js";
import { outputFailed, runLine } from "./run-line.js";
import { talkOn } from "./talk.js";
import { endAtSignals } from "../system/leaving.js";
import { hasTerminal, leaveTerminal } from "../system/signals.js";
import { version } from "../system/package-paths.js";

/** What a process is to a command line: its signals, its streams, its exit code. */

async function main(argv: readonly string[]): Promise<number> {
  const { endsAtOnce = false, staysUp = false } = commands.find((entry) => entry.verb === argv[0]) ?? {};
  const terminal = openTerminal(endsAtOnce, staysUp);
  const code = await runLine(argv, terminal);
  const { reason } = terminal.signal as { readonly reason: unknown };
  if (reason === "SIGHUP") leaveTerminal();
  // A service manager takes 0 for an end that was wanted.
  if (!terminal.signal.aborted || (staysUp && reason !== "SIGHUP")) return code;
  // As of one that a signal ended at once: a shell does not go on behind `&&`.
  return 128 + constants.signals[reason as NodeJS.Signals];
}

function openTerminal(endsAtOnce: boolean, staysUp: boolean): Terminal {
  const stop = new AbortController();
  if (endsAtOnce) endAtSignals();
  else {
    // Without a terminal, SIGHUP asks a service to read its configuration again. Lading follows the files of its workspace anyway.
    const isReload = staysUp && !hasTerminal();
    if (isReload) process.on("SIGHUP", () => undefined);
    for (const name of ["SIGINT", "SIGTERM", ...(isReload ? [] : (["SIGHUP"] as const))] as const) {
      process.once(name, () => {
        if (process.stderr.isTTY && name !== "SIGHUP") {
          // What comes next, the prompt at least, stands below the ^C that the terminal shows.
          if (name === "SIGINT") process.stderr.write("\n");
          setTimeout(() => process.stderr.write(finishing), 1_000).unref();
        }
        stop.abort(name);
      });
    }
  }
  // A closed pipe (`lading read x | head`) is the reader's choice and no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The window is closed, and what is under way is brought to its end.
    if (stop.signal.reason === "SIGHUP") return;
    if (error.code === "EPIPE") process.exit(0);
    const reason = error.code === "ENOSPC" ? "the disk is full" : error.message;
    const { text, exitCode } = outputFailed(reason);
    process.stderr.write(text);
    process.exit(exitCode);
  });
  // A log that cannot be written (its disk is full, its reader is gone) ends no work: its lines are lost until it can be again.
  process.stderr.on("error", () => {});
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: talkOn(process.stderr),
    cwd: process.cwd(),
    env: process.env,
    signal: stop.signal,
  };
}

const finishing = "Stopping; what is under way is brought to its end first ...\n";

// Last, so that everything above is defined when it runs.
const typed = process.argv.slice(2);
const [first = "help", second] = typed;
const asksForHelp = ["help", "--help", "-h"].includes(first);
// `lading help convert` is what others take for `lading convert --help`.
const args = asksForHelp ? [...typed.slice(1), "--help"] : typed;
if (asksForHelp && second === undefined) {
  process.stdout.write(rootHelp());
} else if (args[0] === "--complete") {
  const { completions } = await import("./completion.js");
  const offered = await completions(args.slice(1), process.cwd());
  if (offered === "file") process.exitCode = 1;
  else process.stdout.write(offered.map((word) => `${word}\n`).join(""));
} else if (["--version", "-v", "-V"].includes(first)) {
  process.stdout.write(`${version()}\n`);
} else {
  process.exitCode = await main(args);
}
