import type { Argv } from "yargs";
import type { Writable } from "node:stream";
import type { Recovery } from "../errors.js";

/** The parts of a command. `run-line.ts` runs commands. */

/** Exit codes: 0 clean, 1 done with rejects or holds, 2 wrong use, 3 nothing published, 75 try again. */
export type ExitCode = 0 | 1 | 2 | 3 | 75;

/** The exit code for each way to recover from an error. */
export const exitCodes: Record<Recovery, ExitCode> = { fix: 2, retry: 75, reject: 3 };

/** Streams and signals of a command. Data goes to standard output, messages to standard error. */
export interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by SIGINT and SIGTERM: finish or roll back, then return. */
  readonly signal: AbortSignal;
}

interface Definition<Args> {
  /** In yargs syntax: `convert <file>`. */
  readonly usage: string;
  /** Command lines with a description. `--help` prints them, and a test runs them where possible. */
  readonly examples: readonly (readonly [string, string])[];
  options(yargs: Argv): Argv<Args>;
  run(args: Args, terminal: Terminal): Promise<ExitCode>;
}

/** A command whose arguments only its own `options` and `run` know. */
export interface Command extends Omit<Definition<unknown>, "run"> {
  run(args: unknown, terminal: Terminal): Promise<ExitCode>;
}

/** The arguments declared by an `options` function. */
export type OptionsOf<F> = F extends (yargs: Argv) => Argv<infer Args> ? Args : never;

/** Defines a command: `run` gets the arguments that `options` declares. */
export function defineCommand<Args>(definition: Definition<Args>): Command {
  return definition;
}

export function textOption(describe: string) {
  return { type: "string", describe } as const;
}

export function textsOption(describe: string) {
  return { type: "string", array: true, describe } as const;
}

/** May be given several times, or not at all. */
export function repeatedOption(describe: string) {
  return { type: "string", array: true, default: [] as string[], describe } as const;
}

export function requiredText(describe: string) {
  return { type: "string", demandOption: true, describe } as const;
}

/** Defaults to false. */
export function flagOption(describe: string) {
  return { type: "boolean", default: false, describe } as const;
}
