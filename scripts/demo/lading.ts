import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** The command line, as a user of the demonstration's workspace would type it. */
export type Lading = (args: readonly string[]) => Promise<string>;

/** @returns what it wrote to standard output. Throws what it said when it failed. */
export function ladingIn(project: string, demo: string, signal: AbortSignal): Lading {
  return async (args) => {
    const child = spawn(process.execPath, [cliOf(project), ...args], {
      cwd: demo,
      stdio: ["ignore", "pipe", "pipe"],
      signal,
    });
    const [out, talk, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended(child)]);
    if (code !== 0) throw new Error(`lading ${args.join(" ")} ended with ${code}:\n${talk}`);
    return out;
  };
}

export function cliOf(project: string): string {
  return join(project, "dist", "cli.js");
}

/** Its exit code and its signal. */
export async function ended(child: ChildProcess): Promise<readonly [number | null, string | null]> {
  return (await once(child, "close")) as [number | null, string | null];
}
