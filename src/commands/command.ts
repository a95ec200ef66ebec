import type { Argv } from "yargs";
import type { Writable } from "node:stream";

/** What every command is: one file, one verb. `cli.ts` wires it and turns its outcome into the exit code. */

/** DESIGN.md's exit codes: 0 clean, 1 done with rejects or holds, 2 wrong use, 3 nothing published, 75 try again. */
export type ExitCode = 0 | 1 | 2 | 3 | 75;

/** Where a command talks. Standard output carries data, standard error carries talk. */
export interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by SIGINT and SIGTERM: finish or roll back, then return. */
  readonly signal: AbortSignal;
}

export interface Command<Args = Record<string, unknown>> {
  /** As yargs reads it: `convert <file>`. */
  readonly usage: string;
  readonly summary: string;
  /** Command lines and what they do; printed by `--help` and run by a test where they can be. */
  readonly examples: readonly (readonly [string, string])[];
  options(yargs: Argv): Argv<Args>;
  run(args: Args, terminal: Terminal): Promise<ExitCode>;
}

/** A command of any arguments, as the list of commands holds it. */
export interface AnyCommand extends Pick<Command, "usage" | "summary" | "examples"> {
  options(yargs: Argv): object;
  run(args: never, terminal: Terminal): Promise<ExitCode>;
}

/** Keeps the type of the arguments that `options` states. */
export function defineCommand<Args>(command: Command<Args>): Command<Args> {
  return command;
}
