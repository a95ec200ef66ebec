// Who does something alone on this machine, by a name; plain JavaScript, for nothing is installed yet.
import { createHash } from "node:crypto";
import { createServer } from "node:net";
import process from "node:process";

/**
 * Takes a name that one process can have at a time. It is an address of Linux without a file, which goes with the process,
 * however that ends; elsewhere nobody has to wait.
 *
 * @param {string} name
 * @returns {Promise<(() => void) | undefined>} gives it back; undefined when somebody else has it
 */
export function takeName(name) {
  if (process.platform !== "linux") return Promise.resolve(() => undefined);
  return new Promise((taken) => {
    const server = createServer();
    const free = () => void server.close();
    // What forbids such addresses keeps nobody from starting.
    server.once("error", ({ code }) => taken(code === "EADDRINUSE" ? undefined : free));
    // Such an address is 100 characters long at most, and a path can be longer.
    const short = createHash("sha256").update(name).digest("hex");
    server.listen(`\0lading-${short}`, () => taken(free));
    server.unref();
  });
}
