import type { Writable } from "node:stream";
import { LadingError } from "../../errors.js";
import type { FromServer, ToServer } from "./in-child.js";
import { serveUntil } from "./serving.js";

/**
 * The process that serves, for `lading serve` and `lading watch --serve`: it is told the ports by its parent, says when it
 * serves or why it cannot, and ends when its parent says so or is gone.
 */

const end = new AbortController();

// A terminal sends Ctrl-C to both, and so does who stops a group of processes: the parent decides when the server ends.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});
process.on("disconnect", () => end.abort());

process.once("message", (message: ToServer) => {
  const { cwd, isTTY, ports } = message;
  const stderr: Writable & { isTTY?: boolean } = process.stderr;
  stderr.isTTY = isTTY;
  // As in the bin: lines that cannot be written are lost, and the server goes on.
  stderr.on("error", () => {});
  serveUntil(ports, { cwd, stderr, signal: end.signal }, ({ url, operatorsUrl }) =>
    say({ serving: { url, operatorsUrl } }),
  ).then(leave, (error: unknown) => {
    if (!(error instanceof LadingError)) throw error;
    const { code, message: sentence, hint } = error;
    say({ failed: { code, sentence, hint } }, leave);
  });
});

/** Nothing else keeps this process; the parent may be gone already. */
function leave(): void {
  if (process.connected) process.disconnect();
}

function say(message: FromServer, done: () => void = () => {}): void {
  process.send?.(message, undefined, undefined, done);
}
