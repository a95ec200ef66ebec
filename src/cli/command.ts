import type { Argv } from "yargs";
import type { Writable } from "node:stream";
import type { Recovery } from "../errors.js";

/** Types for defining a command. `run-line.ts` runs commands. */

/**
 * Exit codes: 0 success, 1 finished with rejects or holds, 2 invalid usage, 3 nothing published, 75 temporary
 * failure.
 */
export type ExitCode = 0 | 1 | 2 | 3 | 75;

export const exitCodes: Record<Recovery, ExitCode> = { fix: 2, retry: 75, reject: 3 };

/** Data goes to standard output and messages go to standard error. */
export interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /**
   * Aborted by SIGINT and SIGTERM. After the signal is aborted, the command finishes or rolls back, and then returns.
   */
  readonly signal: AbortSignal;
}

interface Definition<Args> {
  /** Usage line in yargs syntax, such as `convert <files...>`. */
  readonly usage: string;
  /**
   * Example command lines, each with a description. `--help` prints the examples, and a test runs them where
   * possible.
   */
  readonly examples: readonly (readonly [string, string])[];
  options(yargs: Argv): Argv<Args>;
  run(args: Args, terminal: Terminal): Promise<ExitCode>;
}

/** A command whose argument types are hidden. Only the command's own `options` and `run` use the argument types. */
export interface Command extends Omit<Definition<unknown>, "run"> {
  run(args: unknown, terminal: Terminal): Promise<ExitCode>;
}

export type OptionsOf<F> = F extends (yargs: Argv) => Argv<infer Args> ? Args : never;

export function defineCommand<Args>(definition: Definition<Args>): Command {
  return definition;
}

export function textOption(describe: string) {
  return { type: "string", describe } as const;
}

export function textsOption(describe: string) {
  return { type: "string", array: true, describe } as const;
}

export function repeatedOption(describe: string) {
  return { type: "string", array: true, default: [] as string[], describe } as const;
}

export function requiredText(describe: string) {
  return { type: "string", demandOption: true, describe } as const;
}

export function flagOption(describe: string) {
  return { type: "boolean", default: false, describe } as const;
}
