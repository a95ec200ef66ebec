import { constants, getPriority, setPriority } from "node:os";

/**
 * An import lets a server beside it go first: the priority of this process is lowered, and with it that of the threads and
 * processes that it begins from now on. Where a system refuses, nothing happens.
 */
export function lowerPriority(): void {
  try {
    // Whoever began it with `nice` wants it lower still.
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // As fast as anything else, then.
  }
}
