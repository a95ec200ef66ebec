import { closeSync, openSync } from "node:fs";
import { isatty } from "node:tty";

/** Keeps SIGUSR1 from opening Node's debugger, through which every user of the machine could read this process. */
export function ignoreDebugger(): void {
  process.on("SIGUSR1", () => undefined);
}

/** True if this process belongs to a terminal, whose end sends it SIGHUP. Services and containers have none. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}

const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));

/** Replaces standard streams on a terminal that is gone, because Node aborts when it cannot reset that terminal at its end. */
export function leaveTerminal(): void {
  for (const descriptor of terminals) {
    closeSync(descriptor);
    // The system gives it the number that has just been freed.
    openSync("/dev/null", "r+");
  }
}
