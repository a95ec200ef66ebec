#!/usr/bin/env node
import { constants } from "node:os";
import type { ExitCode, Terminal } from "./commands/command.js";
import { commands } from "./commands/index.js";
import { rootHelp } from "./commands/root-help.js";
import { failure, fileSystemFailure, LadingError, type Recovery } from "./errors.js";
import { undoUnfinished } from "./leaving.js";
import { nearest } from "./nearest.js";
import { version } from "./places.js";

/** The bin: finds the command, runs it, and is the one place that turns an outcome into an exit code. */

/** What shells make of a signal: 130 for Ctrl-C, 143 for SIGTERM. */
const signalExit = 128;

const exitCodes: Record<Recovery, ExitCode> = { fix: 2, retry: 75, reject: 3 };

async function main(argv: readonly string[]): Promise<ExitCode> {
  const verb = argv[0] ?? "";
  const entry = commands.find((candidate) => candidate.verb === verb);
  const terminal = openTerminal(entry?.endsAtOnce === true);
  try {
    if (entry === undefined) return unknownVerb(verb, terminal);
    if (verb === "convert") (await import("./runtime/start-thread.js")).startEarly(argv);
    const { runCommand } = await import("./commands/command-line.js");
    return await runCommand(await entry.load(), argv.slice(1), terminal);
  } catch (error) {
    return report(error, argv.includes("--json"), terminal);
  }
}

function unknownVerb(verb: string, terminal: Terminal): ExitCode {
  const near = nearest(
    verb,
    commands.map((entry) => entry.verb),
  );
  terminal.stderr.write(
    `lading: there is no command ${JSON.stringify(verb)}.${near ? ` Did you mean \`lading ${near}\`?` : ""}\n` +
      "Next: `lading --help` lists the commands.\n",
  );
  return 2;
}

/**
 * One sentence and the next step; a stack trace only for what nobody foresaw. With `--json` standard output gets the same as
 * `{ "error": { code, message, next } }`.
 */
function report(error: unknown, asJson: boolean, terminal: Terminal): ExitCode {
  const known = error instanceof LadingError ? error : fileSystemFailure(error);
  if (known !== undefined) {
    const { code, message, hint: next } = known;
    if (asJson) terminal.stdout.write(`${JSON.stringify({ error: { code, message, next } })}\n`);
    terminal.stderr.write(`lading: ${message}\nNext: ${next}\n`);
    return exitCodes[known.recovery];
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.stderr.write(
    `lading: this is a fault of Lading itself. Please report it with these lines:\n${detail}\n`,
  );
  return 75;
}

function openTerminal(endsAtOnce: boolean): Terminal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => {
      if (endsAtOnce) {
        undoUnfinished();
        process.exit(signalExit + constants.signals[name]);
      }
      stop.abort(name);
    });
  }
  // A closed pipe (`lading read x | head`) is the reader's choice and no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    const reason = error.code === "ENOSPC" ? "the disk is full" : error.message;
    const { message, hint } = failure("storage_failed", { path: "to standard output", reason });
    process.stderr.write(`lading: ${message}\nNext: ${hint}\n`);
    process.exit(exitCodes.retry);
  });
  // A log that cannot be written (its disk is full, its reader is gone) ends no work: its lines are lost until it can be again.
  process.stderr.on("error", () => {});
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    cwd: process.cwd(),
    env: process.env,
    signal: stop.signal,
  };
}

// Last, so that everything above is defined when it runs.
const args = process.argv.slice(2);
if (args.length === 0 || (args.length === 1 && ["--help", "-h", "help"].includes(args[0] ?? ""))) {
  process.stdout.write(rootHelp());
} else if (args.length === 1 && args[0] === "--version") {
  process.stdout.write(`${version()}\n`);
} else {
  process.exitCode = await main(args);
}
