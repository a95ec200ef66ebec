import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

/** The command line, as a user of the demonstration's workspace would type it. */
export type Lading = (args: readonly string[]) => Promise<string>;

type Stream = "pipe" | "inherit" | "ignore";

/** @returns what it wrote to standard output. Throws what it said when it failed. */
export function ladingIn(project: string, demo: string, signal: AbortSignal): Lading {
  return async (args) => {
    const child = startLading(project, demo, args, { out: "pipe", talk: "pipe", signal });
    const [out, talk, [code]] = await Promise.all([
      text(child.stdout as Readable),
      text(child.stderr as Readable),
      ended(child),
    ]);
    if (code !== 0) throw new Error(`lading ${args.join(" ")} ended with ${code}:\n${talk}`);
    return out;
  };
}

/**
 * Starts it in a process that ends with this one, however this one ends. It is of a group of its own, so that the Ctrl-C of a
 * terminal comes to the demonstration alone: what it hits in the midst of beginning would say so.
 */
export function startLading(
  project: string,
  demo: string,
  args: readonly string[],
  { out, talk, signal }: { readonly out: Stream; readonly talk: Stream; readonly signal?: AbortSignal },
): ChildProcess {
  return spawn(process.execPath, [tied(project), ...args], {
    cwd: demo,
    stdio: ["ignore", out, talk, "ipc"],
    detached: true,
    ...(signal !== undefined && { signal }),
  });
}

/** Whether a process is one of those that this project's demonstration started with such a verb. */
export function isLading(project: string, commandLine: string, verb: string): boolean {
  const words = commandLine.split("\0");
  return words.includes(tied(project)) && words.includes(verb);
}

function tied(project: string): string {
  return join(project, "scripts", "tied-lading.js");
}

/** Its exit code and its signal. */
export async function ended(child: ChildProcess): Promise<readonly [number | null, string | null]> {
  return (await once(child, "close")) as [number | null, string | null];
}
