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
  /** `workspace`: the one that stands on disk now; else why that is not served. */
  | { readonly take: "workspace" | WhyNotTaken };

interface Begin {
  readonly cwd: string;
  /** Whether its log is read by a person. */
  readonly isTTY: boolean;
  readonly ports: Ports;
}

/** What the server asks on behalf of a person at the console. */
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
  /** Aborted when the server ended by itself. */
  readonly lost: AbortSignal;
  /** Has it serve what stands on disk now, or show why it does not. */
  take(this: void, what: "workspace" | WhyNotTaken): void;
  /** Running answers end, then the process does. Throws `server_lost` when it ended by itself. */
  close(): Promise<void>;
}

/** What a server may need of its surroundings; passwords of partners are not among it, the database's and the operators' token are. */
const passedOn = ["NODE_OPTIONS", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR", "TZ", "SystemRoot"];

/**
 * Serves in a process of its own: it has the flags that a server wants from its first moment on, and while an import of the
 * daemon is compared and compressed, nobody who asks for a list waits for it.
 *
 * @throws what kept it from serving
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
  const names = [...passedOn, ...secrets];
  const env = Object.fromEntries(names.map((name) => [name, process.env[name]]));
  const child = fork(fileURLToPath(entryModule("cli/serve/child")), {
    env,
    // What a person told Node is meant for the process that does the work.
    execArgv: [...process.execArgv, ...heapFlags, ...entryFlags()],
    // Straight to where the daemon logs: lines that wait for a busy daemon to take them would stop the server.
    stdio: ["ignore", "ignore", log === process.stderr ? "inherit" : "pipe", "ipc"],
  });
  child.stderr?.on("data", (lines: Buffer) => log.write(lines));
  const lost = new AbortController();
  let isClosing = false;
  const lastWords = child.stderr === null ? undefined : once(child.stderr, "close");
  // Not "close" of the process: that does not come once the channel was closed from this side.
  const exit = once(child, "exit").then(async ([code, signal]: (number | string | null)[]) => {
    await lastWords;
    // A terminal sends Ctrl-C to both, and it is chance which of the two is heard of first.
    if (signal === "SIGINT") await realClock.sleep(1_000, terminal.signal);
    if (!isClosing) lost.abort(failure("server_lost", { reason: String(signal ?? `exit code ${code}`) }));
  });
  const said = once(child, "message").then(([message]: FromServer[]) => message);
  child.on("message", (message: FromServer) => {
    if (!("asked" in message)) return;
    const { id, question } = message.asked;
    void answerTo(question, operations).then((answer) => {
      if (child.connected) child.send({ answered: { id, answer } } satisfies ToServer, () => {});
    });
  });
  const order: ToServer = { cwd: root, isTTY: log.isTTY === true, ports };
  child.send(order, () => {});
  const answer = await Promise.race([said, exit]);
  if (terminal.signal.aborted) {
    isClosing = true;
    if (child.connected) child.disconnect();
    await exit;
    return undefined;
  }
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

/** What people at the console ask for is done in this process, which has the passwords. */
export function operationsOf({ cwd, env, signal }: Pick<Terminal, "cwd" | "env" | "signal">): Operations {
  const talk = new Writable({ write: (_piece, _encoding, done) => done() });
  return operationsHere(() => openWorkspace({ cwd, env, stderr: talk }, personsPatience), { env, signal });
}

async function answerTo({ what, of }: Question, operations: Operations): Promise<object> {
  try {
    const work = operations[what] as (of: unknown) => Promise<object>;
    return await work(of);
  } catch (error) {
    return { refused: `This did not work: ${String(error)}. Try again.` } satisfies Refused;
  }
}
