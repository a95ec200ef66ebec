import { readdirSync, readFileSync } from "node:fs";

const pageSize = 4096;

/** True if a process is stopped (SIGSTOP); false if the system does not report it. */
export function isStopped(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    // The name of the program is in parentheses and may contain anything.
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.startsWith("T", stat.lastIndexOf(")") + 2);
  } catch {
    return false;
  }
}

/**
 * Resident memory of a process and its child processes, in bytes; undefined if the system does not report it (only Linux has
 * /proc). A process that has just ended counts as 0.
 */
export function residentBytes(pid: number): number | undefined {
  if (process.platform !== "linux") return undefined;
  let total = 0;
  const waiting = [pid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    try {
      total += Number(readFileSync(`/proc/${next}/statm`, "latin1").split(" ")[1]) * pageSize;
      for (const thread of readdirSync(`/proc/${next}/task`)) {
        const started = readFileSync(`/proc/${next}/task/${thread}/children`, "latin1").trim();
        if (started !== "") waiting.push(...started.split(" ").map(Number));
      }
    } catch {
      // The process ended in the meantime.
    }
  }
  return total;
}
