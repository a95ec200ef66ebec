import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";

/**
 * A large import must not keep those waiting who ask a server for a list, so it takes what they leave: where the processor is
 * free it is as fast as ever. Where a system grants no priorities, or the process is gone, nothing happens.
 */
export function giveWay(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // As fast as anything else, then.
  }
}

/** The same for this process: on Linux a priority is a thread's own, and only threads that begin later inherit it. */
export function giveWayOneself(): void {
  giveWay(process.pid);
  if (process.platform !== "linux") return;
  for (const thread of threadsOfProcess()) giveWay(thread);
}

function threadsOfProcess(): readonly number[] {
  try {
    return readdirSync("/proc/self/task").map(Number);
  } catch {
    return [];
  }
}
