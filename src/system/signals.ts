import { closeSync, openSync } from "node:fs";
import inspector from "node:inspector";
import { isatty } from "node:tty";

/**
 * Prevents SIGUSR1 from opening Node's debugger, through which any user of the machine could inspect this process. If
 * the signal arrived while Node was starting, before this code ran, the debugger is closed.
 */
export function ignoreDebugger(): void {
  process.on("SIGUSR1", () => undefined);
  const options = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""];
  const isWanted = options.some((option) => option.includes("--inspect"));
  if (inspector.url() !== undefined && !isWanted) inspector.close();
}

/**
 * Ignores SIGHUP if this process has no terminal, so it is a service. For services, SIGHUP requests a reload, which is
 * unnecessary because Lading watches its files.
 */
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

/**
 * Replaces the standard streams of a closed terminal with `/dev/null`, because Node aborts at exit if it cannot reset
 * the terminal.
 */
export function leaveTerminal(): void {
  for (const descriptor of terminals) {
    closeSync(descriptor);
    // The operating system reuses the descriptor that was just closed.
    openSync("/dev/null", "r+");
  }
}
