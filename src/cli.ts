#!/usr/bin/env node
import { readFileSync } from "node:fs";
import type { Argv } from "yargs";
import type { Command, ExitCode, Terminal } from "./commands/command.js";
import { commands } from "./commands/index.js";
import { rootHelp } from "./commands/root-help.js";
import { fileSystemFailure, LadingError, type Recovery } from "./errors.js";
import { nearest } from "./nearest.js";

/** The bin: finds the command, runs it, and is the one place that turns an outcome into an exit code. */

const exitCodes: Record<Recovery, ExitCode> = { fix: 2, retry: 75, reject: 3 };

/** yargs drops a lone `-` (standard input) among several names, so it travels under another name. */
const dash = "\u0000-";

class WrongUse extends Error {}

async function main(argv: readonly string[]): Promise<ExitCode> {
  const terminal = openTerminal();
  try {
    const verb = argv[0] ?? "";
    const entry = commands.find((candidate) => candidate.verb === verb);
    if (entry === undefined) return unknownVerb(verb, terminal);
    return await runCommand(entry.verb, await entry.load(), argv.slice(1), terminal);
  } catch (error) {
    return report(error, terminal);
  }
}

async function runCommand(
  verb: string,
  command: Command,
  argv: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  const { default: yargs } = await import("yargs");
  let outcome: ExitCode = 0;
  let mistake: string | undefined;
  let known: Argv | undefined;
  const parser = yargs()
    .scriptName("lading")
    .usage(`lading ${command.usage}\n\n${command.summary}`)
    .command(
      command.usage,
      command.summary,
      (builder) => {
        known = builder;
        return command.options(builder.example(command.examples.map(([line, what]) => [line, what])));
      },
      async (parsed) => {
        mistake = known && misgiven(parsed, known);
        if (mistake !== undefined) throw new WrongUse();
        outcome = await command.run(withDashes(parsed), terminal);
      },
    )
    .strict()
    .version(false)
    .wrap(Math.min(100, terminal.stderr.columns ?? 100))
    .exitProcess(false)
    .showHelpOnFail(false)
    .fail((message, error) => {
      // yargs hands its own complaints over as messages, and what a command threw as the error.
      if (error !== undefined && error !== null && error.name !== "YError") throw error;
      const said = message ?? error?.message ?? "";
      mistake = said.startsWith("Not enough")
        ? `something is missing; it is written \`lading ${command.usage}\``
        : said;
      throw new WrongUse();
    });
  try {
    await parser.parseAsync([verb, ...argv.map((word) => (word === "-" ? dash : word))]);
  } catch (error) {
    if (!(error instanceof WrongUse)) throw error;
    terminal.stderr.write(
      `lading ${verb}: ${mistake}\nNext: \`lading ${verb} --help\` shows the options and examples.\n`,
    );
    return 2;
  }
  return outcome;
}

/** What yargs lets pass: an option that takes one value was given twice, or a number is none. */
function misgiven(parsed: Readonly<Record<string, unknown>>, builder: Argv): string | undefined {
  // The types of yargs leave out that it tells which options it knows.
  const { key, array } = (builder as Argv & Declared).getOptions();
  for (const name of Object.keys(key)) {
    if (Array.isArray(parsed[name]) && !array.includes(name)) return `--${name} is given twice`;
    if (Number.isNaN(parsed[name])) return `--${name} takes a number`;
  }
  return undefined;
}

interface Declared {
  getOptions(): { readonly key: Readonly<Record<string, unknown>>; readonly array: readonly string[] };
}

function withDashes(parsed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const restored = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(restored) : value === dash ? "-" : value;
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, restored(value)]));
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

/** One sentence and the next step; a stack trace only for what nobody foresaw. */
function report(error: unknown, terminal: Terminal): ExitCode {
  const known = error instanceof LadingError ? error : fileSystemFailure(error);
  if (known !== undefined) {
    terminal.stderr.write(`lading: ${known.message}\nNext: ${known.hint}\n`);
    return exitCodes[known.recovery];
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.stderr.write(
    `lading: this is a fault of Lading itself. Please report it with these lines:\n${detail}\n`,
  );
  return 75;
}

function openTerminal(): Terminal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => stop.abort(name));
  }
  // A closed pipe (`lading read x | head`) is the reader's choice and no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    cwd: process.cwd(),
    env: process.env,
    signal: stop.signal,
  };
}

function version(): string {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
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
