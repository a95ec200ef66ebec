import { constants, getPriority, setPriority } from "node:os";

/**
 * Lowers the priority of this process and of the threads and processes that it starts, so that a server on the same
 * machine takes precedence.
 */
export function lowerPriority(): void {
  try {
    // An even lower priority that was set with `nice` is kept.
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  } catch {
    // If the system refuses, the priority remains unchanged.
  }
}
