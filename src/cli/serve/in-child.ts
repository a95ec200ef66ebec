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
import type { Operations, Refused } from "../../console/api/operations.js";
import type { Terminal } from "../command.js";
import { openWorkspace, personsPatience } from "../feeds/open.js";
import type { Ports } from "./serving.js";

export type ToServer =
  | Begin
  | { readonly answered: { readonly id: number; readonly answer: object } }
  /** `workspace`: the one on disk now; otherwise the reason why it is not served. */
  | { readonly take: "workspace" | WhyNotTaken };

interface Begin {
  readonly cwd: string;
  /** True if a person reads its log on a terminal. */
  readonly isTTY: boolean;
  readonly ports: Ports;
}

/** A request of the server on behalf of a person at the console. */
export type Question = {
  [What in keyof Operations]: { readonly what: What; readonly of: Parameters<Operations[What]>[0] };
}[keyof Operations];

/** Addresses such as `http://127.0.0.1:8480`. */
interface Serving {
  readonly url: string;
  readonly operatorsUrl: string;
}

export type FromServer =
  | { readonly asked: { readonly id: number; readonly question: Question } }
  | { readonly serving: Serving }
  | { readonly failed: { readonly sentence: string } & Pick<LadingError, "code" | "hint" | "about"> };

export interface ServerProcess extends Serving {
  /** Aborted if the server ended unexpectedly. */
  readonly lost: AbortSignal;
  /** Makes the server use the workspace on disk, or shows why it cannot. */
  take(this: void, what: "workspace" | WhyNotTaken): void;
  /** Ends the process after the running requests. Throws `server_lost` if it ended unexpectedly. */
  close(): Promise<void>;
}

/**
 * Environment variables for the server, besides the secrets of the database and the operators' token. Partner
 * passwords are not passed.
 */
const passedVariables = [
  "NODE_OPTIONS",
  "NODE_EXTRA_CA_CERTS",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "TZ",
  "SystemRoot",
];

/**
 * Serves in a separate process. It starts with its own Node flags, and imports of the daemon do not delay
 * requests for lists.
 *
 * @throws the error that prevented serving
 */
export async function serveInChild(
  { root, database, server }: Pick<Workspace, "root" | "database" | "server">,
  ports: Ports,
  log: Writable & { readonly isTTY?: boolean },
  terminal: Terminal,
  operations: Operations = operationsOf(terminal),
): Promise<ServerProcess | undefined> {
  const secrets = [database, server.operators.token].flatMap((reference) =>
    reference?.startsWith("env:") ? [reference.slice("env:".length)] : [],
  );
  const names = [...passedVariables, ...secrets];
  const env = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  const child = fork(fileURLToPath(entryModule("cli/serve/child")), {
    env,
    // Node options are meant for the process that does the work, so they are passed on.
    execArgv: [...process.execArgv, ...heapFlags, ...entryFlags()],
    // Writes directly to the log of the daemon. A pipe would block the server while the daemon is busy.
    stdio: ["ignore", "ignore", log === process.stderr ? "inherit" : "pipe", "ipc"],
  });
  child.stderr?.on("data", (lines: Buffer) => log.write(lines));
  const lost = new AbortController();
  let isClosing = false;
  let isHungUp = false;
  const stderrClosed = child.stderr === null ? undefined : once(child.stderr, "close");
  // Not `close`, which is not emitted after this side closed the channel.
  const exit = once(child, "exit").then(async ([code, signal]: (number | string | null)[]) => {
    await stderrClosed;
    // A terminal sends Ctrl-C to both processes, in any order.
    if (signal === "SIGINT") await realClock.sleep(1_000, terminal.signal);
    isHungUp = signal === "SIGHUP";
    if (!isClosing) lost.abort(failure("server_lost", { reason: String(signal ?? `exit code ${code}`) }));
  });
  const firstMessage = once(child, "message").then(([message]: FromServer[]) => message);
  child.on("message", (message: FromServer) => {
    if (!("asked" in message)) return;
    const { id, question } = message.asked;
    void answerTo(question, operations).then((answer) => {
      if (child.connected) child.send({ answered: { id, answer } } satisfies ToServer, () => {});
    });
  });
  const order: ToServer = { cwd: root, isTTY: log.isTTY === true, ports };
  child.send(order, () => {});
  const answer = await Promise.race([firstMessage, exit]);
  if (terminal.signal.aborted) {
    isClosing = true;
    if (child.connected) child.disconnect();
    await exit;
    return undefined;
  }
  // A reload of all processes of the service reached it before it could ignore SIGHUP.
  if (answer === undefined && isHungUp)
    return serveInChild({ root, database, server }, ports, log, terminal, operations);
  if (answer === undefined) throw lost.signal.reason;
  if (!("serving" in answer)) {
    if ("asked" in answer) throw new Error("the server asked before it served");
    const { code, sentence, hint, about } = answer.failed;
    throw new LadingError(code, sentence, hint, undefined, about);
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

/** Requests of people at the console run in this process, which has the passwords. */
export function operationsOf({ cwd, env, signal }: Pick<Terminal, "cwd" | "env" | "signal">): Operations {
  const noOutput = new Writable({ write: (_piece, _encoding, done) => done() });
  return operationsHere(() => openWorkspace({ cwd, env, stderr: noOutput }, personsPatience), {
    env,
    signal,
  });
}

async function answerTo({ what, of }: Question, operations: Operations): Promise<object> {
  try {
    const work = operations[what] as (of: unknown) => Promise<object>;
    return await work(of);
  } catch (error) {
    return { refused: `The action failed: ${String(error)}. Try again.` } satisfies Refused;
  }
}
