import type { Terminal } from "./command.js";

/** How far long work has come: one line that is rewritten on a terminal, nothing in a pipe or a log. */
export interface Progress {
  /** @param done how many so far */
  at(done: number): void;
  /** Takes the line away. */
  end(): void;
}

const interval = 200;

/** @param unit what is counted, in the plural: `rows` */
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
