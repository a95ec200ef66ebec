import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Refused, TrialOrder, Trials } from "../../console/api/operations.js";
import { entryFlags, entryModule } from "../../system/package-paths.js";
import type { Workspace } from "../../workspace/workspace.js";
import { environmentWith } from "./environment.js";
import { questionsTo } from "./questions.js";

export type TrialQuestion =
  | { readonly what: "ask"; readonly of: TrialOrder }
  | { readonly what: "end"; readonly of: { readonly session: string } };

/** Maximum heap size of the process in megabytes. A sample with a few thousand rows uses about 1% of this limit. */
const memory = 2048;

/**
 * Tries mappings in a separate process, which starts with the first request and stops after the last session ends. The
 * process does not have the partners' passwords. If a sample exceeds the memory or time limit, only the open samples
 * are lost. `patience` is the number of milliseconds without a response after which the process is killed.
 */
export function trialProcess(
  { root, database }: Pick<Workspace, "root" | "database">,
  patience = 120_000,
): Trials & { close(this: void): void } {
  let running: Running | undefined;
  const sessions = new Set<string>();

  function begin(): Running {
    const child = fork(fileURLToPath(entryModule("cli/serve/trials")), {
      cwd: root,
      env: environmentWith([database]),
      execArgv: [...process.execArgv, `--max-old-space-size=${memory}`, ...entryFlags()],
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    const next = { child, ask: questionsTo<TrialQuestion>(child, ended), waiting: 0, timer: undefined };
    const isOver = (): void => {
      if (running === next) running = undefined;
    };
    child.once("error", isOver);
    child.once("exit", isOver);
    return next;
  }

  function close(): void {
    sessions.clear();
    // After the disconnect, the process deletes its samples and exits.
    if (running?.child.connected === true) running.child.disconnect();
    running = undefined;
  }

  return {
    async ask(of) {
      sessions.add(of.session);
      const asked = (running ??= begin());
      asked.waiting += 1;
      watch(asked, patience);
      try {
        return await asked.ask({ what: "ask", of });
      } finally {
        asked.waiting -= 1;
        watch(asked, patience);
      }
    },
    async end(of) {
      if (!sessions.delete(of.session) || running === undefined) return {};
      const done = running.ask<object>({ what: "end", of });
      if (sessions.size > 0) return done;
      const last = running;
      await done;
      if (sessions.size === 0 && running === last) close();
      return {};
    },
    close,
  };
}

interface Running {
  readonly child: ChildProcess;
  readonly ask: ReturnType<typeof questionsTo<TrialQuestion>>;
  waiting: number;
  timer: NodeJS.Timeout | undefined;
}

/** Kills the process if it stops responding. Each request and each response restarts the timer. */
function watch(asked: Running, patience: number): void {
  clearTimeout(asked.timer);
  asked.timer =
    asked.waiting === 0 ? undefined : setTimeout(() => asked.child.kill("SIGKILL"), patience).unref();
}

const ended: Refused = {
  refused:
    "All open samples were closed because a sample required too much memory or time. Drop your file again.",
};
