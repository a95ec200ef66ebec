import type { Writable } from "node:stream";
import { fileSystemFailure, LadingError } from "../../errors.js";
import type { Operations, Trials } from "../../console/api/operations.js";
import type { FromServer, Question, ToServer } from "./in-child.js";
import { questionsTo } from "./questions.js";
import { ignoreDebugger } from "../../system/signals.js";
import { loadWorkspace } from "../../workspace/load.js";
import { serveUntil } from "./serving.js";

/**
 * The server process for `lading serve` and `lading watch --serve`. The process receives the ports from its parent, and
 * reports either that it is serving or why it cannot serve. The process exits when its parent exits or disconnects.
 */

const end = new AbortController();

// Terminals and service managers send signals to both processes. The server ignores these signals because the parent
// process stops it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
ignoreDebugger();
process.on("disconnect", () => end.abort());

process.once("message", (message: ToServer) => {
  if (!("cwd" in message)) return;
  const { cwd, isTTY, ports } = message;
  const stderr: Writable & { isTTY?: boolean } = process.stderr;
  stderr.isTTY = isTTY;
  // As in the main process, log lines that cannot be written are lost, and the server continues.
  stderr.on("error", () => {});
  serveUntil(ports, { cwd, stderr, signal: end.signal, operations, trials }, (server) => {
    process.on("message", (order: ToServer) => {
      if (!("take" in order)) return;
      if (order.take !== "workspace") server.take(order.take);
      // The parent process has already read this workspace without errors. If the workspace changes again, the parent
      // sends another message.
      else void loadWorkspace(cwd).then(server.take, () => {});
    });
    send({ serving: { url: server.url, operatorsUrl: server.operatorsUrl } });
  }).then(leave, (error: unknown) => {
    const known = error instanceof LadingError ? error : fileSystemFailure(error);
    if (known === undefined) throw error;
    const { code, message: sentence, hint, about, commands } = known;
    send({ failed: { code, sentence, hint, about, commands } }, leave);
  });
});

const ask = questionsTo<Question>(process, {
  refused: "The server is stopping. Try again when it is running.",
});

/**
 * Evaluations and decisions run in the parent process. The parent has the passwords, and this process remains available
 * for requests for lists.
 */
const operations: Operations = {
  delivery: (of) => ask({ what: "delivery", of }),
  decide: (of) => ask({ what: "decide", of }),
  previewRollBack: (of) => ask({ what: "previewRollBack", of }),
  rollBack: (of) => ask({ what: "rollBack", of }),
  resume: (of) => ask({ what: "resume", of }),
  previewForget: (of) => ask({ what: "previewForget", of }),
  forget: (of) => ask({ what: "forget", of }),
  deliver: (of) => ask({ what: "deliver", of }),
  original: (of) => ask({ what: "original", of }),
  list: (of) => ask({ what: "list", of }),
  decideInvoice: (of) => ask({ what: "decideInvoice", of }),
  later: (of) => ask({ what: "later", of }),
  retryEvents: (of) => ask({ what: "retryEvents", of }),
};

const trials: Trials = {
  ask: (of) => ask({ what: "tryMapping", of }),
  end: (of) => ask({ what: "endTrials", of }),
};

/** Lets the process exit. The parent may already have exited. */
function leave(): void {
  if (process.connected) process.disconnect();
}

function send(message: FromServer, done: () => void = () => {}): void {
  process.send?.(message, undefined, undefined, done);
}
