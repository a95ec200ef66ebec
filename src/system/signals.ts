import { closeSync, openSync } from "node:fs";
import inspector from "node:inspector";
import { isatty } from "node:tty";

/**
 * Prevents SIGUSR1 from opening Node's debugger, through which every user of the machine could read this process.
 * Closes the debugger if the signal arrived while Node was starting, before this code ran.
 */
export function ignoreDebugger(): void {
  process.on("SIGUSR1", () => undefined);
  const options = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""];
  const isWanted = options.some((option) => option.includes("--inspect"));
  if (inspector.url() !== undefined && !isWanted) inspector.close();
}

/** Ignores SIGHUP if this process is a service, because it asks for a reload and Lading watches its files anyway. */
export function ignoreReload(): void {
  if (!hasTerminal()) process.on("SIGHUP", () => undefined);
}

/** True if this process has a terminal, which sends SIGHUP when it closes. Services and containers have none. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}

const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));

/** Replaces the standard streams of a closed terminal, because Node aborts at exit if it cannot reset the terminal. */
export function leaveTerminal(): void {
  for (const descriptor of terminals) {
    closeSync(descriptor);
    // The system assigns the descriptor that was just closed.
    openSync("/dev/null", "r+");
  }
}
