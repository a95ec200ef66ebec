import { constants } from "node:os";
import type { Terminal } from "./command.js";
import { commands } from "./index.js";
import { rootHelp } from "./root-help.js";
import { outputFailed, runLine } from "./run-line.js";
import { wrappedStderr } from "./talk.js";
import { endAtSignals } from "../system/leaving.js";
import { hasTerminal, leaveTerminal } from "../system/signals.js";
import { version } from "../system/package-paths.js";

/** This module connects the command line to the process: signals, streams and exit code. */

async function main(argv: readonly string[]): Promise<number> {
  const { endsAtOnce = false, staysUp = false } = commands.find((entry) => entry.verb === argv[0]) ?? {};
  const terminal = openTerminal(endsAtOnce, staysUp);
  const code = await runLine(argv, terminal);
  const { reason } = terminal.signal as { readonly reason: unknown };
  if (reason === "SIGHUP") leaveTerminal();
  // For a service, a request to stop is not a failure, so the command's own exit code is returned.
  if (!terminal.signal.aborted || (staysUp && reason !== "SIGHUP")) return code;
  // The exit code is the same as for a process killed by the signal, so that a shell does not continue after `&&`.
  return 128 + constants.signals[reason as NodeJS.Signals];
}

function openTerminal(endsAtOnce: boolean, staysUp: boolean): Terminal {
  const stop = new AbortController();
  if (endsAtOnce) endAtSignals();
  else {
    // Without a terminal, SIGHUP tells a service to reload its configuration. Lading already watches its workspace
    // files, so it ignores the signal.
    const isReload = staysUp && !hasTerminal();
    if (isReload) process.on("SIGHUP", () => undefined);
    for (const name of ["SIGINT", "SIGTERM", ...(isReload ? [] : (["SIGHUP"] as const))] as const) {
      process.once(name, () => {
        if (process.stderr.isTTY && name !== "SIGHUP") {
          // Output that follows, such as the prompt, starts below the ^C that the terminal shows.
          if (name === "SIGINT") process.stderr.write("\n");
          setTimeout(() => process.stderr.write(finishing), 1_000).unref();
        }
        stop.abort(name);
      });
    }
  }
  // A closed pipe (`lading read x | head`) is not a failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // After SIGHUP the terminal is closed, but work in progress is finished.
    if (stop.signal.reason === "SIGHUP") return;
    if (error.code === "EPIPE") process.exit(0);
    const reason = error.code === "ENOSPC" ? "the disk is full" : error.message;
    const { text, exitCode } = outputFailed(reason);
    process.stderr.write(text);
    process.exit(exitCode);
  });
  // If the log cannot be written, for example because the disk is full, work continues and the log lines are lost.
  process.stderr.on("error", () => {});
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: wrappedStderr(process.stderr),
    cwd: process.cwd(),
    env: process.env,
    signal: stop.signal,
  };
}

const finishing = "Stopping after the work in progress is finished ...\n";

// This code is at the end of the file, because `main` uses constants that must be initialized first.
const rawArgs = process.argv.slice(2);
const [first = "help", second] = rawArgs;
const asksForHelp = ["help", "--help", "-h"].includes(first);
// `lading help convert` is the same as `lading convert --help`.
const args = asksForHelp ? [...rawArgs.slice(1), "--help"] : rawArgs;
if (asksForHelp && second === undefined) {
  process.stdout.write(rootHelp());
} else if (args[0] === "--complete") {
  const { completions } = await import("./completion.js");
  const candidates = await completions(args.slice(1), process.cwd());
  if (candidates === "file") process.exitCode = 1;
  else process.stdout.write(candidates.map((word) => `${word}\n`).join(""));
} else if (["--version", "-v", "-V"].includes(first)) {
  process.stdout.write(`${version()}\n`);
} else {
  process.exitCode = await main(args);
}
