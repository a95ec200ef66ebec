// Locks for one process per machine. Plain JavaScript, because it runs before the installation.
import { createHash } from "node:crypto";
import { createServer } from "node:net";
import process from "node:process";

/**
 * Reserves a name for one process at a time. The name is an abstract socket address of Linux, which disappears with the
 * process. On other systems it never blocks.
 *
 * @param {string} name
 * @returns {Promise<(() => void) | undefined>} releases it; undefined if another process holds it
 */
export function takeName(name) {
  if (process.platform !== "linux") return Promise.resolve(() => undefined);
  return new Promise((taken) => {
    const server = createServer();
    const free = () => void server.close();
    // Systems that forbid such addresses do not block the start.
    server.once("error", ({ code }) => taken(code === "EADDRINUSE" ? undefined : free));
    // These addresses have at most about 100 characters, and a path can be longer.
    const short = createHash("sha256").update(name).digest("hex");
    server.listen(`\0lading-${short}`, () => taken(free));
    server.unref();
  });
}
