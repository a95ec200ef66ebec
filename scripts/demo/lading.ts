import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

/** Runs the command line in the demonstration's workspace. */
export type Lading = (args: readonly string[]) => Promise<string>;

type Stream = "pipe" | "inherit" | "ignore";

/**
 * @returns standard output. Throws the error output if the command fails.
 */
export function ladingIn(project: string, demo: string, signal: AbortSignal): Lading {
  return async (args) => {
    const child = startLading(project, demo, args, { out: "pipe", talk: "pipe", signal });
    const [out, talk, [code]] = await Promise.all([
      text(child.stdout as Readable),
      text(child.stderr as Readable),
      ended(child),
    ]);
    if (code !== 0) throw new Error(`lading ${args.join(" ")} exited with ${code}:\n${talk}`);
    return out;
  };
}

/**
 * Starts a process that ends with this one, however this one ends. It has its own process group, so that
 * Ctrl-C in a terminal reaches only the demonstration. Otherwise it could interrupt the start and print an
 * error.
 */
export function startLading(
  project: string,
  demo: string,
  args: readonly string[],
  { out, talk, signal }: { readonly out: Stream; readonly talk: Stream; readonly signal?: AbortSignal },
): ChildProcess {
  return spawn(process.execPath, [launcherPath(project), ...args], {
    cwd: demo,
    stdio: ["ignore", out, talk, "ipc"],
    detached: true,
    ...(signal !== undefined && { signal }),
  });
}

/** True for a process of this project's demonstration with this verb. */
export function isLading(project: string, commandLine: string, verb: string): boolean {
  const words = commandLine.split("\0");
  return words.includes(launcherPath(project)) && words.includes(verb);
}

function launcherPath(project: string): string {
  return join(project, "scripts", "lading-for-demo.js");
}

/** Exit code and signal. */
export async function ended(child: ChildProcess): Promise<readonly [number | null, string | null]> {
  return (await once(child, "close")) as [number | null, string | null];
}
