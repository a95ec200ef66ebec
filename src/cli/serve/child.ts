import type { Writable } from "node:stream";
import { fileSystemFailure, LadingError } from "../../errors.js";
import type { Operations, Refused } from "../../console/api/operations.js";
import type { FromServer, Question, ToServer } from "./in-child.js";
import { ignoreDebugger } from "../../system/signals.js";
import { loadWorkspace } from "../../workspace/load.js";
import { serveUntil } from "./serving.js";

/**
 * The process that serves, for `lading serve` and `lading watch --serve`: it is told the ports by its parent, says when it
 * serves or why it cannot, and ends when its parent says so or is gone.
 */

const end = new AbortController();

// A terminal sends Ctrl-C to both, and so does who stops a group of processes: the parent decides when the server ends.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
ignoreDebugger();
process.on("disconnect", () => end.abort());

process.once("message", (message: ToServer) => {
  if (!("cwd" in message)) return;
  const { cwd, isTTY, ports } = message;
  const stderr: Writable & { isTTY?: boolean } = process.stderr;
  stderr.isTTY = isTTY;
  // As in the bin: lines that cannot be written are lost, and the server goes on.
  stderr.on("error", () => {});
  serveUntil(ports, { cwd, stderr, signal: end.signal, operations: parent }, (server) => {
    process.on("message", (order: ToServer) => {
      if (!("take" in order)) return;
      if (order.take !== "workspace") server.take(order.take);
      // The parent has read it; where it changed since, the parent will say so.
      else void loadWorkspace(cwd).then(server.take, () => {});
    });
    say({ serving: { url: server.url, operatorsUrl: server.operatorsUrl } });
  }).then(leave, (error: unknown) => {
    const told = error instanceof LadingError ? error : fileSystemFailure(error);
    if (told === undefined) throw error;
    const { code, message: sentence, hint, about } = told;
    say({ failed: { code, sentence, hint, about } }, leave);
  });
});

/** The parent process evaluates and decides: it has the passwords, and its work does not slow down requests for lists. */
const parent: Operations = {
  delivery: (of) => ask({ what: "delivery", of }),
  decide: (of) => ask({ what: "decide", of }),
  rollBack: (of) => ask({ what: "rollBack", of }),
  resume: (of) => ask({ what: "resume", of }),
  deliver: (of) => ask({ what: "deliver", of }),
  original: (of) => ask({ what: "original", of }),
  list: (of) => ask({ what: "list", of }),
  decideInvoice: (of) => ask({ what: "decideInvoice", of }),
  retryEvents: (of) => ask({ what: "retryEvents", of }),
};

const stopping: Refused = { refused: "The server is stopping. Try again once it is back." };

let asked = 0;

function ask<T>(question: Question): Promise<T | Refused> {
  const id = ++asked;
  return new Promise((resolve) => {
    const gone = () => resolve(stopping);
    const hear = (message: ToServer): void => {
      if (!("answered" in message) || message.answered.id !== id) return;
      process.off("message", hear);
      process.off("disconnect", gone);
      resolve(message.answered.answer as T | Refused);
    };
    process.on("message", hear);
    process.once("disconnect", gone);
    say({ asked: { id, question } });
  });
}

/** Nothing else keeps this process; the parent may be gone already. */
function leave(): void {
  if (process.connected) process.disconnect();
}

function say(message: FromServer, done: () => void = () => {}): void {
  process.send?.(message, undefined, undefined, done);
}
