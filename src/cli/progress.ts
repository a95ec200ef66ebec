import type { Terminal } from "./command.js";

/** Shows the progress of long operations: one line that is rewritten on a terminal, and nothing in a pipe or a log. */
export interface Progress {
  /** `done` is the number of units processed so far. */
  at(done: number): void;
  /** Removes the line. */
  end(): void;
}

/** Milliseconds between updates. */
const interval = 200;

/** `unit` is the plural name of the unit, such as `rows`. */
export function progress(terminal: Terminal, what: string, unit: string): Progress {
  const { stderr } = terminal;
  if (stderr.isTTY !== true) return { at: () => undefined, end: () => undefined };
  let last = Date.now();
  let shown = false;
  return {
    at(done) {
      const now = Date.now();
      if (now - last < interval) return;
      last = now;
      shown = true;
      stderr.write(`\r\u001b[K${what}: ${done.toLocaleString("en")} ${unit}`);
    },
    end() {
      if (shown) stderr.write("\r\u001b[K");
      shown = false;
    },
  };
}
