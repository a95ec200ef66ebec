import { fork } from "node:child_process";
import { once } from "node:events";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { failure, LadingError } from "../../errors.js";
import { realClock } from "../../system/clock.js";
import { entryFlags, entryModule } from "../../system/package-paths.js";
import { heapFlags } from "../../http/heap-flags.js";
import type { WhyNotTaken } from "../../workspace/follow.js";
import type { Workspace } from "../../workspace/workspace.js";
import { operationsHere } from "../../console/api/operations-here.js";
import type { Operations, Trials } from "../../console/api/operations.js";
import type { Terminal } from "../command.js";
import { openWorkspace, personsPatience } from "../feeds/open.js";
import { environmentWith } from "./environment.js";
import { answerQuestions, type AnswerMessage, type QuestionMessage } from "./questions.js";
import type { Ports } from "./serving.js";
import { trialProcess } from "./trial-process.js";

export type ToServer =
  | Begin
  | AnswerMessage
  /**
   * `workspace` means the workspace that is on disk now. Any other value is the reason why the workspace on disk is
   * not served.
   */
  | { readonly take: "workspace" | WhyNotTaken };

interface Begin {
  readonly cwd: string;
  /** True if a person reads the server's log on a terminal. */
  readonly isTTY: boolean;
  readonly ports: Ports;
}

/** A request that the server makes on behalf of a console user. */
export type Question = {
  [What in keyof Answers]: { readonly what: What; readonly of: Parameters<Answers[What]>[0] };
}[keyof Answers];

interface Answers extends Operations {
  readonly tryMapping: Trials["ask"];
  readonly endTrials: Trials["end"];
}

/** Addresses such as `http://127.0.0.1:8480`. */
interface Serving {
  readonly url: string;
  readonly operatorsUrl: string;
}

export type FromServer =
  | QuestionMessage<Question>
  | { readonly serving: Serving }
  | {
      readonly failed: { readonly sentence: string } & Pick<
        LadingError,
        "code" | "hint" | "about" | "commands"
      >;
    };

export interface ServerProcess extends Serving {
  /** Aborted if the server exits unexpectedly. */
  readonly lost: AbortSignal;
  /** Switches the server to the workspace on disk, or makes it show why that workspace cannot be used. */
  take(this: void, what: "workspace" | WhyNotTaken): void;
  /**
   * Stops the process after the requests in progress are finished. Throws `server_lost` if the process has exited
   * unexpectedly.
   */
  close(): Promise<void>;
}

/**
 * Serves in a separate process with its own Node flags, so that imports in the daemon do not delay requests for lists.
 * Returns undefined if the command was stopped. Throws the error that prevented serving.
 */
export async function serveInChild(
  { root, database, server }: Pick<Workspace, "root" | "database" | "server">,
  ports: Ports,
  log: Writable & { readonly isTTY?: boolean },
  terminal: Terminal,
): Promise<ServerProcess | undefined> {
  const env = environmentWith([database, server.operators.token]);
  const child = fork(fileURLToPath(entryModule("cli/serve/child")), {
    env,
    // Node options on the command line should also apply to the process that serves the requests.
    execArgv: [...process.execArgv, ...heapFlags, ...entryFlags()],
    // Writes directly to the daemon's log. A pipe would block the server while the daemon is busy.
    stdio: ["ignore", "ignore", log === process.stderr ? "inherit" : "pipe", "ipc"],
  });
  child.stderr?.on("data", (lines: Buffer) => log.write(lines));
  const lost = new AbortController();
  let isClosing = false;
  let isHungUp = false;
  const stderrClosed = child.stderr === null ? undefined : once(child.stderr, "close");
  // The `close` event cannot be used, because it is not emitted after this side has closed the channel.
  const exit = once(child, "exit").then(async ([code, signal]: (number | string | null)[]) => {
    await stderrClosed;
    // After Ctrl-C in a terminal, both processes receive SIGINT, in either order. This process waits for its own
    // signal, so that the exit is not treated as a failure.
    if (signal === "SIGINT") await realClock.sleep(1_000, terminal.signal);
    isHungUp = signal === "SIGHUP";
    if (!isClosing) lost.abort(failure("server_lost", { reason: String(signal ?? `exit code ${code}`) }));
  });
  const operations = operationsOf(terminal);
  const trials = trialProcess({ root, database });
  void exit.then(trials.close);
  const answers: Answers = { ...operations, tryMapping: trials.ask, endTrials: trials.end };
  const firstMessage = once(child, "message").then(([message]: FromServer[]) => message);
  answerQuestions<Question>(child, ({ what, of }) => (answers[what] as (of: unknown) => Promise<object>)(of));
  const order: ToServer = { cwd: root, isTTY: log.isTTY === true, ports };
  child.send(order, () => {});
  const answer = await Promise.race([firstMessage, exit]);
  if (terminal.signal.aborted) {
    isClosing = true;
    if (child.connected) child.disconnect();
    await exit;
    return undefined;
  }
  // SIGHUP was sent to all processes of the service, and the child received it before it could ignore it, so the child
  // is started again.
  if (answer === undefined && isHungUp) return serveInChild({ root, database, server }, ports, log, terminal);
  if (answer === undefined) throw lost.signal.reason;
  if (!("serving" in answer)) {
    if ("asked" in answer) throw new Error("the server sent a request before it was serving");
    const { code, sentence, hint, about, commands } = answer.failed;
    throw new LadingError(code, sentence, hint, undefined, about, commands);
  }
  return {
    ...answer.serving,
    lost: lost.signal,
    take: (what) => {
      if (child.connected) child.send({ take: what } satisfies ToServer, () => {});
    },
    async close() {
      isClosing = true;
      if (child.connected) child.disconnect();
      await exit;
      if (lost.signal.aborted) throw lost.signal.reason;
    },
  };
}

/**
 * Requests from console users run in this process, which has the passwords. `patience` is the number of milliseconds
 * after which the response reports that a decision is still being applied. The default is 15 seconds.
 */
export function operationsOf(
  { cwd, env, signal }: Pick<Terminal, "cwd" | "env" | "signal">,
  patience?: number,
): Operations {
  const noOutput = new Writable({ write: (_piece, _encoding, done) => done() });
  return operationsHere(() => openWorkspace({ cwd, env, stderr: noOutput }, personsPatience), {
    env,
    signal,
    patience,
  });
}
