import { setMaxListeners } from "node:events";
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import type { Channel, AlertDelivery } from "./channel.js";

/**
 * This module runs the alert program without a shell. The program receives the alert as JSON on standard input, and is
 * killed at its deadline.
 */

export interface CommandContext {
  readonly command: readonly string[];
  /** Names of additional environment variables to pass. */
  readonly passEnv: readonly string[];
  /** The program's working directory, which is the workspace folder. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Maximum run time in milliseconds. Default: 30 s. */
  readonly deadline?: number;
}

const usualEnv = ["PATH", "HOME", "USER", "LANG", "LC_ALL", "TZ"];

export function commandChannel(context: CommandContext): Channel {
  return {
    name: "command",
    deliver: (alert, signal) => run(context, `${JSON.stringify(alert)}\n`, signal),
  };
}

function run(
  { command, passEnv, folder, env, deadline = 30_000 }: CommandContext,
  input: string,
  signal: AbortSignal,
): Promise<AlertDelivery> {
  const [name = "", ...args] = command;
  // A path is resolved relative to the workspace. A name without a slash is looked up in PATH.
  const program = name.includes("/") ? resolve(folder, name) : name;
  const passed = [...usualEnv, ...passEnv].flatMap((key) =>
    env[key] === undefined ? [] : [[key, env[key]]],
  );
  return new Promise((done) => {
    let ended = false;
    const finish = (outcome: AlertDelivery): void => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      signal.removeEventListener("abort", stop);
      done(outcome);
    };
    const child = spawn(program, args, {
      cwd: folder,
      env: Object.fromEntries(passed) as NodeJS.ProcessEnv,
      shell: false,
      // The output is discarded, because it may contain a secret.
      stdio: ["pipe", "ignore", "ignore"],
      // Starts the program in its own process group, so that its child processes can be killed too.
      detached: true,
    });
    const kill = (): void => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // The process has already exited.
      }
    };
    const stop = (): void => {
      kill();
      finish({ ok: false, reason: "Lading was stopped while the program was running" });
    };
    const timer = setTimeout(() => {
      kill();
      finish({ ok: false, reason: `the program did not exit within ${deadline / 1000} s and was killed` });
    }, deadline);
    // All channels in a run share one abort signal, so the signal may have many listeners.
    setMaxListeners(0, signal);
    signal.addEventListener("abort", stop, { once: true });
    child.on("error", ({ code }: NodeJS.ErrnoException) => {
      finish({ ok: false, reason: `the program could not be started (${code ?? "error"})` });
    });
    child.on("exit", (code, by) => {
      kill();
      if (code === 0) finish({ ok: true });
      else
        finish({
          ok: false,
          reason: by === null ? `the program exited with code ${code}` : `the program was killed by ${by}`,
        });
    });
    // A program may exit without reading its input. Only the exit code matters.
    child.stdin.on("error", () => {});
    child.stdin.end(input);
    if (signal.aborted) stop();
  });
}
