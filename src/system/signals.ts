import { closeSync, openSync } from "node:fs";

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
