import { accessSync, constants, existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { failure, fileSystemFailure, LadingError } from "../errors.js";
import { suggestWord } from "../nearest.js";
import { exitCodes, type ExitCode, type Terminal } from "./command.js";
import { commands } from "./index.js";
import { nextText } from "./next-text.js";
import { shellWord } from "../sentence.js";

/** Runs one command line and converts the result to an exit code. */
export async function runLine(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [verb = "", ...args] = argv;
  const entry = commands.find((candidate) => candidate.verb === verb);
  if (entry === undefined) return unknownVerb(argv, terminal);
  try {
    const { runCommand } = await import("./command-line.js");
    return await runCommand(await entry.load(args), args, terminal);
  } catch (error) {
    if (terminal.signal.aborted && error === terminal.signal.reason) {
      terminal.stderr.write("Stopped.\n");
      return 1;
    }
    return report(error, argv.includes("--json"), verb, terminal);
  }
}

function unknownVerb(argv: readonly string[], terminal: Terminal): ExitCode {
  const [verb = ""] = argv;
  const isOption = verb.startsWith("-");
  if (!isOption && isFile(resolve(terminal.cwd, verb))) {
    terminal.stderr.write(
      `lading: ${JSON.stringify(verb)} is a file, not a command.\n` +
        `${nextText(`\`lading convert ${argv.map(typedWord).join(" ")}\` converts it.`)}\n`,
    );
    return 2;
  }
  const near = suggestWord(
    verb,
    isOption ? ["--help", "--version"] : [...commands.map((entry) => entry.verb), "help"],
  );
  const what = isOption ? `no option ${verb} before a command` : `no command ${JSON.stringify(verb)}`;
  terminal.stderr.write(
    `lading: there is ${what}.${near ? ` Did you mean \`lading ${near}\`?` : ""}\n` +
      `${nextText(`\`lading --help\` lists the commands${isOption ? "; options follow the command" : ""}.`)}\n`,
  );
  return 2;
}

/**
 * Reports a known error as one sentence and the next step, with `--json` also as `{ "error": { code, message, next } }`
 * on standard output. Any other error is a bug, and its stack trace is printed.
 */
async function report(error: unknown, asJson: boolean, verb: string, terminal: Terminal): Promise<ExitCode> {
  const known = error instanceof LadingError ? error : fileSystemFailure(error, isUnreadable);
  if (known !== undefined) {
    const { code, message } = known;
    // Inserts the command's name so that the suggested command can be copied.
    const next = known.hint.replace("<command>", verb);
    if (asJson) terminal.stdout.write(`${JSON.stringify({ error: { code, message, next } })}\n`);
    const text = `lading: ${message}\n${nextText(next)}\n`;
    const { wrappedText } = await import("./feeds/table.js");
    const columns = terminal.stderr.isTTY === true ? terminal.stderr.columns || 80 : Infinity;
    terminal.stderr.write(wrappedText(text, { columns }));
    return exitCodes[known.recovery];
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.stderr.write(`lading: internal error. Please report it with these lines:\n${detail}\n`);
  return 75;
}

/** Returns a word of the command line, with quotation marks if a shell requires them. */
function typedWord(word: string): string {
  return /^--[a-z-]+$/.test(word) ? word : shellWord(word);
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

/**
 * True if the path exists but is not readable. The system's error does not show whether the path was opened for reading
 * or for writing.
 */
function isUnreadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return false;
  } catch {
    return existsSync(path);
  }
}

export function outputFailed(reason: string): { readonly text: string; readonly exitCode: ExitCode } {
  const { message, hint } = failure("storage_failed", { path: "to standard output", reason });
  return { text: `lading: ${message}\n${nextText(hint)}\n`, exitCode: exitCodes.retry };
}
