import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";

/** A program on a real pseudo-terminal, which `script` of util-linux opens. Every Debian has it. */
export interface TestTerminal {
  /**
   * Waits for this output. Fails if the program ends first.
   *
   * @returns all output so far
   */
  waitFor(what: string | RegExp, within?: number): Promise<string>;
  /** Types keys. */
  type(keys: string): void;
  /** Closes the terminal window. */
  close(): void;
  /**
   * Waits for the end.
   *
   * @returns all output, with `exit CODE` as the last line
   */
  end(): Promise<string>;
}

interface Options {
  readonly columns: number;
  readonly rows?: number;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Lines in the output end with `\n` alone. The program is ended when the test ends, if not before. */
export function openTerminal(
  command: readonly string[],
  { columns, rows = 40, cwd, env = {} }: Options,
): TestTerminal {
  const {
    NODE_OPTIONS: _,
    VITEST: __,
    FORCE_COLOR: ___,
    NO_COLOR: ____,
    npm_lifecycle_event: _____,
    ...rest
  } = process.env;
  const line = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn("script", ["-qfec", `stty cols ${columns} rows ${rows}; ${line}`, "/dev/null"], {
    cwd,
    env: { ...rest, TERM: "xterm-256color", SHELL: "/bin/sh", ...env },
  });
  let text = "";
  const ended = new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  child.stdout.setEncoding("utf8").on("data", (more: string) => {
    text += more.replaceAll("\r\n", "\n");
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  return {
    async waitFor(what, within = 300_000) {
      const isThere = () => (typeof what === "string" ? text.includes(what) : what.test(text));
      let isOver = false;
      void ended.then(() => (isOver = true));
      const until = Date.now() + within;
      while (!isThere()) {
        if (isOver || Date.now() > until) throw new Error(`no ${String(what)}:\n${text}`);
        await new Promise((resume) => setTimeout(resume, 20));
      }
      return text;
    },
    close: () => void child.kill("SIGKILL"),
    type: (keys) => void child.stdin.write(keys),
    async end() {
      const code = await ended;
      return `${text}exit ${code}\n`;
    },
  };
}
