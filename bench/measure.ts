import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { residentBytes } from "../src/system/readers/process-state.js";

/**
 * Measures whole processes from outside: wall time, processor time and peak memory of everything that a
 * command starts.
 */

export interface Measured {
  /** Seconds. */
  readonly wall: number;
  /** Seconds of processor time, user and system, of the command and all its child processes. */
  readonly cpu: number;
  /** Bytes: peak sum of resident memory of the command and all its child processes. */
  readonly memory: number;
}

const watchEvery = 10;

/**
 * @throws if the command fails, except with the `allowed` exit codes
 */
export async function measure(
  command: readonly string[],
  {
    cwd,
    env = {},
    allowed = [0],
  }: { cwd?: string; env?: Record<string, string>; allowed?: readonly number[] } = {},
): Promise<Measured> {
  const started = performance.now();
  // The shell's `times` reports the processor time of its child processes.
  const child = spawn("sh", ["-c", '"$@" >/dev/null 2>&1; code=$?; times; exit $code', "sh", ...command], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let memory = 0;
  const timer = setInterval(() => {
    if (child.pid !== undefined) memory = Math.max(memory, residentBytesOfTree(child.pid));
  }, watchEvery);
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  clearInterval(timer);
  const wall = (performance.now() - started) / 1000;
  if (code === null || !allowed.includes(code)) throw new Error(`${command.join(" ")}: exit code ${code}`);
  const times = [...(output.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  const cpu = times.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0);
  return { wall, cpu, memory };
}

/** Resident memory of a process and its child processes, in bytes, without those that have just ended. */
export function residentBytesOfTree(pid: number): number {
  let total = 0;
  const waiting = [pid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    total += residentBytes(next) ?? 0;
    try {
      for (const thread of readdirSync(`/proc/${next}/task`)) {
        const children = readFileSync(`/proc/${next}/task/${thread}/children`, "latin1").trim();
        if (children !== "") waiting.push(...children.split(" ").map(Number));
      }
    } catch {
      // The process has ended.
    }
  }
  return total;
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? NaN;
}

export function medians(runs: readonly Measured[]): Measured {
  return {
    wall: median(runs.map((run) => run.wall)),
    cpu: median(runs.map((run) => run.cpu)),
    memory: median(runs.map((run) => run.memory)),
  };
}

/** Runs the commands in turns, so that other load on the machine affects all of them equally. */
export async function inTurns<K extends string>(
  commands: ReadonlyMap<K, () => Promise<Measured>>,
  rounds: number,
): Promise<ReadonlyMap<K, Measured>> {
  const runs = new Map([...commands.keys()].map((name) => [name, [] as Measured[]]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of commands) runs.get(name)?.push(await run());
  }
  return new Map([...runs].map(([name, found]) => [name, medians(found)]));
}
