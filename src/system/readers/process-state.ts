import { readFileSync } from "node:fs";

const pageSize = 4096;

/** True if a process is stopped (SIGSTOP). False if the system does not report the state. */
export function isStopped(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    // The name of the program is in parentheses and may contain any characters.
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat.startsWith("T", stat.lastIndexOf(")") + 2);
  } catch {
    return false;
  }
}

/**
 * Returns the resident memory of a process in bytes, or undefined if the system does not report it (only Linux has
 * /proc). Returns 0 for a process that has just exited.
 */
export function residentBytes(pid: number): number | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]) * pageSize;
  } catch {
    return 0;
  }
}

/**
 * Returns the number of milliseconds during which the main thread of a process was ready to run but waiting for a
 * processor, or 0 if the system does not report this time.
 */
export function waitedForProcessor(pid: number): number {
  if (process.platform !== "linux") return 0;
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}
