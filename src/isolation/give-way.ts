import { readdirSync } from "node:fs";
import { constants, setPriority } from "node:os";

/**
 * A large import must not keep those waiting who ask a server for a list, so this process and those that it begins take what
 * they leave: where the processor is free it is as fast as ever. Where a system grants no priorities nothing happens.
 */
export function giveWay(): void {
  lower(process.pid);
  if (process.platform !== "linux") return;
  // On Linux a priority is a thread's own, and only threads that begin later inherit it.
  for (const thread of threadsOfProcess()) lower(thread);
}

function lower(id: number): void {
  try {
    setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // As fast as anything else, then.
  }
}

function threadsOfProcess(): readonly number[] {
  try {
    return readdirSync("/proc/self/task").map(Number);
  } catch {
    return [];
  }
}
